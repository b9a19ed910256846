"""What changes a group as a whole: making, joining, leaving, removing, hosts, closing; knows no pages."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from accounts import services as people
from accounts.clock import database_now
from accounts.errors import AccountsError, ErrorCode
from accounts.models import Group, Membership, OneTimeLink, Player
from accounts.selectors import current_members, membership_of
from games import engine
from games.live import bus
from games.models import HouseRules, Match, Seat
from games.selectors.groups import live_match, members, next_host
from games.selectors.rules import site_policy
from games.services.group_matches import ask_rematch, start_group_match
from games.services.presence import leave_matches_of

__all__ = [
    "ask_rematch",
    "close_group",
    "hand_over_host",
    "hand_over_membership",
    "issue_seat_link",
    "join_group",
    "leave_group",
    "make_group",
    "pass_host_on",
    "pass_overdue_hosts_on",
    "remove_member",
    "start_group_match",
    "touch_group_member",
]


@transaction.atomic
def make_group(*, player: Player) -> Group:
    """Make a group with the player as host and first member, playing by the site's default rules."""
    group = people.create_group(player=player)
    HouseRules.objects.create(group=group, next_secret=engine.new_secret().hex())
    return group


@transaction.atomic
def join_group(*, group: Group, player: Player) -> Membership:
    """Make the player a member; while a match runs the newcomer watches and is among the first to sit next time.

    Raises AccountsError with GROUP_CLOSED, REMOVED, GROUP_FULL or BANNED.
    """
    people.lock_group(group)
    match = live_match(group)
    # Somebody who left and comes back during the match still owns the seat there.
    has_seat = match is not None and Seat.objects.filter(match=match, player=player).exists()
    return people.add_member(group=group, player=player, is_waiting=match is not None and not has_seat)


@transaction.atomic
def leave_group(*, group: Group, by: Player) -> None:
    """End the membership of `by`; a seat in a running match is played on by the CPU, and a host is succeeded at once.

    When the last member leaves, the group closes. Raises AccountsError (NOT_MEMBER).
    """
    group = people.lock_group(group)
    membership = _current_membership(group, by)
    people.leave_group(membership=membership, at=database_now())
    _give_up_seat(group, by.pk)
    _after_departure(group)
    bus.tell_gone(group_id=group.pk, player_id=by.pk)


@transaction.atomic
def remove_member(*, group: Group, by: Player, player_id: int) -> None:
    """Take a member out for the life of the group; the seat in a running match goes to the CPU.

    Raises AccountsError: NOT_HOST, or NOT_MEMBER when there is no such member or the host means themselves.
    """
    group = _lock_as_host(group, by)
    membership = current_members(group).filter(player_id=player_id).exclude(player=by).first()
    if membership is None:
        raise AccountsError(ErrorCode.NOT_MEMBER)
    people.remove_member(membership=membership, at=database_now())
    OneTimeLink.objects.filter(membership=membership, used_at__isnull=True, revoked_at__isnull=True).update(
        revoked_at=database_now()
    )
    _give_up_seat(group, player_id)
    bus.tell_gone(group_id=group.pk, player_id=player_id)


@transaction.atomic
def hand_over_host(*, group: Group, by: Player, player_id: int) -> None:
    """Make another member host; raises AccountsError (NOT_HOST, NOT_MEMBER)."""
    group = _lock_as_host(group, by)
    membership = current_members(group).filter(player_id=player_id, player__banned_at__isnull=True).first()
    if membership is None:
        raise AccountsError(ErrorCode.NOT_MEMBER)
    people.set_host(group=group, player=membership.player)


@transaction.atomic
def close_group(*, group: Group, by: Player | None) -> None:
    """Close the group for good, by its host or (None) by staff; a running match is played to its end.

    Raises AccountsError (NOT_HOST).
    """
    group = people.lock_group(group) if by is None else _lock_as_host(group, by)
    _close(group)


def _close(group: Group) -> None:
    Group.objects.filter(pk=group.pk, closed_at__isnull=True).update(closed_at=database_now())
    # A rule set that only closed groups used may be deleted again.
    HouseRules.objects.filter(group=group).update(base=None)
    OneTimeLink.objects.filter(membership__group=group, used_at__isnull=True, revoked_at__isnull=True).update(
        revoked_at=database_now()
    )


def pass_host_on(*, group: Group) -> bool:
    """Make the longest-present member host when the host has been away too long; return whether that was so.

    Safe to call at any time and by many at once: the decision is taken again under the group's lock.
    """
    if group.is_closed or next_host(group) is None:
        return False
    with transaction.atomic():
        locked = people.lock_group(group)
        successor = None if locked.is_closed else next_host(locked)
        if successor is not None:
            people.set_host(group=locked, player=successor)
    group.refresh_from_db()
    return successor is not None


