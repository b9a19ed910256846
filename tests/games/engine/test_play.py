"""An example for each effect and each value of each rule (rules.md, "Play" and "Local rules")."""

import pytest

from games.engine import (
    Action,
    EmperorRule,
    EventKind,
    LadyRule,
    RuleSet,
    SemimaruRule,
    apply_action,
    is_terminal,
)
from tests.games.engine.boards import (
    COURTIER,
    EMPEROR,
    LADY,
    MONK,
    OTHER_MONK,
    flipped,
    laid_out,
)

JITO, SEMIMARU = 2, 10
REST = (6, 7)  # enough cards below for the match to go on

ORDINARY = RuleSet(emperor=EmperorRule.ORDINARY)
TAKE_ALL = RuleSet(emperor=EmperorRule.TAKE_ALL_HANDS)
MORE_FOR_LADIES = RuleSet(lady=LadyRule.TAKE_PILE_AND_ONE_MORE)
MORE_IF_EMPTY = RuleSet(lady=LadyRule.ONE_MORE_IF_PILE_EMPTY)


def test_a_courtier_goes_to_the_hand_and_the_turn_ends() -> None:
    after, events = flipped(laid_out([[4], [5]], draw=[COURTIER, *REST]))
    assert after.hands == ((4, COURTIER), (5,))
    assert after.draw_pile == REST
    assert after.turn == 1
    assert events == [(EventKind.KEPT, 0, COURTIER)]


def test_a_monk_takes_the_whole_hand_to_the_pile() -> None:
    after, events = flipped(laid_out([[4, LADY], [5]], pile=[OTHER_MONK], draw=[MONK, *REST]))
    assert after.hands == ((), (5,))
    assert after.common_pile == (OTHER_MONK, 4, LADY, MONK)
    assert after.turn == 1
    assert events == [(EventKind.LOST_HAND, 0, MONK, 2)]


def test_a_monk_goes_to_the_pile_from_an_empty_hand_too() -> None:
    after, events = flipped(laid_out([[], [5]], draw=[MONK, *REST]))
    assert after.common_pile == (MONK,)
    assert events == [(EventKind.LOST_HAND, 0, MONK, 0)]


def test_a_lady_and_the_whole_pile_go_to_the_hand_and_the_turn_ends() -> None:
    after, events = flipped(laid_out([[4], [5]], pile=[MONK, 3], draw=[LADY, *REST]))
    assert after.hands == ((4, LADY, MONK, 3), (5,))
    assert after.common_pile == ()
    assert after.turn == 1
    assert events == [(EventKind.TOOK_PILE, 0, LADY, 2)]


def test_a_lady_with_one_more_grants_a_further_flip() -> None:
    after, events = flipped(laid_out([[], []], pile=[MONK], draw=[LADY, *REST], rules=MORE_FOR_LADIES))
    assert after.hands == ((LADY, MONK), ())
    assert (after.turn, after.is_further_flip) == (0, True)
    assert events == [(EventKind.TOOK_PILE, 0, LADY, 1), (EventKind.MAY_GO_ON, 0)]


def test_a_lady_on_an_empty_pile_grants_a_further_flip_if_the_rule_says_so() -> None:
    after, events = flipped(laid_out([[4], []], draw=[LADY, *REST], rules=MORE_IF_EMPTY))
    assert (after.turn, after.is_further_flip) == (0, True)
    assert events == [(EventKind.TOOK_PILE, 0, LADY, 0), (EventKind.MAY_GO_ON, 0)]


def test_the_pile_counts_as_it_was_when_the_lady_was_flipped() -> None:
    after, events = flipped(laid_out([[4], []], pile=[MONK], draw=[LADY, *REST], rules=MORE_IF_EMPTY))
    assert after.common_pile == ()
    assert (after.turn, after.is_further_flip) == (1, False)
    assert events == [(EventKind.TOOK_PILE, 0, LADY, 1)]


def test_an_emperor_grants_a_further_flip() -> None:
    after, events = flipped(laid_out([[4], []], draw=[EMPEROR, *REST]))
    assert after.hands == ((4, EMPEROR), ())
    assert (after.turn, after.is_further_flip) == (0, True)
    assert events == [(EventKind.KEPT, 0, EMPEROR), (EventKind.MAY_GO_ON, 0)]


def test_an_emperor_takes_every_other_hand_and_the_turn_ends() -> None:
    state = laid_out([[4], [5, 6], [], [7]], pile=[MONK], draw=[EMPEROR, 11], rules=TAKE_ALL, turn=1)
    after, events = flipped(state)
    assert after.hands == ((), (5, 6, EMPEROR, 4, 7), (), ())
    assert after.common_pile == (MONK,)
    assert (after.turn, after.is_further_flip) == (2, False)
    assert events == [(EventKind.TOOK_HANDS, 1, EMPEROR, 2)]


def test_an_ordinary_emperor_is_a_plain_courtier() -> None:
    after, events = flipped(laid_out([[4], [5]], draw=[EMPEROR, *REST], rules=ORDINARY))
    assert after.hands == ((4, EMPEROR), (5,))
    assert (after.turn, after.is_further_flip) == (1, False)
    assert events == [(EventKind.KEPT, 0, EMPEROR)]


