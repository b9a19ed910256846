"""The start of a match, what it refuses, and that a state tells nobody the order."""

from typing import Any

import pytest

from games.engine import CARDS, EngineError, RuleSet, is_terminal, new_match


def test_a_match_starts_with_all_cards_face_down_and_the_first_seat_on_turn() -> None:
    state = new_match(RuleSet(), 4, 2, CARDS)
    assert state.draw_pile == CARDS
    assert state.hands == ((), (), (), ())
    assert (state.common_pile, state.turn, state.step) == ((), 2, 0)
    assert not state.is_further_flip
    assert not any(state.out + state.skip_pending)
    assert not is_terminal(state)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_seats_can_play(seats: int) -> None:
    assert new_match(RuleSet(), seats, seats - 1, [3]).seat_count == seats


@pytest.mark.parametrize("seats", [0, 1, 7, -2, True, 4.0, "4", None])
def test_other_numbers_of_seats_are_refused(seats: Any) -> None:
    with pytest.raises(EngineError) as caught:
        new_match(RuleSet(), seats, 0, CARDS)
    assert caught.value.code == "bad_seats"


@pytest.mark.parametrize("first_seat", [-1, 4, False, 1.0, None])
def test_a_first_seat_that_is_no_seat_is_refused(first_seat: Any) -> None:
    with pytest.raises(EngineError) as caught:
        new_match(RuleSet(), 4, first_seat, CARDS)
    assert caught.value.code == "bad_first_seat"


@pytest.mark.parametrize("deck", [[], [0], [101], [3, 3], [True], [1.0], ["3"], [None], [[3]], [*CARDS, 1]])
def test_a_bad_deck_is_refused(deck: Any) -> None:
    with pytest.raises(EngineError) as caught:
        new_match(RuleSet(), 4, 0, deck)
    assert caught.value.code == "bad_deck"


def test_a_state_in_a_log_does_not_show_the_draw_pile() -> None:
    state = new_match(RuleSet(), 4, 0, [97, 98])
    assert "97" not in repr(state)
    assert "98" not in str(state)
