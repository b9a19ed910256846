"""What waits for one socket: newest state, few answers, never anybody else's time; case WS-04."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from games.live import outbox as outbox_module
from games.live.outbox import MOST_ANSWERS, Outbox


class Socket:
    """A socket that takes frames at once, or only when the test lets it."""

    def __init__(self) -> None:
        self.sent: list[str | int] = []
        self.is_open = asyncio.Event()
        self.is_open.set()
        self.state = 0
        self.broken = 0
        self.failure: Exception | None = None
        self.outbox = Outbox(self.send, self.next_state, self.give_up)

    async def send(self, message: dict[str, Any]) -> None:
        await self.is_open.wait()
        if self.failure is not None:
            raise self.failure
        self.sent.append(message["text"] if message["type"] == "websocket.send" else message["code"])

    def next_state(self) -> str | None:
        return f"state {self.state}" if self.state else None

    def give_up(self) -> None:
        self.broken += 1

    def show(self, state: int) -> None:
        self.state = state
        self.outbox.state_changed()


async def until(condition: Callable[[], bool]) -> None:
    """Let the loop run until something holds; a test that never gets there fails by its time limit."""
    async with asyncio.timeout(10):
        while not condition():
            await asyncio.sleep(0)


async def test_a_socket_that_takes_all_gets_each_state_at_once_without_a_task() -> None:
    socket = Socket()
    for state in (1, 2, 3):
        socket.show(state)
    assert socket.sent == ["state 1", "state 2", "state 3"]
    assert not socket.outbox.is_waiting


async def test_a_slow_socket_gets_the_newest_state_only() -> None:
    socket = Socket()
    socket.is_open.clear()
    for state in range(1, 200):
        socket.show(state)
    assert socket.sent == [] and socket.outbox.is_waiting
    socket.is_open.set()
    await until(lambda: not socket.outbox.is_waiting)
    # The first was on its way already.
    assert socket.sent == ["state 1", "state 199"]


async def test_a_slow_socket_keeps_nobody_waiting() -> None:
    slow, quick = Socket(), Socket()
    slow.is_open.clear()
    for state in range(1, 4):
        slow.show(state)
        quick.show(state)
    assert quick.sent == ["state 1", "state 2", "state 3"]
    slow.outbox.stop()


async def test_answers_wait_in_a_short_line_of_which_the_oldest_are_lost() -> None:
    socket = Socket()
    socket.is_open.clear()
    for number in range(50):
        socket.outbox.say(str(number))
    socket.is_open.set()
    await until(lambda: not socket.outbox.is_waiting)
    assert socket.sent == ["0", *[str(number) for number in range(50 - MOST_ANSWERS, 50)]]


async def test_an_answer_goes_before_a_newer_state_and_the_close_comes_last() -> None:
    socket = Socket()
    socket.is_open.clear()
    socket.show(1)
    socket.show(2)
    socket.outbox.say("refused")
    socket.outbox.close(4001, "gone")
    socket.outbox.close(4008, "again")
    socket.outbox.say("never")
    socket.is_open.set()
    await until(lambda: not socket.outbox.is_waiting)
    socket.show(3)
    assert socket.sent[-1] == 4001 and "refused" in socket.sent
    assert 4008 not in socket.sent and "state 3" not in socket.sent


async def test_a_socket_that_fails_is_given_up_once_and_sends_nothing_more() -> None:
    socket = Socket()
    socket.failure = OSError("gone")
    socket.show(1)
    socket.failure = None
    socket.show(2)
    assert socket.sent == [] and socket.broken == 1


async def test_a_socket_that_stays_stuck_is_given_up(monkeypatch: Any) -> None:
    monkeypatch.setattr(outbox_module, "STUCK_SECONDS", 0.01)
    socket = Socket()
    socket.is_open.clear()
    socket.show(1)
    await until(lambda: socket.broken == 1)
    assert not socket.outbox.is_waiting


async def test_a_failure_after_waiting_is_given_up_too() -> None:
    socket = Socket()
    socket.is_open.clear()
    socket.show(1)
    socket.failure = OSError("gone")
    socket.is_open.set()
    await until(lambda: socket.broken == 1)
    assert socket.sent == []


async def test_stopping_ends_the_task(monkeypatch: Any) -> None:
    socket = Socket()
    socket.is_open.clear()
    socket.show(1)
    socket.outbox.stop()
    await until(lambda: not socket.outbox.is_waiting)
    assert socket.sent == [] and socket.broken == 0


async def test_a_state_that_cannot_be_made_is_logged_and_spoils_nothing(caplog: Any) -> None:
    sent: list[str] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message["text"])

    def fail() -> str:
        raise KeyError("words")

    outbox = Outbox(send, fail, lambda: None)
    outbox.state_changed()
    outbox.say("still here")
    assert sent == ["still here"]
    assert "could not be made" in caplog.text


async def test_what_can_be_written_at_once_is_and_the_rest_takes_the_ordinary_way_in_order() -> None:
    sent: list[str] = []
    takes = True

    async def send(message: dict[str, Any]) -> None:
        sent.append(message.get("text") or str(message["code"]))

    def send_now(text: str) -> bool:
        if takes:
            sent.append(f"{text} at once")
        return takes

    outbox = Outbox(send, lambda: "state", lambda: None, send_now)
    outbox.state_changed()
    outbox.say("answer")
    takes = False
    outbox.state_changed()
    outbox.close(4001)
    assert sent == ["state at once", "answer at once", "state", "4001"]


async def test_a_write_that_fails_gives_the_socket_up() -> None:
    broken: list[int] = []

    async def send(message: dict[str, Any]) -> None:
        raise AssertionError(message)

    def send_now(text: str) -> bool:
        raise OSError("gone")

    outbox = Outbox(send, lambda: "state", lambda: broken.append(1), send_now)
    outbox.state_changed()
    outbox.state_changed()
    assert broken == [1]
