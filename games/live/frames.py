"""Writes one text to many sockets of Daphne with one frame for all; it must not know what the text says.

Daphne hands each text of each socket through four layers that encode and frame it anew. What a step changes is the
same text for most sockets of a table, so here it is framed once and written to their transports.
"""

import functools
from collections.abc import Callable
from typing import Any

from autobahn.websocket.protocol import PreparedMessage
from daphne.ws_protocol import WebSocketProtocol


def direct_sender(send: Callable[..., Any]) -> Callable[[str], bool] | None:
    """Return a function that writes a text at once, made from the `send` of a socket; None where that is not Daphne's.

    The function returns False where the ordinary way has to be taken: the socket opens or closes just now, something
    waits in its queue, or it compresses.
    """
    protocol = send.args[0] if isinstance(send, functools.partial) and send.args else None
    if not isinstance(protocol, WebSocketProtocol):
        return None

    def send_now(text: str) -> bool:
        if protocol.state != protocol.STATE_OPEN or protocol.send_queue or protocol.websocket_extensions_in_use:
            return False
        protocol.transport.write(_frame(text))
        return True

    return send_now


# The sockets of a table are served one right after the other.
@functools.lru_cache(maxsize=16)
def _frame(text: str) -> bytes:
    frame: bytes = PreparedMessage(text.encode(), isBinary=False, applyMask=False, doNotCompress=True).payloadHybi
    return frame