def pass_overdue_hosts_on() -> int:
    """Look after every open group whose host is silent while somebody else is there; return how many got a new one."""
    now = database_now()
    policy = site_policy()
    silent_before = now - timedelta(seconds=policy.host_succession_seconds)
    present_from = now - timedelta(seconds=policy.away_after_seconds)
    living = Membership.objects.filter(
        last_seen_at__gte=present_from, left_at__isnull=True, removed_at__isnull=True
    ).values("group_id")
    seated = Match.objects.filter(seats__last_seen_at__gte=present_from, group__isnull=False).values("group_id")
    heard_hosts = Membership.objects.filter(
        group=OuterRef("pk"),
        player=OuterRef("host"),
        last_seen_at__gte=silent_before,
        left_at__isnull=True,
        removed_at__isnull=True,
    )
    overdue = Group.objects.filter(Q(pk__in=living) | Q(pk__in=seated), ~Exists(heard_hosts), closed_at__isnull=True)
    return sum(pass_host_on(group=group) for group in overdue)


def touch_group_member(*, group_id: int, player_id: int) -> None:
    """Note a sign of life of a member from anywhere, a watched table included; does nothing for others."""
    membership = Membership.objects.filter(
        group_id=group_id, player_id=player_id, left_at__isnull=True, removed_at__isnull=True
    ).first()
    if membership is not None:
        people.touch_member(membership=membership)


@transaction.atomic
def issue_seat_link(*, group: Group, by: Player, player_id: int) -> tuple[OneTimeLink, str]:
    """Return a one-time link, with its secret, that hands a silent member's place to whoever opens it.

    It reaches this group only, never the rest of the player. Raises AccountsError: NOT_HOST, NOT_MEMBER, or
    MEMBER_PRESENT, since a place that somebody is using cannot be handed away.
    """
    group = _lock_as_host(group, by)
    member = next((member for member in members(group) if member.player_id == player_id), None)
    if member is None or member.is_host:
        raise AccountsError(ErrorCode.NOT_MEMBER)
    if member.is_present:
        raise AccountsError(ErrorCode.MEMBER_PRESENT)
    return people.make_link(player=member.membership.player, membership=member.membership)


@transaction.atomic
def hand_over_membership(*, secret: str, to: Player) -> Membership:
    """Give the place that a one-time link speaks of, its seat in a running match included, to another player.

    Whatever place the receiver has in the group already ends. Raises AccountsError: LINK_INVALID, GROUP_CLOSED,
    REMOVED for a receiver who was removed, or MEMBER_PRESENT when the silent member has come back meanwhile.
    """
    link = people.use_link(secret=secret)
    if link.membership is None:
        raise AccountsError(ErrorCode.LINK_INVALID)
    group = people.lock_group(link.membership.group)
    if group.is_closed:
        raise AccountsError(ErrorCode.GROUP_CLOSED)
    member = next((member for member in members(group) if member.membership.pk == link.membership_id), None)
    if member is None:
        raise AccountsError(ErrorCode.LINK_INVALID)
    if member.player_id == to.pk:
        return member.membership
    if member.is_present:
        raise AccountsError(ErrorCode.MEMBER_PRESENT)
    own = membership_of(group, to)
    if own is not None:
        if own.removed_at is not None:
            raise AccountsError(ErrorCode.REMOVED)
        own.delete()
    former = member.membership.player
    membership = member.membership
    membership.player = to
    membership.last_seen_at = membership.present_since = database_now()
    membership.save(update_fields=["player", "last_seen_at", "present_since"])
    if not to.is_named:
        to.display_name, to.is_named = membership.display_name, True
        to.save(update_fields=["display_name", "is_named"])
    match = live_match(group)
    if match is not None and not Seat.objects.filter(match=match, player=to).exists():
        Match.objects.select_for_update().get(pk=match.pk)  # the match before its seats, as everywhere
        Seat.objects.filter(match=match, player=former).update(player=to)
        bus.tell_on_commit(bus.News(bus.NewsKind.FACES, match.pk, match.version))
    bus.tell_gone(group_id=group.pk, player_id=former.pk)
    return membership


def _lock_as_host(group: Group, by: Player) -> Group:
    group = people.lock_group(group)
    if group.is_closed:
        raise AccountsError(ErrorCode.GROUP_CLOSED)
    if group.host_id != by.pk:
        raise AccountsError(ErrorCode.NOT_HOST)
    if by.is_banned:
        raise AccountsError(ErrorCode.BANNED)
    return group


def _current_membership(group: Group, player: Player) -> Membership:
    membership = membership_of(group, player)
    if membership is None or not membership.is_current:
        raise AccountsError(ErrorCode.NOT_MEMBER)
    return membership


def _give_up_seat(group: Group, player_id: int) -> None:
    # After the commit, since seats are written by the store's own connection, which would wait for this one.
    transaction.on_commit(lambda: leave_matches_of(player_id=player_id, group_id=group.pk))


def _after_departure(group: Group) -> None:
    if not current_members(group).exists():
        _close(group)
        return
    successor = next_host(group)
    if successor is not None:
        people.set_host(group=group, player=successor)
