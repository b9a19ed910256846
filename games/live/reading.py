"""Reads for the sockets, in threads that keep their connection to the database; it must not know what is read.

Channels' own way opens a connection for each call where connections are not kept, and that costs more than the reads.
A connection that the database dropped is replaced, and the read made again.
"""

import asyncio
import atexit
import logging
import os
import queue
import threading
from collections.abc import Callable
from typing import Any, Final, TypeVar

from django.db import InterfaceError, OperationalError, connection

logger = logging.getLogger(__name__)

Result = TypeVar("Result")

THREADS: Final = 2
_END_SECONDS: Final = 10.0


class _Call:
    """One read, and the loop and future that wait for it."""

    __slots__ = ("function", "future", "loop", "values")

    def __init__(self, function: Callable[..., Any], values: tuple[Any, ...]) -> None:
        self.function = function
        self.values = values
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()

    def run(self) -> None:
        try:
            result = _read(self.function, self.values)
        except Exception as error:
            self._tell(self._fail, error)
        else:
            self._tell(self._finish, result)

    def _tell(self, end: Callable[[Any], None], value: Any) -> None:
        try:
            self.loop.call_soon_threadsafe(end, value)
        except RuntimeError:
            logger.debug("A read ended after its loop")

    def _finish(self, result: Any) -> None:
        if not self.future.done():
            self.future.set_result(result)

    def _fail(self, error: Exception) -> None:
        if not self.future.done():
            self.future.set_exception(error)


def _read(function: Callable[..., Any], values: tuple[Any, ...]) -> Any:
    try:
        return function(*values)
    except (OperationalError, InterfaceError):
        connection.close()
        return function(*values)


class Readers:
    """A few threads, started at the first read and again in a forked child."""

    def __init__(self) -> None:
        self._reset()

    def _reset(self) -> None:
        self._queue: queue.SimpleQueue[_Call | None] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._starting = threading.Lock()

    async def read(self, function: Callable[..., Result], *values: Any) -> Result:
        """Return what `function(*values)` returns in one of the threads; it may be called twice, so it must bear that.

        Raises what it raises.
        """
        if not self._threads:
            self._start()
        call = _Call(function, values)
        self._queue.put(call)
        result: Result = await call.future
        return result

    def close(self) -> None:
        """Finish what waits and end the threads with their connections; a later read starts new ones."""
        with self._starting:
            threads, self._threads = self._threads, []
        for _ in threads:
            self._queue.put(None)
        for thread in threads:
            thread.join(_END_SECONDS)

    def _start(self) -> None:
        with self._starting:
            while len(self._threads) < THREADS:
                thread = threading.Thread(target=self._work, name="reader", daemon=True)
                self._threads.append(thread)
                thread.start()

    def _work(self) -> None:
        waiting = self._queue
        while (call := waiting.get()) is not None:
            call.run()
        connection.close()


readers: Final = Readers()
os.register_at_fork(after_in_child=readers._reset)
atexit.register(readers.close)
