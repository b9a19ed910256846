"""Who somebody is: planted keys, public numbers, other browsers; cases ID-04, ID-05 and ID-07."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client

from accounts import devices
from accounts.devices import COOKIE_NAME
from accounts.models import Device, Group, Player
from games.live.snapshot import load_snapshot
from games.models import Match, Seat
from tests.games.finished import visitor_of
from tests.games.seated import person, seat_people, steps_of
from tests.visitors import Visitor

pytestmark = pytest.mark.django_db(transaction=True)


def admin_login(client: Client, name: str) -> int:
    """Log in at the admin's own form, with the token that the form holds; return the status."""
    page = client.get("/admin/login/").content.decode()
    token = page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    values = {"username": name, "password": "right", "csrfmiddlewaretoken": token, "next": "/admin/"}
    return client.post("/admin/login/", values).status_code


def test_a_planted_session_key_gives_neither_a_seat_nor_the_admin() -> None:
    """Case ID-05: the key that was planted before opens nothing, and the victim stays who they are."""
    User.objects.create_superuser("rika", password="right")
    planted = SessionStore()
    planted["planted"] = "yes"
    planted.create()
    victim = Visitor()
    victim.cookies[settings.SESSION_COOKIE_NAME] = str(planted.session_key)
    victim.post("/en/groups/new/", {"name": "Anna"})
    group = Group.objects.get()
    assert admin_login(victim, "rika") == 302
    renewed = victim.cookies[settings.SESSION_COOKIE_NAME].value
    assert renewed != str(planted.session_key)
    assert victim.get("/admin/").status_code == 200, "the victim stays logged in"
    assert victim.get(f"/en/g/{group.code}/").status_code == 200 and victim.player == group.host

    attacker = Visitor()
    attacker.cookies[settings.SESSION_COOKIE_NAME] = str(planted.session_key)
    assert attacker.get("/admin/").status_code == 302
    assert 'id="join"' in attacker.get(f"/en/g/{group.code}/").content.decode(), "a stranger to the group"


def test_a_planted_device_cookie_is_not_taken_over_by_who_joins_with_it() -> None:
    """Case ID-05, for the cookie that matters: a value that we did not make never becomes somebody's key."""
    host = Visitor()
    path = host.post("/en/groups/new/", {"name": "Anna"}).headers["Location"]
    planted = devices.new_secret()
    victim = Visitor()
    victim.cookies[COOKIE_NAME] = planted
    victim.post(f"{path}join/", {"name": "Berta"})
    assert victim.secret != planted
    attacker = Visitor()
    attacker.cookies[COOKIE_NAME] = planted
    assert attacker.player is None
    assert 'id="join"' in attacker.get(path).content.decode()


@pytest.mark.parametrize("place", ["form", "query", "header", "cookie"])
def test_a_public_number_is_no_key_wherever_it_is_sent(place: str) -> None:
    """Case ID-04: Berta sends Anna's seat and player numbers everywhere; she acts for her own seat or not at all."""
    anna, berta = person("Anna"), person("Berta")
    match = seat_people([anna, berta])
    visitor = visitor_of(berta.player)
    numbers = {"seat": "0", "player": str(anna.player.pk), "player_id": str(anna.player.pk), "you": "0", "viewer": "0"}
    form, query, headers = {"action": "flip", "version": "0"}, "", {}
    if place == "form":
        form |= numbers
    elif place == "query":
        query = "?" + "&".join(f"{name}={value}" for name, value in numbers.items())
    elif place == "header":
        headers = {f"X-{name}": value for name, value in numbers.items()}
    else:
        for name, value in numbers.items():
            visitor.cookies[name] = value
    visitor.post(f"/en/t/{match.pk}/do/{query}", form, headers=headers)
    assert steps_of(match) == []
    page = visitor.get(f"/en/t/{match.pk}/{query}", headers=headers).content.decode()
    assert 'data-you="1"' in page and 'id="flip"' in page
    visitor.post(f"/en/t/{match.pk}/do/{query}", {"action": "leave"} | (numbers if place == "form" else {}))
    assert Seat.objects.get(match=match, number=0).left_at is None, "nobody else's seat was left"


def test_a_device_cookie_of_public_numbers_is_nobody() -> None:
    """Case ID-04: player and device ids, which pages and files show, open nothing as cookies."""
    anna, berta = person("Anna"), person("Berta")
    match = seat_people([anna, berta])
    device = Device.objects.get(player=anna.player)
    for value in (str(anna.player.pk), str(device.pk), device.secret_hash, device.secret_hash[:43], match.pk, "0"):
        stranger = Visitor()
        stranger.cookies[COOKIE_NAME] = value
        stranger.post(f"/en/t/{match.pk}/do/", {"action": "flip", "version": "0"})
        assert 'data-you=""' in stranger.get(f"/en/t/{match.pk}/").content.decode()
    assert load_snapshot(match.pk).version == 0


def test_a_second_browser_is_somebody_else_and_told_how_to_bring_the_seat_over() -> None:
    """Case ID-07: the invite in an in-app browser while seated in another one."""
    host = Visitor()
    path = host.post("/en/groups/new/", {"name": "Anna"}).headers["Location"]
    guest = Visitor()
    guest.post(f"{path}join/", {"name": "Berta"})
    host.post(f"{path}start/", {"after": ""})
    match = Match.objects.get()
    other = Visitor()
    landing = other.get(path).content.decode()
    assert "on another browser or device" in landing and "one-time link" in landing
    assert other.post(f"{path}join/", {"name": "Berta"}).status_code == 303
    assert other.player != guest.player and Player.objects.count() == 3
    table = other.get(f"/en/t/{match.pk}/").content.decode()
    assert 'data-you=""' in table and 'id="flip"' not in table
    assert "Berta 2" in other.get(path).content.decode(), "told apart by the number"
    assert set(Seat.objects.filter(match=match).values_list("player_id", flat=True)) == {
        host.player.pk,  # type: ignore[union-attr]
        guest.player.pk,  # type: ignore[union-attr]
    }
