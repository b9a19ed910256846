"""Languages: each viewer's own, texts of every page, numbers for machines, names in lines; cases I18-01 to I18-13."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any, TypeVar

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.utils import timezone, translation

from accounts.models import Group, Player
from games.live import fragments
from games.live.hub import hub
from games.live.snapshot import SeatFace
from games.models import Match, RuleSet
from games.services.play import settle_due
from games.services.rules import load_defaults
from ratings.models import Rating
from tests.games.live.sockets import Page, leave_all
from tests.games.live.tables import snapshot_of, state_with
from tests.games.seated import PLAIN, person, seat_people
from tests.visitors import Visitor

pytestmark = pytest.mark.django_db(transaction=True)

Result = TypeVar("Result")
CODES = [code for code, _ in settings.LANGUAGES]
LETTERS = {"ja": r"[\u3040-\u30ff]", "ar": r"[\u0600-\u06ff]", "ru": r"[\u0400-\u04ff]", "hi": r"[\u0900-\u097f]"}


async def db(function: Callable[..., Result], *values: Any, **named: Any) -> Result:
    """Call something that meets the database from an async test."""

    def call() -> Result:
        try:
            return function(*values, **named)
        finally:
            connection.close()

    return await sync_to_async(call)()


@pytest_asyncio.fixture
async def fresh_hub() -> AsyncIterator[None]:
    """A hub without sockets, and none left behind."""
    yield
    await hub.stop()


def letters_of(html: str) -> set[str]:
    """Which languages' letters stand in a piece, card pictures and names aside."""
    text = re.sub(r"<[^>]+>|<bdi>.*?</bdi>", " ", html)
    return {code for code, letters in LETTERS.items() if re.search(letters, text)}


async def test_everybody_gets_their_own_language_also_for_what_a_worker_does(fresh_hub: None) -> None:
    """Case I18-01: seats in ja and ar, a watcher in ru; a flip, a time-out by a job, a phrase, and the result."""
    people = [await db(person, "Anna"), await db(person, "Berta")]
    match = await db(seat_people, people, deck=PLAIN[:3], turn_limit_seconds=30)
    pages = {
        "ja": await Page(match.pk, people[0], language="ja").open(),
        "ar": await Page(match.pk, people[1], language="ar").open(),
        "ru": await Page(match.pk, None, language="ru").open(),
    }

    async def all_show(version: int) -> None:
        for language, page in pages.items():
            await page.until(version)
            for piece in ("latest", "turn", "events"):
                assert letters_of(page.pieces.get(piece, "")) <= {language}, (language, piece, page.pieces[piece])
            assert letters_of(page.pieces["latest"]) == {language}

    await pages["ja"].say("flip", version="0")
    await all_show(1)
    await pages["ar"].say("phrase", phrase="hello")
    for language, page in pages.items():
        while "data-number" not in page.pieces.get("phrase-1", ""):
            await page.take()
        assert letters_of(page.pieces["phrase-1"]) == {language}
    long_ago = timezone.now() - timedelta(seconds=40)
    await db(Match.objects.filter(pk=match.pk).update, step_at=long_ago, deadline_at=long_ago, due_at=long_ago)
    with translation.override("hi"):  # whatever language the worker happens to be in
        await db(settle_due, match_id=match.pk)
    await all_show(2)
    await pages["ja"].say("flip", version="2")
    await all_show(3)
    for language, page in pages.items():
        assert letters_of(page.pieces["result"]) == {language}
    await leave_all(*pages.values())


PATHS = ("", "rules/", "rankings/", "cards/", "cards/10/", "groups/new/", "groups/find/", "me/")


