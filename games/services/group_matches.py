"""How a group's next match comes about: who sits where, who begins, start and rematch; knows no pages."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Final

from django.db import transaction

from accounts import services as people
from accounts.clock import database_now
from accounts.errors import AccountsError, ErrorCode
from accounts.models import Group, Membership, Player
from accounts.selectors import membership_of
from games import engine
from games.errors import ErrorCode as PlayErrorCode
from games.errors import ServiceError
from games.models import HouseRules, Match, Seat
from games.selectors.groups import last_match, live_match, members, ready_members
from games.selectors.rules import effective_rules, house_rules_of
from games.services.matches import SeatPlan, start_match

CPU_SEATS_FOR_ONE: Final = 3
_lot = secrets.SystemRandom()


def start_group_match(*, group: Group, by: Player, after_match_id: str | None = None) -> Match:
    """Start the group's next match with the members who are present and ready, or return the one that runs already.

    `after_match_id` is the group's last match as the host's page knew it ("" for none): a press made before a match
    that has come and gone meanwhile is refused. Raises AccountsError: NOT_HOST, GROUP_CLOSED, BANNED, STALE or
    NOBODY_READY.
    """
    with transaction.atomic():
        group = people.lock_group(group)
        if group.is_closed:
            raise AccountsError(ErrorCode.GROUP_CLOSED)
        if group.host_id != by.pk:
            raise AccountsError(ErrorCode.NOT_HOST)
        if by.is_banned:
            raise AccountsError(ErrorCode.BANNED)
        return _start(group, after_match_id)


def ask_rematch(*, group: Group, by: Player, after_match_id: str, nonce: str = "") -> Match | None:
    """Note that a member wants to play again, and start once everybody who played and is still there said so.

    Return the match that runs now, None while others are still being waited for; the host can start without them.
    Raises AccountsError: NOT_MEMBER, GROUP_CLOSED, BANNED or STALE.
    """
    with transaction.atomic():
        group = people.lock_group(group)
        if group.is_closed:
            raise AccountsError(ErrorCode.GROUP_CLOSED)
        membership = membership_of(group, by)
        if membership is None or not membership.is_current:
            raise AccountsError(ErrorCode.NOT_MEMBER)
        if by.is_banned:
            raise AccountsError(ErrorCode.BANNED)
        match = live_match(group)
        if match is not None:
            return match
        last = last_match(group)
        if last is None or last.pk != after_match_id:
            raise AccountsError(ErrorCode.STALE)
        people.set_readiness(membership=membership, is_ready=True, nonce=nonce)
        Membership.objects.filter(pk=membership.pk).update(again_after=last.pk, last_seen_at=database_now())
        return start_agreed_rematch(group=group)


def start_agreed_rematch(*, group: Group) -> Match | None:
    """Start the rematch if at least one of the last match's players asked and all who are still there did.

    Called at each tap and at each look at the group, so that somebody who asks and somebody who goes away both count.
    """
    with transaction.atomic():
        group = people.lock_group(group)
        last = last_match(group)
        if group.is_closed or last is None or live_match(group) is not None:
            return None
        played = set(Seat.objects.filter(match=last, player__isnull=False).values_list("player_id", flat=True))
        there = [member for member in members(group) if member.is_present and member.player_id in played]
        if not there or any(member.membership.again_after != last.pk for member in there):
            return None
        return _start(group, last.pk)


def is_rematch_agreed(group: Group, last: Match | None) -> bool:
    """Tell without a lock whether looking closer at a rematch is worth it."""
    return last is not None and Membership.objects.filter(group=group, again_after=last.pk).exists()


def _start(group: Group, after_match_id: str | None) -> Match:
    running = live_match(group)
    if running is not None:
        return running
    last = last_match(group)
    if after_match_id is not None and after_match_id != (last.pk if last else ""):
        raise AccountsError(ErrorCode.STALE)
    now = database_now()
    sitting, watching = seat_takers([member.membership for member in ready_members(group, now)])
    if not sitting:
        raise AccountsError(ErrorCode.NOBODY_READY)
    house = house_rules_of(group)
    is_rated = house.is_rated and len(sitting) > 1
    cpu_seats = 0 if is_rated else min(house.cpu_seats, engine.MAX_SEATS - len(sitting))
    if len(sitting) == 1 and cpu_seats == 0:
        cpu_seats = CPU_SEATS_FOR_ONE
    order, first_seat = running_order(sitting, cpu_seats, last)
    plans = [
        SeatPlan(player=member.player, name=member.display_name, nonce=member.nonce or secrets.token_hex(16))
        if member is not None
        else SeatPlan(player=None, name="")
        for member in order
    ]
    try:
        match = start_match(
            seats=plans,
            rules=effective_rules(house),
            group=group,
            turn_limit_seconds=house.turn_limit_seconds,
            is_rated=is_rated,
            first_seat=first_seat,
            secret=bytes.fromhex(house.next_secret) if house.next_secret else None,
        )
    except ServiceError as error:
        # The constraint has the last word on "one running match": whoever came first made the match of all.
        running = live_match(group) if error.code is PlayErrorCode.RUNNING_MATCH else None
        if running is None:
            raise
        return running
    HouseRules.objects.filter(pk=house.pk).update(next_secret=engine.new_secret().hex())
    _note_who_waits(sitting, watching, now)
    return match


def seat_takers(ready: list[Membership]) -> tuple[list[Membership], list[Membership]]:
    """Return who sits and who watches: those who have waited longest go first, then whoever sat out last.

    Somebody who never had to watch has played most in a row and gives way before the others.
    """
    longest = sorted(
        ready,
        key=lambda member: (
            member.waiting_since is None,
            member.waiting_since.timestamp() if member.waiting_since else 0.0,
            -member.last_sat_out_at.timestamp() if member.last_sat_out_at else 0.0,
            member.joined_at,
            member.pk,
        ),
    )
    return longest[: engine.MAX_SEATS], longest[engine.MAX_SEATS :]


def running_order(
    sitting: list[Membership], cpu_seats: int, last: Match | None
) -> tuple[list[Membership | None], int | None]:
    """Return the seats in running order (None for a CPU seat) and the first seat, None when the lot decides.

    The first match is drawn by lot. A rematch keeps the order of those who stay, newcomers sit down behind them, and
    the first seat moves on by one from the last match's to the next one that is still taken.
    """
    if last is None:
        order: list[Membership | None] = [*sitting, *[None] * cpu_seats]
        _lot.shuffle(order)
        return order, None
    left = {member.player_id: member for member in sitting}
    kept: dict[int, int] = {}
    order = []
    for seat in Seat.objects.filter(match=last).order_by("number"):
        if seat.is_cpu and cpu_seats > 0:
            cpu_seats -= 1
            kept[seat.number] = len(order)
            order.append(None)
        elif seat.player_id in left:
            kept[seat.number] = len(order)
            order.append(left.pop(seat.player_id))
    newcomers = list(left.values())
    _lot.shuffle(newcomers)
    order += [*newcomers, *[None] * cpu_seats]
    for step in range(1, last.seat_count + 1):
        place = kept.get((last.first_seat + step) % last.seat_count)
        if place is not None:
            return order, place
    return order, None


def _note_who_waits(sitting: list[Membership], watching: list[Membership], now: datetime) -> None:
    Membership.objects.filter(pk__in=[member.pk for member in sitting]).update(waiting_since=None, nonce="")
    for member in watching:
        Membership.objects.filter(pk=member.pk).update(waiting_since=member.waiting_since or now, last_sat_out_at=now)
