"""House rules and defaults: who may write them, what is stored, what a second save does."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command

from accounts.errors import AccountsError, ErrorCode
from accounts.models import Group, Player
from games.models import HouseRules, RuleSet, SitePolicy
from games.selectors.rules import site_rules
from games.services.groups import close_group
from games.services.rules import HouseRulesWish, change_house_rules, load_defaults, move_site_default, wish_of
from tests.visitors import new_group, new_player, run_together

pytestmark = pytest.mark.django_db


@pytest.fixture
def party() -> tuple[Group, Player]:
    group, (anna,) = new_group("Anna")
    return group, anna


def refusal_of(group: Group, by: Player, version: int = 1, **values: Any) -> ErrorCode:
    with pytest.raises(AccountsError) as caught:
        change_house_rules(group=group, by=by, version=version, wish=HouseRulesWish(**values))
    return caught.value.code


def test_a_value_that_equals_the_base_is_stored_as_following_it(party: tuple[Group, Player]) -> None:
    group, anna = party
    wish = HouseRulesWish(semimaru="out", lady="take_pile_and_one_more", allow_stop=True, turn_limit_seconds=30)
    house = change_house_rules(group=group, by=anna, version=1, wish=wish)
    house.refresh_from_db()
    assert (house.semimaru, house.lady, house.allow_stop) == (None, "take_pile_and_one_more", None)
    assert house.turn_limit_seconds == 30 and house.version == 2


def test_the_sites_default_as_base_is_stored_as_none(party: tuple[Group, Player]) -> None:
    group, anna = party
    default = RuleSet.objects.create(name="Standard", is_site_default=True)
    assert change_house_rules(group=group, by=anna, version=1, wish=HouseRulesWish(base_id=default.pk)).base is None


@pytest.mark.parametrize(
    "values",
    [
        {"semimaru": "eat_everybody"},
        {"emperor": ""},
        {"lady": "out"},
        {"turn_limit_seconds": 45},
        {"cpu_seats": 6},
        {"base_id": 999},
    ],
)
def test_values_outside_the_lists_are_refused(party: tuple[Group, Player], values: dict[str, Any]) -> None:
    group, anna = party
    assert refusal_of(group, anna, **values) is ErrorCode.RULES_INVALID
    assert HouseRules.objects.get(group=group).version == 1


def test_only_the_host_of_an_open_group_writes(party: tuple[Group, Player]) -> None:
    group, anna = party
    assert refusal_of(group, new_player("Mallory")) is ErrorCode.NOT_HOST
    close_group(group=group, by=anna)
    assert refusal_of(group, anna) is ErrorCode.GROUP_CLOSED


def test_an_old_version_is_refused(party: tuple[Group, Player]) -> None:
    group, anna = party
    change_house_rules(group=group, by=anna, version=1, wish=HouseRulesWish(semimaru="as_monk"))
    assert refusal_of(group, anna, version=1, semimaru="skip_turn") is ErrorCode.STALE
    house = HouseRules.objects.get(group=group)
    assert house.semimaru == "as_monk" and wish_of(house).semimaru == "as_monk"


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_of_many_saves_from_one_version_one_gets_through() -> None:
    group, (anna,) = new_group("Anna")
    results = run_together(
        [
            lambda: change_house_rules(group=group, by=anna, version=1, wish=HouseRulesWish(cpu_seats=1)),
            lambda: change_house_rules(group=group, by=anna, version=1, wish=HouseRulesWish(cpu_seats=2)),
            lambda: change_house_rules(group=group, by=anna, version=1, wish=HouseRulesWish(cpu_seats=3)),
        ]
    )
    refused = [result for result in results if isinstance(result, AccountsError)]
    assert len(refused) == 2 and {error.code for error in refused} == {ErrorCode.STALE}
    assert HouseRules.objects.get(group=group).version == 2


def test_loading_the_defaults_twice_makes_one_of_each() -> None:
    assert load_defaults()
    assert not load_defaults()
    assert RuleSet.objects.get().is_site_default and SitePolicy.objects.count() == 1


def test_loading_the_defaults_leaves_an_edited_default_alone(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("load_defaults")
    assert "loaded" in capsys.readouterr().out
    RuleSet.objects.update(name="Ours", semimaru="as_monk")
    call_command("load_defaults")
    assert capsys.readouterr().out == ""
    assert RuleSet.objects.get().name == "Ours" and site_rules().semimaru == "as_monk"


def test_the_mark_of_the_default_moves() -> None:
    load_defaults()
    other = RuleSet.objects.create(name="Other", semimaru="as_courtier")
    move_site_default(to=other)
    other.is_site_default = True
    other.save()
    assert RuleSet.objects.get(is_site_default=True) == other
