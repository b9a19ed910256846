"""A table as Channels' own pages teach it, to compare with: one consumer, the layer in memory, a group for each table.

It keeps nothing: a step is a number that grows. It parses what htmx sends and renders about one kilobyte for everybody.
"""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings

if not settings.configured:
    settings.configure(
        SECRET_KEY="not secret",  # nothing is signed  # nosec B106
        ALLOWED_HOSTS=["*"],
        INSTALLED_APPS=["channels"],
        CHANNEL_LAYERS={"default": {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": {"capacity": 1_000}}},
    )

import django

django.setup()

from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.urls import re_path  # noqa: E402

SEATS = 4
_versions: dict[str, int] = {}


def html(version: int) -> str:
    """Return the table at a version."""
    turn = version % SEATS
    seats = "".join(
        f'<li id="seat-{seat}" class="seat{" on-turn" if seat == turn else ""}" hx-swap-oob="true"><b>Player {seat}</b>'
        f' <span class="hand">{(version * 7 + seat) % 40} cards</span> <span class="rank">{seat + 1}</span></li>'
        for seat in range(SEATS)
    )
    return (
        f'<section id="table" data-version="{version}" data-turn="{turn}" hx-swap-oob="true"><ol>{seats}</ol>'
        f'<p class="pile"><img src="/card/{version % 100}.webp" alt="card {version % 100}">'
        f"{version % 30} in the pile</p>"
        f'<ul id="log" hx-swap-oob="afterbegin"><li>Player {turn} keeps card {version % 100}.</li></ul>'
        f'<form ws-send><input type="hidden" name="version" value="{version}"><button>Flip</button></form></section>'
    )


class StockConsumer(AsyncWebsocketConsumer):
    """One seat."""

    async def connect(self) -> None:
        """Join the table's group."""
        values = self.scope["url_route"]["kwargs"]
        self.table, self.seat = values["table"], int(values["seat"])
        await self.channel_layer.group_add(self.table, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        await self.channel_layer.group_discard(self.table, self.channel_name)

    async def receive(self, text_data: str = "", bytes_data: bytes | None = None) -> None:
        """Make a step, if it is this seat's turn."""
        version = _versions.get(self.table, 0)
        if int(json.loads(text_data)["version"]) != version or self.seat != version % SEATS:
            return
        _versions[self.table] = version + 1
        await self.channel_layer.group_send(self.table, {"type": "show", "html": html(version + 1)})

    async def show(self, event: dict[str, Any]) -> None:
        """Send what the group was sent."""
        await self.send(text_data=event["html"])


application = ProtocolTypeRouter(
    {"websocket": URLRouter([re_path(r"^ws/(?P<table>\w+)/(?P<seat>\d)$", StockConsumer.as_asgi())])}
)
