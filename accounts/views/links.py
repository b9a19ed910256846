"""The page that a one-time link opens on another device: it asks first, so that a preview uses nothing up."""

from __future__ import annotations

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from accounts import services
from accounts.clock import database_now
from accounts.errors import AccountsError, ErrorCode
from accounts.requests import PlayerRequest
from accounts.selectors import open_link
from accounts.views.me import see_other
from accounts.words import refusal


@require_http_methods(["GET", "HEAD", "POST"])
def device_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Say whose link it is; add this device to that player when asked to by POST."""
    own = cast(PlayerRequest, request)
    link = open_link(secret, database_now())
    if link is None or link.membership_id is not None:
        return _refused(request, ErrorCode.LINK_INVALID)
    if own.player is not None and own.player.pk == link.player_id:
        return see_other(reverse("me"))
    if request.method != "POST":
        return _private(render(request, "accounts/device_link.html", {"link": link, "player": own.player}))
    try:
        device, new_secret = services.use_device_link(secret=secret, user_agent=request.headers.get("User-Agent", ""))
    except AccountsError as error:
        return _refused(request, error.code)
    own.identity.adopt(device, new_secret)
    return see_other(reverse("me"))


def _refused(request: HttpRequest, code: ErrorCode) -> HttpResponse:
    # 410: a preview or a second click must learn that there is nothing to fetch here any more.
    return _private(render(request, "accounts/link_refused.html", {"message": refusal(code)}, status=410))


def _private(response: HttpResponse) -> HttpResponse:
    """Keep the address, which is a key, out of caches and out of the Referer header."""
    response["Cache-Control"] = "no-store"
    response["Referrer-Policy"] = "no-referrer"
    return response