def test_jito_takes_the_pile_as_a_lady_and_grants_a_further_flip_as_an_emperor() -> None:
    after, events = flipped(laid_out([[4], [5]], pile=[MONK], draw=[JITO, *REST]))
    assert after.hands == ((4, JITO, MONK), (5,))
    assert (after.turn, after.is_further_flip) == (0, True)
    assert events == [(EventKind.TOOK_PILE, 0, JITO, 1), (EventKind.MAY_GO_ON, 0)]


def test_jito_takes_the_pile_and_then_all_hands() -> None:
    after, events = flipped(laid_out([[4], [5], [6]], pile=[MONK], draw=[JITO, 7], rules=TAKE_ALL, turn=2))
    assert after.hands == ((), (), (6, JITO, MONK, 4, 5))
    assert after.common_pile == ()
    assert (after.turn, after.is_further_flip) == (0, False)
    assert events == [(EventKind.TOOK_PILE, 2, JITO, 1), (EventKind.TOOK_HANDS, 2, JITO, 2)]


def test_jito_takes_all_hands_and_goes_on_by_the_lady_rule() -> None:
    rules = RuleSet(emperor=EmperorRule.TAKE_ALL_HANDS, lady=LadyRule.TAKE_PILE_AND_ONE_MORE)
    after, events = flipped(laid_out([[4], [5]], draw=[JITO, *REST], rules=rules))
    assert after.hands == ((4, JITO, 5), ())
    assert (after.turn, after.is_further_flip) == (0, True)
    assert events == [
        (EventKind.TOOK_PILE, 0, JITO, 0),
        (EventKind.TOOK_HANDS, 0, JITO, 1),
        (EventKind.MAY_GO_ON, 0),
    ]


@pytest.mark.parametrize(("pile", "turn"), [([], 0), ([MONK], 1)])
def test_jito_takes_all_hands_and_goes_on_only_if_the_pile_was_empty(pile: list[int], turn: int) -> None:
    rules = RuleSet(emperor=EmperorRule.TAKE_ALL_HANDS, lady=LadyRule.ONE_MORE_IF_PILE_EMPTY)
    after, _ = flipped(laid_out([[4], [5]], pile=pile, draw=[JITO, *REST], rules=rules))
    assert after.hands == ((4, JITO, *pile, 5), ())
    assert (after.turn, after.is_further_flip) == (turn, turn == 0)


@pytest.mark.parametrize("lady", LadyRule)
def test_an_ordinary_jito_is_a_plain_lady(lady: LadyRule) -> None:
    rules = RuleSet(emperor=EmperorRule.ORDINARY, lady=lady)
    for pile in ([], [MONK]):
        of_jito, _ = flipped(laid_out([[4], [5]], pile=pile, draw=[JITO, *REST], rules=rules))
        of_lady, _ = flipped(laid_out([[4], [5]], pile=pile, draw=[LADY, *REST], rules=rules))
        assert of_jito.hands[0] == (4, JITO, *pile)
        assert (of_jito.turn, of_jito.is_further_flip) == (of_lady.turn, of_lady.is_further_flip)


def test_one_further_flip_at_most_comes_of_jitos_two_rules() -> None:
    rules = RuleSet(lady=LadyRule.TAKE_PILE_AND_ONE_MORE)
    after, events = flipped(laid_out([[], []], draw=[JITO, COURTIER, *REST], rules=rules))
    assert events.count((EventKind.MAY_GO_ON, 0)) == 1
    after, _ = flipped(after)
    assert after.hands == ((JITO, COURTIER), ())
    assert (after.turn, after.is_further_flip) == (1, False)


@pytest.mark.parametrize("lady", LadyRule)
def test_an_emperor_who_is_no_lady_does_not_follow_the_lady_rule(lady: LadyRule) -> None:
    rules = RuleSet(emperor=EmperorRule.TAKE_ALL_HANDS, lady=lady)
    after, _ = flipped(laid_out([[], [4]], draw=[EMPEROR, *REST], rules=rules))
    assert (after.turn, after.is_further_flip) == (1, False)


def test_semimaru_puts_the_seat_out() -> None:
    after, events = flipped(laid_out([[4, 5], [6], [7]], pile=[MONK], draw=[SEMIMARU, 11, 14, 16, 17]))
    assert after.hands == ((), (6,), (7,))
    assert after.common_pile == (MONK, 4, 5, SEMIMARU)
    assert after.out == (True, False, False)
    assert after.turn == 1
    assert events == [(EventKind.WENT_OUT, 0, SEMIMARU, 2)]
    turns: list[int | None] = []
    while not is_terminal(after):
        turns.append(after.turn)
        after, _ = apply_action(after, Action.FLIP)
    assert turns == [1, 2, 1, 2]


