"""A review of a finished match that one leads and the others follow, over the sockets of its pages."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from functools import partial

import pytest
import pytest_asyncio

from games.live import bus, review
from games.live.bus import News, NewsKind
from games.live.hub import hub
from games.models import Match
from tests.games.live.sockets import Page, db, leave_all
from tests.games.seated import PLAIN, Person, person, play, seat_people

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


@pytest_asyncio.fixture(autouse=True)
async def fresh_hub() -> AsyncIterator[None]:
    """A hub without sockets, and none left behind."""
    yield
    await hub.stop()
    await db(lambda: None)


@pytest.fixture
def people() -> list[Person]:
    return [person("Anna"), person("Berta")]


@pytest.fixture
def match(people: list[Person]) -> Match:
    """A match of four steps that is over."""
    made = seat_people(people, deck=PLAIN[:4])
    for version in range(4):
        who = people[version % 2]
        assert step(made, who, version) is None
    return made


def step(match: Match, who: Person, version: int) -> object:
    return play(match, version % 2, who, version).error


def replaying(match: Match, who: Person | None, language: str = "en") -> Page:
    """The page of the match, which has the table itself and wants to know of reviews only."""
    return Page(match.pk, who, language=language, query="?replay")


async def connected(*pages: Page) -> None:
    for page in pages:
        is_accepted, _ = await page.socket.connect(timeout=10)
        assert is_accepted
        await page.say("beat")  # answered when the page has joined
        while "pulse" not in page.pieces:
            await page.take()


def shown(page: Page) -> tuple[str, str]:
    """Who leads and where, as the page was last told."""
    found = re.search(r'data-seat="(\d*)" data-step="(\d*)"', page.pieces["review"])
    assert found
    return found[1], found[2]


async def test_whoever_leads_takes_the_others_along_in_their_own_language(match: Match, people: list[Person]) -> None:
    anna, berta, watcher = replaying(match, people[0]), replaying(match, people[1], "ja"), replaying(match, None)
    await connected(anna, berta, watcher)
    await anna.say("review", step="3")
    for page in (anna, berta, watcher):
        await page.take()
        assert shown(page) == ("0", "3")
    assert "<bdi>Anna</bdi> is going through the match." in watcher.pieces["review"]
    assert f'href="/ja/m/{match.pk}/?step=3#shared_review"' in berta.pieces["review"]
    await anna.say("review", step="2")
    await berta.take()
    assert shown(berta) == ("0", "2")
    await leave_all(anna, berta, watcher)


async def test_those_still_at_the_table_are_told_and_keep_their_table(match: Match, people: list[Person]) -> None:
    at_table, anna = await Page(match.pk, people[1]).open(), replaying(match, people[0])
    await connected(anna)
    board = at_table.pieces["board"]
    await anna.say("review", step="0")
    await at_table.take()
    assert shown(at_table) == ("0", "0") and at_table.pieces["board"] == board
    assert "board" not in anna.pieces, "the page of the match shows the step that it was asked for"
    await leave_all(at_table, anna)


async def test_who_comes_later_is_told_as_long_as_the_leader_is_heard_of(
    match: Match, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, berta = replaying(match, people[0]), replaying(match, people[1])
    await connected(anna)
    await anna.say("review", step="1")
    await anna.take()
    await connected(berta)
    assert shown(berta) == ("0", "1")
    await berta.leave()
    monkeypatch.setattr(review, "_LIVES_SECONDS", 0.0)
    late = replaying(match, people[1])
    await connected(late)
    assert shown(late) == ("", "")
    await leave_all(anna, late)


async def test_another_may_take_over_and_only_who_leads_can_end_it(match: Match, people: list[Person]) -> None:
    anna, berta = replaying(match, people[0]), replaying(match, people[1])
    await connected(anna, berta)
    await anna.say("review", step="1")
    await berta.take()
    await berta.say("review", step="4")
    await berta.take()
    assert shown(berta) == ("1", "4")
    await anna.say("review_end")
    await anna.say("beat")
    anna.frames.clear()
    while not anna.frames or "pulse" not in anna.frames[-1]:
        await anna.take()
    assert shown(anna) == ("1", "4")
    await berta.say("review_end")
    await berta.take()
    assert shown(berta) == ("", "") and " hidden " in berta.pieces["review"]
    await leave_all(anna, berta)


async def test_a_watcher_does_not_lead_and_nobody_leads_beyond_the_end(match: Match, people: list[Person]) -> None:
    watcher, anna = replaying(match, None), replaying(match, people[0])
    await connected(watcher, anna)
    await watcher.say("review", step="1")
    assert await watcher.notice() == "not_your_seat"
    await anna.say("review", step="5")
    assert await anna.notice() == "illegal_action"
    assert "review" not in anna.pieces
    await leave_all(watcher, anna)


async def test_a_match_that_goes_on_is_not_reviewed(people: list[Person]) -> None:
    live = await db(partial(seat_people, people))
    anna = await Page(live.pk, people[0]).open()
    await anna.say("review", step="0")
    assert await anna.notice() == "illegal_action"
    await anna.leave()


async def test_a_review_led_through_another_process_is_followed(match: Match, people: list[Person]) -> None:
    anna = replaying(match, people[0])
    await connected(anna)
    line = json.loads(News(NewsKind.REVIEW, match.pk, 4, {"seat": 1, "step": 2}).to_line())
    assert bus.news_of_line(json.dumps(line)) is None, "its own echo"
    hub.on_line(json.dumps(line | {"from": "another process"}))
    await anna.take()
    assert shown(anna) == ("1", "2")
    for broken in ({"seat": 7, "step": 1}, {"seat": 1, "step": 99}, {"seat": "1", "step": 1}, {"seat": 1}):
        hub.on_line(News(NewsKind.REVIEW, match.pk, 4, broken).to_line().replace(b'"from":"', b'"from":"x'))
    assert await anna.is_quiet()
    await anna.leave()
