"""Sockets of people at tables, through the site's own routes, as a browser opens them; it must not look inside."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any, TypeVar

from asgiref.sync import sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.db import connection

from accounts.devices import COOKIE_NAME
from bozusite.origins import OwnOriginOnly
from games.live.routing import websocket_urlpatterns
from tests.games.live.shown import show
from tests.games.seated import Person

Result = TypeVar("Result")

application = OwnOriginOnly(URLRouter(websocket_urlpatterns))


async def db(function: Callable[..., Result], *values: Any, **named: Any) -> Result:
    """Call something that meets the database from an async test."""

    def call() -> Result:
        try:
            return function(*values, **named)
        finally:
            connection.close()

    return await sync_to_async(call)()


class Page:
    """One socket, and the pieces as the page would show them now."""

    def __init__(
        self,
        match_id: str,
        who: Person | None = None,
        *,
        language: str = "en",
        origin: str | None = "http://127.0.0.1:8000",
        host: str = "127.0.0.1:8000",
        address: str = "127.0.0.1",
        query: str = "",
    ) -> None:
        headers = [(b"host", host.encode())]
        if origin is not None:
            headers.append((b"origin", origin.encode()))
        if who is not None:
            headers.append((b"cookie", f"other=1; {COOKIE_NAME}={who.secret}".encode()))
        self.socket = WebsocketCommunicator(application, f"/ws/{language}/t/{match_id}/{query}", headers=headers)
        self.socket.scope["client"] = (address, 5000)
        self.pieces: dict[str, str] = {}
        self.versions: list[int] = []
        self.frames: list[str] = []

    async def open(self) -> Page:
        """Connect, and take the whole table."""
        is_accepted, _ = await self.socket.connect(timeout=10)
        assert is_accepted
        await self.take()
        return self

    async def refused(self) -> int | None:
        """Connect in vain: the code of the close frame, None if the socket was never accepted."""
        is_accepted, _ = await self.socket.connect(timeout=10)
        if not is_accepted:
            return None
        message = await self.socket.receive_output(timeout=10)
        assert message["type"] == "websocket.close", message
        return int(message["code"])

    async def take(self) -> str:
        """Take one frame."""
        text = await self.socket.receive_from(timeout=10)
        self.frames.append(text)
        show(self.pieces, text)
        if 'id="board"' in text:
            self.versions.append(self.version)
        return text

    @property
    def version(self) -> int:
        """The version the page shows."""
        found = re.search(r'data-version="(\d+)"', self.pieces["board"])
        assert found
        return int(found.group(1))

    async def until(self, version: int) -> None:
        """Take frames until the page shows a version."""
        while self.version < version:
            await self.take()

    async def say(self, action: str, **values: Any) -> None:
        """Send a form as htmx does."""
        await self.socket.send_to(json.dumps({"action": action, **values, "HEADERS": {"HX-Request": "true"}}))

    async def raw(self, text: str | None = None, binary: bytes | None = None) -> None:
        """Send a frame as it is."""
        await self.socket.send_to(text_data=text, bytes_data=binary)

    async def notice(self) -> str:
        """Take frames until a notice comes, and return its code."""
        while True:
            text = await self.take()
            found = re.search(r'id="notice"[^>]* data-code="(\w+)"', text)
            if found:
                return found.group(1)

    async def is_quiet(self) -> bool:
        """Whether nothing comes any more, the beat answered and the writer idle."""
        return await self.socket.receive_nothing(timeout=0.1)

    async def closed(self) -> int:
        """Take frames until the close frame, and return its code."""
        while True:
            message = await self.socket.receive_output(timeout=10)
            if message["type"] == "websocket.close":
                return int(message["code"])

    async def leave(self) -> None:
        """Close the page."""
        await self.socket.disconnect(timeout=10)


async def leave_all(*pages: Page) -> None:
    """Close all pages."""
    await asyncio.gather(*(page.leave() for page in pages))
