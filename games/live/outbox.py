"""What waits to go to one socket, bounded: the newest state and a few short answers; it must not know what they say.

A state that nobody has taken yet is never sent late: only when the socket can take something is the text made, so the
newest version wins. Most sockets take it at once; for one that does not, a task of its own waits, and nobody else.
"""

import asyncio
import contextlib
import logging
import types
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator
from typing import Any, Final

logger = logging.getLogger(__name__)

Send = Callable[[dict[str, Any]], Awaitable[None]]

MOST_ANSWERS: Final = 16
STUCK_SECONDS: Final = 30.0


class Outbox:
    """Sends to one socket. `next_state()` returns the text that brings it up to date, None if it is.

    `send_now(text)` writes a text without waiting and says whether it could, where there is such a way.
    """

    __slots__ = ("_answers", "_broken", "_close", "_is_over", "_is_stale", "_next_state", "_send", "_send_now", "_task")

    def __init__(
        self,
        send: Send,
        next_state: Callable[[], str | None],
        broken: Callable[[], None],
        send_now: Callable[[str], bool] | None = None,
    ) -> None:
        self._send = send
        self._send_now = send_now
        self._next_state = next_state
        self._broken = broken
        self._answers: deque[str] = deque(maxlen=MOST_ANSWERS)
        self._is_stale = False
        self._is_over = False
        self._close: dict[str, Any] | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether the socket has not taken all yet."""
        return self._task is not None

    def state_changed(self) -> None:
        """Bring the socket up to date as soon as it can take something."""
        self._is_stale = True
        self._pump()

    def say(self, text: str) -> None:
        """Send a short answer; when too many wait, the oldest is lost."""
        self._answers.append(text)
        self._pump()

    def close(self, code: int, reason: str = "") -> None:
        """Send the close frame after what was said before; nothing goes out after it."""
        if self._close is None:
            self._close = {"type": "websocket.close", "code": code, "reason": reason}
            self._pump()

    def stop(self) -> None:
        """Send nothing any more: the socket is gone."""
        self._is_over = True
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _next(self) -> dict[str, Any] | None:
        if self._is_over:
            return None
        if self._answers:
            return {"type": "websocket.send", "text": self._answers.popleft()}
        if self._close is not None:
            self._is_over = True
            return self._close
        if self._is_stale:
            self._is_stale = False
            try:
                text = self._next_state()
            except Exception:
                # A fault in one table's text must not keep the news from the other sockets.
                logger.exception("The text of a table could not be made")
                return None
            if text is not None:
                return {"type": "websocket.send", "text": text}
        return None

    def _pump(self) -> None:
        if self._task is not None:
            return
        while (message := self._next()) is not None:
            try:
                if self._send_now is not None and "text" in message and self._send_now(message["text"]):
                    continue
            except Exception:
                self._break()
                return
            # Tried without a task first: it saves a turn of the loop for each socket and step.
            sending = _coroutine(self._send(message))
            try:
                waits_for = sending.send(None)
            except StopIteration:
                continue
            except Exception:
                self._break()
                return
            self._task = asyncio.ensure_future(self._go_on(sending, waits_for))
            return

    async def _go_on(self, sending: Coroutine[Any, Any, None], waits_for: Any) -> None:
        try:
            async with asyncio.timeout(STUCK_SECONDS):
                await _resumed(sending, waits_for)
            while (message := self._next()) is not None:
                async with asyncio.timeout(STUCK_SECONDS):
                    await self._send(message)
        except Exception:
            self._break()
        finally:
            self._task = None

    def _break(self) -> None:
        self._is_over = True
        with contextlib.suppress(Exception):
            self._broken()


def _coroutine(awaitable: Awaitable[None]) -> Any:
    return awaitable if hasattr(awaitable, "send") else awaitable.__await__()


@types.coroutine
def _resumed(started: Any, waits_for: Any) -> Generator[Any, Any, None]:
    """Go on with a coroutine that was started by hand and waits for the given future."""
    while True:
        try:
            value = yield waits_for
        except BaseException as error:
            step = lambda error=error: started.throw(error)  # noqa: E731
        else:
            step = lambda value=value: started.send(value)  # noqa: E731
        try:
            waits_for = step()
        except StopIteration:
            return
