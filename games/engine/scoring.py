"""Ranks and winners from hands and who is out; it must not know about ratings."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.state import State


def ranks_of(counts: Sequence[int], out: Sequence[bool]) -> tuple[int, ...]:
    """Return a rank for each seat from its number of cards: 1 is best, equals share (1, 1, 3, 4), out seats come last.

    Source: rules.md, "End, ranks, draw".
    """
    # A seat that is out stands behind one with no cards.
    scores = [-1 if is_out else count for count, is_out in zip(counts, out, strict=True)]
    ordered = sorted(scores, reverse=True)
    return tuple([ordered.index(score) + 1 for score in scores])


def standings(state: State) -> tuple[int, ...]:
    """Return the rank of each seat at this moment, in mid-match as if it ended now."""
    return ranks_of([len(hand) for hand in state.hands], state.out)


def winners(state: State) -> tuple[int, ...]:
    """Return the seats on rank 1 at this moment; two or more of them at the end are a draw."""
    return tuple(seat for seat, rank in enumerate(standings(state)) if rank == 1)
