"""Sockets under stress: broken frames, floods, restless clients, people who are gone; cases WS-02 to WS-11, NM-06."""

from __future__ import annotations

import asyncio
import json
import logging
import tracemalloc
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from django.db import connection

from accounts.models import Device
from games.live import consumers
from games.live.hub import hub
from games.models import Match
from games.services.groups import join_group, leave_group, make_group
from tests.games.live.sockets import Page, leave_all
from tests.games.seated import Person, person, seat_people, steps_of

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

Result = TypeVar("Result")


async def db(function: Callable[..., Result], *values: Any, **named: Any) -> Result:
    """Call something that meets the database from an async test."""

    def call() -> Result:
        try:
            return function(*values, **named)
        finally:
            connection.close()

    return await sync_to_async(call)()


@pytest_asyncio.fixture(autouse=True)
async def fresh_hub() -> AsyncIterator[None]:
    """A hub without sockets, and none left behind."""
    yield
    await hub.stop()


@pytest.fixture
def people() -> list[Person]:
    return [person("Anna"), person("Berta")]


@pytest.fixture
def match(people: list[Person]) -> Match:
    return seat_people(people)


@pytest.mark.parametrize(
    "text", ["[" * 10_000, "x" * 64_000, '{"action":"phrase","phrase":"' + "y" * 64_000 + '"}'], ids=["[", "x", "line"]
)
async def test_a_frame_no_form_can_fill_is_closed_with_its_reason(
    text: str, match: Match, people: list[Person], caplog: pytest.LogCaptureFixture
) -> None:
    """Cases WS-03 and NM-06: 10 000 brackets, 64 kB of text, a line of 64 kB; one line in the log, and a way back."""
    caplog.set_level(logging.INFO)
    anna, berta = await Page(match.pk, people[0]).open(), await Page(match.pk, people[1]).open()
    await anna.raw(text)
    assert await anna.notice() == "too_big"
    assert await anna.closed() == 1009
    assert await berta.is_quiet()
    lines = [record for record in caplog.records if record.name == "games.live.consumers"]
    assert len(lines) == 1 and lines[0].exc_info is None
    again = await Page(match.pk, people[0]).open()
    await again.say("flip", version="0")
    await berta.until(1)
    await leave_all(again, berta)


async def test_every_odd_frame_of_one_socket_leaves_it_usable_and_the_log_short(
    match: Match, people: list[Person], caplog: pytest.LogCaptureFixture
) -> None:
    """Case WS-03: one after the other on one socket."""
    caplog.set_level(logging.INFO)
    odd = ["{", "[]", '"x"', "5", "null", '{"type":null}', '{"action":null}', '{"action":{"a":1},"version":"0"}']
    odd += ['{"action":"flip","version":"1e999"}', '{"action":"flip","version":-1}', "\ud800", "[" * 7_000]
    anna = await Page(match.pk, people[0]).open()
    for text in odd:
        await anna.raw(text)
        assert await anna.notice() == "bad_message", text[:30]
    assert all("Traceback" not in frame and "Error" not in frame for frame in anna.frames)
    assert len([one for one in caplog.records if one.name == "games.live.consumers"]) == len(odd)
    assert await db(steps_of, match) == []
    await anna.say("flip", version="0")
    await anna.until(1)
    await anna.leave()


async def test_four_stable_pages_see_every_step_once_while_two_come_and_go(people: list[Person]) -> None:
    """Case WS-05: forty steps, before each of which two other pages connect again."""
    match = await db(seat_people, people)
    stable = [await Page(match.pk, who).open() for who in (people[0], people[1], None, people[0])]
    restless = [await Page(match.pk, who).open() for who in (people[1], None)]
    for version in range(40):
        await leave_all(*restless)
        restless = [Page(match.pk, who) for who in (people[1], None)]
        opening = asyncio.gather(*(page.open() for page in restless))
        await stable[version % 2].say("flip", version=str(version))
        await opening
        for page in [*stable, *restless]:
            await page.until(version + 1)
    for page in stable:
        assert page.versions == list(range(41))
    assert hub.open_sockets == 6
    await leave_all(*stable, *restless)
    assert hub.open_sockets == 0


@pytest.mark.parametrize("end", ["leaves the group", "device row is deleted"])
async def test_an_old_socket_is_refused_closed_and_told_once_its_owner_is_gone(end: str, people: list[Person]) -> None:
    """Case WS-11: tab A ends it, tab B flips and speaks on its old socket."""
    group = await db(make_group, player=people[0].player)
    await db(join_group, group=group, player=people[1].player)
    match = await db(seat_people, people, group=group)
    tabs = [await Page(match.pk, people[0]).open() for _ in range(2)]
    if end == "leaves the group":
        await db(leave_group, group=group, by=people[0].player)
    else:
        await db(Device.objects.filter(pk=people[0].device.pk).delete)
    for tab, (action, values) in zip(tabs, (("flip", {"version": "0"}), ("phrase", {"phrase": "hello"})), strict=True):
        await tab.say(action, **values)
        assert await tab.closed() in (4001, 4000)
    assert not any(by == "person" for _, _, _, by in await db(steps_of, match))


async def test_a_flood_harms_nobody_else_and_memory_stays_flat(match: Match, people: list[Person]) -> None:
    """Case NM-06: 2 000 phrases and flips as fast as they go; the other page plays on at once."""
    anna, berta = await Page(match.pk, people[0]).open(), await Page(match.pk, people[1]).open()
    await anna.say("flip", version="0")
    await berta.until(1)
    phrase = json.dumps({"action": "phrase", "phrase": "hello", "HEADERS": {}})
    flip = json.dumps({"action": "flip", "version": "1", "HEADERS": {}})
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for number in range(2_000):
        await anna.raw(phrase if number % 2 else flip)
        if number == 100:
            await berta.say("flip", version="1")
            async with asyncio.timeout(3):
                await berta.until(2)
    codes = set()
    while True:
        message = await anna.socket.receive_output(timeout=10)
        if message["type"] == "websocket.close":
            assert message["code"] == 4008
            break
        if 'id="notice"' in message["text"]:
            codes.add(message["text"].partition('data-code="')[2].partition('"')[0])
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert "too_fast" in codes, "the sender is told"
    assert grown < 3_000_000
    assert [seat for _, seat, _, _ in await db(steps_of, match)] == [0, 1]
    shown = [frame for frame in berta.frames if 'id="phrase-0"' in frame and "Hello!" in frame]
    assert len(shown) <= 6
    await berta.leave()


async def test_a_hundred_sockets_of_one_person_are_held_at_twenty_and_others_get_in(
    match: Match, people: list[Person]
) -> None:
    """Case NM-06."""
    pages = [Page(match.pk, people[0]) for _ in range(100)]
    opened: list[Page] = []
    refused = 0
    for page in pages:
        if len(opened) < consumers.MOST_SOCKETS_OF_PLAYER:
            opened.append(await page.open())
        else:
            assert await page.refused() == 4008
            refused += 1
    assert (len(opened), refused) == (20, 80)
    berta = await Page(match.pk, people[1]).open()
    await opened[7].say("flip", version="0")
    await berta.until(1)
    await leave_all(berta, *opened)
