"""The staff roles: what each may do, and that it may do nothing else; case AD-04 for both."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group as Role
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from accounts.models import Group, Player
from games.models import Match, MatchStatus, RulePreview, RuleSet, SitePolicy, StaffRole
from games.services import staff_roles
from games.services.rules import load_defaults
from games.services.staff_roles import MODERATOR, PERMISSIONS, RULES_EDITOR
from tests.games.admin.staff import browser
from tests.games.finished import stored_match
from tests.visitors import new_group, new_player

pytestmark = pytest.mark.django_db

RULES = {"name": "New", "semimaru": "as_monk", "emperor": "ordinary", "lady": "take_pile", "loaded_version": "1"}


@pytest.fixture(autouse=True)
def defaults() -> None:
    load_defaults()


def act(client: Client, path: str, action: str, *ids: Any) -> None:
    """Send an action of a list; one that is not offered changes nothing, whatever the status says."""
    client.post(path, {"action": action, "_selected_action": ids, "post": "yes", "confirmed": "yes"})


def test_both_roles_are_made_once_and_then_left_as_they_are() -> None:
    assert {
        role.name: {f"{each.content_type.app_label}.{each.codename}" for each in role.permissions.all()}
        for role in Role.objects.all()
    } == {name: set(codes) for name, codes in PERMISSIONS.items()}
    assert not load_defaults(), "nothing was missing"
    Role.objects.get(name=MODERATOR).permissions.remove(Permission.objects.get(codename="void_match"))
    assert not load_defaults()
    assert not Role.objects.get(name=MODERATOR).permissions.filter(codename="void_match").exists()
    Role.objects.get(name=RULES_EDITOR).delete()
    assert load_defaults() and Role.objects.get(name=RULES_EDITOR).permissions.count() == len(PERMISSIONS[RULES_EDITOR])


def test_a_new_version_gives_existing_roles_what_is_new_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    moderator = Role.objects.get(name=MODERATOR)
    moderator.permissions.add(Permission.objects.get(codename="view_ruleset"))
    moderator.permissions.remove(Permission.objects.get(codename="void_match"))
    before = set(moderator.permissions.values_list("codename", flat=True))
    newer = {**PERMISSIONS, MODERATOR: (*PERMISSIONS[MODERATOR], "games.view_sitepolicy")}
    monkeypatch.setattr(staff_roles, "PERMISSIONS", newer)
    assert load_defaults()
    assert set(moderator.permissions.values_list("codename", flat=True)) == before | {"view_sitepolicy"}
    assert not load_defaults(), "once is enough"
    moderator.permissions.remove(Permission.objects.get(codename="view_sitepolicy"))
    assert not load_defaults()
    assert set(moderator.permissions.values_list("codename", flat=True)) == before


def test_roles_made_by_an_earlier_version_get_back_nothing_that_was_taken_from_them() -> None:
    """The records of what was given are younger than the roles."""
    migration = import_module("games.migrations.0006_staff_roles")
    StaffRole.objects.all().delete()
    editor = Role.objects.get(name=RULES_EDITOR)
    editor.permissions.clear()
    migration.remember_existing_roles(apps, None)
    load_defaults()
    assert not editor.permissions.exists()
    Role.objects.all().delete()
    migration.remember_existing_roles(apps, None)
    assert not StaffRole.objects.exists(), "a new site has no roles yet"


def test_a_rules_editor_edits_rule_sets_and_sees_the_policy() -> None:
    client = browser("rika", role=RULES_EDITOR)
    default = RuleSet.objects.get()
    assert client.get("/admin/").status_code == client.get("/admin/games/ruleset/").status_code == 200
    assert client.post(reverse("admin:games_ruleset_add"), RULES).status_code == 302
    assert client.get(reverse("admin:games_ruleset_history", args=[default.pk])).status_code == 200
    assert client.post("/admin/games/ruleset/preview/", RULES).status_code == 302
    assert client.get(reverse("admin:games_sitepolicy_change", args=[1])).status_code == 200


def test_a_rules_editor_touches_neither_policy_nor_people_nor_matches() -> None:
    client = browser("rika", role=RULES_EDITOR)
    group, (anna, berta) = new_group("Anna", "Berta")
    match = stored_match([anna, berta])
    policy = SitePolicy.objects.values().get()
    refused = [
        client.post(reverse("admin:games_sitepolicy_change", args=[1]), {"cpu_pace_seconds": "2"}),
        client.get("/admin/accounts/player/"),
        client.get(reverse("admin:accounts_player_change", args=[anna.pk])),
        client.post(reverse("admin:accounts_player_change", args=[anna.pk]), {"display_name": "X"}),
        client.post(reverse("admin:accounts_player_delete", args=[anna.pk]), {"post": "yes"}),
        client.get("/admin/accounts/group/"),
        client.get("/admin/games/match/"),
        client.get(reverse("admin:games_match_change", args=[match.pk])),
        client.get("/admin/admin/logentry/"),
        client.get("/admin/auth/user/"),
        client.post("/admin/auth/user/add/", {"username": "x"}),
        client.post("/admin/auth/group/add/", {"name": "x"}),
    ]
    assert [answer.status_code for answer in refused] == [403] * len(refused)
    act(client, "/admin/accounts/player/", "ban", anna.pk)
    act(client, "/admin/accounts/player/", "merge_devices", anna.pk, berta.pk)
    act(client, "/admin/accounts/group/", "close_groups", group.pk)
    act(client, "/admin/games/match/", "void_matches", match.pk)
    assert SitePolicy.objects.values().get() == policy
    assert not Player.objects.exclude(banned_at=None).exists() and Player.objects.get(pk=anna.pk).display_name == "Anna"
    assert not Group.objects.get().is_closed and Match.objects.get().status == MatchStatus.FINISHED
    assert not LogEntry.objects.exists()


def test_a_moderator_looks_after_players_groups_and_matches() -> None:
    client = browser("mori", role=MODERATOR)
    group, (anna, berta) = new_group("Anna", "Berta")
    match = stored_match([anna, berta], group=group)
    path = reverse("admin:accounts_player_change", args=[anna.pk])
    player_page = client.get(path).content.decode()
    assert f"?seats__player__id__exact={anna.pk}" in player_page
    form = {"display_name": "Aya", "devices-TOTAL_FORMS": "0", "devices-INITIAL_FORMS": "0"}
    assert client.post(path, form).status_code == 302
    group_page = client.get(reverse("admin:accounts_group_change", args=[group.pk])).content.decode()
    assert f"?group__id__exact={group.pk}" in group_page and "house_rules" in group_page
    act(client, "/admin/accounts/player/", "ban", berta.pk)
    act(client, "/admin/games/match/", "void_matches", match.pk)
    act(client, "/admin/accounts/group/", "close_groups", group.pk)
    assert Player.objects.get(pk=anna.pk).display_name == "Aya" and Player.objects.get(pk=berta.pk).is_banned
    assert Match.objects.get().status == MatchStatus.VOIDED and Group.objects.get().is_closed
    assert LogEntry.objects.filter(user__username="mori").count() == 4


def test_a_moderator_edits_no_rules_and_deletes_nobody() -> None:
    client = browser("mori", role=MODERATOR)
    default = RuleSet.objects.get()
    rules, policy = RuleSet.objects.values().get(), SitePolicy.objects.values().get()
    anna = new_player("Anna")
    match = stored_match([anna, None])
    refused = [
        client.get("/admin/games/ruleset/"),
        client.get(reverse("admin:games_ruleset_change", args=[default.pk])),
        client.post(reverse("admin:games_ruleset_change", args=[default.pk]), RULES),
        client.post(reverse("admin:games_ruleset_add"), RULES),
        client.post(reverse("admin:games_ruleset_delete", args=[default.pk]), {"post": "yes"}),
        client.post("/admin/games/ruleset/preview/", RULES),
        client.get(reverse("admin:games_ruleset_history", args=[default.pk])),
        client.get(reverse("admin:games_sitepolicy_change", args=[1])),
        client.post(reverse("admin:games_sitepolicy_change", args=[1]), {"cpu_pace_seconds": "2"}),
        client.post(reverse("admin:accounts_player_delete", args=[anna.pk]), {"post": "yes"}),
        client.post(reverse("admin:games_match_change", args=[match.pk]), {"status": "voided"}),
        client.get("/admin/admin/logentry/"),
        client.get("/admin/auth/user/"),
    ]
    assert [answer.status_code for answer in refused] == [403] * len(refused)
    act(client, "/admin/games/ruleset/", "delete_selected", default.pk)
    act(client, "/admin/accounts/player/", "delete_selected", anna.pk)
    assert (RuleSet.objects.values().get(), SitePolicy.objects.values().get()) == (rules, policy)
    assert not Player.objects.exclude(deleted_at=None).exists() and not RulePreview.objects.exists()
    assert Match.objects.get().status == MatchStatus.FINISHED and not LogEntry.objects.exists()


def test_the_log_is_shown_to_those_who_may_see_it_and_kept_from_change() -> None:
    boss = browser("boss")
    User.objects.filter(username="boss").update(is_superuser=True)
    other = RuleSet.objects.create(name="Other")
    values = {**RULES, "name": "Other", "is_site_default": "on"}
    assert boss.post(reverse("admin:games_ruleset_change", args=[other.pk]), values).status_code == 302
    told = boss.get("/admin/admin/logentry/").content.decode()
    assert "<bdi>Other</bdi>" in told and "Not the default of the site any more." in told
    entry = LogEntry.objects.first()
    assert entry is not None
    path = reverse("admin:admin_logentry_change", args=[entry.pk])
    assert boss.get(path).status_code == 200
    assert boss.post(path, {"change_message": "nothing"}).status_code == 403
    assert boss.post(reverse("admin:admin_logentry_delete", args=[entry.pk]), {"post": "yes"}).status_code == 403
    assert LogEntry.objects.count() == 2
