"""The real site on one machine under stress: a busy SQLite, a restart with 200 sockets; cases DB-01 and WS-10."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import time
import urllib.parse
import urllib.request
from collections.abc import Callable
from functools import partial
from http.cookiejar import CookieJar
from typing import Any

import pytest

from games import engine
from tests.scaled.people import Device, Page, close_all, load_tables
from tests.site import Site

SITE_ENVIRONMENT = {"BOZU_CPU_PACE_SECONDS": "0.01", "DJANGO_SUPERUSER_PASSWORD": "a long way to the pass"}
BUSY_SECONDS = 12.0

pytestmark = pytest.mark.timeout(240)


class Admin:
    """Somebody of the staff with a browser, as far as forms go."""

    def __init__(self, site: Site) -> None:
        self.base = site.base_url
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        site.manage("createsuperuser", "--noinput", "--username", "rika", "--email", "rika@example.org")
        self.send("/admin/login/", username="rika", password=SITE_ENVIRONMENT["DJANGO_SUPERUSER_PASSWORD"])

    def read(self, path: str) -> str:
        """Return a page that must be there."""
        with self.opener.open(self.base + path, timeout=30) as answer:
            return str(answer.read().decode())

    def send(self, path: str, **values: str) -> str:
        """Fill in the form of a page, send it, and return the page that follows."""
        fields = dict(
            re.findall(r'<input type="(?:hidden|number|text)" name="([^"]+)" value="([^"]*)"', self.read(path))
        )
        data = urllib.parse.urlencode(fields | values).encode()
        request = urllib.request.Request(self.base + path, data, {"Referer": self.base + path, "Origin": self.base})
        with self.opener.open(request, timeout=30) as answer:
            return str(answer.read().decode())


class Rows:
    """What the site's database holds, read as any other program would."""

    def __init__(self, site: Site) -> None:
        self.path = site.data_dir / "site.sqlite3"

    def select(self, sql: str, *values: Any) -> list[sqlite3.Row]:
        """Return the rows of a query."""
        database = sqlite3.connect(self.path, timeout=10)
        database.row_factory = sqlite3.Row
        try:
            return database.execute(sql, values).fetchall()
        finally:
            database.close()

    def assert_whole(self, match_id: str) -> None:
        """The log has every step once, and leads to the stored state."""
        (row,) = self.select("SELECT * FROM games_match WHERE id = ?", match_id)
        steps = self.select("SELECT * FROM games_step WHERE match_id = ? ORDER BY sequence", match_id)
        steps = steps[: row["version"]]  # it may be going on
        assert [step["sequence"] for step in steps] == list(range(1, row["version"] + 1))
        told = engine.replay(
            engine.RuleSet.from_dict(json.loads(row["rules"])),
            row["seat_count"],
            row["first_seat"],
            json.loads(row["deck"]),
            [engine.Action(step["action"]) for step in steps],
        )
        assert told and told[-1][0] == engine.decode(row["state"])


def may_rest(page: Page) -> bool:
    """Whether nothing happens at a table until somebody acts."""
    return page.is_over or page.turn == page.seat


async def play_on_and_on(site: Site, language: str, until: float) -> list[Page]:
    """Play solo matches against the CPU, one after the other, until a moment; return the pages of all of them."""
    device = Device(site, language)
    pages = []
    while time.monotonic() < until:
        address = await asyncio.to_thread(device.post, "play/")
        page = Page(site, address.rstrip("/").rpartition("/")[2], language, device.secret)
        page.seat = 0
        pages.append(await page.open())
        while not page.is_over and time.monotonic() < until:
            await asyncio.sleep(0.05)
        page.plays = False
        # The CPU goes on until somebody has to act, so whatever was pressed has been answered then.
        await page.until(partial(may_rest, page))
        await page.close()
    return pages


def again_and_again(until: float, ask: Callable[[], Any]) -> int:
    """Ask until a moment; return how often, and raise what an answer with an error raises."""
    count = 0
    while time.monotonic() < until:
        ask()
        count += 1
    return count


async def test_a_busy_sqlite_loses_no_action_and_shows_nobody_an_error(site: Site) -> None:
    """Case DB-01: six tables at full pace, while staff save and people read rankings."""
    admin = await asyncio.to_thread(Admin, site)
    policy = "/admin/games/sitepolicy/1/change/"
    paces = iter(["1.1", "1.2"] * 10_000)
    reader = Device(site, "ja")
    until = time.monotonic() + BUSY_SECONDS
    languages = ("en", "ja", "ar", "ru", "hi", "sw")
    saving = asyncio.to_thread(again_and_again, until, lambda: admin.send(policy, cpu_pace_seconds=next(paces)))
    reading = asyncio.to_thread(again_and_again, until, lambda: reader.get("rankings/"))
    async with asyncio.TaskGroup() as group:
        beside = [group.create_task(saving), group.create_task(reading)]
        playing = [group.create_task(play_on_and_on(site, language, until)) for language in languages]
    saves, reads = (task.result() for task in beside)
    tables = [task.result() for task in playing]
    assert saves >= 3 and reads >= 3
    rows = Rows(site)
    assert len(rows.select("SELECT 1 FROM games_historicalsitepolicy")) >= saves, "each save is in the history"
    for page in [page for pages in tables for page in pages]:
        assert page.opened == 1 and page.versions[-1] > 0
        assert set(page.notices) <= {"stale", "not_your_turn"}, "only a press that was made twice is refused"
        (made,) = rows.select(
            "SELECT count(*) FROM games_step WHERE match_id = ? AND played_by = 'person'", page.match_id
        )[0]
        assert made + len(page.notices) == page.presses, "each press was accepted, or refused in words"
        rows.assert_whole(page.match_id)
    assert not re.search("locked|level=error|Traceback", site.log), site.log[-3000:]


async def test_two_hundred_people_are_back_soon_after_a_restart_while_pages_answer(site: Site) -> None:
    """Case WS-10: the worst that can come, all of them within half a second; what browsers do is tested in one."""
    pages = [
        Page(site, match_id, "en", secret, plays=False)
        for match_id, _, secrets in load_tables(site, 50, 4)
        for secret in secrets
    ]
    for start in range(0, len(pages), 20):
        await asyncio.gather(*(page.open() for page in pages[start : start + 20]))
    visitor = Device(site, "en")
    await asyncio.to_thread(site.restart)
    started_at = time.monotonic()
    slowest = 0.0
    while not all(page.opened == 2 for page in pages):
        asked_at = time.monotonic()
        await asyncio.to_thread(visitor.get, "rankings/")
        slowest = max(slowest, time.monotonic() - asked_at)
        assert time.monotonic() - started_at < 30
    assert slowest < 5
    assert {page.resyncs for page in pages} == {0}, "each asked for the table once, by coming back"
    await close_all(*pages)
