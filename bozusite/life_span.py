"""Answers the ASGI life-span messages that uvicorn sends and Daphne does not; nothing may depend on them."""

from typing import Any

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable


async def life_span(scope: Any, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    """Agree to start and to stop."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            await send({"type": "lifespan.shutdown.complete"})
            return
