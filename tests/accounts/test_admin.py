"""Players and groups in admin: what staff may do, and what a viewer may not."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from accounts.models import Group, Membership, Player
from tests.visitors import new_group, new_player

pytestmark = pytest.mark.django_db


def staff(*permissions: str) -> Client:
    """Return a browser with a staff member logged in who has these permissions of the app accounts."""
    user = User.objects.create_user("staff", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions, content_type__app_label="accounts"))
    client = Client(SERVER_NAME="127.0.0.1", HTTP_ORIGIN="http://127.0.0.1", HTTP_SEC_FETCH_SITE="same-origin")
    client.force_login(user)
    return client


def act(client: Client, model: str, action: str, *ids: int) -> int:
    """Send a list action and return the status."""
    values = {"action": action, "_selected_action": list(ids), "post": "yes"}
    return client.post(reverse(f"admin:accounts_{model}_changelist"), values).status_code


def test_a_player_is_renamed_by_the_rules_of_names_in_the_groups_too() -> None:
    client = staff("view_player", "change_player")
    group, (_anna, berta) = new_group("Anna", "Berta")
    path = reverse("admin:accounts_player_change", args=[berta.pk])
    assert client.get(path).status_code == 200
    assert client.post(path, {"display_name": " \u202eＡＮＮＡ ", **no_inlines()}).status_code == 302
    berta.refresh_from_db()
    assert berta.display_name == "ANNA"
    assert Membership.objects.get(group=group, player=berta).display_name == "ANNA 2"
    answer = client.post(path, {"display_name": "\u200b", **no_inlines()})
    assert answer.status_code == 200 and "visible character" in answer.content.decode()


def no_inlines() -> dict[str, str]:
    return {"devices-TOTAL_FORMS": "0", "devices-INITIAL_FORMS": "0"}


def test_ban_and_unban() -> None:
    client = staff("view_player", "change_player")
    anna, berta = new_player("Anna"), new_player("Berta")
    act(client, "player", "ban", anna.pk)
    assert Player.objects.get(pk=anna.pk).is_banned and not Player.objects.get(pk=berta.pk).is_banned
    assert LogEntry.objects.get().change_message == "Banned."
    act(client, "player", "unban", anna.pk)
    assert not Player.objects.get(pk=anna.pk).is_banned


def test_merging_keeps_the_oldest_player() -> None:
    client = staff("view_player", "change_player")
    anna, again = new_player("Anna"), new_player("Anna again")
    act(client, "player", "merge_devices", again.pk, anna.pk)
    assert anna.devices.count() == 2 and again.devices.count() == 0
    assert LogEntry.objects.count() == 2


def test_deleting_leaves_the_stub_and_asks_with_what_it_means() -> None:
    client = staff("view_player", "change_player", "delete_player")
    group, (anna, berta) = new_group("Anna", "Berta")
    path = reverse("admin:accounts_player_delete", args=[anna.pk])
    assert client.get(path).status_code == 200
    assert client.post(path, {"post": "yes"}).status_code == 302
    act(client, "player", "delete_selected", berta.pk)
    assert set(Player.objects.values_list("display_name", flat=True)) == {""}
    assert not Player.objects.filter(deleted_at=None).exists()
    group.refresh_from_db()
    assert group.is_closed
    change = reverse("admin:accounts_player_change", args=[anna.pk])
    assert client.post(change, {"display_name": "Anna", **no_inlines()}).status_code == 403


def test_a_viewer_changes_nothing() -> None:
    client = staff("view_player", "view_group", "view_device", "view_membership")
    group, (anna, berta) = new_group("Anna", "Berta")
    path = reverse("admin:accounts_player_change", args=[anna.pk])
    assert client.get(path).status_code == 200
    assert client.get(reverse("admin:accounts_group_change", args=[group.pk])).status_code == 200
    inline_add = {"devices-TOTAL_FORMS": "2", "devices-INITIAL_FORMS": "1", "devices-0-DELETE": "on"}
    assert client.post(path, {"display_name": "X", **inline_add}).status_code == 403
    assert client.post(reverse("admin:accounts_player_delete", args=[anna.pk]), {"post": "yes"}).status_code == 403
    assert client.post(reverse("admin:accounts_player_add"), {"display_name": "X"}).status_code == 403
    for action in ("ban", "unban", "merge_devices", "delete_selected"):
        act(client, "player", action, anna.pk, berta.pk)
    act(client, "group", "close_groups", group.pk)
    assert not Player.objects.exclude(banned_at=None).exists() and not Player.objects.exclude(deleted_at=None).exists()
    assert anna.devices.count() == berta.devices.count() == 1
    assert not Group.objects.get().is_closed
    assert not LogEntry.objects.exists()


def test_staff_close_a_group_but_never_delete_it() -> None:
    client = staff("view_group", "change_group", "delete_group")
    group, _players = new_group("Anna")
    assert client.post(reverse("admin:accounts_group_delete", args=[group.pk]), {"post": "yes"}).status_code == 403
    act(client, "group", "close_groups", group.pk)
    assert Group.objects.get().is_closed and LogEntry.objects.get().change_message == "Closed."


def test_people_outside_staff_see_no_admin() -> None:
    client = Client(SERVER_NAME="127.0.0.1")
    assert client.get(reverse("admin:accounts_player_changelist")).status_code == 302
