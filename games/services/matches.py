"""Starts matches: seats, lot, shuffle and first state in one transaction; it must not know groups' rules of seating."""

import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import IntegrityError, transaction

from games import engine
from games.errors import ErrorCode, ServiceError
from games.live import store
from games.models import LIVE_STATUSES, DailyDeal, Match, MatchStatus, Seat
from games.selectors.rules import site_policy, site_rules
from games.services import due, play
from games.services.due import MatchFacts, SeatFacts

if TYPE_CHECKING:
    from accounts.models import Group, Player

SOLO_SEATS: Final = 4


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who takes a seat: a person, or the CPU if there is no player. `nonce` is the seat's part of the shuffle.

    A shared seat is one of several of the player, whose device is passed round.
    """

    player: "Player | None"
    name: str = ""
    nonce: str = ""
    is_shared: bool = False


def start_match(
    *,
    seats: Sequence[SeatPlan],
    rules: engine.RuleSet,
    group: "Group | None" = None,
    turn_limit_seconds: int | None = None,
    is_rated: bool = False,
    first_seat: int | None = None,
    secret: bytes | None = None,
    daily: DailyDeal | None = None,
) -> Match:
    """Return a new running match of 2–6 seats; without a first seat it is drawn by lot.

    `secret` is the one whose commitment was published before the seats were filled. Every person counts as present.
    Raises ServiceError: running_match if the group has one already, not_enough_seats unless 2–6 seats.
    """
    if not engine.MIN_SEATS <= len(seats) <= engine.MAX_SEATS:
        raise ServiceError(ErrorCode.NOT_ENOUGH_SEATS)
    if secret is None:
        secret = engine.new_secret()
    if first_seat is None:
        first_seat = secrets.randbelow(len(seats))
    deck = _stacked_deck() or engine.derive_deck(secret, [plan.nonce for plan in seats])
    state = engine.new_match(rules, len(seats), first_seat, deck)
    with transaction.atomic():
        now = store.database_now()
        facts = [SeatFacts(plan.player is None, last_seen_at=now if plan.player else None) for plan in seats]
        deadline_at = due.deadline(now, turn_limit_seconds, facts[first_seat])
        next_due = due.due(MatchFacts(first_seat, now, deadline_at, is_rated, facts), site_policy())
        match = Match(
            group=group,
            daily=daily,
            status=MatchStatus.RUNNING,
            rules=rules.to_dict(),
            turn_limit_seconds=turn_limit_seconds,
            is_rated=is_rated,
            seat_count=len(seats),
            first_seat=first_seat,
            deck=list(deck),
            deck_secret=secret.hex(),
            commitment=engine.commitment(secret),
            state=engine.encode(state),
            version=state.step,
            turn=state.turn,
            step_at=now,
            deadline_at=deadline_at,
            due_at=next_due.at,
            started_at=now,
        )
        try:
            with transaction.atomic():
                match.save(force_insert=True)
        except IntegrityError:
            if group is not None and Match.objects.filter(group=group, status__in=LIVE_STATUSES).exists():
                raise ServiceError(ErrorCode.RUNNING_MATCH) from None
            raise
        Seat.objects.bulk_create(
            Seat(
                match=match,
                number=number,
                player=plan.player,
                name=plan.name,
                nonce=plan.nonce,
                is_shared=plan.is_shared,
                last_seen_at=now if plan.player else None,
            )
            for number, plan in enumerate(seats)
        )
        transaction.on_commit(
            lambda: play.ask_for_look(
                match_id=match.id, version=match.version, next_due=next_due, deadline_at=deadline_at, now=now
            )
        )
    return match


def start_solo_match(*, player: "Player", nonce: str = "") -> Match:
    """Return a new match of this person against three CPU seats under the site's rules, the first seat by lot."""
    seats = [SeatPlan(player, player.display_name, nonce)] + [SeatPlan(None)] * (SOLO_SEATS - 1)
    return start_match(seats=seats, rules=site_rules())


def _stacked_deck() -> tuple[int, ...] | None:
    """Return the deck that a browser test lays down; only where test switches are allowed at all."""
    text = os.environ.get("BOZU_STACKED_DECK", "") if settings.TEST_SWITCHES else ""
    return tuple(int(card) for card in text.split(",")) if text else None
