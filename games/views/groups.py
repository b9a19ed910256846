"""The pages of groups for everybody: make, find, join, the lobby, ready, rematch, leave; thin doors to the services."""

from __future__ import annotations

import json
from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from accounts import services as people
from accounts.errors import AccountsError, ErrorCode
from accounts.forms import NameForm
from accounts.models import Group, Membership, Player
from accounts.names import shown_name
from accounts.requests import PlayerRequest
from accounts.selectors import normal_code
from accounts.words import refusal
from games.models import Match
from games.selectors.groups import last_match, live_match
from games.services import groups
from games.services.group_matches import is_rematch_agreed, start_agreed_rematch
from games.views.answers import see_other
from games.views.group_access import NoAccess, Visit, refused, visit_as_member, visit_group
from games.views.group_facts import invitation, lobby, lobby_mark, recent_matches, settings_shown

POLL_SECONDS = 3
# A page without script reads itself again; not so often that somebody could not press a button in between.
REFRESH_SECONDS = 10


def _group_address(group: Group) -> str:
    return reverse("group", args=[group.code])


def _named_player(request: HttpRequest) -> tuple[Player | None, NameForm]:
    """Return the player under the name of the form, or nobody and the form with what is wrong.

    Somebody who chose a name before need not say it again.
    """
    player = cast(PlayerRequest, request).player
    form = NameForm(request.POST)
    if player is not None and player.is_named and not request.POST.get("name"):
        return people.ensure_player(request), form
    if not form.is_valid():
        return None, form
    name = form.cleaned_data["name"]
    player = people.ensure_player(request)
    if not player.is_named or player.display_name != name:
        people.rename_player(player=player, name=name)
    return player, form


def _name_form(player: Player | None) -> NameForm:
    return NameForm(initial={"name": shown_name(player.display_name) if player and player.is_named else ""})


@require_http_methods(["GET", "HEAD", "POST"])
def group_new(request: HttpRequest) -> HttpResponse:
    """Make a group: a name for oneself, done."""
    if request.method != "POST":
        return render(request, "groups/new.html", {"form": _name_form(cast(PlayerRequest, request).player)})
    player, form = _named_player(request)
    if player is None:
        return render(request, "groups/new.html", {"form": form}, status=422)
    return see_other(_group_address(groups.make_group(player=player)))


@require_safe
def group_find(request: HttpRequest) -> HttpResponse:
    """Lead from a typed code to its group, or say that no open group has it."""
    typed = request.GET.get("code", "")
    if not typed.strip():
        return render(request, "groups/find.html")
    try:
        visit = visit_group(request, typed)
    except NoAccess as refusal_:
        return refusal_.response
    return see_other(_group_address(visit.group))


@require_safe
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Lead from an invite link, which has no language, to the group in the guest's own."""
    return redirect("group", code=normal_code(code) or code)


@require_safe
def group(request: HttpRequest, code: str) -> HttpResponse:
    """Show the group to a member, the way in to anybody else with the right code."""
    try:
        visit = visit_group(request, code)
    except NoAccess as no_access:
        return no_access.response
    if code != visit.group.code:
        return redirect("group", code=visit.group.code)
    if visit.player is None or visit.membership is None:
        return _join_page(request, visit, _name_form(visit.player))
    match = _look_after(visit.group, visit.membership)
    # A page without script carries the match it knew; a newer one is what everybody was waiting for.
    known = request.GET.get("known")
    if known is not None and match is not None and match.pk != known:
        return see_other(_table_address(match))
    return _group_page(request, visit.group, visit.player)


def _look_after(group: Group, membership: Membership) -> Match | None:
    """Note the sign of life and do what is due in the group; return the running match."""
    people.touch_member(membership=membership)
    groups.pass_host_on(group=group)
    match = live_match(group)
    if match is None and is_rematch_agreed(group, last_match(group)):
        match = start_agreed_rematch(group=group)
    return match


def _group_page(
    request: HttpRequest, group: Group, player: Player, *, error: ErrorCode | None = None, status: int = 200
) -> HttpResponse:
    facts = lobby(group, player)
    context: dict[str, Any] = {
        **facts,
        **invitation(request, group),
        **settings_shown(group),
        "mark": lobby_mark(facts, get_language() or ""),
        "matches": recent_matches(group),
        "error": refusal(error) if error else "",
        "htmx_config": json.dumps(settings.HTMX_CONFIG),
        "poll_seconds": POLL_SECONDS,
        "refresh_address": f"{_group_address(group)}?known={facts['known_match']}",
        "refresh_seconds": REFRESH_SECONDS,
    }
    return render(request, "groups/group.html", context, status=status)


def _join_page(
    request: HttpRequest, visit: Visit, form: NameForm, *, error: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "group": visit.group,
        "player": visit.player,
        "form": form,
        "error": error,
        "live": live_match(visit.group),
        "host_name": visit.group.memberships.filter(player=visit.group.host)
        .values_list("display_name", flat=True)
        .first()
        or "",
        **settings_shown(visit.group),
    }
    return render(request, "groups/join.html", context, status=status)


