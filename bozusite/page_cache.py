"""Answers the pages that are the same for everybody from memory, before Django sees the request; it knows no page."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import logging
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from channels.db import database_sync_to_async
from django.conf import settings

logger = logging.getLogger(__name__)

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = tuple[tuple[bytes, bytes], ...]

# Only these addresses, and only without a query: it would let anybody fill the memory with variants of one page.
CACHEABLE: Final = re.compile(
    r"/[a-z]{2,3}(?:-[a-z]{2,8})?/(?:(?:rules|learn|offline|cards(?:/[1-9][0-9]{0,2})?)/|manifest\.webmanifest)?"
    r"|/sitemap\.xml|/robots\.txt"
)

MARK_SECONDS: Final = 2.0
"""For how long a process takes the mark of the public pages as still true without asking the database."""

ENTRY_SECONDS: Final = 60.0
"""A page is rendered anew after this time even if its mark is unchanged, in case it shows what the mark leaves out."""

MAX_BYTES: Final = 48 * 1024 * 1024
SMALLEST_TO_PACK: Final = 1024

# What a page may depend on besides its address: who is asked and how. No cookie, no wish for a language, no client.
_KEPT_HEADERS: Final = frozenset({b"host", b"x-forwarded-proto"})
# Set per answer here, or true only of an answer that was made for one visitor.
_REPLACED_HEADERS: Final = frozenset({b"vary", b"content-length", b"content-encoding", b"etag", b"date", b"age"})


@dataclass(frozen=True, slots=True)
class Page:
    """An answer ready to be sent; `packed` is its gzip form, or None where that would not be shorter."""

    mark: str
    made_at: float
    headers: Headers
    etag: bytes
    body: bytes
    packed: bytes | None

    @property
    def size(self) -> int:
        return len(self.body) + len(self.packed or b"")


class PageCache:
    """An ASGI application around another one.

    What fills the cache is rendered for nobody: cookies, language wishes and all else of the visitor are taken out of
    the request before, so that nothing of one visitor can reach another. Everything not listed goes through untouched.
    """

    def __init__(
        self,
        application: Application,
        read_mark: Callable[[], str],
        *,
        clock: Callable[[], float] = time.monotonic,
        max_bytes: int = MAX_BYTES,
    ) -> None:
        self._application = application
        self._mark = _Mark(read_mark, clock)
        self._clock = clock
        self._max_bytes = max_bytes
        self._pages: OrderedDict[bytes, Page] = OrderedDict()
        self._bytes = 0
        self._renderings: dict[bytes, asyncio.Future[Page | None]] = {}
        self.hits = 0
        self.misses = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not _is_cacheable(scope):
            await self._application(scope, receive, send)
            return
        page = await self._page(scope)
        if page is None:
            await self._application(scope, receive, send)
        else:
            await _send_page(page, scope, send)

    async def _page(self, scope: Scope) -> Page | None:
        """The page of a request at the present mark, rendered if need be; None if its answer is not for everybody."""
        mark = await self._mark.current()
        key = _key(scope)
        page = self._pages.get(key)
        if page is not None and page.mark == mark and self._clock() - page.made_at < ENTRY_SECONDS:
            self._pages.move_to_end(key)
            self.hits += 1
            return page
        rendering = self._renderings.get(key)
        if rendering is not None:
            return await asyncio.shield(rendering)
        # The first of many who ask at once renders, and the others wait for it.
        self.misses += 1
        rendering = asyncio.get_running_loop().create_future()
        self._renderings[key] = rendering
        page = None
        try:
            page = await self._rendered(scope, mark)
            if page is not None:
                self._keep(key, page)
        finally:
            del self._renderings[key]
            rendering.set_result(page)
        return page

    async def _rendered(self, scope: Scope, mark: str) -> Page | None:
        status = 0
        headers: list[tuple[bytes, bytes]] = []
        parts: list[bytes] = []
        is_asked = False

        async def receive() -> Message:
            nonlocal is_asked
            if is_asked:  # Django listens for a visitor who goes away; this one stays
                await asyncio.Event().wait()
            is_asked = True
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            nonlocal status, headers
            if message["type"] == "http.response.start":
                status, headers = message["status"], list(message.get("headers", ()))
            elif message["type"] == "http.response.body":
                parts.append(message.get("body", b""))

        kept = [(name, value) for name, value in scope["headers"] if name.lower() in _KEPT_HEADERS]
        await self._application({**scope, "method": "GET", "headers": kept}, receive, send)
        headers = [(name.lower(), value) for name, value in headers]
        if status != 200 or not _is_for_everybody(headers, scope["path"]):
            return None
        return _made(b"".join(parts), headers, mark, self._clock())

    def _keep(self, key: bytes, page: Page) -> None:
        old = self._pages.pop(key, None)
        self._bytes += page.size - (old.size if old else 0)
        self._pages[key] = page
        while self._bytes > self._max_bytes:
            _, oldest = self._pages.popitem(last=False)
            self._bytes -= oldest.size


class _Mark:
    """The mark of the public pages as this process last read it; one reading at a time."""

    def __init__(self, read: Callable[[], str], clock: Callable[[], float]) -> None:
        # Off the thread that views share, so that a slow view does not hold up the cached pages.
        self._read = database_sync_to_async(read, thread_sensitive=False)
        self._clock = clock
        self._value = ""
        self._fresh_until = float("-inf")
        self._reading: asyncio.Future[None] | None = None

    async def current(self) -> str:
        if self._clock() < self._fresh_until:
            return self._value
        if self._reading is not None:
            await asyncio.shield(self._reading)
            return self._value
        self._reading = asyncio.get_running_loop().create_future()
        try:
            self._value = await self._read()
        except Exception:  # the pages outlive a database that is away for a moment
            logger.exception("event=public_pages_mark_unread")
        finally:
            self._fresh_until = self._clock() + MARK_SECONDS
            self._reading.set_result(None)
            self._reading = None
        return self._value


def _is_cacheable(scope: Scope) -> bool:
    return (
        scope["type"] == "http"
        and scope["method"] in ("GET", "HEAD")
        and not scope.get("query_string")
        and CACHEABLE.fullmatch(scope["path"]) is not None
    )


def _key(scope: Scope) -> bytes:
    """The address in full: pages name their own host and scheme, and the language is in the path."""
    kept = [scope.get("scheme", "http").encode()]
    for wanted in (b"host", b"x-forwarded-proto"):
        if wanted == b"host" or settings.BEHIND_PROXY:
            kept += [value for name, value in scope["headers"] if name.lower() == wanted]
    return b"\n".join([*kept, scope["path"].encode()])


def _is_for_everybody(headers: list[tuple[bytes, bytes]], path: str) -> bool:
    """Say whether an answer calls itself public; a cookie on one is a fault, and worth a line in the log."""
    is_public = any(name == b"cache-control" and b"public" in value for name, value in headers)
    has_cookie = any(name == b"set-cookie" for name, _ in headers)
    if is_public and has_cookie:
        logger.error("event=cookie_on_public_page path=%s", path)
    return is_public and not has_cookie


def _made(body: bytes, headers: list[tuple[bytes, bytes]], mark: str, now: float) -> Page:
    packed = gzip.compress(body, compresslevel=9, mtime=0) if len(body) >= SMALLEST_TO_PACK else None
    etag = b'W/"' + hashlib.sha256(body).hexdigest()[:20].encode() + b'"'  # weak: the same for both forms of the body
    kept = tuple((name, value) for name, value in headers if name not in _REPLACED_HEADERS)
    return Page(
        mark=mark,
        made_at=now,
        headers=(*kept, (b"etag", etag), (b"vary", b"Accept-Encoding")),
        etag=etag,
        body=body,
        packed=packed if packed is not None and len(packed) < len(body) else None,
    )


async def _send_page(page: Page, scope: Scope, send: Send) -> None:
    asked = {name.lower(): value for name, value in scope["headers"]}
    if _is_same(asked.get(b"if-none-match", b""), page.etag):
        kept = [(name, value) for name, value in page.headers if name not in (b"content-type", b"content-language")]
        await send({"type": "http.response.start", "status": 304, "headers": kept})
        await send({"type": "http.response.body", "body": b""})
        return
    headers, body = list(page.headers), page.body
    if page.packed is not None and _takes_gzip(asked.get(b"accept-encoding", b"")):
        headers.append((b"content-encoding", b"gzip"))
        body = page.packed
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


def _is_same(wanted: bytes, etag: bytes) -> bool:
    """Say whether an If-None-Match names the page; compared weakly, as RFC 9110 says for it."""
    opaque = etag.removeprefix(b"W/")
    tags = [tag.strip() for tag in wanted.split(b",")]
    return b"*" in tags or any(tag.removeprefix(b"W/") == opaque for tag in tags)


def _takes_gzip(accepted: bytes) -> bool:
    for part in accepted.split(b","):
        coding, _, parameter = part.strip().partition(b";")
        if coding.strip().lower() == b"gzip":
            return re.fullmatch(rb"\s*q=0(\.0*)?\s*", parameter, re.IGNORECASE) is None
    return False
