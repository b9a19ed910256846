"""The tutorial's pages: every step by plain addresses, nothing kept of whoever learns."""

import re
from html import unescape
from urllib.parse import parse_qs

import pytest
from django.conf import settings
from django.db import connections
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from games import lesson
from games.models import Match
from games.rules_text.texts import texts_for

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _ in settings.LANGUAGES]


@pytest.fixture
def visitor():
    return Client(SERVER_NAME="127.0.0.1")


def page_of(visitor, address):
    response = visitor.get(address)
    assert response.status_code == 200, address
    assert not response.cookies
    return response.content.decode()


def way_on(html, name):
    """The address that a button of the page leads to."""
    form = re.search(rf'<form id="form-{name}" class="action" method="get" action="([^"]+)".*?</form>', html, re.DOTALL)
    if form is None:
        return None
    fields = re.findall(r'<input type="hidden" name="(\w)" value="(\w+)">', form[0])
    return f"{form[1]}?{'&'.join('='.join(field) for field in fields)}"


def explanation(html):
    return unescape(re.sub(r"<[^>]+>", "", re.search(r'<p id="explanation"[^>]*>(.*?)(?:<span|</p>)', html)[1])).strip()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("choices", [way[-1].choices for way in lesson.all_ways()])
def test_buttons_alone_lead_through_the_whole_match(visitor, choices, language):
    address = f"/{language}/learn/"
    left = list(choices)
    steps = 0
    while address:
        html = page_of(visitor, address)
        moment = lesson.nearest(steps, choices)
        pattern = texts_for(language).by_id[f"learn.lesson.{moment.lesson}"]
        assert re.fullmatch(re.escape(pattern).replace(r"\{name\}", ".+"), explanation(html))
        assert f'data-version="{steps}"' in html
        stop = way_on(html, "stop")
        address = stop if stop and left.pop(0) == "s" else way_on(html, "flip")
        steps += 1
    assert not left
    assert 'data-over="1"' in html
    assert f'action="/{language}/play/"' in html
    assert f'href="/{language}/groups/new/"' in html
    assert f'id="again" class="ways-back-again" href="/{language}/learn/"' in html


def test_learning_reads_and_writes_no_row(visitor):
    with CaptureQueriesContext(connections["default"]) as queries:
        for way in lesson.all_ways():
            for moment in way:
                page_of(visitor, f"/en/learn/?s={moment.step}&c={moment.choices}")
                visitor.get(f"/en/learn/step/?s={moment.step}&c={moment.choices}", headers={"hx-request": "true"})
    assert queries.captured_queries == []
    assert not Match.objects.exists()
    assert not Player.objects.exists()
    assert not visitor.cookies


@pytest.mark.parametrize(
    "query",
    ["s=", "s=x", "s=-1", "s=1.5", "s=9999", "s=٣", "s=%00", "s=1%0A", "s=1&s=2", "c=x", "s=11&c=F", "c=f&c=s"]
    + ["c=fffffffff", "s=3&c=f%0A", "s=<script>", "s=1e1", "s= 1"],
)
@pytest.mark.parametrize("page", ["", "step/"])
def test_an_address_that_no_page_ever_had_is_not_found(visitor, query, page):
    response = visitor.get(f"/en/learn/{page}?{query}")
    assert response.status_code == 404
    assert 'href="/en/learn/"' in response.content.decode()


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("s=999", "?s=10"),
        ("s=11", "?s=10"),
        ("s=5&c=f", "?s=5"),
        ("s=0&c=fs", ""),
        ("c=s", ""),
        ("s=26&c=f", "?s=25&c=f"),
        ("s=999&c=s", "?s=17&c=s"),
        ("s=11&c=fsfs", "?s=11&c=f"),
    ],
)
def test_a_step_out_of_reach_leads_to_the_nearest_one(visitor, query, place):
    response = visitor.get(f"/en/learn/?{query}")
    assert (response.status_code, response.headers["Location"]) == (302, f"/en/learn/{place}")
    piece = visitor.get(f"/en/learn/step/?{query}", headers={"hx-request": "true"})
    assert piece.headers["HX-Push-Url"] == f"/en/learn/{place}"


