"""The table on a screen for a whole room."""

import pytest

from games import engine
from games.models import Seat
from games.services.matches import SeatPlan, start_match
from tests.games.live.pages import Page
from tests.visitors import Visitor, new_group

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table():
    """The id of a match of a group of two people."""
    group, people = new_group("Anna", "Berta")
    seats = [SeatPlan(player, player.display_name) for player in people]
    return start_match(seats=seats, rules=engine.RuleSet(), group=group).pk, group


def page_of(visitor: Visitor, match_id: str) -> Page:
    answer = visitor.get(f"/en/t/{match_id}/screen/")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"].startswith("max-age=0, no-cache, no-store")
    return Page(answer.content.decode().replace("<!doctype html>", ""))


def test_the_screen_shows_every_piece_of_the_table_and_nothing_to_press(table):
    match_id, _ = table
    page = page_of(Visitor(), match_id)
    for name in ("board", "seat-0", "seat-1", "piles", "latest", "turn", "odds", "events", "controls", "result"):
        assert page.by_id(name)
    assert page.by_id("table").attributes["data-you"] == ""
    assert not {"flip", "stop", "form-phrase", "form-leave"} & set(page.ids)


def test_the_screen_of_a_group_shows_its_code_and_the_way_in(table):
    match_id, group = table
    invite = page_of(Visitor(), match_id).by_id("screen_invite")
    assert f"{group.code[:4]} {group.code[4:]}" in invite.text
    assert "svg" in {element.tag for element in invite.inside}


def test_the_screen_of_a_match_without_a_group_shows_the_way_to_watch(table):
    _, group = table
    people = [member.player for member in group.memberships.all()]
    match_id = start_match(seats=[SeatPlan(player, "") for player in people], rules=engine.RuleSet()).pk
    assert "Watch on your phone" in page_of(Visitor(), match_id).by_id("screen_invite").text


def test_the_screen_of_a_match_against_the_cpu_invites_nobody_since_nobody_else_may_see_it():
    visitor = Visitor()
    match_id = visitor.post("/en/play/", {"visit": "d" * 32}).headers["Location"].split("/t/")[1].strip("/")
    assert "screen_invite" not in page_of(visitor, match_id).ids
    assert Visitor().get(f"/en/t/{match_id}/screen/").status_code == 404


def test_the_screen_sits_at_no_seat_even_on_the_device_of_a_player():
    visitor = Visitor()
    match_id = visitor.post("/en/play/", {"visit": "d" * 32}).headers["Location"].split("/t/")[1].strip("/")
    seats = Seat.objects.filter(match_id=match_id, player__isnull=False)
    seats.update(is_held_by_cpu=True)
    assert page_of(visitor, match_id).by_id("table").attributes["data-you"] == ""
    assert seats.get().is_held_by_cpu


def test_there_is_no_screen_of_a_table_that_does_not_exist():
    assert Visitor().get("/en/t/abcdefghjkmn/screen/").status_code == 404