def test_semimaru_makes_the_seat_skip_its_next_turn_once() -> None:
    rules = RuleSet(semimaru=SemimaruRule.SKIP_TURN)
    after, events = flipped(laid_out([[4], [5], [6]], draw=[SEMIMARU, 11, 14, 16, 17, 18], rules=rules))
    assert after.hands[0] == (4, SEMIMARU)
    assert after.skip_pending == (True, False, False)
    assert after.turn == 1
    assert events == [(EventKind.KEPT, 0, SEMIMARU), (EventKind.WILL_SKIP, 0, SEMIMARU)]
    after, events = flipped(after)
    assert after.turn == 2
    assert events == [(EventKind.KEPT, 1, 11)]
    after, events = flipped(after)
    assert after.turn == 1
    assert after.skip_pending == (False, False, False)
    assert events == [(EventKind.KEPT, 2, 14), (EventKind.SKIPPED, 0)]
    after, _ = flipped(after)
    after, _ = flipped(after)
    assert after.turn == 0


def test_with_two_seats_a_skip_gives_the_other_seat_two_turns() -> None:
    rules = RuleSet(semimaru=SemimaruRule.SKIP_TURN)
    after, _ = flipped(laid_out([[], []], draw=[SEMIMARU, 4, 5, 6], rules=rules))
    after, events = flipped(after)
    assert after.turn == 1
    assert events == [(EventKind.KEPT, 1, 4), (EventKind.SKIPPED, 0)]
    after, _ = flipped(after)
    assert after.turn == 0


def test_a_stop_passes_over_a_seat_that_skips() -> None:
    rules = RuleSet(semimaru=SemimaruRule.SKIP_TURN)
    state = laid_out([[SEMIMARU], [EMPEROR]], draw=[4, 5], rules=rules, turn=1, is_further=True, skips=[0])
    after, events = apply_action(state, Action.STOP)
    assert after.turn == 1
    assert after.skip_pending == (False, False)
    assert [(event.kind, event.seat) for event in events] == [(EventKind.STOPPED, 1), (EventKind.SKIPPED, 0)]


def test_a_skip_that_is_pending_at_the_end_means_nothing() -> None:
    rules = RuleSet(semimaru=SemimaruRule.SKIP_TURN)
    after, events = flipped(laid_out([[4], [5]], draw=[SEMIMARU], rules=rules))
    assert is_terminal(after)
    assert after.hands == ((4, SEMIMARU), (5,))
    assert events[-1] == (EventKind.MATCH_OVER, 0)
    assert not any(kind is EventKind.SKIPPED for kind, *_ in events)


def test_semimaru_as_a_monk_takes_the_whole_hand_to_the_pile() -> None:
    rules = RuleSet(semimaru=SemimaruRule.AS_MONK)
    after, events = flipped(laid_out([[4, 5], [6]], draw=[SEMIMARU, *REST], rules=rules))
    assert after.hands == ((), (6,))
    assert after.common_pile == (4, 5, SEMIMARU)
    assert (after.turn, any(after.out)) == (1, False)
    assert events == [(EventKind.LOST_HAND, 0, SEMIMARU, 2)]


def test_semimaru_as_a_courtier_goes_to_the_hand() -> None:
    rules = RuleSet(semimaru=SemimaruRule.AS_COURTIER)
    after, events = flipped(laid_out([[4], [6]], draw=[SEMIMARU, *REST], rules=rules))
    assert after.hands == ((4, SEMIMARU), (6,))
    assert (after.turn, any(after.skip_pending)) == (1, False)
    assert events == [(EventKind.KEPT, 0, SEMIMARU)]


def test_semimaru_sends_all_hands_to_the_pile_the_flippers_too() -> None:
    rules = RuleSet(semimaru=SemimaruRule.ALL_HANDS_TO_PILE)
    after, events = flipped(laid_out([[4], [5, 6], []], pile=[MONK], draw=[SEMIMARU, 7], rules=rules, turn=1))
    assert after.hands == ((), (), ())
    assert after.common_pile == (MONK, 4, 5, 6, SEMIMARU)
    assert after.turn == 2
    assert events == [(EventKind.ALL_TO_PILE, 1, SEMIMARU, 3)]


@pytest.mark.parametrize("semimaru", SemimaruRule)
@pytest.mark.parametrize("allow_stop", [True, False])
def test_semimaru_ends_the_turn_in_every_case_after_a_further_flip_too(
    semimaru: SemimaruRule, allow_stop: bool
) -> None:
    rules = RuleSet(semimaru, EmperorRule.KEEP_AND_ONE_MORE, LadyRule.TAKE_PILE_AND_ONE_MORE, allow_stop)
    state = laid_out([[EMPEROR], [5], [6]], draw=[SEMIMARU, 7], rules=rules, is_further=True)
    after, _ = flipped(state)
    assert (after.turn, after.is_further_flip) == (1, False)


def test_an_emperor_takes_the_hands_and_a_seat_that_is_out_stays_out() -> None:
    state = laid_out([[4], [], [6]], pile=[SEMIMARU], draw=[EMPEROR, *REST], rules=TAKE_ALL, out=[1])
    after, events = flipped(state)
    assert after.hands == ((4, EMPEROR, 6), (), ())
    assert after.out == (False, True, False)
    assert after.turn == 2
    assert events == [(EventKind.TOOK_HANDS, 0, EMPEROR, 1)]
