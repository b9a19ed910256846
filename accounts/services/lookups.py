"""Counts wrong group codes per client, in the database so that all processes share the count; knows no pages."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
from typing import Final

from django.conf import settings
from django.db.models import F
from django.http import HttpRequest

from accounts.clock import database_now
from accounts.models import LookupCount

# A class behind one address may mistype a few dozen codes; guessing among 20^8 needs many millions.
WRONG_CODES_ALLOWED: Final = 30
WINDOW_SECONDS: Final = 600


def client_hash(request: HttpRequest) -> str:
    """Return a keyed hash of the client's network address, which is never stored; IPv6 counts by its /64."""
    address = request.META.get("REMOTE_ADDR") or ""
    try:
        parsed = ipaddress.ip_address(address)
        if parsed.version == 6:
            address = str(ipaddress.ip_network((parsed, 64), strict=False))
    except ValueError:
        address = "unknown"
    return hmac.new(settings.SECRET_KEY.encode(), f"bozu client\0{address}".encode(), hashlib.sha256).hexdigest()


def _window() -> int:
    return int(database_now().timestamp()) // WINDOW_SECONDS


def is_throttled(*, client: str) -> bool:
    """Tell whether the client has tried too many wrong codes in this window of ten minutes."""
    return LookupCount.objects.filter(client_hash=client, window=_window(), count__gte=WRONG_CODES_ALLOWED).exists()


def count_wrong_code(*, client: str) -> None:
    """Add one to the client's count; rows of windows long past go at the same time."""
    window = _window()
    counter, is_new = LookupCount.objects.get_or_create(client_hash=client, window=window, defaults={"count": 1})
    if is_new:
        LookupCount.objects.filter(window__lt=window - 6).delete()
    else:
        LookupCount.objects.filter(pk=counter.pk).update(count=F("count") + 1)
