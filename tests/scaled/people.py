"""People on devices of their own: forms over HTTP, and a page's socket with its own will; no browser, no back door."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import random
import re
import time
from collections.abc import Callable
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from accounts.devices import COOKIE_NAME
from tests.games.live.shown import pieces_of, show
from tests.site import Site

FINAL_CODES = (4001, 4004, 4008)
BEAT_SECONDS = 1.0
# With these in it a frame is the whole table, as the page's script judges.
WHOLE = {"board", "seat-0", "piles", "controls"}


class Device:
    """Somebody's browser as far as forms go: it keeps the device cookie, and its forms come from the site's pages."""

    def __init__(self, site: Site, language: str = "en", secret: str = "") -> None:
        self.site = site
        self.language = language
        self.secret = secret

    def ask(self, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, str, str]:
        """Return status, text and the address led to, of a page under the language's prefix."""
        connection = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=30)
        headers = {"Origin": self.site.base_url, "Sec-Fetch-Site": "same-origin"}
        if self.secret:
            headers["Cookie"] = f"{COOKIE_NAME}={self.secret}"
        body = None
        if fields is not None:
            body = urlencode(fields)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            connection.request(method, f"/{self.language}/{path}", body, headers)
            response = connection.getresponse()
            text = response.read().decode()
            for value in response.headers.get_all("Set-Cookie") or []:
                jar = SimpleCookie(value)
                if COOKIE_NAME in jar:
                    self.secret = jar[COOKIE_NAME].value
            return response.status, text, response.headers.get("Location") or ""
        finally:
            connection.close()

    def get(self, path: str) -> str:
        """Return a page that must be there."""
        status, text, _ = self.ask("GET", path)
        assert status == 200, (status, path, text[:300])
        return text

    def post(self, path: str, **fields: str) -> str:
        """Send a form that must be accepted, and return where it leads."""
        status, text, location = self.ask("POST", path, fields)
        assert status in (302, 303), (status, path, text[:2000])
        return location


