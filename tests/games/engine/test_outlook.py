"""The counts that the CPU plays with, against the law of apply_action."""

from hypothesis import assume, given
from hypothesis import strategies as st

from games.engine import (
    Action,
    State,
    always_flip,
    always_stop,
    apply_action,
    is_terminal,
    play_out_from,
    public_view,
    standings,
    win_chances,
)
from games.engine.effects import KIND_BITS, effects
from games.engine.outlook import outlook
from tests.games.engine.boards import choice_states, laid_out, midway_states


def counts_of(state: State) -> list[int]:
    """Cards per seat, -1 for a seat that is out."""
    return [-1 if is_out else len(hand) for hand, is_out in zip(state.hands, state.out, strict=True)]


@given(midway_states())
def test_the_counts_end_as_in_a_match_in_which_everybody_flips(state: State) -> None:
    assume(not is_terminal(state))
    effect_of = effects(state.rules)
    order = [effect_of[card] for card in state.draw_pile]
    end = play_out_from(state, always_flip).state
    assert outlook(public_view(state)).final_counts(order) == counts_of(end)


@given(midway_states())
def test_the_counts_without_grants_end_as_in_a_match_in_which_everybody_stops(state: State) -> None:
    assume(not is_terminal(state) and state.rules.allow_stop and not state.is_further_flip)
    effect_of = effects(state.rules)
    order = [effect_of[card] & KIND_BITS for card in state.draw_pile]
    end = play_out_from(state, always_stop).state
    assert outlook(public_view(state)).final_counts(order) == counts_of(end)


@given(choice_states())
def test_the_outlook_after_a_stop_is_that_of_the_state_after_it(state: State) -> None:
    after, _ = apply_action(state, Action.STOP)
    assert outlook(public_view(state)).after_stop() == outlook(public_view(after))


@given(midway_states(), st.integers(1, 30))
def test_win_chances_are_chances(state: State, samples: int) -> None:
    chances = win_chances(public_view(state), samples)
    assert len(chances) == state.seat_count
    assert abs(sum(chances) - 1) < 1e-9
    assert all(0 <= chance <= 1 for chance in chances)
    for chance, is_out in zip(chances, state.out, strict=True):
        assert not (is_out and chance)


def test_the_win_chances_at_the_end_are_the_result() -> None:
    state, _ = apply_action(laid_out([[4], [5, 6], []], draw=[7]), Action.FLIP)
    assert standings(state) == (1, 1, 3)
    assert win_chances(public_view(state)) == (0.5, 0.5, 0.0)


def test_a_chance_that_can_be_counted_comes_out_right() -> None:
    """Two cards are left: a courtier for seat 0 and the monk for seat 1 end 3:0, the other way round 0:2."""
    state = laid_out([[4, 5], [6]], draw=[7, 8])
    samples = 4_000
    five_standard_errors = 5 * 0.5 / samples**0.5
    assert abs(win_chances(public_view(state), samples)[0] - 0.5) < five_standard_errors
