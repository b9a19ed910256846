"""Who is behind one request, found out only when asked; reads devices, and never makes one."""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers
from django_htmx.middleware import HtmxDetails

from accounts import devices
from accounts.clock import database_now
from accounts.models import Device, Player
from accounts.selectors import device_for_secret


class Identity:
    """The device of one request and what its answer has to do to the cookie."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request
        self._device: Device | None = None
        self._was_read = False
        self._cookie_secret: str | None = None
        self._is_dropped = False

    @property
    def device(self) -> Device | None:
        """Return the device of the cookie; the first call a day marks it as used and has the cookie renewed."""
        if not self._was_read:
            self._was_read = True
            secret = self._request.COOKIES.get(devices.COOKIE_NAME, "")
            self._device = device_for_secret(secret)
            if self._device is not None:
                self._renew(self._device, secret)
        return self._device

    @property
    def player(self) -> Player | None:
        """Return the player of the device, also one who is banned; None for a visitor."""
        return self.device.player if self.device else None

    def adopt(self, device: Device, secret: str) -> None:
        """Make the request, and by its answer the browser, that of a device just made or recognised."""
        self._was_read = True
        self._device = device
        self._cookie_secret = secret
        self._is_dropped = False

    def drop(self) -> None:
        """Forget the device and have the answer take its cookie away."""
        self._was_read = True
        self._device = None
        self._cookie_secret = None
        self._is_dropped = True

    def finish(self, response: HttpResponseBase) -> None:
        """Put on the answer what was decided: the cookie, and that it is one person's own page."""
        if not self._was_read:
            return
        patch_vary_headers(response, ["Cookie"])
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        if self._is_dropped:
            devices.drop_cookie(response)
        elif self._cookie_secret is not None:
            devices.set_cookie(self._request, response, self._cookie_secret)

    def _renew(self, device: Device, secret: str) -> None:
        now = database_now()
        stale_before = now - timedelta(seconds=devices.RENEW_AFTER_SECONDS)
        if device.last_used_at >= stale_before:
            return
        Device.objects.filter(pk=device.pk, last_used_at__lt=stale_before).update(last_used_at=now)
        device.last_used_at = now
        self._cookie_secret = secret


class PlayerRequest(HttpRequest):
    """A request behind PlayerMiddleware, for annotations."""

    identity: Identity
    htmx: HtmxDetails

    if TYPE_CHECKING:

        @property
        def device(self) -> Device | None:
            """Return the device of the cookie."""

        @property
        def player(self) -> Player | None:
            """Return the player of the device."""


def attach_identity(request: HttpRequest) -> Identity:
    """Give the request `identity`, and `device` and `player` that are read when first asked for."""
    identity = Identity(request)
    request.identity = identity  # type: ignore[attr-defined]
    request.__class__ = _with_player(type(request))  # type: ignore[arg-type]  # classes are hashable
    return identity


@cache
def _with_player(kind: Any) -> type[HttpRequest]:
    # Properties of a subclass rather than lazy objects: a lazy object around None is not None.
    return type(
        kind.__name__,
        (kind,),
        {
            "device": property(lambda request: request.identity.device),
            "player": property(lambda request: request.identity.player),
        },
    )
