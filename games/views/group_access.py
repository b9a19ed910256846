"""Who may look at a group: members always, others by its code, guessers not; it must not know what the pages show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.errors import AccountsError, ErrorCode
from accounts.models import Group, Membership, Player
from accounts.requests import PlayerRequest
from accounts.selectors import group_for_code, membership_of, normal_code
from accounts.services import count_wrong_code, is_throttled
from accounts.services.lookups import WINDOW_SECONDS, client_hash
from accounts.words import refusal


@dataclass(frozen=True, slots=True)
class Visit:
    """A group somebody may see, and their membership when they have one now."""

    group: Group
    player: Player | None
    membership: Membership | None


class NoAccess(Exception):
    """The visitor gets `response` instead of the group."""

    def __init__(self, response: HttpResponse) -> None:
        super().__init__(response.status_code)
        self.response = response


def visit_group(request: HttpRequest, code: str) -> Visit:
    """Return the group of a code as typed or linked.

    Raises NoAccess: for a removed player, for members of a closed group, and for everybody else the same answer
    whether the code is wrong or its group closed; after too many of those, the same answer for right codes too.
    """
    player = cast(PlayerRequest, request).player
    normalised = normal_code(code)
    group = group_for_code(normalised) if normalised else None
    membership = membership_of(group, player) if group is not None else None
    if group is not None and membership is not None:
        if membership.removed_at is not None:
            raise NoAccess(_answer(request, ErrorCode.REMOVED, 403))
        if membership.is_current and group.is_closed:
            raise NoAccess(_answer(request, ErrorCode.GROUP_CLOSED, 410))
        if membership.is_current:
            return Visit(group, player, membership)
    client = client_hash(request)
    if is_throttled(client=client):
        response = _answer(request, ErrorCode.TOO_MANY_LOOKUPS, 429)
        response["Retry-After"] = str(WINDOW_SECONDS)
        raise NoAccess(response)
    if group is None or group.is_closed:
        count_wrong_code(client=client)
        raise NoAccess(_answer(request, ErrorCode.CODE_UNKNOWN, 404, typed=code[:40]))
    return Visit(group, player, None)


def visit_as_member(request: HttpRequest, code: str) -> tuple[Group, Player, Membership]:
    """Return the group with the visitor's player and membership; raises NoAccess for anybody who is no member now."""
    visit = visit_group(request, code)
    if visit.player is None or visit.membership is None:
        raise NoAccess(_answer(request, ErrorCode.NOT_MEMBER, 403))
    return visit.group, visit.player, visit.membership


def visit_as_host(request: HttpRequest, code: str) -> tuple[Group, Player]:
    """Return the group with its host, who is the visitor; raises NoAccess for anybody else."""
    group, player, _membership = visit_as_member(request, code)
    if group.host_id != player.pk:
        raise NoAccess(_answer(request, ErrorCode.NOT_HOST, 403))
    return group, player


def refused(request: HttpRequest, error: AccountsError) -> HttpResponse:
    """Return the page for a refusal that leaves nothing to do on the page it came from."""
    return _answer(request, error.code, 403)


def _answer(request: HttpRequest, code: ErrorCode, status: int, typed: str = "") -> HttpResponse:
    htmx = cast(PlayerRequest, request).htmx
    if htmx:
        # A poll or a button on a page whose group is gone for this visitor: load the page anew, which says so.
        response = HttpResponse(status=200)
        response["HX-Refresh"] = "true"
        return response
    context = {"message": refusal(code), "code": code.value, "typed": typed}
    return render(request, "groups/no_access.html", context, status=status)
