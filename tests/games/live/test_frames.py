"""One frame for many sockets of Daphne: what goes over the wire is an ordinary text message."""

from __future__ import annotations

import functools
from typing import Any

import pytest
from daphne.ws_protocol import WebSocketProtocol

from games.live.frames import direct_sender


class Wire:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.written.append(data)


def opened() -> tuple[Any, Wire]:
    """A socket of Daphne after its handshake."""
    protocol: Any = WebSocketProtocol()
    protocol.transport = wire = Wire()
    protocol.state = protocol.STATE_OPEN
    protocol.websocket_extensions_in_use = []
    protocol.send_queue = []
    return protocol, wire


async def handle_reply(protocol: Any, message: dict[str, Any]) -> None:
    """What Daphne gives an application to send with, bound to the socket."""
    raise AssertionError((protocol, message))


def text_of(frame: bytes) -> str:
    """Read an unmasked frame that holds a whole text message (RFC 6455, section 5.2)."""
    assert frame[0] == 0x81
    size, start = frame[1], 2
    if size == 126:
        size, start = int.from_bytes(frame[2:4], "big"), 4
    elif size == 127:
        size, start = int.from_bytes(frame[2:10], "big"), 10
    assert len(frame) == start + size
    return frame[start:].decode()


@pytest.mark.parametrize(
    "text", ["x", "é" * 100, "帝" * 5_000, "a" * 70_000], ids=["short", "two bytes", "three bytes", "long"]
)
def test_a_frame_holds_the_whole_text(text: str) -> None:
    protocol, wire = opened()
    send_now = direct_sender(functools.partial(handle_reply, protocol))
    assert send_now is not None and send_now(text)
    assert [text_of(frame) for frame in wire.written] == [text]


def test_a_text_for_many_sockets_is_framed_once() -> None:
    sockets = [opened() for _ in range(4)]
    text = "the same for all"
    for protocol, _ in sockets:
        send_now = direct_sender(functools.partial(handle_reply, protocol))
        assert send_now is not None and send_now(text)
    frames = {id(wire.written[0]) for _, wire in sockets}
    assert len(frames) == 1


@pytest.mark.parametrize(
    "change", [{"state": 2}, {"send_queue": [(b"waits", False)]}, {"websocket_extensions_in_use": ["deflate"]}]
)
def test_a_socket_that_is_not_simply_open_takes_the_ordinary_way(change: dict[str, Any]) -> None:
    protocol, wire = opened()
    for name, value in change.items():
        setattr(protocol, name, value)
    send_now = direct_sender(functools.partial(handle_reply, protocol))
    assert send_now is not None and not send_now("late")
    assert wire.written == []


async def test_another_servers_sockets_take_the_ordinary_way() -> None:
    async def send(message: dict[str, Any]) -> None:
        raise AssertionError(message)

    assert direct_sender(send) is None
    assert direct_sender(functools.partial(send)) is None
    assert direct_sender(functools.partial(send, {"type": "x"})) is None
