"""A state as one JSON text and back, with a schema version; it must not trust what it reads."""

from __future__ import annotations

import json
from typing import Any, Final

from games.engine.cards import CARDS, SEMIMARU
from games.engine.errors import EngineError, EngineErrorCode
from games.engine.rules import RuleSet, SemimaruRule
from games.engine.state import State, check_seats

SCHEMA: Final = 1
_KEYS: Final = frozenset(
    {
        "schema",
        "rules",
        "seat_count",
        "first_seat",
        "turn",
        "is_further_flip",
        "hands",
        "common_pile",
        "draw_pile",
        "out",
        "skip_pending",
        "step",
    }
)
_RULE_KEYS: Final = frozenset(RuleSet().to_dict())
_MAX_LENGTH: Final = 4_000
"""No state is longer: 100 cards and the words around them stay under 1,000 characters."""
_encoder: Final = json.JSONEncoder(separators=(",", ":"), check_circular=False)


def encode(state: State) -> str:
    """Return the whole state, hidden cards included, as compact JSON with its schema version."""
    return _encoder.encode(
        {
            "schema": SCHEMA,
            "rules": state.rules.to_dict(),
            "seat_count": state.seat_count,
            "first_seat": state.first_seat,
            "turn": state.turn,
            "is_further_flip": state.is_further_flip,
            "hands": state.hands,
            "common_pile": state.common_pile,
            "draw_pile": state.draw_pile,
            "out": state.out,
            "skip_pending": state.skip_pending,
            "step": state.step,
        }
    )


def decode(text: str) -> State:
    """Return the state of a text that `encode` made.

    Raises EngineError (bad_state, or bad_rules, bad_seats, bad_first_seat) for anything that no match can reach.
    """
    if len(text) > _MAX_LENGTH:
        raise _refusal("the text is too long")
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        raise _refusal("the text is not JSON") from None
    if not isinstance(values, dict) or values.keys() != _KEYS:
        raise _refusal("the keys are not those of a state")
    if type(values["schema"]) is not int or values["schema"] != SCHEMA:
        raise _refusal("the schema version is unknown")
    if not isinstance(values["rules"], dict) or values["rules"].keys() != _RULE_KEYS:
        raise _refusal("the rules are not complete")
    check_seats(values["seat_count"], values["first_seat"])
    seats: int = values["seat_count"]
    if not isinstance(values["hands"], list) or len(values["hands"]) != seats:
        raise _refusal("there is not one hand for each seat")
    state = State(
        rules=RuleSet.from_dict(values["rules"]),
        seat_count=seats,
        first_seat=values["first_seat"],
        turn=_turn(values["turn"], seats),
        is_further_flip=_flag(values["is_further_flip"]),
        hands=tuple([_cards(hand) for hand in values["hands"]]),
        common_pile=_cards(values["common_pile"]),
        draw_pile=_cards(values["draw_pile"]),
        out=_flags(values["out"], seats),
        skip_pending=_flags(values["skip_pending"], seats),
        step=_step(values["step"]),
    )
    _check_cards(state)
    _check_turn(state)
    _check_semimaru(state)
    return state


def _refusal(detail: str) -> EngineError:
    return EngineError(EngineErrorCode.BAD_STATE, detail)


def _cards(value: Any) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise _refusal("a pile or hand is not a list")
    for card in value:
        if type(card) is not int or not 1 <= card <= len(CARDS):
            raise _refusal("a card is not a whole number of the deck")
    return tuple(value)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise _refusal("a flag is neither true nor false")
    return value


def _flags(value: Any, seats: int) -> tuple[bool, ...]:
    if not isinstance(value, list) or len(value) != seats:
        raise _refusal("there is not one flag for each seat")
    return tuple([_flag(flag) for flag in value])


def _turn(value: Any, seats: int) -> int | None:
    if value is not None and (type(value) is not int or not 0 <= value < seats):
        raise _refusal("the turn is not that of a seat")
    return value


def _step(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise _refusal("the step is not a count")
    return value


def _check_cards(state: State) -> None:
    """Each card once, and as many steps as flips need; a flip grants one stop at most."""
    seen = [card for hand in state.hands for card in hand]
    seen += state.common_pile
    cards = {*seen, *state.draw_pile}
    if not cards or len(cards) != len(seen) + len(state.draw_pile):
        raise _refusal("there is no card, or one stands in two places")
    most_steps = 2 * len(seen) if state.rules.allow_stop else len(seen)
    if not len(seen) <= state.step <= most_steps:
        raise _refusal("the step does not fit the cards that came")


def _check_turn(state: State) -> None:
    """Somebody acts exactly while the match is not over, and it is a seat that may."""
    is_over = not state.draw_pile or state.out.count(False) == 1
    if is_over != (state.turn is None):
        raise _refusal("the turn does not fit the end of the match")
    if state.turn is None:
        if state.is_further_flip:
            raise _refusal("a further flip stands after the end")
    elif state.out[state.turn] or state.skip_pending[state.turn]:
        raise _refusal("the turn is that of a seat that may not act")
    if state.step == 0 and (state.turn != state.first_seat or state.is_further_flip):
        raise _refusal("the first turn is not that of the first seat")


def _check_semimaru(state: State) -> None:
    """Only Semimaru puts a seat out or makes it skip, once, under his rule and after he came up."""
    outs = state.out.count(True)
    skips = state.skip_pending.count(True)
    has_come = any(SEMIMARU in hand for hand in state.hands) or SEMIMARU in state.common_pile
    if outs != (1 if has_come and state.rules.semimaru is SemimaruRule.OUT else 0):
        raise _refusal("the seats that are out do not fit Semimaru")
    if skips > (1 if has_come and state.rules.semimaru is SemimaruRule.SKIP_TURN else 0):
        raise _refusal("the skips do not fit Semimaru")
    if any(is_out and hand for is_out, hand in zip(state.out, state.hands, strict=True)):
        raise _refusal("a seat that is out holds cards")
