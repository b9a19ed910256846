"""Rule sets: the 90 combinations, the defaults, and what is refused."""

import pickle
from typing import Any

import pytest

from games.engine import EmperorRule, EngineError, LadyRule, RuleSet, SemimaruRule, all_rule_sets


def test_there_are_90_rule_sets_each_once() -> None:
    rule_sets = list(all_rule_sets())
    assert len(rule_sets) == len(set(rule_sets)) == 5 * 3 * 3 * 2
    assert rule_sets[0] == RuleSet()


def test_the_initial_default_is_the_first_value_of_each_rule() -> None:
    assert RuleSet().to_dict() == {
        "semimaru": "out",
        "emperor": "keep_and_one_more",
        "lady": "take_pile",
        "allow_stop": True,
    }
    assert [rule.value for rule in SemimaruRule] == [
        "out",
        "skip_turn",
        "as_monk",
        "as_courtier",
        "all_hands_to_pile",
    ]
    assert [rule.value for rule in EmperorRule] == ["keep_and_one_more", "take_all_hands", "ordinary"]
    assert [rule.value for rule in LadyRule] == ["take_pile", "take_pile_and_one_more", "one_more_if_pile_empty"]


@pytest.mark.parametrize("rules", list(all_rule_sets()), ids=lambda rules: "-".join(map(str, rules.to_dict().values())))
def test_a_rule_set_survives_its_mapping(rules: RuleSet) -> None:
    assert RuleSet.from_dict(rules.to_dict()) == rules


def test_missing_keys_take_the_initial_default() -> None:
    assert RuleSet.from_dict({}) == RuleSet()
    assert RuleSet.from_dict({"lady": "take_pile_and_one_more"}) == RuleSet(lady=LadyRule.TAKE_PILE_AND_ONE_MORE)


@pytest.mark.parametrize(
    "values",
    [
        {"semimaru": "monk"},
        {"semimaru": None},
        {"semimaru": ["out"]},
        {"emperor": "OUT"},
        {"emperor": "out"},
        {"lady": ""},
        {"lady": True},
        {"allow_stop": 1},
        {"allow_stop": "true"},
        {"allow_stop": None},
        {"semimaru": "out", "turn_limit": 30},
        [],
        None,
        "out",
    ],
)
def test_a_bad_mapping_is_refused_with_a_code(values: Any) -> None:
    with pytest.raises(EngineError) as caught:
        RuleSet.from_dict(values)
    assert caught.value.code == "bad_rules"


def test_an_error_keeps_its_code_between_processes() -> None:
    with pytest.raises(EngineError) as caught:
        RuleSet.from_dict({"lady": "queen"})
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (type(copy), copy.code, str(copy)) == (EngineError, "bad_rules", "bad_rules: unknown value of lady")
