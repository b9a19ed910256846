"""The whole state of a match at one moment, hidden cards included; nothing here moves a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from games.engine.cards import CARDS
from games.engine.errors import EngineError, EngineErrorCode
from games.engine.rules import MAX_SEATS, MIN_SEATS, RuleSet

_ALL_CARDS: Final = frozenset(CARDS)


@dataclass(frozen=True, slots=True)
class State:
    """A match between two steps; seats count from 0, cards stand in the order in which they came.

    `turn` is the seat that acts, None when the match is over. `is_further_flip` says that the flip it may make is
    one that a card granted. `step` counts the accepted actions. The draw pile (top first) stays out of the text form,
    so that a state in a log or an error report tells nobody the order.
    """

    rules: RuleSet
    seat_count: int
    first_seat: int
    turn: int | None
    is_further_flip: bool
    hands: tuple[tuple[int, ...], ...]
    common_pile: tuple[int, ...]
    draw_pile: tuple[int, ...] = field(repr=False)
    out: tuple[bool, ...]
    skip_pending: tuple[bool, ...]
    step: int


def new_match(rules: RuleSet, seat_count: int, first_seat: int, deck: Sequence[int]) -> State:
    """Return the state before the first flip of a deck of 1–100 distinct cards, top first (rules.md, "Play").

    Raises EngineError: bad_seats unless 2–6 seats, bad_first_seat, bad_deck.
    """
    check_seats(seat_count, first_seat)
    return State(
        rules=rules,
        seat_count=seat_count,
        first_seat=first_seat,
        turn=first_seat,
        is_further_flip=False,
        hands=((),) * seat_count,
        common_pile=(),
        draw_pile=checked_deck(deck),
        out=(False,) * seat_count,
        skip_pending=(False,) * seat_count,
        step=0,
    )


def check_seats(seat_count: object, first_seat: object) -> None:
    """Raise EngineError (bad_seats, bad_first_seat) unless both are plain numbers in their range."""
    if type(seat_count) is not int or not MIN_SEATS <= seat_count <= MAX_SEATS:
        raise EngineError(EngineErrorCode.BAD_SEATS, f"seats are {MIN_SEATS} to {MAX_SEATS}")
    if type(first_seat) is not int or not 0 <= first_seat < seat_count:
        raise EngineError(EngineErrorCode.BAD_FIRST_SEAT, "the first seat is not one of the seats")


def checked_deck(deck: Sequence[int]) -> tuple[int, ...]:
    """Return the deck as a tuple; raise EngineError (bad_deck) unless it holds 1–100 distinct card numbers."""
    cards = tuple(deck)
    if not cards:
        raise EngineError(EngineErrorCode.BAD_DECK, "the deck is empty")
    # True and 1.0 equal the number 1, so the types are compared too.
    if set(map(type, cards)) != {int} or not _ALL_CARDS.issuperset(cards):
        raise EngineError(EngineErrorCode.BAD_DECK, f"a card is not a whole number from 1 to {len(CARDS)}")
    if len(set(cards)) != len(cards):
        raise EngineError(EngineErrorCode.BAD_DECK, "a card stands in the deck twice")
    return cards


def is_terminal(state: State) -> bool:
    """Say whether the match is over (rules.md, "End, ranks, draw")."""
    return state.turn is None
