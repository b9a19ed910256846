"""Receives the news of other processes, by unix socket or Redis, for ever; it must not know what the news says."""

import asyncio
import contextlib
import logging
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Final

import redis.asyncio
from django.conf import settings
from redis.exceptions import RedisError

from games.live.bus import CHANNEL, socket_path

logger = logging.getLogger(__name__)

OnLine = Callable[[bytes], None]

_LONGEST_LINE: Final = 64 * 1024
_MOST_AT_ONCE: Final = 256 * 1024
_RETRY_SECONDS: Final = (0.1, 0.3, 1.0, 2.0)
_SILENCE_SECONDS: Final = 5.0
_MOST_WAITING: Final = 10_000


async def listen(on_line: OnLine) -> None:
    """Call `on_line` for each line of news until cancelled, whatever happens to the other side."""
    if settings.REDIS_URL:
        await _listen_to_redis(on_line)
    else:
        await _serve_socket(on_line)


class _Door:
    """The unix socket and the processes that write lines to it, by the loop's bare readers.

    Streams and protocols of asyncio let somebody in over several turns of the loop, so a server that ends meanwhile
    leaves a connection open; here nothing is ever between two turns.
    """

    def __init__(self, path: Path, on_line: OnLine) -> None:
        self._path = path
        self._on_line = on_line
        self._loop = asyncio.get_running_loop()
        self._rest: dict[socket.socket, bytes] = {}
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.setblocking(False)
            self._socket.bind(os.fspath(path))
            path.chmod(0o600)
            self._socket.listen()
        except BaseException:
            self._socket.close()
            raise
        self._loop.add_reader(self._socket, self._let_in)

    def _let_in(self) -> None:
        with contextlib.suppress(BlockingIOError, ConnectionAbortedError):
            connection, _ = self._socket.accept()
            connection.setblocking(False)
            self._rest[connection] = b""
            self._loop.add_reader(connection, self._read, connection)

    def _read(self, connection: socket.socket) -> None:
        try:
            data = connection.recv(_MOST_AT_ONCE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        *lines, rest = (self._rest[connection] + data).split(b"\n")
        self._rest[connection] = rest
        # Whoever writes something endless is cut off, like whoever has gone.
        if not data or len(rest) > _LONGEST_LINE:
            self._show_out(connection)
        for line in lines:
            self._on_line(line)

    def _show_out(self, connection: socket.socket) -> None:
        self._loop.remove_reader(connection)
        connection.close()
        del self._rest[connection]

    def close(self) -> None:
        """Close the socket and all connections, at once, and take its file away."""
        self._loop.remove_reader(self._socket)
        self._socket.close()
        for connection in list(self._rest):
            self._show_out(connection)
        with contextlib.suppress(OSError):
            self._path.unlink()


async def _serve_socket(on_line: OnLine) -> None:
    path = socket_path()
    while _is_served(path):
        logger.error("Another site process serves %s; news of workers will be late here", path)
        await asyncio.sleep(_RETRY_SECONDS[-1])
    with contextlib.suppress(FileNotFoundError):
        path.unlink()  # left over from a process that was killed
    door = _Door(path, on_line)
    try:
        await asyncio.get_running_loop().create_future()
    finally:
        door.close()


def _is_served(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(0.5)
        try:
            probe.connect(os.fspath(path))
        except OSError:
            return False
        return True


async def _listen_to_redis(on_line: OnLine) -> None:
    failures = 0
    while True:
        client = redis.asyncio.from_url(settings.REDIS_URL, socket_connect_timeout=2)
        try:
            async with client.pubsub(ignore_subscribe_messages=True) as channel:
                await channel.subscribe(CHANNEL)
                failures = 0
                while True:
                    # A connection that died without a word shows at the ping, not by itself.
                    message = await channel.get_message(timeout=_SILENCE_SECONDS)
                    if message is None:
                        async with asyncio.timeout(_SILENCE_SECONDS):
                            await channel.ping()
                    elif message["type"] == "message":
                        on_line(message["data"])
        except (RedisError, OSError, TimeoutError) as error:
            if not failures:
                logger.warning("News from Redis are interrupted: %s", type(error).__name__)
            await asyncio.sleep(_RETRY_SECONDS[min(failures, len(_RETRY_SECONDS) - 1)])
            failures += 1
        finally:
            with contextlib.suppress(RedisError, OSError):
                await client.aclose()


class Publisher:
    """Publishes lines to Redis, all that wait in one go; while Redis is away they are lost."""

    def __init__(self) -> None:
        self._lines: list[bytes] = []
        self._wake = asyncio.Event()

    def put(self, line: bytes) -> None:
        """Take a line; never waits."""
        if len(self._lines) < _MOST_WAITING:
            self._lines.append(line)
            self._wake.set()

    async def run(self) -> None:
        """Publish for ever."""
        client = redis.asyncio.from_url(settings.REDIS_URL, socket_connect_timeout=2, socket_timeout=2)
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                lines, self._lines = self._lines, []
                pipe = client.pipeline(transaction=False)
                for line in lines:
                    pipe.publish(CHANNEL, line)
                try:
                    await pipe.execute()
                except (RedisError, OSError) as error:
                    logger.warning("%d news were lost: %s", len(lines), type(error).__name__)
        finally:
            with contextlib.suppress(RedisError, OSError):
                await client.aclose()


def publisher() -> Publisher | None:
    """Return the publisher of this process, None where there is only one site process."""
    return Publisher() if settings.REDIS_URL else None
