"""Statistics of a rule set over many matches; it must not know who asks, a command or a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from games.engine.cards import CARDS
from games.engine.playout import Board, Policy
from games.engine.rules import RuleSet
from games.engine.scoring import ranks_of
from games.engine.state import new_match


@dataclass(frozen=True, slots=True)
class Statistics:
    """Sums over simulated matches; seat 0 made the first flip in each of them.

    `sole_wins` and `drawn_wins` count per seat the matches it won alone and those it shared rank 1 in. `lengths` and
    `piles` are histograms: how many matches took that many flips, left that many cards in the common pile (0–100).
    """

    rules: RuleSet
    seat_count: int
    matches: int
    draws: int
    sole_wins: tuple[int, ...]
    drawn_wins: tuple[int, ...]
    lengths: tuple[int, ...]
    piles: tuple[int, ...]
    choices: int
    stops: int

    @property
    def draw_rate(self) -> float:
        """Return the share of matches with two or more seats on rank 1."""
        return self.draws / self.matches

    @property
    def win_rates(self) -> tuple[float, ...]:
        """Return per seat the share of matches it won alone; with the draw rate they add up to 1."""
        return tuple([wins / self.matches for wins in self.sole_wins])

    @property
    def flips_per_match(self) -> float:
        """Return the mean number of flips."""
        return _mean(self.lengths)

    @property
    def cards_left(self) -> float:
        """Return the mean number of cards in the common pile at the end."""
        return _mean(self.piles)

    @property
    def choices_per_match(self) -> float:
        """Return the mean number of choices between flip and stop."""
        return self.choices / self.matches

    @property
    def stops_per_match(self) -> float:
        """Return the mean number of choices that ended in a stop."""
        return self.stops / self.matches

    def merged(self, other: Statistics) -> Statistics:
        """Return the statistics of both runs together, so that a long run can be made in parts."""
        if (self.rules, self.seat_count) != (other.rules, other.seat_count):
            raise ValueError("runs of different rules or seats cannot be merged")
        return Statistics(
            rules=self.rules,
            seat_count=self.seat_count,
            matches=self.matches + other.matches,
            draws=self.draws + other.draws,
            sole_wins=_added(self.sole_wins, other.sole_wins),
            drawn_wins=_added(self.drawn_wins, other.drawn_wins),
            lengths=_added(self.lengths, other.lengths),
            piles=_added(self.piles, other.piles),
            choices=self.choices + other.choices,
            stops=self.stops + other.stops,
        )


def simulate(
    rules: RuleSet,
    seat_count: int,
    matches: int,
    *,
    policy: Policy,
    seed: int,
    on_match: Callable[[], object] | None = None,
) -> Statistics:
    """Return the statistics of a number of matches (1 or more) on random decks, all seats playing by one policy.

    The same arguments give the same statistics. `on_match` is called after each match, for a progress bar.
    Raises EngineError (bad_seats), ValueError for no matches.
    """
    if matches < 1:
        raise ValueError("a simulation needs a match")
    source = Random(seed).random
    seats = range(seat_count)
    draws = 0
    sole_wins = [0] * seat_count
    drawn_wins = [0] * seat_count
    lengths = [0] * (len(CARDS) + 1)
    piles = [0] * (len(CARDS) + 1)
    choices = 0
    stops = 0
    for _ in range(matches):
        deck = sorted(CARDS, key=lambda _: source())
        board = Board(new_match(rules, seat_count, 0, deck))
        board.run(policy)
        ranks = ranks_of([len(hand) for hand in board.hands], [seat == board.out for seat in seats])
        if ranks.count(1) == 1:
            sole_wins[ranks.index(1)] += 1
        else:
            draws += 1
            for seat in seats:
                drawn_wins[seat] += ranks[seat] == 1
        lengths[board.position] += 1
        piles[len(board.pile)] += 1
        choices += board.choices
        stops += board.steps - board.position
        if on_match is not None:
            on_match()
    return Statistics(
        rules=rules,
        seat_count=seat_count,
        matches=matches,
        draws=draws,
        sole_wins=tuple(sole_wins),
        drawn_wins=tuple(drawn_wins),
        lengths=tuple(lengths),
        piles=tuple(piles),
        choices=choices,
        stops=stops,
    )


def _mean(histogram: tuple[int, ...]) -> float:
    return sum(value * count for value, count in enumerate(histogram)) / sum(histogram)


def _added(some: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([one + other for one, other in zip(some, others, strict=True)])