@pytest.mark.parametrize("first", ["sw", "ar"])
def test_pages_settings_and_form_errors_are_in_the_pages_language_whichever_came_first(first: str) -> None:
    """Case I18-02: nothing that was resolved for the first visitor, or at import, stays for the next."""
    host = Visitor()
    host.post("/en/groups/new/", {"name": "Anna"})
    code = Group.objects.get().code
    seen: dict[str, dict[str, str]] = {}
    for language in [first, *(code for code in CODES if code != first), first]:
        texts = {path: host.get(f"/{language}/{path}").content.decode() for path in PATHS}
        texts["settings"] = host.get(f"/{language}/g/{code}/settings/").content.decode()
        wrong = {"version": "1", "semimaru": "x"}
        texts["errors"] = host.post(f"/{language}/g/{code}/settings/", wrong).content.decode()
        texts["name"] = Visitor().post(f"/{language}/groups/new/", {"name": "\u200b"}).content.decode()
        for path, text in texts.items():
            assert f'<html lang="{language}"' in text, path
            main = re.sub(r"(?s)<header.*?</header>|<footer.*?</footer>|<svg.*?</svg>|<bdi.*?</bdi>", " ", text)
            main = re.sub(r'(?s)<[^>]*(lang="ja"|hreflang)[^>]*>.*?</', " ", main)
            if path not in ("cards/", "cards/10/", "rules/"):
                foreign = letters_of(main) - {language}
                assert not foreign, (language, path, foreign)
        if language in seen:
            stable = {path: re.sub(r"\d+", "", text) for path, text in texts.items()}
            assert {path: re.sub(r"\d+", "", text) for path, text in seen[language].items()} == stable
        seen[language] = texts
    for path in ("settings", "errors", "name", "rules/"):
        titles = {language: re.sub(r"<[^>]+>", " ", texts[path]) for language, texts in seen.items()}
        assert len(set(titles.values())) == len(CODES), path


def test_the_admin_and_its_option_labels_follow_the_staff_members_language() -> None:
    """Case I18-02, in admin: each request in its own language, one after the other in one process."""
    load_defaults()
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(User.objects.create_superuser("rika"))
    address = f"/admin/games/ruleset/{RuleSet.objects.get(is_site_default=True).pk}/change/"
    pages = {}
    for language in ("sw", "ja", "ru", "ar", "en"):
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        pages[language] = client.get(address, headers={"accept-language": language})
    shown = {}
    for language, response in pages.items():
        if response.status_code != 200:
            pytest.fail(f"{language}: {response.status_code}")
        text = response.content.decode()
        assert f'lang="{language}"' in text
        options = re.search(r'(?s)<select[^>]*name="semimaru".*?</select>', text)
        assert options
        shown[language] = options.group()
    assert len(set(shown.values())) == 5
    assert "Out at once" in shown["en"]


@pytest.mark.parametrize("query", ["", "?season=&q=a"])
@pytest.mark.parametrize("path", ["rules/", "rankings/", "g/{}/", "groups/new/"])
def test_choosing_english_on_an_arabic_page_stays_english(path: str, query: str) -> None:
    """Cases I18-03 and I18-04: a profile without cookies; then a friend's link in another language."""
    host = Visitor()
    host.post("/en/groups/new/", {"name": "Anna"})
    path = path.format(Group.objects.get().code)
    visitor = Visitor()
    page = visitor.get(f"/ar/{path}{query}", headers={"accept-language": "ar"})
    menu = dict(re.findall(r'<a href="([^"]*)" lang="(\w+)"', page.content.decode()))
    (english,) = (link.replace("&amp;", "&") for link, code in menu.items() if code == "en")
    chosen = visitor.get(english, headers={"accept-language": "ar"})
    assert chosen.status_code == 302 and chosen["Location"] == f"/en/{path}{query}"
    again = visitor.get(chosen["Location"], headers={"accept-language": "ar"})
    assert again.status_code == 200 and '<html lang="en" dir="ltr">' in again.content.decode()
    assert visitor.get("/", headers={"accept-language": "ar"})["Location"] == "/en/"
    # The prefix of an explicit link is stronger than the choice, and the switcher says so.
    friend = visitor.get(f"/ar/{path}")
    text = friend.content.decode()
    assert friend.status_code == 200 and '<html lang="ar" dir="rtl">' in text
    current = re.search(r'lang="(\w+)"[^>]*aria-current="true"', text)
    assert current and current.group(1) == "ar"


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("zh-HK", "en"),
        ("pt-PT", "en"),
        ("iw", "en"),
        ("in", "id"),
        ("no", "en"),
        ("fil", "en"),
        ("es-419", "en"),
        ("fr;q=0.1, ar", "ar"),
        ("*", "en"),
        ("", "en"),
        ("x" * 10_000, "en"),
        ("\xff\x00,;q=", "en"),
    ],
    ids=ascii,
)
def test_the_bare_address_and_the_invite_link_take_the_best_variant(header: str, code: str) -> None:
    """Case I18-05 at the addresses without a language; which variant is best is tested with the matcher."""
    assert Visitor().get("/", headers={"accept-language": header})["Location"] == f"/{code}/"
    assert Visitor().get("/g/CDFGHJKM/", headers={"accept-language": header})["Location"] == f"/{code}/g/CDFGHJKM/"


