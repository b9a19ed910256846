"""The JSON form of a state: its schema, and the refusal of all that no match can reach."""

import json
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.engine import EngineError, RuleSet, SemimaruRule, State, decode, encode, new_match
from tests.games.engine.boards import choice_states, laid_out, midway_states


def test_the_text_is_compact_json_with_a_schema_version() -> None:
    text = encode(new_match(RuleSet(), 2, 1, [3, 10]))
    assert text == (
        '{"schema":1,"rules":{"semimaru":"out","emperor":"keep_and_one_more","lady":"take_pile","allow_stop":true},'
        '"seat_count":2,"first_seat":1,"turn":1,"is_further_flip":false,"hands":[[],[]],"common_pile":[],'
        '"draw_pile":[3,10],"out":[false,false],"skip_pending":[false,false],"step":0}'
    )


@pytest.mark.parametrize(
    "text",
    ["", "{", "null", "[]", "5", '"x"', "{}", '{"schema":1}', "[" * 3000, "x" * 100_000, "NaN", "1" * 3999],
)
def test_a_text_that_is_no_state_is_refused(text: str) -> None:
    with pytest.raises(EngineError) as caught:
        decode(text)
    assert caught.value.code == "bad_state"


def changed(state: State, **values: Any) -> str:
    return json.dumps({**json.loads(encode(state)), **values})


MIDWAY = laid_out([[4, 1], [5], [6]], pile=[8], draw=[7, 10, 11], turn=0, is_further=True)
SKIPPING = laid_out([[4, 10], [5], [6]], draw=[7, 9], rules=RuleSet(SemimaruRule.SKIP_TURN), turn=1, skips=[0])
WITHOUT = laid_out([[], [5], [6]], pile=[4, 10], draw=[7, 9], turn=1, out=[0])


@pytest.mark.parametrize("state", [MIDWAY, SKIPPING, WITHOUT])
def test_the_states_that_are_spoilt_below_are_good(state: State) -> None:
    assert decode(encode(state)) == state


@pytest.mark.parametrize(
    ("state", "values"),
    [
        (MIDWAY, {"schema": 2}),
        (MIDWAY, {"schema": True}),
        (MIDWAY, {"schema": "1"}),
        (MIDWAY, {"more": 1}),
        (MIDWAY, {"rules": {}}),
        (MIDWAY, {"rules": None}),
        (MIDWAY, {"hands": [[4, 1], [5]]}),
        (MIDWAY, {"hands": [[4, 1], [5], 6]}),
        (MIDWAY, {"hands": "456"}),
        (MIDWAY, {"hands": [[4, 1], [5], [7]]}),  # card 7 twice
        (MIDWAY, {"hands": [[4, 1], [5], [True]]}),
        (MIDWAY, {"hands": [[4, 1], [5], [101]]}),
        (MIDWAY, {"hands": [[4, 1], [5], [6.0]]}),
        (MIDWAY, {"common_pile": None}),
        (MIDWAY, {"common_pile": {"8": 8}}),
        (MIDWAY, {"draw_pile": [7, 7, 10]}),
        (MIDWAY, {"draw_pile": []}),  # over, and yet somebody's turn
        (MIDWAY, {"draw_pile": [], "turn": None}),  # over, and yet a further flip
        (MIDWAY, {"turn": None}),  # nobody's turn, and yet cards
        (MIDWAY, {"turn": 3}),
        (MIDWAY, {"turn": -1}),
        (MIDWAY, {"turn": False}),
        (MIDWAY, {"turn": "0"}),
        (MIDWAY, {"is_further_flip": 1}),
        (MIDWAY, {"out": [False, False]}),
        (MIDWAY, {"out": [False, False, 0]}),
        (MIDWAY, {"out": [False, True, False]}),  # out, and Semimaru has not come
        (MIDWAY, {"skip_pending": [False, True, False]}),
        (MIDWAY, {"step": 4}),  # five cards came
        (MIDWAY, {"step": 11}),  # each of them allows one stop at most
        (MIDWAY, {"step": True}),
        (MIDWAY, {"step": 5.0}),
        (MIDWAY, {"step": "5"}),
        (SKIPPING, {"turn": 0}),  # the turn of the seat that skips
        (SKIPPING, {"skip_pending": [True, False, True]}),
        (SKIPPING, {"out": [False, False, True]}),
        (WITHOUT, {"turn": 0}),
        (WITHOUT, {"out": [False, False, False]}),  # Semimaru came, and nobody is out
        (WITHOUT, {"out": [False, False, True]}),  # the seat that is out holds a card
        (WITHOUT, {"out": [True, False, True]}),
    ],
)
def test_a_state_that_no_match_can_reach_is_refused(state: State, values: dict[str, Any]) -> None:
    with pytest.raises(EngineError) as caught:
        decode(changed(state, **values))
    assert caught.value.code == "bad_state"


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"seat_count": 7}, "bad_seats"),
        ({"seat_count": None}, "bad_seats"),
        ({"seat_count": 4}, "bad_state"),
        ({"first_seat": 3}, "bad_first_seat"),
        ({"rules": {"semimaru": "x", "emperor": "ordinary", "lady": "take_pile", "allow_stop": True}}, "bad_rules"),
        ({"rules": {"semimaru": "out", "emperor": "ordinary", "lady": "take_pile", "allow_stop": 1}}, "bad_rules"),
    ],
)
def test_a_refusal_says_what_is_wrong_by_its_code(values: dict[str, Any], code: str) -> None:
    with pytest.raises(EngineError) as caught:
        decode(changed(MIDWAY, **values))
    assert caught.value.code == code


def test_no_steps_beyond_the_flips_where_nobody_can_stop() -> None:
    state = laid_out([[4], [5]], draw=[6, 7], rules=RuleSet(allow_stop=False))
    with pytest.raises(EngineError):
        decode(changed(state, step=3))


def test_the_first_turn_is_that_of_the_first_seat() -> None:
    start = new_match(RuleSet(), 3, 1, [3, 4])
    for values in ({"turn": 0}, {"is_further_flip": True}):
        with pytest.raises(EngineError) as caught:
            decode(changed(start, **values))
        assert caught.value.code == "bad_state"


@given(choice_states())
def test_a_choice_with_any_cards_anywhere_survives_the_codec(state: State) -> None:
    assume(state.seat_count > 2 or state.rules.semimaru is not SemimaruRule.OUT or 10 in state.draw_pile)
    assert decode(encode(state)) == state


anything = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 101) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=8,
)


@given(midway_states(), st.data())
def test_a_state_with_a_field_of_anything_is_refused_with_a_code_or_a_lawful_state(
    state: State, data: st.DataObject
) -> None:
    key = data.draw(st.sampled_from(list(json.loads(encode(state)))))
    text = changed(state, **{key: data.draw(anything)})
    try:
        again = decode(text)
    except EngineError as error:
        assert error.code in ("bad_state", "bad_rules", "bad_seats", "bad_first_seat")
    else:
        assert json.loads(encode(again)) == json.loads(text)


def test_a_refusal_does_not_show_the_draw_pile() -> None:
    with pytest.raises(EngineError) as caught:
        decode(changed(MIDWAY, draw_pile=[97, 97, 98]))
    assert "97" not in str(caught.value)
    assert "98" not in str(caught.value)
