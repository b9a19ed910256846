"""Ranks, draws and winners (rules.md, "End, ranks, draw")."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import Action, apply_action, ranks_of, standings, winners
from tests.games.engine.boards import laid_out

NOBODY = (False, False, False, False)


@pytest.mark.parametrize(
    ("counts", "out", "ranks"),
    [
        ((9, 7, 5, 3), NOBODY, (1, 2, 3, 4)),
        ((3, 9, 5, 7), NOBODY, (4, 1, 3, 2)),
        ((9, 9, 5, 3), NOBODY, (1, 1, 3, 4)),
        ((9, 5, 5, 3), NOBODY, (1, 2, 2, 4)),
        ((9, 9, 9, 3), NOBODY, (1, 1, 1, 4)),
        ((0, 0, 0, 0), NOBODY, (1, 1, 1, 1)),
        ((9, 0, 0, 3), (False, True, False, False), (1, 4, 3, 2)),
        ((0, 0, 0, 0), (False, True, False, False), (1, 4, 1, 1)),
        ((0, 0, 0, 2), (True, True, False, False), (3, 3, 2, 1)),
    ],
)
def test_more_cards_rank_higher_and_equals_share(
    counts: tuple[int, ...], out: tuple[bool, ...], ranks: tuple[int, ...]
) -> None:
    assert ranks_of(counts, out) == ranks


def test_the_last_seat_that_is_not_out_wins_without_a_card() -> None:
    state, _ = apply_action(laid_out([[4, 5], []], draw=[10, 6]), Action.FLIP)
    assert standings(state) == (2, 1)
    assert winners(state) == (1,)


def test_cards_left_in_the_pile_belong_to_nobody() -> None:
    state, _ = apply_action(laid_out([[4, 5, 6], [7]], draw=[8]), Action.FLIP)
    assert len(state.common_pile) == 4
    assert standings(state) == (2, 1)


def test_two_seats_on_rank_1_are_both_winners() -> None:
    state, _ = apply_action(laid_out([[4], [5, 6], []], draw=[7]), Action.FLIP)
    assert standings(state) == (1, 1, 3)
    assert winners(state) == (0, 1)


def test_the_order_so_far_is_known_in_mid_match() -> None:
    assert standings(laid_out([[4], [5, 6], [10]], draw=[7, 8])) == (2, 1, 2)


@given(st.lists(st.one_of(st.integers(0, 4), st.none()), min_size=2, max_size=6))
def test_a_rank_is_one_more_than_the_number_of_better_seats(seats: list[int | None]) -> None:
    ranks = ranks_of([count or 0 for count in seats], [count is None for count in seats])
    for rank, own in zip(ranks, seats, strict=True):
        better = [other for other in seats if other is not None and (own is None or other > own)]
        assert rank == len(better) + 1
