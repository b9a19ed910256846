"""Requests to an ASGI application without a server, for tests and benchmarks; it must not know pages."""

from __future__ import annotations

import asyncio
import gzip
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Answer:
    """What an application sent: `headers` by lower-case name, the last of each; `body` as it went over the wire."""

    status: int
    headers: dict[str, str]
    cookies: tuple[str, ...]
    body: bytes

    @property
    def text(self) -> str:
        body = gzip.decompress(self.body) if self.headers.get("content-encoding") == "gzip" else self.body
        return body.decode()


def scope_of(path: str, *, method: str = "GET", query: str = "", **headers: str) -> dict[str, Any]:
    """Return the ASGI scope of a request; underscores in names of headers stand for hyphens."""
    named = {"host": "127.0.0.1", **{name.replace("_", "-"): value for name, value in headers.items()}}
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in named.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }


async def ask(application: Any, path: str, **request: str) -> Answer:
    """Return what an application answers to one request."""
    sent: list[dict[str, Any]] = []
    requests = iter([{"type": "http.request", "body": b"", "more_body": False}])

    async def receive() -> dict[str, Any]:
        try:
            return next(requests)
        except StopIteration:
            await asyncio.Event().wait()  # the visitor stays on the line
            raise

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await application(scope_of(path, **request), receive, send)
    pairs = [(name.decode().lower(), value.decode()) for name, value in sent[0].get("headers", ())]
    return Answer(
        status=sent[0]["status"],
        headers=dict(pairs),
        cookies=tuple(value for name, value in pairs if name == "set-cookie"),
        body=b"".join(message.get("body", b"") for message in sent[1:]),
    )
