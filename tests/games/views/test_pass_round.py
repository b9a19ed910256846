"""The page of one device for all, and its table by plain forms."""

import re

import pytest

from games.models import Match, Seat
from games.selectors.pass_round import round_of
from tests.visitors import Visitor

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = "/en/pass/"


@pytest.fixture
def visitor():
    return Visitor()


def start(visitor, *names, cpu="0"):
    return visitor.post(PAGE, {"name": list(names), "cpu": cpu})


def match_of(response):
    return Match.objects.get(pk=response["Location"].rstrip("/").split("/")[-1])


def test_reading_the_page_makes_nobody(visitor):
    response = visitor.get(PAGE)
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    assert not visitor.cookies
    assert response.content.decode().count('name="name"') == 6


def test_names_start_a_match_and_stand_there_the_next_time(visitor):
    response = start(visitor, "Anna", "", "ベルタ", "", "", "", cpu="1")
    assert response.status_code == 303
    match = match_of(response)
    assert list(Seat.objects.filter(match=match).order_by("number").values_list("name", flat=True)) == [
        "Anna",
        "ベルタ",
        "",
    ]
    page = visitor.get(PAGE).content.decode()
    assert 'value="Anna"' in page
    assert 'value="ベルタ"' in page
    assert re.search(r'name="cpu" value="1" checked', page)


@pytest.mark.parametrize(
    ("names", "cpu", "part"),
    [
        (["Anna"], "3", "At least two people"),
        ([], "0", "At least two people"),
        (["A", "B", "C"], "4", "room for six"),
        (["Anna", "x" * 21], "0", "name-2-error"),
        (["Anna", "<b>", "\u202e"], "9", "name-3-error"),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(visitor, names, cpu, part):
    response = start(visitor, *names, cpu=cpu)
    html = response.content.decode()
    assert response.status_code == 422
    assert part in html
    assert not Match.objects.exists()
    assert "<b>" not in html.split("pass-names")[1]
    for name in names:
        if name.isalpha():
            assert f'value="{name}"' in html


def test_a_match_is_played_by_plain_forms_and_each_page_names_whose_hands_it_goes_into(visitor):
    match = match_of(start(visitor, "Anna", "Berta"))
    address = f"/en/t/{match.pk}/"
    names = []
    for _ in range(6):
        html = visitor.get(address).content.decode()
        names.append(re.search(r'id="turn"[^>]*>(.*?)</p>', html).group(1))
        assert 'data-you=""' in html
        assert 'data-seats-here="0 1"' in html
        assert "http-equiv" not in html  # nothing to wait for
        version = re.search(r'name="version" value="(\d+)"', html).group(1)
        assert visitor.post(f"{address}do/", {"action": "flip", "version": version}).status_code == 303
    assert Match.objects.get(pk=match.pk).version == 6
    assert names[0].startswith("Pass the device to <bdi>")
    turns = list(match.steps.order_by("sequence").values_list("seat", flat=True))
    for number in range(1, 6):
        name = ("Anna", "Berta")[turns[number]]
        assert f"<bdi>{name}</bdi>" in names[number]
        assert names[number].startswith("Pass") == (turns[number] != turns[number - 1])


def test_nobody_else_sees_the_table_or_starts_it_again(visitor):
    match = match_of(start(visitor, "Anna", "Berta"))
    stranger = Visitor()
    assert stranger.get(f"/en/t/{match.pk}/").status_code == 404
    assert stranger.post(f"/en/t/{match.pk}/do/", {"action": "flip", "version": "0"}).status_code == 404
    response = stranger.post(f"{PAGE}again/", {"after": match.pk})
    assert (response.status_code, response["Location"]) == (303, PAGE)
    assert Match.objects.count() == 1


def test_a_finished_match_offers_the_same_people_again_at_the_table_and_on_its_page(visitor):
    match = match_of(start(visitor, "Anna", "Berta"))
    address = f"/en/t/{match.pk}/"
    while (version := Match.objects.get(pk=match.pk).version) is not None and match.turn is not None:
        visitor.post(f"{address}do/", {"action": "flip", "version": str(version)})
        match.refresh_from_db()
    for page in (address, f"/en/m/{match.pk}/"):
        html = visitor.get(page).content.decode()
        assert 'action="/en/pass/again/"' in html
        assert f'name="after" value="{match.pk}"' in html
    again = match_of(visitor.post(f"{PAGE}again/", {"after": match.pk}))
    assert round_of(match_id=again.pk, player=visitor.player) == round_of(match_id=match.pk, player=visitor.player)


def test_ones_own_page_tells_such_a_match_from_ones_own(visitor):
    match = match_of(start(visitor, "Anna", "Berta"))
    while match.turn is not None:
        visitor.post(f"/en/t/{match.pk}/do/", {"action": "flip", "version": str(match.version)})
        match.refresh_from_db()
    html = visitor.get(f"/en/p/{visitor.player.pk}/").content.decode()
    line = html.split(f"/en/m/{match.pk}/")[1].split("</li>")[0]
    assert "One device for all" in line
    assert " of 2" not in line
