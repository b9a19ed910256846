"""The cookie that recognises a device and the hash kept of it; knows no database and no pages."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

COOKIE_NAME: Final = "bozu_device"
COOKIE_AGE_SECONDS: Final = 365 * 24 * 3600
RENEW_AFTER_SECONDS: Final = 24 * 3600
VISIT_FIELD: Final = "visit"
VISIT_SECONDS: Final = 60

_SECRET_BYTES: Final = 32
_SECRET_SHAPE: Final = re.compile(r"[A-Za-z0-9_-]{43}")
# At least 128 bits in hex or base64, made by the page's script.
_VISIT_SHAPE: Final = re.compile(r"[A-Za-z0-9_-]{22,64}")
_MAKERS: Final = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)


def new_secret() -> str:
    """Return 256 bits of the operating system's randomness as text for a cookie or a link."""
    return secrets.token_urlsafe(_SECRET_BYTES)


def secret_hash(secret: str) -> str:
    """Return the SHA-256 of a secret in hex, the only form in which the database keeps it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def has_secret_shape(secret: str) -> bool:
    """Tell whether a cookie value can be a secret of ours; anything else is not worth a query."""
    return _SECRET_SHAPE.fullmatch(secret) is not None


def secret_for_visit(visit: str, user_agent: str) -> str | None:
    """Return the secret that one page visit leads to, or None when the visit value is missing or too short.

    Two first requests of one page carry the same visit value and so arrive at the same secret, which the unique hash
    in the database turns into one device. Only the server can derive it, since the server's key goes in.
    """
    if not _VISIT_SHAPE.fullmatch(visit):
        return None
    message = f"bozu device\0{visit}\0{user_agent}".encode("utf-8", "replace")
    digest = hmac.new(settings.SECRET_KEY.encode(), message, hashlib.sha256).digest()
    return _urlsafe(digest)


def _urlsafe(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def device_label(user_agent: str) -> str:
    """Return a short name of browser and system from a User-Agent header, or an empty text."""
    maker = next((name for mark, name in _MAKERS if mark in user_agent), "")
    system = next((name for mark, name in _SYSTEMS if mark in user_agent), "")
    return " · ".join(part for part in (maker, system) if part)


def set_cookie(request: HttpRequest, response: HttpResponseBase, secret: str) -> None:
    """Write the device cookie: unreadable for scripts, sent along from links elsewhere, never on foreign posts."""
    response.set_cookie(
        COOKIE_NAME,
        secret,
        max_age=COOKIE_AGE_SECONDS,
        secure=request.is_secure() or settings.PRODUCTION,
        httponly=True,
        samesite="Lax",
    )


def drop_cookie(response: HttpResponseBase) -> None:
    """Take the device cookie away, after its owner asked to be forgotten."""
    response.delete_cookie(COOKIE_NAME, samesite="Lax")
