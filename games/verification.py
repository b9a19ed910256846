"""Checks that a stored match is what its shuffle, its rules and its steps say; it must not write or print."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games import engine
from games.models import LIVE_STATUSES, Match
from games.selectors.replays import Replay


class Flaw(StrEnum):
    """What can be wrong with a stored match."""

    COMMITMENT = "commitment"  # the secret is not the one that was promised before the match
    DECK = "deck"  # secret and nonces give another deck
    STEPS = "steps"  # the steps cannot be played by the rules
    STATE = "state"  # the stored state is not where the steps lead
    RESULT = "result"  # the stored result is not what the last state says
    STATUS = "status"  # finished without an end, or the other way round


@dataclass(frozen=True, slots=True)
class Problem:
    """One flaw with its details, in English, for the operator; never with a card that is still to come."""

    flaw: Flaw
    detail: str


def problems(replay: Replay) -> tuple[Problem, ...]:
    """Return everything that is wrong with a stored match, nothing for an honest one."""
    found = [*_shuffle_problems(replay), *_step_problems(replay)]
    if not replay.error and replay.start is not None:
        found += [*_state_problems(replay), *_result_problems(replay)]
    return tuple(found)


def _shuffle_problems(replay: Replay) -> list[Problem]:
    match = replay.match
    try:
        secret = bytes.fromhex(match.deck_secret)
        commitment = engine.commitment(secret)
        deck = engine.derive_deck(secret, [seat.nonce for seat in replay.seats])
    except ValueError as error:
        return [Problem(Flaw.COMMITMENT, f"the secret cannot be read: {type(error).__name__}")]
    found = []
    if commitment != match.commitment:
        found.append(Problem(Flaw.COMMITMENT, "SHA-256 of the secret is not the published commitment"))
    if match.daily is not None and (match.daily.secret, match.daily.commitment) != (
        match.deck_secret,
        match.commitment,
    ):
        found.append(Problem(Flaw.COMMITMENT, f"the deal of {match.daily_id} was promised with another secret"))
    if list(deck) != match.deck:
        found.append(Problem(Flaw.DECK, _deck_detail(list(deck), match)))
    return found


def _deck_detail(derived: list[int], match: Match) -> str:
    stored = match.deck if isinstance(match.deck, list) else []
    if len(stored) != len(derived):
        return f"the stored deck has {len(stored)} cards, the derived one {len(derived)}"
    place = next(place for place, card in enumerate(derived) if card != stored[place])
    return f"the stored deck is not the derived one, first at place {place + 1} from the top"


def _step_problems(replay: Replay) -> list[Problem]:
    found = []
    if len(replay.seats) != replay.match.seat_count:
        found.append(Problem(Flaw.STEPS, f"{len(replay.seats)} seats are stored for {replay.match.seat_count}"))
    if replay.error:
        found.append(Problem(Flaw.STEPS, replay.error))
    return found


def _state_problems(replay: Replay) -> list[Problem]:
    match, state = replay.match, replay.states[-1]
    found = []
    try:
        is_same = engine.decode(match.state) == state
    except ValueError as error:
        found.append(Problem(Flaw.STATE, f"the stored state cannot be read: {error}"))
    else:
        if not is_same:
            found.append(Problem(Flaw.STATE, "the stored state is not where the steps lead"))
    if match.version != len(replay.steps):
        found.append(
            Problem(Flaw.STATE, f"the match is at version {match.version}, {len(replay.steps)} steps are stored")
        )
    # An end without a result clears the turn.
    if match.status in LIVE_STATUSES and match.turn != state.turn:
        found.append(Problem(Flaw.STATE, f"the match says seat {match.turn} is on turn, the steps say {state.turn}"))
    return found


def _result_problems(replay: Replay) -> list[Problem]:
    match, state = replay.match, replay.states[-1]
    is_end = engine.is_terminal(state)
    if match.result is None:
        return [Problem(Flaw.STATUS, "the match is played to its end but has no result")] if is_end else []
    if not is_end:
        return [Problem(Flaw.STATUS, "the match has a result but the steps do not end it")]
    if match.status in LIVE_STATUSES:
        return [Problem(Flaw.STATUS, f"the match has a result but its status is {match.status}")]
    stored = match.result if isinstance(match.result, dict) else {}
    return [
        Problem(Flaw.RESULT, f"{key} is stored as {stored.get(key)}, the steps give {value}")
        for key, value in result_of(state).items()
        if stored.get(key) != value
    ]


def result_of(state: engine.State) -> dict[str, Any]:
    """Return the result that the end of a match gives, as it is stored with the match."""
    return {
        "ranks": list(engine.standings(state)),
        "winners": list(engine.winners(state)),
        "counts": [len(hand) for hand in state.hands],
        "out": list(state.out),
        "left": len(state.common_pile),
        "first_seat": state.first_seat,
    }
