"""How a match may end from what everybody sees: hands as counts, the unseen cards in made-up orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from games.engine.effects import (
    GO_OUT,
    KEEP_AND_SKIP,
    KIND_BITS,
    LOSE_HAND,
    MORE,
    MORE_IF_PILE_EMPTY,
    TAKE_HANDS,
    TAKE_PILE,
    TAKE_PILE_AND_HANDS,
    effects,
)
from games.engine.rules import MAX_SEATS, MIN_SEATS
from games.engine.scoring import ranks_of
from games.engine.view import PublicView

NO_SEAT: Final = -1
OUT: Final = -1
"""The count of a seat that is out: it stands behind a seat with no cards."""


def _after(seats: int, out: int) -> tuple[int, ...]:
    """Return per seat the one that comes next when one seat, or none, is out."""
    following = [(seat + 1) % seats for seat in range(seats)]
    return tuple([following[seat] if seat == out else seat for seat in following])


_AFTER: Final = {
    seats: {out: _after(seats, out) for out in (NO_SEAT, *range(seats))} for seats in range(MIN_SEATS, MAX_SEATS + 1)
}


@dataclass(frozen=True, slots=True)
class Outlook:
    """The counts that a playout starts from; `turn` flips next, `unseen` holds effect numbers in no order."""

    counts: tuple[int, ...]
    pile: int
    turn: int
    out: int
    skip: int
    unseen: tuple[int, ...]

    def after_stop(self) -> Outlook:
        """Return the outlook after the seat on turn ended its turn."""
        after = _AFTER[len(self.counts)][self.out]
        turn = after[self.turn]
        if turn == self.skip:
            return Outlook(self.counts, self.pile, after[turn], self.out, NO_SEAT, self.unseen)
        return Outlook(self.counts, self.pile, turn, self.out, self.skip, self.unseen)

    def final_counts(self, order: Sequence[int]) -> list[int]:
        """Return each seat's cards at the end (OUT if it is out) when the unseen effects come in this order.

        Whoever is granted a further flip takes it: take the grants out of the effects to have everybody stop.
        """
        counts = list(self.counts)
        seats = len(counts)
        pile = self.pile
        seat = self.turn
        skip = self.skip
        after = _AFTER[seats][self.out]
        for effect in order:
            if effect:
                kind = effect & KIND_BITS
                is_further = effect > KIND_BITS and (effect < MORE_IF_PILE_EMPTY or effect & MORE or not pile)
                if kind == TAKE_PILE:
                    counts[seat] += 1 + pile
                    pile = 0
                elif kind == LOSE_HAND:
                    pile += counts[seat] + 1
                    counts[seat] = 0
                elif not kind:
                    counts[seat] += 1
                elif kind == GO_OUT:
                    pile += counts[seat] + 1
                    counts[seat] = OUT
                    if seats == 2:
                        break
                    after = _AFTER[seats][seat]
                elif kind == KEEP_AND_SKIP:
                    counts[seat] += 1
                    skip = seat
                else:
                    # All hands move: to the flipper for an emperor (and the pile too for Jitō), else to the pile.
                    moved = sum([count for count in counts if count > 0]) + 1
                    counts = [OUT if count == OUT else 0 for count in counts]
                    if kind == TAKE_HANDS:
                        counts[seat] = moved
                    elif kind == TAKE_PILE_AND_HANDS:
                        counts[seat] = moved + pile
                        pile = 0
                    else:
                        pile += moved
                if is_further:
                    continue
            else:
                counts[seat] += 1
            seat = after[seat]
            if seat == skip:
                skip = NO_SEAT
                seat = after[seat]
        return counts


def outlook(view: PublicView) -> Outlook:
    """Return the outlook of a view in which somebody is on turn."""
    effect_of = effects(view.rules)
    return Outlook(
        counts=tuple([OUT if is_out else len(hand) for hand, is_out in zip(view.hands, view.out, strict=True)]),
        pile=len(view.common_pile),
        turn=view.turn or 0,
        out=view.out.index(True) if True in view.out else NO_SEAT,
        skip=view.skip_pending.index(True) if True in view.skip_pending else NO_SEAT,
        unseen=tuple([effect_of[card] for card in view.unseen]),
    )


def source_of(view: PublicView) -> Random:
    """Return a source of made-up orders that is the same for the same view, on every machine."""
    counts = [len(hand) for hand in view.hands]
    return Random(f"{view.step} {view.turn} {counts} {len(view.common_pile)} {view.unseen}")


def win_chances(view: PublicView, samples: int = 400) -> tuple[float, ...]:
    """Return each seat's chance to win (a draw counts by shares) over made-up orders, half of them without stops.

    The same view gives the same chances. In a match that is over the winners share the one.
    """
    if view.turn is None:
        return _shares(view.standings)
    start = outlook(view)
    source = source_of(view).random
    totals = [0.0] * view.seat_count
    for sample in range(samples):
        order = sorted(start.unseen, key=lambda _: source())
        if sample % 2 and view.rules.allow_stop:
            order = [effect & KIND_BITS for effect in order]
        counts = start.final_counts(order)
        for seat, share in enumerate(_shares(ranks_of(counts, [False] * view.seat_count))):
            totals[seat] += share
    return tuple([total / samples for total in totals])


def _shares(ranks: Sequence[int]) -> tuple[float, ...]:
    first = ranks.count(1)
    return tuple([1 / first if rank == 1 else 0.0 for rank in ranks])
