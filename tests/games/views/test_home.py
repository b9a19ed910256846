"""The home page and the one tap that starts a match."""

import pytest

from accounts.models import Player
from games.models import Match, Seat
from tests.visitors import Visitor

pytestmark = pytest.mark.django_db(transaction=True)


def test_reading_the_home_page_makes_nobody_and_sets_no_cookie():
    visitor = Visitor()
    response = visitor.get("/en/")
    assert response.status_code == 200
    assert not response.cookies
    assert "csrf" not in response.content.decode().lower()
    assert not Player.objects.exists()


def test_one_tap_makes_a_player_and_a_match_against_three_cpu_seats():
    visitor = Visitor()
    response = visitor.post("/ja/play/", {"visit": "a" * 32, "nonce": "b" * 32})
    match = Match.objects.get()
    assert response.status_code == 303
    assert response["Location"] == f"/ja/t/{match.pk}/"
    assert [seat.player for seat in Seat.objects.order_by("number")] == [visitor.player, None, None, None]
    assert Seat.objects.get(number=0).nonce == "b" * 32
    assert visitor.get(response["Location"]).status_code == 200


def test_two_first_requests_of_one_visit_make_one_player():
    first, second = Visitor(), Visitor()
    for visitor in (first, second):
        visitor.post("/en/play/", {"visit": "c" * 32})
    assert Player.objects.count() == 1


def test_playing_needs_a_form_of_our_own_page():
    visitor = Visitor()
    response = visitor.post("/en/play/", headers={"Sec-Fetch-Site": "cross-site"})
    assert response.status_code == 403
    assert not Match.objects.exists()


def test_play_cannot_be_read():
    assert Visitor().get("/en/play/").status_code == 405
