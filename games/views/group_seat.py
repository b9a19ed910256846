"""The page that a host's one-time link opens: it asks first, then gives a silent member's seat to this device."""

from __future__ import annotations

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from accounts import services as people
from accounts.clock import database_now
from accounts.errors import AccountsError, ErrorCode
from accounts.requests import PlayerRequest
from accounts.selectors import open_link
from accounts.words import refusal
from games.selectors.groups import live_match
from games.services import groups
from games.views.answers import see_other


@require_http_methods(["GET", "HEAD", "POST"])
def seat_link(request: HttpRequest, code: str, secret: str) -> HttpResponse:
    """Say whose seat it is; hand it to this device when asked to by POST."""
    link = open_link(secret, database_now())
    if link is None or link.membership is None or link.membership.group.code != code:
        return _refused(request, ErrorCode.LINK_INVALID)
    if request.method != "POST":
        context = {"membership": link.membership, "player": cast(PlayerRequest, request).player}
        return _private(render(request, "groups/seat_link.html", context))
    try:
        membership = groups.hand_over_membership(secret=secret, to=people.ensure_player(request))
    except AccountsError as error:
        if error.code is ErrorCode.BANNED:
            raise
        return _refused(request, error.code)
    match = live_match(membership.group)
    if match is not None:
        return see_other(reverse("table", args=[match.pk]))
    return see_other(reverse("group", args=[code]))


def _refused(request: HttpRequest, code: ErrorCode) -> HttpResponse:
    return _private(render(request, "accounts/link_refused.html", {"message": refusal(code)}, status=410))


def _private(response: HttpResponse) -> HttpResponse:
    """Keep the address, which is a key, out of caches and out of the Referer header."""
    response["Cache-Control"] = "no-store"
    response["Referrer-Policy"] = "no-referrer"
    return response
