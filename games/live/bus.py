"""News between processes: what changed at which match, as hints that may be lost; it must not know sockets or pages.

Embedded: other processes write one JSON line per event to a unix socket in the data folder, which the site process
serves; nobody listening means dropped. Scaled: one Redis pub/sub channel. Pages heal by comparing versions.
"""

import contextlib
import hashlib
import json
import os
import secrets
import socket
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Protocol

import redis
from django.conf import settings
from django.db import transaction

from games.hints import HintSender
from games.live.snapshot import Snapshot

CHANNEL: Final = "bozu:news"
# Linux allows 108 bytes for the path of a unix socket, other systems a little less.
_LONGEST_PATH: Final = 100
_CONNECT_SECONDS: Final = 2.0
_MOST_BYTES: Final = 64 * 1024


class NewsKind(StrEnum):
    """What happened."""

    STEP = "step"  # a new version; also the end of a match
    FACES = "faces"  # same version, but seats, status or deadline changed
    PHRASE = "phrase"  # details: seat, phrase
    REVIEW = "review"  # details: seat, and the step at which it leads a review of the finished match; -1 at its end
    GONE = "gone"  # details: group_id, player_id and/or device_id that may not stay


@dataclass(frozen=True, slots=True)
class News:
    """One event. Which details there are depends on the kind; all are plain JSON values."""

    kind: NewsKind
    match_id: str = ""
    version: int = 0
    details: dict[str, Any] = field(default_factory=dict)

    def to_line(self) -> bytes:
        """Return the event as one line of JSON, with a mark of this process, which needs no echo of it."""
        values = {
            "kind": self.kind,
            "match": self.match_id,
            "version": self.version,
            "from": _Process.mark,
            **self.details,
        }
        return json.dumps(values, separators=(",", ":")).encode() + b"\n"


class _Process:
    """The mark of this process; a forked child takes another."""

    mark: str = secrets.token_hex(8)

    @classmethod
    def renew(cls) -> None:
        cls.mark = secrets.token_hex(8)


os.register_at_fork(after_in_child=_Process.renew)


def news_of_line(line: bytes | str) -> News | None:
    """Return the event of a line; None for one that this process sent itself, or that is not of our making."""
    try:
        values = json.loads(line)
        if values.pop("from") == _Process.mark:
            return None
        return News(NewsKind(values.pop("kind")), str(values.pop("match")), int(values.pop("version")), dict(values))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


class Receiver(Protocol):
    """The hub of a site process, as far as the bus knows it."""

    def post(self, news: News, snapshot: Snapshot | None) -> None:
        """Take news from any thread; `snapshot` spares a read where the same process made the step."""

    def spread(self, line: bytes) -> None:
        """Publish a line to the other processes, from any thread, without waiting."""


_receiver: Receiver | None = None


def attach(receiver: Receiver | None) -> None:
    """Make `receiver` the hub of this process, or none."""
    global _receiver
    _receiver = receiver


def tell(news: News, snapshot: Snapshot | None = None) -> None:
    """Tell every process what changed; never waits, never raises, may be lost. Only after the commit."""
    receiver = _receiver
    if receiver is not None:
        receiver.post(news, snapshot)
        if settings.REDIS_URL:
            receiver.spread(news.to_line())
    elif settings.REDIS_URL:
        _to_redis.put(news.to_line())
    else:
        _to_socket.put(news.to_line())


def tell_on_commit(news: News) -> None:
    """Tell after the caller's transaction commits, or now if there is none."""
    transaction.on_commit(lambda: tell(news))


def tell_gone(
    *, group_id: int | None = None, player_id: int | None = None, device_id: int | None = None, is_final: bool = True
) -> None:
    """Close, after the commit, the sockets of whoever fits all the given ids: removed, left, banned or revoked.

    A hint like all news: each action is checked against the database anyway, and open sockets are checked again and
    again. `is_final` tells the pages not to come back.
    """
    details = {"group_id": group_id, "player_id": player_id, "device_id": device_id, "is_final": is_final}
    tell_on_commit(News(NewsKind.GONE, details=details))


def socket_path() -> Path:
    """Return where the unix socket of this data folder is, in a private folder elsewhere if the path is too long."""
    path = Path(settings.DATA_DIR) / "news.sock"
    if len(os.fsencode(path)) <= _LONGEST_PATH:
        return path
    name = hashlib.sha256(os.fsencode(path)).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / f"bozu-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid() or folder.stat().st_mode & 0o077:
        raise PermissionError(f"{folder} belongs to somebody else")
    return folder / f"{name}.sock"


class _SocketLine:
    """The connection of this process to the unix socket; made at the first line and again after each failure."""

    def __init__(self, path: Callable[[], Path]) -> None:
        self._path = path
        self._connection: socket.socket | None = None
        os.register_at_fork(after_in_child=self._forget)

    def _forget(self) -> None:
        self._connection = None

    def send(self, line: bytes) -> None:
        """Write a line; dropped if nobody listens. Raises OSError for anything unexpected."""
        for is_last in (False, True):
            try:
                if self._connection is None:
                    self._connection = self._connect()
                self._connection.sendall(line)
            except (FileNotFoundError, ConnectionRefusedError):
                self._drop()
                return
            except OSError:
                # The site was restarted: its old socket is dead, the new one may be there already.
                self._drop()
                if is_last:
                    raise
            else:
                return

    def _connect(self) -> socket.socket:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(_CONNECT_SECONDS)
        try:
            connection.connect(os.fspath(self._path()))
        except BaseException:
            connection.close()
            raise
        return connection

    def _drop(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(OSError):
                self._connection.close()
            self._connection = None


class _RedisLine:
    """The one Redis client of this process for publishing."""

    def __init__(self) -> None:
        self._client: redis.Redis | None = None
        self._url = ""
        os.register_at_fork(after_in_child=self._forget)

    def _forget(self) -> None:
        self._client = None

    def send(self, line: bytes) -> None:
        """Publish a line. Raises redis.RedisError when the server is away; the client connects anew by itself."""
        if self._client is None or self._url != settings.REDIS_URL:
            self._url = settings.REDIS_URL
            self._client = redis.Redis.from_url(
                self._url,
                socket_connect_timeout=_CONNECT_SECONDS,
                socket_timeout=_CONNECT_SECONDS,
                health_check_interval=30,
            )
        self._client.publish(CHANNEL, line)


_to_socket: Final = HintSender("news by socket", _SocketLine(socket_path).send)
_to_redis: Final = HintSender("news by Redis", _RedisLine().send)


def flush(timeout_seconds: float) -> bool:
    """Wait until the news taken so far was sent or lost; return whether that came within the time."""
    return _to_socket.flush(timeout_seconds) and _to_redis.flush(timeout_seconds)
