"""The device cookie: made by actions only, once, hashed, renewed, never replaced by reading; cases ID-01, 02, 06."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import RequestFactory

from accounts import devices, services
from accounts.clock import database_now
from accounts.devices import COOKIE_NAME, secret_for_visit, secret_hash
from accounts.errors import AccountsError, ErrorCode
from accounts.models import Device, Player
from accounts.requests import attach_identity
from accounts.selectors import device_for_secret
from tests.visitors import Visitor, run_together

VISIT = "0123456789abcdef0123456789abcdef"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/en/", "/en/me/", "/en/groups/new/", "/en/groups/find/", "/en/me/data/", "/en/me/delete/"]
)
def test_reading_makes_nobody_and_sets_no_cookie(path: str) -> None:
    visitor = Visitor()
    response = visitor.get(path)
    assert response.status_code in (200, 303)
    assert not response.cookies
    assert not Player.objects.exists()


@pytest.mark.django_db
def test_the_first_action_makes_a_player_whose_secret_is_stored_as_a_hash_only() -> None:
    visitor = Visitor(HTTP_USER_AGENT="Mozilla/5.0 (Android 14; Mobile; rv:130.0) Firefox/130.0")
    response = visitor.post("/en/me/name/", {"name": "Anna"})
    assert response.status_code == 303
    cookie = response.cookies[COOKIE_NAME]
    assert cookie["httponly"] and cookie["samesite"] == "Lax" and cookie["max-age"] == 365 * 24 * 3600
    assert cookie["path"] == "/" and not cookie["secure"]
    device = Device.objects.get()
    assert device.secret_hash == secret_hash(cookie.value) and cookie.value not in device.secret_hash
    assert device.label == "Firefox · Android"
    assert device.player.display_name == "Anna"


@pytest.mark.django_db
def test_the_cookie_is_secure_on_https() -> None:
    visitor = Visitor()
    visitor.defaults["HTTP_ORIGIN"] = "https://127.0.0.1"
    response = visitor.post("/en/me/name/", {"name": "Anna"}, secure=True)
    assert response.cookies[COOKIE_NAME]["secure"]


@pytest.mark.django_db
def test_a_refused_name_makes_nobody_and_keeps_what_was_typed() -> None:
    response = Visitor().post("/en/me/name/", {"name": "x" * 21})
    assert response.status_code == 422
    assert "x" * 21 in response.content.decode()
    assert not response.cookies and not Player.objects.exists()


@pytest.mark.django_db
def test_the_same_device_stays_the_same_player() -> None:
    visitor = Visitor()
    visitor.post("/en/me/name/", {"name": "Anna"})
    first = visitor.secret
    response = visitor.post("/en/me/name/", {"name": "Berta"})
    assert COOKIE_NAME not in response.cookies and visitor.secret == first
    assert Player.objects.get().display_name == "Berta"


@pytest.mark.django_db
def test_an_unknown_cookie_is_neither_replaced_nor_taken_away_by_reading() -> None:
    visitor = Visitor()
    visitor.cookies[COOKIE_NAME] = devices.new_secret()
    response = visitor.get("/en/me/")
    assert not response.cookies and not Player.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("value", ["", "1", "x" * 43, "../../etc", "ä" * 43, "0" * 5000])
def test_a_made_up_secret_is_nobody(value: str) -> None:
    Device.objects.create(player=Player.objects.create(), secret_hash=secret_hash("another"))
    assert device_for_secret(value) is None


@pytest.mark.django_db
def test_the_cookie_is_renewed_at_most_once_a_day() -> None:
    visitor = Visitor()
    visitor.post("/en/me/name/", {"name": "Anna"})
    secret = visitor.secret
    assert COOKIE_NAME not in visitor.get("/en/me/").cookies
    Device.objects.update(last_used_at=database_now() - timedelta(hours=25))
    response = visitor.get("/en/me/")
    assert response.cookies[COOKIE_NAME].value == secret
    assert response.cookies[COOKIE_NAME]["max-age"] == 365 * 24 * 3600
    assert Device.objects.get().last_used_at > database_now() - timedelta(minutes=1)
    assert COOKIE_NAME not in visitor.get("/en/me/").cookies


@pytest.mark.django_db
def test_a_page_about_somebody_is_private_and_varies_by_cookie() -> None:
    response = Visitor().get("/en/me/")
    assert "private" in response["Cache-Control"] and "Cookie" in response["Vary"]


@pytest.mark.django_db
def test_a_public_page_reads_no_device() -> None:
    visitor = Visitor()
    visitor.post("/en/me/name/", {"name": "Anna"})
    Device.objects.update(last_used_at=database_now() - timedelta(hours=25))
    response = visitor.get("/en/")
    assert not response.cookies and "Anna" not in response.content.decode()


@pytest.mark.django_db
def test_a_form_of_a_foreign_page_makes_nobody() -> None:
    visitor = Visitor()
    visitor.defaults |= {"HTTP_ORIGIN": "https://elsewhere.example", "HTTP_SEC_FETCH_SITE": "cross-site"}
    response = visitor.post("/en/me/name/", {"name": "Anna"})
    assert response.status_code == 403
    assert not response.cookies and not Player.objects.exists()


@pytest.mark.django_db
def test_a_reading_request_cannot_make_a_player() -> None:
    request = RequestFactory().get("/en/")
    attach_identity(request)
    with pytest.raises(RuntimeError):
        services.ensure_player(request)
    assert not Player.objects.exists()


@pytest.mark.django_db
def test_a_banned_player_can_read_but_not_act() -> None:
    visitor = Visitor()
    visitor.post("/en/me/name/", {"name": "Anna"})
    services.ban_player(player=Player.objects.get())
    assert visitor.get("/en/me/").status_code == 200
    response = visitor.post("/en/me/name/", {"name": "Berta"})
    assert response.status_code == 403
    assert Player.objects.get().display_name == "Anna"


@pytest.mark.django_db
def test_a_second_first_request_of_one_visit_is_the_same_device() -> None:
    one, one_secret = services.recognise_device(visit=VISIT, user_agent="a")
    other, other_secret = services.recognise_device(visit=VISIT, user_agent="a")
    assert (one.pk, one_secret) == (other.pk, other_secret)
    assert Player.objects.count() == 1


@pytest.mark.django_db
def test_an_old_visit_value_opens_nothing() -> None:
    one, secret = services.recognise_device(visit=VISIT, user_agent="a")
    Device.objects.update(created_at=database_now() - timedelta(seconds=61))
    other, other_secret = services.recognise_device(visit=VISIT, user_agent="a")
    assert other.player_id != one.player_id and other_secret != secret


@pytest.mark.django_db
def test_a_signed_out_device_does_not_come_back_by_its_visit_value() -> None:
    one, _secret = services.recognise_device(visit=VISIT, user_agent="a")
    services.revoke_device(player=one.player, device_id=one.pk)
    other, _secret = services.recognise_device(visit=VISIT, user_agent="a")
    assert other.player_id != one.player_id


@pytest.mark.django_db
@pytest.mark.parametrize("visit", ["", "short", "x" * 65, "ü" * 30, "<script>alert(1)</script>"])
def test_a_visit_value_of_the_wrong_shape_is_not_used(visit: str) -> None:
    assert secret_for_visit(visit, "a") is None
    players = {services.recognise_device(visit=visit, user_agent="a")[0].player_id for _ in range(2)}
    assert len(players) == 2


def test_a_visit_secret_cannot_be_derived_without_the_servers_key(settings: pytest.FixtureRequest) -> None:
    with_one_key = secret_for_visit(VISIT, "a")
    settings.SECRET_KEY = "another"  # type: ignore[attr-defined]
    assert with_one_key != secret_for_visit(VISIT, "a")
    assert VISIT not in (with_one_key or "")


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_parallel_first_requests_make_one_player() -> None:
    visitors = [Visitor(HTTP_USER_AGENT="same") for _ in range(8)]
    forms = [
        (lambda visitor=visitor: visitor.post("/en/me/name/", {"name": "Anna", "visit": VISIT}).status_code)
        for visitor in visitors
    ]
    assert run_together(forms) == [303] * 8
    assert Player.objects.count() == 1 and Device.objects.count() == 1
    assert len({visitor.secret for visitor in visitors}) == 1


@pytest.mark.django_db
def test_names_from_ensure_player_are_never_empty() -> None:
    request = RequestFactory().post("/en/play/")
    attach_identity(request)
    player = services.ensure_player(request)
    assert player.display_name.startswith("Guest ") and not player.is_named


@pytest.mark.django_db
def test_a_banned_player_raises_the_code() -> None:
    request = RequestFactory().post("/en/play/")
    attach_identity(request)
    player = services.ensure_player(request)
    services.ban_player(player=player)
    with pytest.raises(AccountsError) as caught:
        services.ensure_player(request)
    assert caught.value.code is ErrorCode.BANNED