@pytest.mark.parametrize("step", [0, 10, 15])
def test_the_pieces_are_those_of_the_page(visitor, step):
    choices = "" if step < 11 else "&c=f"
    page = page_of(visitor, f"/hi/learn/?s={step}{choices}")
    pieces = visitor.get(f"/hi/learn/step/?s={step}{choices}", headers={"hx-request": "true"}).content.decode()
    for name in ("board", "piles", "turn", "odds", "result", "seat-0", "seat-1", "seat-2"):
        (element,) = re.findall(rf'<\w+ id="{name}"[^>]*>', pieces)
        assert ' hx-swap-oob="true"' in element
        assert element.replace(' hx-swap-oob="true"', "") in page
    for name in ("controls", "ways_back"):
        assert re.search(rf'<div id="{name}"[^>]* hx-swap-oob="true"', pieces)
    assert re.search(r'<div id="coach"[^>]* hx-swap-oob="innerHTML"', pieces)
    assert "hx-swap-oob" not in page


def test_pieces_asked_for_as_a_page_lead_to_the_page(visitor):
    response = visitor.get("/en/learn/step/?s=11&c=s")
    assert (response.status_code, response.headers["Location"]) == (302, "/en/learn/?s=11&c=s")


def test_the_way_back_leads_one_step_back_also_over_a_choice(visitor):
    def back(query):
        found = re.search(r'<a id="back"[^>]* href="([^"]+)"', page_of(visitor, f"/en/learn/{query}"))
        return parse_qs(unescape(found[1]).partition("?")[2]) if found else None

    assert back("") is None
    assert back("?s=1") == {"s": ["0"]}
    assert back("?s=11&c=f") == {"s": ["10"]}
    assert back("?s=18&c=ss") == {"s": ["17"], "c": ["s"]}
    assert back("?s=25&c=sf") == {"s": ["24"], "c": ["sf"]}


def test_the_page_reads_in_order_with_one_live_region(visitor):
    html = page_of(visitor, "/en/learn/?s=10")
    order = ['<h1 class="vh">', 'id="coach"', 'id="seat-1"', 'id="seat-2"', 'id="piles"', 'id="seat-0"']
    order += ['id="odds"', 'id="turn"', 'id="flip"', 'id="stop"']
    places = [html.index(mark) for mark in order]
    assert places == sorted(places)
    assert html.count("aria-live") == html.count('role="status"') == 1
    assert html.count("autofocus") == 1
    assert re.search(r'<button id="flip"[^>]* autofocus aria-describedby="explanation"', html)
    assert "autofocus" not in page_of(visitor, "/en/learn/")


def test_the_first_page_is_for_search_engines_and_the_steps_are_not(visitor):
    first = page_of(visitor, "/ja/learn/")
    assert 'rel="canonical" href="http://127.0.0.1/ja/learn/"' in first
    assert first.count('rel="alternate" hreflang=') == len(LANGUAGES) + 1
    assert texts_for("ja").line("learn.description") in first
    assert "noindex" not in first
    later = page_of(visitor, "/ja/learn/?s=4")
    assert "noindex" in later
    assert "canonical" not in later
    assert "/en/learn/" in Client(SERVER_NAME="127.0.0.1").get("/sitemap.xml").content.decode()


def test_pages_may_be_kept_by_caches(visitor):
    for address in ("/en/learn/", "/en/learn/?s=4"):
        response = visitor.get(address)
        assert "public" in response.headers["Cache-Control"]
        assert "Cookie" not in response.headers.get("Vary", "")


def test_home_and_header_lead_to_the_tutorial(visitor):
    assert page_of(visitor, "/sw/").count('href="/sw/learn/"') >= 2


def test_the_end_leads_to_no_page_of_a_match_that_is_kept_nowhere():
    page = Client(SERVER_NAME="127.0.0.1").get("/en/learn/?s=25&c=sf").content.decode()
    assert 'id="play-now"' in page
    assert "/m/" not in page