class Page:
    """An open table: it follows the match, comes back when the line breaks, and plays its seat when told to."""

    def __init__(
        self,
        site: Site,
        match_id: str,
        language: str,
        secret: str = "",
        *,
        plays: bool = True,
        plays_at: Callable[[int], bool] = lambda version: True,
    ) -> None:
        self.site = site
        self.match_id = match_id
        self.language = language
        self.secret = secret
        self.seat: int | None = None
        self.plays = plays
        self.plays_at = plays_at
        self.is_dark = False
        self.pieces: dict[str, str] = {}
        self.versions: list[int] = []
        self.told: dict[int, str] = {}  # version: what the page says happened
        self.shown_at: dict[int, float] = {}  # version: seconds of the machine's clock
        self.notices: list[str] = []
        self.opened = 0
        self.presses = 0
        self.jumps = 0  # over a version that this page never showed
        self.resyncs = 0  # asked for, since something seemed to be missing
        self.closed_with: int | None = None
        self.socket: ClientConnection | None = None
        self._news = asyncio.Event()
        self._sent_for = -1
        self._task: asyncio.Task[None] | None = None
        self._beating: asyncio.Task[None] | None = None

    # What the page shows.

    @property
    def version(self) -> int:
        """The version shown, -1 before the first state."""
        return self.versions[-1] if self.versions else -1

    @property
    def turn(self) -> int | None:
        """The seat on turn, None when nobody is."""
        found = re.search(r'data-turn="(\d+)"', self.pieces.get("board", ""))
        return int(found.group(1)) if found else None

    @property
    def is_over(self) -> bool:
        """Whether the page shows the end."""
        return 'data-over="1"' in self.pieces.get("board", "")

    async def until(self, condition: Callable[[], Any], seconds: float = 20.0) -> None:
        """Return as soon as `condition` holds for what the page shows."""
        try:
            async with asyncio.timeout(seconds):
                while not condition():
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"after {seconds} s: {self.facts}") from None

    @property
    def facts(self) -> str:
        """What somebody who looks for a fault wants to know."""
        line = "closed" if self.socket is None else "open"
        return (
            f"match {self.match_id} seat {self.seat} turn {self.turn} shows {self.version} after {self.versions[-5:]}, "
            f"{line}, opened {self.opened}, last closed with {self.closed_with}, notices {self.notices[-5:]}"
        )

    async def until_version(self, version: int, seconds: float = 20.0) -> None:
        """Return as soon as the page shows at least this version."""
        await self.until(lambda: self.version >= version, seconds)

    async def until_over(self, seconds: float = 60.0) -> None:
        """Return as soon as the page shows the end."""
        await self.until(lambda: self.is_over, seconds)

    async def until_opened(self, times: int, seconds: float = 20.0) -> None:
        """Return as soon as the page has connected so many times."""
        await self.until(lambda: self.opened >= times, seconds)

    # Its life.

    async def open(self) -> Page:
        """Open the page and wait for the first whole table."""
        self.closed_with = None
        self._task = asyncio.create_task(self._live())
        self._beating = asyncio.create_task(self._beat())
        before = self.opened
        await self.until(lambda: self.opened > before)
        return self

    async def close(self) -> None:
        """Close the tab."""
        for task in (self._task, self._beating):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        if self.socket is not None:
            await self.socket.close()

    def vanish(self) -> None:
        """Lose power: no close frame, nothing is said or looked at any more, and the line stays open."""
        self.is_dark = True

    async def _live(self) -> None:
        attempts = 0
        while self.closed_with not in FINAL_CODES:
            before = self.opened
            with contextlib.suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
                await self._one_socket()
            attempts = 0 if self.opened > before else attempts + 1
            # As browsers do, only sooner: a crowd that knocks all the time would keep the site from starting.
            await asyncio.sleep(random.uniform(0, min(4, 0.5 * 2**attempts)))

    async def _one_socket(self) -> None:
        address = f"ws://127.0.0.1:{self.site.port}/ws/{self.language}/t/{self.match_id}/"
        headers = {"Cookie": f"{COOKIE_NAME}={self.secret}"} if self.secret else {}
        is_first = True
        async with connect(
            address,
            origin=self.site.base_url,  # type: ignore[arg-type]
            additional_headers=headers,
            compression=None,
            max_size=None,
            ping_interval=None,
            proxy=None,
        ) as socket:
            self.socket = socket
            try:
                async for text in socket:
                    assert isinstance(text, str)
                    if not self.is_dark:
                        await self._take(text, is_first)
                        is_first = False
            finally:
                self.closed_with = socket.close_code
                self.socket = None

    async def _take(self, text: str, is_first: bool) -> None:
        pieces = pieces_of(text)
        if is_first:
            assert pieces.keys() >= WHOLE, "the first frame is the whole table"
        before = self.version
        show(self.pieces, text)
        if "notice" in pieces:
            found = re.search(r'data-code="(\w+)"', pieces["notice"])
            self.notices += [found.group(1)] if found else []
        if "board" in pieces:
            found = re.search(r'data-version="(\d+)"', pieces["board"])
            assert found
            version = int(found.group(1))
            assert version >= before, "a page never goes back"
            if version != before:
                self.versions.append(version)
                self.shown_at[version] = time.time()
                self.told[version] = _words(self.pieces.get("latest", ""))
            if before >= 0 and version > before + 1:
                self.jumps += 1
                if not pieces.keys() >= WHOLE:
                    self.resyncs += 1
                    await self.say("sync")
        if "pulse" in pieces:
            found = re.search(r'data-version="(\d+)"', pieces["pulse"])
            if found and int(found.group(1)) > self.version:
                self.resyncs += 1
                await self.say("sync")
        if is_first:
            self.opened += 1
        await self.act()
        self._news.set()

    async def act(self) -> None:
        """Play the seat if it is its turn and the page wants to."""
        version = self.version
        if not self.plays or self.seat is None or self.turn != self.seat or self._sent_for == version:
            return
        if self.plays_at(version):
            self._sent_for = version
            self.presses += self.socket is not None
            can_stop = "stop" in self.pieces["board"].partition('data-legal="')[2].partition('"')[0].split()
            await self.say("stop" if can_stop and version % 2 else "flip", version=str(version))

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            if not self.is_dark:
                self._sent_for = -1  # a lost press is pressed again
                await self.say("beat")
                await self.act()

    async def say(self, action: str, **values: str) -> None:
        """Send a form as htmx does, if the line is open."""
        frame = {"action": action, **values, "HEADERS": {"HX-Request": "true"}}
        if self.socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self.socket.send(json.dumps(frame))


def _words(html: str) -> str:
    """The text of a piece without its tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html)).strip()


async def open_all(*pages: Page) -> None:
    """Open pages one after the other."""
    for page in pages:
        await page.open()


async def close_all(*pages: Page) -> None:
    """Close all pages."""
    await asyncio.gather(*(page.close() for page in pages))


def load_tables(site: Site, tables: int, seats: int, spectators: int = 0) -> list[tuple[str, int, list[str]]]:
    """Make friendly matches of persons; return id, seat on turn and the device secrets of each, seats first."""
    arguments = ["--tables", str(tables), "--seats", str(seats), "--spectators", str(spectators), "--out", "-"]
    answer = json.loads(site.manage("load_tables", *arguments))
    return [
        (
            table["seats"][0]["url"].rstrip("/").rpartition("/")[2],
            table["turn"],
            [one["headers"]["Cookie"].partition("=")[2] for one in table["seats"] + table["spectators"]],
        )
        for table in answer["tables"]
    ]
