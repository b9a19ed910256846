"""Reads about matches: who may look, what runs, what the CPU did for somebody; it must not write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import QuerySet

from accounts.models import Membership
from games import engine
from games.errors import ErrorCode, ServiceError
from games.live.snapshot import StepLine
from games.models import LIVE_STATUSES, Match, PlayedBy, Seat, Step

if TYPE_CHECKING:
    from accounts.models import Group, Player


@dataclass(frozen=True, slots=True)
class TableAccess:
    """As whom somebody looks at a table: the owner of a seat, or a watcher (None)."""

    seat: int | None
    group_id: int | None
    due_at: datetime | None  # when an automatic step was due as the rows were read

    def is_due(self, now: datetime) -> bool:
        """Say whether an automatic step is overdue."""
        return self.due_at is not None and self.due_at <= now


def table_access(match_id: str, player: Player | None) -> TableAccess:
    """Return as whom a player, or a visitor without one, may look at a match.

    Whoever has the link may watch, but a match on one device alone belongs to its one player, and a match of a
    group is closed to those the host removed. Raises ServiceError: not_found, banned, removed.
    """
    rows = list(
        Seat.objects.filter(match_id=match_id)
        .order_by("number")
        .values_list("player_id", "match__group_id", "match__due_at")
    )
    group_id, due_at = rows[0][1:] if rows else (None, None)
    membership = None
    if group_id is not None and player is not None:
        membership = (
            Membership.objects.filter(group_id=group_id, player=player).values_list("left_at", "removed_at").first()
        )
    return access_of(
        [player_id for player_id, _, _ in rows],
        group_id=group_id,
        due_at=due_at,
        player_id=player.pk if player is not None else None,
        is_banned=player is not None and player.is_banned,
        membership=membership,
    )


def access_of(
    owners: Sequence[int | None],
    *,
    group_id: int | None,
    due_at: datetime | None,
    player_id: int | None,
    is_banned: bool,
    membership: tuple[datetime | None, datetime | None] | None,
) -> TableAccess:
    """Return the same from what the rows say: the players of the seats, and when a member left or was removed.

    Raises ServiceError like `table_access`.
    """
    if not owners:
        raise ServiceError(ErrorCode.NOT_FOUND)
    if is_banned:
        raise ServiceError(ErrorCode.BANNED)
    seat = owners.index(player_id) if player_id is not None and player_id in owners else None
    if group_id is not None and player_id is not None:
        if membership is not None and membership[1] is not None:
            raise ServiceError(ErrorCode.REMOVED)
        if membership is None or membership[0] is not None:
            seat = None
    is_solo = group_id is None and len({owner for owner in owners if owner is not None}) == 1
    if is_solo and seat is None:
        raise ServiceError(ErrorCode.NOT_FOUND)
    return TableAccess(seat, group_id, due_at)


def live_match_of_group(group: Group) -> Match | None:
    """Return the running or paused match of a group, of which there is one at most."""
    return Match.objects.filter(group=group, status__in=LIVE_STATUSES).first()


def live_matches_of(player: Player) -> QuerySet[Match]:
    """Return the running and paused matches in which a player has a seat, the newest first."""
    # By a look into the seats, not by joining them: a device that is passed round has several in one match.
    own = Seat.objects.filter(player=player).values("match_id")
    return Match.objects.filter(status__in=LIVE_STATUSES, pk__in=own).order_by("-started_at")


def steps_played_for(match_id: str, seat: int) -> tuple[StepLine, ...]:
    """Return what was played for a person's seat since its owner last acted, oldest first; empty for a CPU seat."""
    if not Seat.objects.filter(match_id=match_id, number=seat, player__isnull=False).exists():
        return ()
    steps = list(Step.objects.filter(match_id=match_id).order_by("sequence"))
    own = [step.sequence for step in steps if step.seat == seat and step.played_by == PlayedBy.PERSON]
    since = own[-1] if own else 0
    wanted = {step.sequence for step in steps if step.seat == seat and step.sequence > since}
    if not wanted:
        return ()
    match = Match.objects.get(pk=match_id)
    told = engine.replay(
        engine.RuleSet.from_dict(match.rules),
        match.seat_count,
        match.first_seat,
        match.deck,
        [engine.Action(step.action) for step in steps],
    )
    return tuple(
        StepLine(step.sequence, step.seat, step.action, step.played_by, events)
        for step, (_, events) in zip(steps, told, strict=True)
        if step.sequence in wanted
    )
