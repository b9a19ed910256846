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

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from math import sqrt
from typing import Final

from games.engine.effects import KIND_BITS
from games.engine.errors import EngineError, EngineErrorCode
from games.engine.outlook import Outlook, outlook, source_of
from games.engine.play import Action
from games.engine.view import PublicView

EXACT_CARDS: Final = 5
"""Up to this many unseen cards every order is played, 120 at most, and nothing is left to chance."""
WORK: Final = 4_000
"""Cards dealt over all made-up orders of one decision at most: some 3 milliseconds of work, often less."""
FEWEST_ORDERS: Final = 40
MOST_ORDERS: Final = 600
CLEAR: Final = 3.0
"""Sampling ends early when the sum is this many standard errors away from zero."""
DOUBT: Final = 0.5
"""A flip needs this many standard errors: where the sample cannot tell, stopping is seldom far wrong."""


def choose(view: PublicView) -> Action:
    """Return the action with the better expected final rank of the seat on turn; the same view gives the same action.

    Raises EngineError (no_choice) when nobody is on turn.
    """
    if view.turn is None:
        raise EngineError(EngineErrorCode.NO_CHOICE, "the match is over")
    if Action.STOP not in view.legal:
        return Action.FLIP
    flipping = outlook(view)
    if len(flipping.unseen) <= EXACT_CARDS:
        is_better = _exact(flipping) > 0
    else:
        is_better = _sampled(flipping, view) > 0
    return Action.FLIP if is_better else Action.STOP


def _exact(flipping: Outlook) -> int:
    """Return the sum of what a flip gains over all orders."""
    return sum(_gains(flipping, permutations(flipping.unseen)))


def _sampled(flipping: Outlook, view: PublicView) -> float:
    """Return the sum of what a flip gains over a sample of orders, less the doubt that stands against a flip."""
    source = source_of(view).random
    unseen = flipping.unseen
    most = min(max(WORK // len(unseen), FEWEST_ORDERS), MOST_ORDERS)
    orders = (sorted(unseen, key=lambda _: source()) for _ in range(most))
    total = 0
    squares = 0
    for count, gain in enumerate(_gains(flipping, orders), start=1):
        total += gain
        squares += gain * gain
        # The root of the sum of squares is about the standard error of the total.
        if count >= FEWEST_ORDERS and total * total > CLEAR * CLEAR * squares:
            break
    return total - DOUBT * sqrt(squares)


def _gains(flipping: Outlook, orders: Iterable[Sequence[int]]) -> Iterator[int]:
    """Yield for each order by how many ranks a flip ends better than a stop, summed over the two worlds."""
    seat = flipping.turn
    stopping = flipping.after_stop()
    for order in orders:
        gain = 0
        # Without its grants a card ends the turn: so it plays when everybody stops.
        for last_cards in (order, [effect & KIND_BITS for effect in order]):
            first_cards = [last_cards[-1], *last_cards[:-1]]
            gain += _rank(stopping, last_cards, seat) - _rank(flipping, first_cards, seat)
        yield gain


def _rank(start: Outlook, order: Sequence[int], seat: int) -> int:
    counts = start.final_counts(order)
    own = counts[seat]
    return 1 + sum([count > own for count in counts])
