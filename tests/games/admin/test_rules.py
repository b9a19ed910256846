"""Rule sets and site policy in admin; cases AD-01 to AD-05."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.db.models import ProtectedError
from django.test import Client
from django.urls import reverse

from games.models import HouseRules, Match, RuleSet, SitePolicy
from games.selectors.rules import site_policy, site_rules
from games.services.group_matches import start_group_match
from games.services.rules import load_defaults
from tests.visitors import new_group

pytestmark = pytest.mark.django_db

MODELS = ("ruleset", "sitepolicy")


def staff(name: str, *permissions: str) -> Client:
    """Return a browser with a staff member logged in who has these permissions of the app games."""
    user = User.objects.create_user(name, is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions, content_type__app_label="games"))
    client = Client(SERVER_NAME="127.0.0.1", HTTP_ORIGIN="http://127.0.0.1", HTTP_SEC_FETCH_SITE="same-origin")
    client.force_login(user)
    return client


def editor(name: str) -> Client:
    """Return a browser of somebody who may do everything to rule sets and policy."""
    verbs = ("view", "add", "change", "delete")
    return staff(name, *(f"{verb}_{model}" for verb in verbs for model in MODELS))


@pytest.fixture
def standard() -> RuleSet:
    load_defaults()
    return RuleSet.objects.get()


@pytest.fixture
def rika() -> Iterator[Client]:
    yield editor("rika")


def form_of(rule_set: RuleSet, **changes: object) -> dict[str, object]:
    values: dict[str, object] = {
        "name": rule_set.name,
        "semimaru": rule_set.semimaru,
        "emperor": rule_set.emperor,
        "lady": rule_set.lady,
        "loaded_version": rule_set.version,
    }
    if rule_set.allow_stop:
        values["allow_stop"] = "on"
    if rule_set.is_site_default:
        values["is_site_default"] = "on"
    return {key: value for key, value in (values | changes).items() if value is not None}


def change_path(rule_set: RuleSet) -> str:
    return reverse("admin:games_ruleset_change", args=[rule_set.pk])


def test_a_save_is_in_force_and_in_the_history_with_who_did_it(rika: Client, standard: RuleSet) -> None:
    version = standard.version
    assert rika.post(change_path(standard), form_of(standard, semimaru="as_monk")).status_code == 302
    standard.refresh_from_db()
    assert site_rules().semimaru == "as_monk" and standard.version == version + 1
    newest = standard.history.first()
    assert newest.semimaru == "as_monk" and newest.history_user.username == "rika"
    assert newest.prev_record.semimaru == "out"
    history = rika.get(reverse("admin:games_ruleset_history", args=[standard.pk])).content.decode()
    assert "rika" in history
    assert LogEntry.objects.get().user.username == "rika"


def test_the_second_of_two_admins_is_told_and_the_first_ones_change_stays(rika: Client, standard: RuleSet) -> None:
    second = editor("saburo")
    page = second.get(change_path(standard)).content.decode()
    assert f'name="loaded_version" value="{standard.version}"' in page
    old_form = form_of(standard, lady="take_pile_and_one_more")
    rika.post(change_path(standard), form_of(standard, semimaru="as_monk"))
    answer = second.post(change_path(standard), old_form)
    page = answer.content.decode()
    assert answer.status_code == 200 and "saved by rika" in page and "was not saved" in page
    assert '<option value="take_pile_and_one_more" selected>' in page, "what was chosen stays in the form"
    standard.refresh_from_db()
    assert (standard.semimaru, standard.lady) == ("as_monk", "take_pile")
    assert second.post(change_path(standard), old_form).status_code == 200, "trying again does not help"


@pytest.mark.parametrize("loaded", [None, "", "abc", "-1", "999999"])
def test_a_save_without_the_right_version_is_refused(rika: Client, standard: RuleSet, loaded: str | None) -> None:
    answer = rika.post(change_path(standard), form_of(standard, semimaru="as_monk", loaded_version=loaded))
    assert answer.status_code == 200
    standard.refresh_from_db()
    assert standard.semimaru == "out"


def test_an_invalid_form_takes_no_version(rika: Client, standard: RuleSet) -> None:
    version = standard.version
    rika.post(change_path(standard), form_of(standard, name=""))
    standard.refresh_from_db()
    assert standard.version == version
    assert rika.post(change_path(standard), form_of(standard, semimaru="as_monk")).status_code == 302


@pytest.mark.parametrize(
    "changes",
    [
        {"semimaru": "eat_everybody"},
        {"emperor": None},
        {"lady": ["take_pile", "x"]},
        {"semimaru": ""},
        {"name": ""},
    ],
)
def test_an_invalid_value_is_a_form_error(rika: Client, standard: RuleSet, changes: dict[str, object]) -> None:
    answer = rika.post(change_path(standard), form_of(standard, **changes))
    assert answer.status_code == 200 and "errorlist" in answer.content.decode()
    standard.refresh_from_db()
    assert standard.history.count() == 1


def test_an_edit_changes_no_running_match_but_the_next_one(rika: Client, standard: RuleSet) -> None:
    group, (anna, _berta) = new_group("Anna", "Berta")
    running = start_group_match(group=group, by=anna)
    rika.post(change_path(standard), form_of(standard, semimaru="skip_turn", allow_stop=None))
    running.refresh_from_db()
    assert running.rules["semimaru"] == "out" and running.rules["allow_stop"] is True
    Match.objects.update(status="finished", turn=None)
    following = start_group_match(group=group, by=anna)
    assert following.rules["semimaru"] == "skip_turn" and following.rules["allow_stop"] is False


def test_ticking_default_moves_the_mark(rika: Client, standard: RuleSet) -> None:
    other = RuleSet.objects.create(name="Other", semimaru="as_courtier")
    assert rika.post(change_path(other), form_of(other, is_site_default="on")).status_code == 302
    assert RuleSet.objects.get(is_site_default=True) == other
    assert site_rules().semimaru == "as_courtier"
    standard.refresh_from_db()
    assert standard.history.first().is_site_default is False


def test_the_mark_cannot_be_taken_away_alone(rika: Client, standard: RuleSet) -> None:
    answer = rika.post(change_path(standard), form_of(standard, is_site_default=None))
    assert answer.status_code == 200 and "Make another rule set the default" in answer.content.decode()
    assert RuleSet.objects.get().is_site_default


def test_a_new_set_can_be_made_the_default_at_once(rika: Client, standard: RuleSet) -> None:
    values = form_of(RuleSet(name="New", emperor="ordinary"), is_site_default="on", loaded_version=None)
    assert rika.post(reverse("admin:games_ruleset_add"), values).status_code == 302
    assert RuleSet.objects.get(is_site_default=True).name == "New"


def test_the_set_in_use_cannot_be_deleted(rika: Client, standard: RuleSet) -> None:
    free = RuleSet.objects.create(name="Free")
    used = RuleSet.objects.create(name="Used")
    group, _players = new_group("Anna")
    HouseRules.objects.filter(group=group).update(base=used)
    for rule_set in (standard, used, free):
        rika.post(reverse("admin:games_ruleset_delete", args=[rule_set.pk]), {"post": "yes"})
    assert set(RuleSet.objects.all()) == {standard, used}
    rika.post(
        reverse("admin:games_ruleset_changelist"),
        {
            "action": "delete_selected",
            "_selected_action": [rule_set.pk for rule_set in RuleSet.objects.all()],
            "post": "yes",
        },
    )
    assert set(RuleSet.objects.all()) == {standard, used}
    with pytest.raises(ProtectedError):
        RuleSet.objects.all().delete()


def test_the_page_for_deleting_a_set_in_use_says_why_it_stays(rika: Client, standard: RuleSet) -> None:
    page = rika.get(reverse("admin:games_ruleset_delete", args=[standard.pk])).content.decode()
    assert "cannot be deleted, since it is in use" in page
    assert f"<bdi>{standard.name}</bdi>: default of the site" in page
    assert 'value="yes"' not in page


def test_a_view_only_account_changes_nothing(standard: RuleSet) -> None:
    viewer = staff("viewer", "view_ruleset", "view_sitepolicy")
    assert viewer.get(change_path(standard)).status_code == 200
    policy = reverse("admin:games_sitepolicy_change", args=[1])
    record = standard.history.first()
    tries = [
        (change_path(standard), form_of(standard, semimaru="as_monk")),
        (reverse("admin:games_ruleset_add"), form_of(RuleSet(name="New"))),
        (reverse("admin:games_ruleset_delete", args=[standard.pk]), {"post": "yes"}),
        (policy, {"cpu_pace_seconds": "0.5", "loaded_version": "1"}),
        (
            reverse("admin:games_ruleset_simple_history", args=[standard.pk, record.history_id]),
            form_of(standard, name="X"),
        ),
    ]
    assert [viewer.post(path, values).status_code for path, values in tries] == [403] * len(tries)
    viewer.post(
        reverse("admin:games_ruleset_changelist"),
        {"action": "delete_selected", "_selected_action": [standard.pk], "post": "yes"},
    )
    standard.refresh_from_db()
    assert (standard.semimaru, standard.name) == ("out", "Standard rules")
    assert RuleSet.objects.count() == 1 and site_policy().cpu_pace_seconds == 1.2
    assert not LogEntry.objects.exists()


def test_history_cannot_be_used_to_save_over_newer_values(rika: Client, standard: RuleSet) -> None:
    record = standard.history.first()
    rika.post(change_path(standard), form_of(standard, semimaru="as_monk"))
    path = reverse("admin:games_ruleset_simple_history", args=[standard.pk, record.history_id])
    assert rika.get(path).status_code == 200
    assert rika.post(path, form_of(standard)).status_code == 403
    standard.refresh_from_db()
    assert standard.semimaru == "as_monk"


def policy_form(**changes: object) -> dict[str, object]:
    policy = SitePolicy.objects.get()
    names = [field.name for field in SitePolicy._meta.fields if field.editable and field.name != "updated_at"]
    return {name: getattr(policy, name) for name in names} | {"loaded_version": policy.version} | changes


def test_the_policy_has_one_page_and_is_in_force_after_a_save(rika: Client, standard: RuleSet) -> None:
    path = reverse("admin:games_sitepolicy_change", args=[1])
    assert rika.get(reverse("admin:games_sitepolicy_changelist")).headers["Location"] == path
    assert rika.get(path).status_code == 200
    assert rika.post(path, policy_form(cpu_pace_seconds="0.8")).status_code == 302
    assert site_policy().cpu_pace_seconds == 0.8
    assert rika.get(reverse("admin:games_sitepolicy_add")).status_code == 403
    assert rika.post(reverse("admin:games_sitepolicy_delete", args=[1]), {"post": "yes"}).status_code == 403


@pytest.mark.parametrize(
    "changes",
    [
        {"cpu_pace_seconds": "2.1"},
        {"cpu_pace_seconds": "-1"},
        {"cpu_pace_seconds": "nan"},
        {"heartbeat_seconds": "19"},
        {"missed_steps_limit": "0"},
        {"host_succession_seconds": "30", "away_after_seconds": "40"},
        {"one_time_link_seconds": ""},
    ],
)
def test_a_policy_that_makes_no_sense_is_a_form_error(
    rika: Client, standard: RuleSet, changes: dict[str, object]
) -> None:
    answer = rika.post(reverse("admin:games_sitepolicy_change", args=[1]), policy_form(**changes))
    assert answer.status_code == 200 and "errorlist" in answer.content.decode()


def test_two_admins_cannot_save_over_each_others_policy(rika: Client, standard: RuleSet) -> None:
    path = reverse("admin:games_sitepolicy_change", args=[1])
    old = policy_form(away_turn_seconds="4")
    rika.post(path, policy_form(cpu_pace_seconds="0.8"))
    answer = editor("saburo").post(path, old)
    assert answer.status_code == 200 and "saved by rika" in answer.content.decode()
    policy = SitePolicy.objects.get()
    assert (policy.cpu_pace_seconds, policy.away_turn_seconds) == (0.8, 2)
