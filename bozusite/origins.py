"""Which origin is our own, for pages and sockets alike; it must not know who is connected."""

import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings
from django.http.request import split_domain_port, validate_host

logger = logging.getLogger(__name__)

_DEFAULT_PORTS = {"http": 80, "https": 443}
_ORIGIN = re.compile(r"(https?)://(\[[0-9a-f:.]+\]|[^\s/?#@:\\\[\]]+)(?::([0-9]{1,5}))?")


def normal_origin(origin: str) -> str | None:
    """Return scheme://host:port with the port always written, or None if `origin` is not exactly an origin."""
    match = _ORIGIN.fullmatch(origin.lower())
    if match is None:
        return None
    scheme, host, port = match.groups()
    return f"{scheme}://{host}:{int(port) if port else _DEFAULT_PORTS[scheme]}"


def is_own_origin(origin: str, *, is_secure: bool, host: str) -> bool:
    """Return whether `origin` is the scheme, host and port by which the visitor reached us."""
    own = normal_origin(f"{'https' if is_secure else 'http'}://{host}")
    return own is not None and normal_origin(origin) == own


def _values(scope: dict[str, Any], name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name]


def is_socket_from_own_origin(scope: dict[str, Any]) -> bool:
    """Return whether the handshake in `scope` comes from one of our own pages.

    Exactly one Origin and one Host are needed. Whether the visitor used https is told by the server,
    or by X-Forwarded-Proto where the settings say that a proxy in front of us sets it.
    """
    origins, hosts = _values(scope, b"origin"), _values(scope, b"host")
    if len(origins) != 1 or len(hosts) != 1:
        return False
    domain, _ = split_domain_port(hosts[0])
    if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
        return False
    is_secure = scope.get("scheme") == "wss"
    if settings.BEHIND_PROXY:
        is_secure = _values(scope, b"x-forwarded-proto") == ["https"]
    return is_own_origin(origins[0], is_secure=is_secure, host=hosts[0])


class OwnOriginOnly:
    """Lets only sockets of our own pages through to `application`; all others are refused before they open."""

    def __init__(self, application: Callable[..., Awaitable[None]]) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if is_socket_from_own_origin(scope):
            await self.application(scope, receive, send)
            return
        logger.warning("socket refused: foreign origin", extra={"origin": ", ".join(_values(scope, b"origin"))[:200]})
        await receive()  # the connect message
        await send({"type": "websocket.close", "code": 4003})
