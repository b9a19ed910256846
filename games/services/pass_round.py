"""Starts matches that people play in turn on one device, passed from hand to hand; it must not know pages.

They are friendly: the site does not know the people, so nothing could be rated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from accounts.names import free_name, name_key
from games import engine
from games.errors import ErrorCode, ServiceError
from games.models import Match
from games.selectors.pass_round import Round, round_of
from games.selectors.rules import site_rules
from games.services.matches import SeatPlan, start_match

if TYPE_CHECKING:
    from accounts.models import Player

LEAST_PEOPLE: Final = 2


def start_round(*, player: Player, names: Sequence[str], cpu_seats: int = 0, nonce: str = "") -> Match:
    """Return a new match of people with these names, as `normalise_name` makes them, on a device of this player.

    Equal names get a number. Who begins is drawn by lot. Raises ServiceError: not_enough_seats unless there are at
    least two people and at most six seats.
    """
    if len(names) < LEAST_PEOPLE or cpu_seats < 0 or len(names) + cpu_seats > engine.MAX_SEATS:
        raise ServiceError(ErrorCode.NOT_ENOUGH_SEATS)
    told: list[str] = []
    for name in names:
        told.append(free_name(name, {name_key(other) for other in told}))
    # The device adds one number to the shuffle, whoever holds it.
    people = [SeatPlan(player, name, nonce if number == 0 else "", is_shared=True) for number, name in enumerate(told)]
    return start_match(seats=[*people, *[SeatPlan(None)] * cpu_seats], rules=site_rules())


def start_round_again(*, match_id: str, player: Player, nonce: str = "") -> Match:
    """Return a new match of the people of an earlier one.

    Raises ServiceError: not_found unless that was played on a device of this player.
    """
    found: Round | None = round_of(match_id=match_id, player=player)
    if found is None:
        raise ServiceError(ErrorCode.NOT_FOUND)
    return start_round(player=player, names=found.names, cpu_seats=found.cpu_seats, nonce=nonce)
