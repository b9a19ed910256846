"""Choices, further flips and the end of a match (rules.md, "Play" and "End, ranks, draw")."""

import pytest

from games.engine import (
    Action,
    EngineError,
    EventKind,
    LadyRule,
    RuleSet,
    apply_action,
    is_terminal,
    legal_actions,
)
from tests.games.engine.boards import (
    EMPEROR,
    LADY,
    MONK,
    OTHER_COURTIER,
    OTHER_LADY,
    OTHER_MONK,
    THIRD_COURTIER,
    flipped,
    laid_out,
)

JITO, SEMIMARU = 2, 10
REST = (6, 7)  # enough cards below for the match to go on

MORE_FOR_LADIES = RuleSet(lady=LadyRule.TAKE_PILE_AND_ONE_MORE)


def test_a_further_flip_has_its_full_effect_and_may_grant_another() -> None:
    state = laid_out([[4], []], pile=[MONK], draw=[EMPEROR, JITO, OTHER_MONK, 6])
    state, _ = flipped(state)
    assert (state.turn, state.is_further_flip) == (0, True)
    state, _ = flipped(state)
    assert state.hands == ((4, EMPEROR, JITO, MONK), ())
    assert (state.turn, state.is_further_flip) == (0, True)
    state, _ = flipped(state)
    assert state.common_pile == (4, EMPEROR, JITO, MONK, OTHER_MONK)
    assert (state.turn, state.is_further_flip) == (1, False)


def test_a_choice_is_to_flip_or_to_stop() -> None:
    state, _ = flipped(laid_out([[], []], draw=[EMPEROR, *REST]))
    assert legal_actions(state) == (Action.FLIP, Action.STOP)
    after, events = apply_action(state, Action.STOP)
    assert after.turn == 1
    assert (after.hands, after.draw_pile) == (state.hands, state.draw_pile)
    assert after.step == state.step + 1
    assert [(event.kind, event.seat, event.card, event.count) for event in events] == [(EventKind.STOPPED, 0, None, 0)]


def test_where_stopping_is_not_allowed_the_seat_must_flip() -> None:
    state, events = flipped(laid_out([[], []], draw=[EMPEROR, *REST], rules=RuleSet(allow_stop=False)))
    assert events == [(EventKind.KEPT, 0, EMPEROR), (EventKind.MUST_GO_ON, 0)]
    assert (state.turn, state.is_further_flip) == (0, True)
    assert legal_actions(state) == (Action.FLIP,)
    with pytest.raises(EngineError) as caught:
        apply_action(state, Action.STOP)
    assert caught.value.code == "illegal_action"


def test_the_first_flip_of_a_turn_cannot_be_stopped() -> None:
    state = laid_out([[4], [5]], draw=REST)
    assert legal_actions(state) == (Action.FLIP,)
    with pytest.raises(EngineError) as caught:
        apply_action(state, Action.STOP)
    assert caught.value.code == "illegal_action"


def test_an_unknown_action_is_refused() -> None:
    state = laid_out([[4], [5]], draw=REST)
    with pytest.raises(EngineError) as caught:
        apply_action(state, "peek")  # type: ignore[arg-type]
    assert caught.value.code == "illegal_action"


@pytest.mark.parametrize("card", [EMPEROR, JITO, LADY])
def test_no_choice_is_offered_when_the_draw_pile_is_empty(card: int) -> None:
    after, events = flipped(laid_out([[4], [5]], draw=[card], rules=MORE_FOR_LADIES))
    assert is_terminal(after)
    assert not after.is_further_flip
    assert legal_actions(after) == ()
    assert events[-1] == (EventKind.MATCH_OVER, 0)
    assert not any(kind in (EventKind.MAY_GO_ON, EventKind.MUST_GO_ON) for kind, *_ in events)


@pytest.mark.parametrize(
    ("card", "hands", "pile"),
    [
        (THIRD_COURTIER, ((4, THIRD_COURTIER), (6,)), (OTHER_MONK,)),
        (MONK, ((), (6,)), (OTHER_MONK, 4, MONK)),
        (OTHER_LADY, ((4, OTHER_LADY, OTHER_MONK), (6,)), ()),
    ],
)
def test_the_last_card_takes_effect_before_the_match_ends(
    card: int, hands: tuple[tuple[int, ...], ...], pile: tuple[int, ...]
) -> None:
    after, _ = flipped(laid_out([[4], [6]], pile=[OTHER_MONK], draw=[card]))
    assert is_terminal(after)
    assert (after.hands, after.common_pile) == (hands, pile)


def test_the_match_ends_early_when_one_seat_is_left() -> None:
    after, events = flipped(laid_out([[4], [OTHER_COURTIER]], draw=[SEMIMARU, *REST]))
    assert is_terminal(after)
    assert after.draw_pile == REST
    assert events == [(EventKind.WENT_OUT, 0, SEMIMARU, 1), (EventKind.MATCH_OVER, 0)]


def test_the_match_goes_on_while_two_seats_are_left() -> None:
    after, _ = flipped(laid_out([[4], [5], [6]], draw=[SEMIMARU, 7]))
    assert not is_terminal(after)


def test_nothing_can_be_done_after_the_end() -> None:
    after, _ = flipped(laid_out([[4], [5]], draw=[6]))
    for action in Action:
        with pytest.raises(EngineError) as caught:
            apply_action(after, action)
        assert caught.value.code == "match_over"