@pytest.mark.parametrize(
    ("spelling", "status", "place"),
    [
        ("AR", 301, "/ar/rules/"),
        ("en-us", 301, "/en/rules/"),
        ("in", 301, "/id/rules/"),
        ("zh-TW", 404, ""),
        ("zh-Hant", 404, ""),
        ("pt-BR", 404, ""),
        ("zh", 404, ""),
    ],
)
def test_a_rules_page_under_another_spelling_is_one_redirect_or_a_localised_404(
    spelling: str, status: int, place: str
) -> None:
    """Case I18-06, with the languages that are offered now."""
    response = Visitor().get(f"/{spelling}/rules/", headers={"accept-language": "ar"})
    assert response.status_code == status
    if status == 301:
        assert response["Location"] == place and Visitor().get(place).status_code == 200
    else:
        assert '<html lang="ar" dir="rtl">' in response.content.decode()


MACHINE_ATTRIBUTES = re.compile(
    r"\s(id|href|action|for|name|value|data-[\w-]+|x1?|y1?|x2|y2|width|height|cx|cy|r|d|points|viewBox|hx-[\w-]+|"
    r'aria-controls|aria-labelledby|aria-describedby|max|min|content)="([^"]*)"'
)


@pytest.mark.parametrize("language", CODES)
def test_numbers_for_machines_are_plain_in_every_language(language: str) -> None:
    """Case I18-10: ids 1234 and 1000000, a rating of 1523.5: no sign of any locale in what machines read."""
    players = [Player.objects.create(pk=pk, display_name=f"P{pk}", is_named=True) for pk in (1234, 1_000_000)]
    now = timezone.now()
    for player in players:
        Rating.objects.create(
            player=player, season="", mu=25.9, sigma=1.234, matches=1234, wins=1000, draws=200, last_match_at=now
        )
    text = Visitor().get(f"/{language}/rankings/").content.decode()
    assert f'href="/{language}/p/1234/"' in text and f'href="/{language}/p/1000000/"' in text
    for page in (text, Visitor().get(f"/{language}/p/1000000/").content.decode()):
        for name, value in MACHINE_ATTRIBUTES.findall(page):
            if name in ("content", "value"):
                continue
            assert not re.search(r"[٠-٩०-९]|\d[\u00a0\u202f٬]\d|\d,\d{3}(?!\d)(?=.*\d{4})", value), (name, value)
        for value in re.findall(r'\s(?:x1?|y1?|x2|y2|width|height|cx|cy|r)="([^"]*)"', page):
            assert re.fullmatch(r"-?\d+(\.\d+)?%?", value), value
        assert "1 000 000" not in page


NAMES = ("abc (1)", "محمد", "R2-D2!", "12-3", "CPU-X 2")


def unisolated(html: str) -> str:
    """The words of a page or piece that stand outside isolates and tags."""
    return re.sub(r"<[^>]*>", " ", re.sub(r"(?s)<bdi>.*?</bdi>|<head>.*?</head>", "", html))


def test_every_name_in_an_arabic_page_has_its_own_direction() -> None:
    """Case I18-13: at the table while it runs and in its result, and in the lobby."""
    seats = tuple(SeatFace(number, name, number + 1) for number, name in enumerate(NAMES))
    running = state_with(hands=((20, 21), (22,), (23,), (), ()), draw=(40, 41))
    for state in (running, replace(running, draw_pile=(), turn=None)):
        for html in fragments.pieces(snapshot_of(state, seats=seats), "ar", 0).values():
            assert not [name for name in NAMES if name in unisolated(html)], html
    host = Visitor()
    path = host.post("/ar/groups/new/", {"name": NAMES[0]}).headers["Location"]
    for name in NAMES[1:4]:
        Visitor().post(f"{path}join/", {"name": name})
    text = host.get(path).content.decode()
    for name in NAMES[:4]:
        assert f"<bdi>{name}</bdi>" in text
        assert name not in unisolated(text)


def test_fields_follow_the_script_that_is_typed() -> None:
    """Case I18-13: every field for words takes the direction of what is typed."""
    visitor = Visitor()
    visitor.post("/ar/me/name/", {"name": "Anna"})
    for path in ("groups/new/", "me/", "rankings/", "cards/"):
        text = visitor.get(f"/ar/{path}").content.decode()
        for field in re.findall(r'<input[^>]*type="(?:text|search)"[^>]*>', text):
            assert 'dir="auto"' in field or 'dir="ltr"' in field, (path, field)
