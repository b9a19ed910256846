"""Who is in a group, who is there now and which match they are in; changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from accounts.clock import database_now
from accounts.models import Group, Membership, Player
from accounts.names import shown_name
from accounts.selectors import current_members
from games.models import LIVE_STATUSES, Match, Seat
from games.selectors.rules import site_policy


@dataclass(frozen=True, slots=True)
class Member:
    """A current member as the group sees them now."""

    membership: Membership
    name: str
    seen_at: datetime
    is_present: bool
    is_host: bool
    is_seated: bool

    @property
    def player_id(self) -> int:
        """Return the member's player."""
        return self.membership.player_id

    @property
    def is_ready(self) -> bool:
        """Tell whether the member wants a seat in the next match."""
        return self.membership.is_ready

    @property
    def is_waiting(self) -> bool:
        """Tell whether the member had to watch and is among the first to sit next time."""
        return self.membership.waiting_since is not None


def live_match(group: Group) -> Match | None:
    """Return the group's running or paused match; there is at most one."""
    return Match.objects.filter(group=group, status__in=LIVE_STATUSES).first()


def last_match(group: Group) -> Match | None:
    """Return the match of the group that started last, whatever became of it."""
    return Match.objects.filter(group=group).order_by("-started_at", "-id").first()


def matches_of(group: Group) -> QuerySet[Match]:
    """Return the group's matches, the latest first."""
    return Match.objects.filter(group=group).order_by("-started_at", "-id")


def members(group: Group, now: datetime | None = None) -> list[Member]:
    """Return the current members, the longest-standing first, with presence at `now`.

    A sign of life counts wherever it came from: the group's pages, or the member's seat at the group's last match.
    """
    now = now or database_now()
    present_from = now - timedelta(seconds=site_policy().away_after_seconds)
    match = last_match(group)
    seats: dict[int | None, Seat] = {}
    if match is not None:
        seats = {seat.player_id: seat for seat in Seat.objects.filter(match=match, player__isnull=False)}
    is_live = match is not None and match.status in LIVE_STATUSES
    found = []
    for membership in current_members(group):
        seat = seats.get(membership.player_id)
        seen_at = membership.last_seen_at
        if seat is not None and seat.last_seen_at is not None and seat.left_at is None:
            seen_at = max(seen_at, seat.last_seen_at)
        found.append(
            Member(
                membership=membership,
                name=shown_name(membership.display_name),
                seen_at=seen_at,
                is_present=seen_at >= present_from,
                is_host=membership.player_id == group.host_id,
                is_seated=is_live and seat is not None,
            )
        )
    return found


def ready_members(group: Group, now: datetime | None = None) -> list[Member]:
    """Return who would take a seat or wait for one if a match started at `now`: present, ready and not banned."""
    return [
        member
        for member in members(group, now)
        if member.is_present and member.is_ready and not member.membership.player.is_banned
    ]


def next_host(group: Group, now: datetime | None = None) -> Player | None:
    """Return the player who should be host instead of the present one, or None when nothing has to change.

    The host gives way after the time of the policy without a sign of life, or at once when no longer a member. The
    longest-present member follows; when nobody is present and the host is gone for good, the longest-standing one.
    """
    now = now or database_now()
    everybody = members(group, now)
    host = next((member for member in everybody if member.is_host), None)
    is_host_gone = host is None or host.membership.player.is_banned
    overdue_before = now - timedelta(seconds=site_policy().host_succession_seconds)
    if host is not None and not is_host_gone and host.seen_at >= overdue_before:
        return None
    others = [member for member in everybody if not member.is_host and not member.membership.player.is_banned]
    present = [member for member in others if member.is_present]
    if present:
        first = min(present, key=lambda member: (member.membership.present_since, member.membership.pk))
        return first.membership.player
    return others[0].membership.player if is_host_gone and others else None