@require_safe
@vary_on_headers("HX-Request")
def group_members(request: HttpRequest, code: str) -> HttpResponse:
    """Return the changing part of the group's page, nothing when the page has it already, or the way to the table."""
    try:
        group, player, membership = visit_as_member(request, code)
    except NoAccess as no_access:
        return no_access.response
    if not cast(PlayerRequest, request).htmx:
        # The address of a part, opened as a page (history, a copied link), leads to the page.
        return see_other(_group_address(group))
    match = _look_after(group, membership)
    return _part(request, group, player, match, seen=request.GET.get("seen", ""), known=request.GET.get("known", ""))


def _part(
    request: HttpRequest,
    group: Group,
    player: Player,
    match: Match | None,
    *,
    seen: str = "",
    known: str = "",
    error: str = "",
) -> HttpResponse:
    if match is not None and match.pk != known:
        response = HttpResponse(status=200)
        response["HX-Redirect"] = _table_address(match)
        return response
    facts = lobby(group, player)
    mark = lobby_mark(facts, get_language() or "")
    if mark == seen and not error:
        return HttpResponse(status=204)
    context = {**facts, "mark": mark, "error": error, "poll_seconds": POLL_SECONDS}
    return render(request, "groups/_members.html", context)


def _table_address(match: Match) -> str:
    return reverse("table", args=[match.pk])


@require_POST
def group_join(request: HttpRequest, code: str) -> HttpResponse:
    """Join with a name, or with one tap under the name one has."""
    try:
        visit = visit_group(request, code)
    except NoAccess as no_access:
        return no_access.response
    if visit.membership is not None:
        return see_other(_group_address(visit.group))
    player, form = _named_player(request)
    if player is None:
        return _join_page(request, visit, form, status=422)
    try:
        groups.join_group(group=visit.group, player=player)
    except AccountsError as error:
        if error.code is ErrorCode.BANNED:
            raise
        return _join_page(request, visit, form, error=refusal(error.code), status=409)
    match = live_match(visit.group)
    # Late arrivals watch.
    return see_other(_table_address(match) if match is not None else _group_address(visit.group))


@require_POST
def group_ready(request: HttpRequest, code: str) -> HttpResponse:
    """Note whether the member takes part in the next match."""
    try:
        group, player, membership = visit_as_member(request, code)
    except NoAccess as no_access:
        return no_access.response
    people.set_readiness(
        membership=membership, is_ready=request.POST.get("ready") == "yes", nonce=request.POST.get("nonce", "")
    )
    return _done(request, group, player, _look_after(group, membership))


@require_POST
def group_again(request: HttpRequest, code: str) -> HttpResponse:
    """Ask for a rematch with one tap, from the group's page or from the table."""
    try:
        group, player, membership = visit_as_member(request, code)
    except NoAccess as no_access:
        return no_access.response
    people.touch_member(membership=membership)
    try:
        match = groups.ask_rematch(
            group=group,
            by=player,
            after_match_id=request.POST.get("after", ""),
            nonce=request.POST.get("nonce", ""),
        )
    except AccountsError as error:
        return _failed(request, group, player, error)
    return _done(request, group, player, match, is_start=True)


@require_POST
def group_start(request: HttpRequest, code: str) -> HttpResponse:
    """Start the match: the host's button."""
    try:
        group, player, membership = visit_as_member(request, code)
    except NoAccess as no_access:
        return no_access.response
    people.touch_member(membership=membership)
    try:
        match = groups.start_group_match(group=group, by=player, after_match_id=request.POST.get("after", ""))
    except AccountsError as error:
        return _failed(request, group, player, error)
    return _done(request, group, player, match, is_start=True)


@require_http_methods(["GET", "HEAD", "POST"])
def group_leave(request: HttpRequest, code: str) -> HttpResponse:
    """Ask once, then end one's membership."""
    try:
        group, player, _membership = visit_as_member(request, code)
    except NoAccess as no_access:
        return no_access.response
    if request.method != "POST":
        return render(request, "groups/leave.html", {"group": group, "live": live_match(group)})
    try:
        groups.leave_group(group=group, by=player)
    except AccountsError as error:
        return refused(request, error)
    return see_other(reverse("home"))


def _done(
    request: HttpRequest, group: Group, player: Player, match: Match | None, *, is_start: bool = False
) -> HttpResponse:
    if cast(PlayerRequest, request).htmx:
        known = "" if is_start else request.POST.get("known", "")
        return _part(request, group, player, match, known=known)
    if is_start and match is not None:
        return see_other(_table_address(match))
    return see_other(_group_address(group))


def _failed(request: HttpRequest, group: Group, player: Player, error: AccountsError) -> HttpResponse:
    if error.code is ErrorCode.BANNED:
        raise error
    if cast(PlayerRequest, request).htmx:
        return _part(request, group, player, live_match(group), error=refusal(error.code))
    return _group_page(request, group, player, error=error.code, status=409)
