"""The CPU's decision at a choice, from the public view alone; it must never meet a State.

It plays the rest of the match in made-up orders of the unseen cards and compares the final ranks of the two actions.

Both actions meet the same order, save for one card: a seat that flips gets, ahead of its time, the card that would
have come last. Every order is as likely with its last card in front, so nothing is lost, and all cards between go to
the same seats in both: the difference of the ranks varies far less than with two orders drawn apart.

How the others will choose is not known. Each order is therefore played twice, once with everybody stopping at every
later choice and once with everybody flipping. The number of turns left, and with it the seat that gets the last card,
depends on that; a decision that is good in one of the two worlds only counts half.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Final

from games.engine.effects import KIND_BITS
from games.engine.errors import EngineError, EngineErrorCode
from games.engine.outlook import Outlook, outlook, source_of
from games.engine.play import Action
from games.engine.view import PublicView

EXACT_CARDS: Final = 5
"""Up to this many unseen cards every order is played: 120 at most."""
WORK: Final = 3_000
"""Cards dealt over all made-up orders of a decision, two or three milliseconds of work."""
FEWEST_ORDERS: Final = 40
MOST_ORDERS: Final = 400


def choose(view: PublicView) -> Action:
    """Return the action with the better expected final rank of the seat on turn; the same view gives the same action.

    Raises EngineError (no_choice) when nobody is on turn.
    """
    if view.turn is None:
        raise EngineError(EngineErrorCode.NO_CHOICE, "the match is over")
    if Action.STOP not in view.legal:
        return Action.FLIP
    return Action.FLIP if flip_advantage(view) > 0 else Action.STOP


def flip_advantage(view: PublicView) -> float:
    """Return by how many ranks a flip is expected to end better than a stop, for the seat at a choice."""
    seat = view.turn or 0
    flipping = outlook(view)
    stopping = flipping.after_stop()
    total = 0
    orders = 0
    for order in _orders(view, flipping.unseen):
        plain = [effect & KIND_BITS for effect in order]
        for last_cards in (order, plain):
            first_cards = [last_cards[-1], *last_cards[:-1]]
            total += _rank(stopping, last_cards, seat) - _rank(flipping, first_cards, seat)
        orders += 1
    return total / (2 * orders)


def _orders(view: PublicView, unseen: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield orders of the unseen effects: all of them when few cards are left, else a sample."""
    if len(unseen) <= EXACT_CARDS:
        yield from permutations(unseen)
        return
    source = source_of(view).random
    for _ in range(min(max(WORK // len(unseen), FEWEST_ORDERS), MOST_ORDERS)):
        yield sorted(unseen, key=lambda _: source())


def _rank(start: Outlook, order: Sequence[int], seat: int) -> int:
    counts = start.final_counts(order)
    own = counts[seat]
    return 1 + sum([count > own for count in counts])
