"""Which rules and values are in force, also with bad rows; cases AD-02 and AD-03."""

from __future__ import annotations

import logging

import pytest
from django.db import IntegrityError

from games import engine
from games.models import EmperorChoice, HouseRules, LadyChoice, RuleSet, SemimaruChoice, SitePolicy
from games.selectors.rules import (
    Policy,
    differing_keys,
    effective_rules,
    forget_policy,
    group_rules,
    rules_of,
    site_policy,
    site_rules,
)
from tests.visitors import new_group

pytestmark = pytest.mark.django_db


def test_the_stored_values_are_the_engines() -> None:
    assert SemimaruChoice.values == [rule.value for rule in engine.SemimaruRule]
    assert EmperorChoice.values == [rule.value for rule in engine.EmperorRule]
    assert LadyChoice.values == [rule.value for rule in engine.LadyRule]


def test_a_new_row_is_the_initial_default() -> None:
    assert RuleSet().to_engine() == engine.RuleSet()


def test_without_a_row_the_built_in_rules_are_in_force() -> None:
    assert site_rules() == engine.RuleSet()


def test_an_edit_of_the_default_is_in_force_at_once() -> None:
    rule_set = RuleSet.objects.create(name="Standard", is_site_default=True)
    rule_set.semimaru = "as_monk"
    rule_set.save()
    assert site_rules().semimaru is engine.SemimaruRule.AS_MONK


def test_a_bad_row_gives_way_to_the_built_in_rules_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    rule_set = RuleSet.objects.create(name="Standard", is_site_default=True, lady="take_pile_and_one_more")
    RuleSet.objects.filter(pk=rule_set.pk).update(semimaru="eat_everybody")
    with caplog.at_level(logging.ERROR):
        assert site_rules() == engine.RuleSet()
    assert "bad_rule_set" in caplog.text


def test_there_is_one_default_by_constraint() -> None:
    RuleSet.objects.create(name="One", is_site_default=True)
    with pytest.raises(IntegrityError):
        RuleSet.objects.create(name="Two", is_site_default=True)


def test_a_group_that_changed_nothing_follows_the_sites_default() -> None:
    group, _players = new_group("Anna")
    rule_set = RuleSet.objects.create(name="Standard", is_site_default=True)
    assert group_rules(group) == engine.RuleSet()
    RuleSet.objects.filter(pk=rule_set.pk).update(allow_stop=False)
    assert group_rules(group) == engine.RuleSet(allow_stop=False)


def test_a_groups_own_values_stand_over_its_base() -> None:
    group, _players = new_group("Anna")
    family = RuleSet.objects.create(name="Family", semimaru="as_courtier", emperor="ordinary")
    HouseRules.objects.filter(group=group).update(base=family, emperor="take_all_hands")
    rules = group_rules(group)
    assert rules.semimaru is engine.SemimaruRule.AS_COURTIER
    assert rules.emperor is engine.EmperorRule.TAKE_ALL_HANDS
    assert differing_keys(rules, engine.RuleSet()) == ("semimaru", "emperor")


def test_a_bad_house_rule_gives_way_to_the_base_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    group, _players = new_group("Anna")
    HouseRules.objects.filter(group=group).update(semimaru="[]", lady="take_pile_and_one_more")
    with caplog.at_level(logging.ERROR):
        rules = group_rules(group)
    assert rules == engine.RuleSet(lady=engine.LadyRule.TAKE_PILE_AND_ONE_MORE)
    assert "bad_house_rules" in caplog.text


def test_a_group_without_a_row_plays_by_the_sites_rules() -> None:
    assert effective_rules(HouseRules()) == engine.RuleSet()
    assert rules_of(None) == engine.RuleSet()


def test_the_policy_without_a_row_is_the_initial_one() -> None:
    assert site_policy() == Policy()
    assert (Policy().cpu_pace_seconds, Policy().away_after_seconds, Policy().host_succession_seconds) == (1.2, 20, 120)


def test_a_saved_policy_is_in_force_at_once_in_this_process() -> None:
    site_policy()
    SitePolicy.objects.create(cpu_pace_seconds=0.5)
    assert site_policy().cpu_pace_seconds == 0.5


def test_a_policy_written_elsewhere_is_seen_after_the_cache_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    SitePolicy.objects.create()
    clock = [100.0]
    monkeypatch.setattr("games.selectors.rules.time.monotonic", lambda: clock[0])
    forget_policy()
    assert site_policy().away_after_seconds == 20
    SitePolicy.objects.update(away_after_seconds=30)
    clock[0] += 4.9
    assert site_policy().away_after_seconds == 20
    clock[0] += 0.2
    assert site_policy().away_after_seconds == 30


@pytest.mark.parametrize("pace", [3.0, -1.0, 0.0, float("inf")])
def test_a_senseless_value_gives_way_to_the_initial_one(pace: float, caplog: pytest.LogCaptureFixture) -> None:
    SitePolicy.objects.create(away_turn_seconds=5)
    SitePolicy.objects.update(cpu_pace_seconds=pace)
    forget_policy()
    with caplog.at_level(logging.ERROR):
        assert site_policy() == Policy(away_turn_seconds=5)
    assert "bad_site_policy field=cpu_pace_seconds" in caplog.text


def test_there_is_one_policy_by_constraint() -> None:
    SitePolicy.objects.create()
    with pytest.raises(IntegrityError):
        SitePolicy.objects.create(id=2)


@pytest.mark.parametrize("is_allowed", [True, False])
def test_a_faster_cpu_needs_the_test_switches(
    is_allowed: bool, settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOZU_CPU_PACE_SECONDS", "0.05")
    settings.TEST_SWITCHES = is_allowed  # type: ignore[attr-defined]
    assert site_policy().cpu_pace_seconds == (0.05 if is_allowed else 1.2)
