"""A match told again from its deck and its actions."""

import pytest

from games.engine import Action, EngineError, RuleSet, apply_action, new_match, replay

FLIP, STOP = Action.FLIP, Action.STOP


def test_a_replay_gives_a_state_and_its_events_for_each_action() -> None:
    deck = [1, 3, 8]
    told = replay(RuleSet(), 3, 2, deck, [FLIP, STOP, FLIP, FLIP])
    state = new_match(RuleSet(), 3, 2, deck)
    expected = []
    for action in (FLIP, STOP, FLIP, FLIP):
        state, events = apply_action(state, action)
        expected.append((state, events))
    assert told == tuple(expected)
    assert told[-1][0].hands == ((3,), (), (1,))


def test_a_replay_of_no_actions_is_empty() -> None:
    assert replay(RuleSet(), 3, 0, [1, 3, 8], []) == ()


def test_a_replay_refuses_an_action_that_could_not_be_taken() -> None:
    with pytest.raises(EngineError) as caught:
        replay(RuleSet(), 3, 0, [3, 4, 5], [FLIP, STOP])
    assert caught.value.code == "illegal_action"
    with pytest.raises(EngineError) as caught:
        replay(RuleSet(), 3, 0, [3], [FLIP, FLIP])
    assert caught.value.code == "match_over"
