"""A thread that sends hints (jobs, news) away from whoever has them; losing one is allowed, waiting for one is not."""

import atexit
import logging
import os
import queue
import threading
import time
from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar
from weakref import WeakSet

logger = logging.getLogger(__name__)

Hint = TypeVar("Hint")

_MOST_WAITING: Final = 10_000
_SILENCE_SECONDS: Final = 10.0
_senders: WeakSet["HintSender[Any]"] = WeakSet()


class HintSender(Generic[Hint]):
    """Calls `send(hint)` for each hint in order, in a thread of its own that starts at the first one.

    A failure is logged, at most once in ten seconds, and the hint is lost. When too many wait, new ones are lost.
    A forked child starts its own thread.
    """

    def __init__(self, name: str, send: Callable[[Hint], None]) -> None:
        self._name = name
        self._send = send
        self._logged_at = -_SILENCE_SECONDS
        self._reset()
        _senders.add(self)

    def _reset(self) -> None:
        self._queue: queue.Queue[Hint | threading.Event] = queue.Queue(_MOST_WAITING)
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()

    def put(self, hint: Hint) -> None:
        """Take a hint; never waits and never raises."""
        if self._thread is None:
            with self._starting:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
                    self._thread.start()
        try:
            self._queue.put_nowait(hint)
        except queue.Full:
            self._complain("too many wait")

    def flush(self, timeout_seconds: float) -> bool:
        """Wait until everything taken so far was sent or lost; return whether that came within the time."""
        if self._thread is None or not self._thread.is_alive():
            return True
        passed = threading.Event()
        try:
            self._queue.put(passed, timeout=timeout_seconds)
        except queue.Full:
            return False
        return passed.wait(timeout_seconds)

    def _work(self) -> None:
        waiting = self._queue
        while True:
            hint = waiting.get()
            if isinstance(hint, threading.Event):
                hint.set()
                continue
            try:
                self._send(hint)
            except Exception as error:
                self._complain(f"{type(error).__name__}: {error}")

    def _complain(self, why: str) -> None:
        now = time.monotonic()
        if now - self._logged_at >= _SILENCE_SECONDS:
            self._logged_at = now
            logger.warning("Hints of %s are lost: %s", self._name, why)


def _after_fork() -> None:
    for sender in _senders:
        sender._reset()


def _at_exit() -> None:
    for sender in list(_senders):
        sender.flush(2.0)


os.register_at_fork(after_in_child=_after_fork)
atexit.register(_at_exit)
