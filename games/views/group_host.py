"""The pages of a group's host: settings, one member, closing; every power is checked again by the services."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from accounts.errors import AccountsError, ErrorCode
from accounts.models import Group
from accounts.words import refusal
from games import engine
from games.selectors.groups import Member, live_match, members
from games.selectors.rules import (
    RULE_KEYS,
    effective_rules,
    house_rules_of,
    rule_sets,
    rules_of,
)
from games.services import groups
from games.services.rules import HouseRulesWish, change_house_rules, wish_of
from games.views.answers import see_other
from games.views.group_access import NoAccess, refused, visit_as_host
from games.views.group_facts import rules_shown, two_seat_advice
from games.views.group_forms import SettingsForm


def _group_address(group: Group) -> str:
    return reverse("group", args=[group.code])


@require_http_methods(["GET", "HEAD", "POST"])
def group_settings(request: HttpRequest, code: str) -> HttpResponse:
    """Show and save house rules, limit, kind of match and CPU seats; "start from" fills in another set's values."""
    try:
        group, player = visit_as_host(request, code)
    except NoAccess as no_access:
        return no_access.response
    house = house_rules_of(group)
    if request.method != "POST":
        base = rule_sets().filter(pk=int(chosen)).first() if (chosen := request.GET.get("base", "")).isdigit() else None
        rules = rules_of(base) if base is not None else effective_rules(house)
        base_id = base.pk if base is not None else house.base_id
        form = SettingsForm(
            initial={
                "version": house.version,
                "base": base_id,
                "turn_limit": house.turn_limit_seconds or "",
                "kind": "rated" if house.is_rated else "friendly",
                "cpu_seats": house.cpu_seats,
            }
        )
        return _settings_page(request, group, form, rules, base_id)
    form = SettingsForm(request.POST)
    if not form.is_valid():
        return _settings_page(request, group, form, _typed_rules(form), house.base_id, status=422)
    try:
        change_house_rules(group=group, by=player, version=form.cleaned_data["version"], wish=form.wish())
    except AccountsError as error:
        if error.code is not ErrorCode.STALE:
            return refused(request, error)
        # What was typed stays, and the page now stands on the newer version: saving again is a decision.
        newer = request.POST.copy()
        newer["version"] = str(house_rules_of(group).version)
        form.data = newer
        base = form.cleaned_data["base"]
        return _settings_page(
            request, group, form, _typed_rules(form), base.pk if base else None, error=refusal(error.code), status=409
        )
    return see_other(_group_address(group))


def _typed_rules(form: SettingsForm) -> engine.RuleSet:
    values = {key: form.cleaned_data[key] for key in RULE_KEYS if form.cleaned_data.get(key) is not None}
    return engine.RuleSet.from_dict(values)


def _settings_page(
    request: HttpRequest,
    group: Group,
    form: SettingsForm,
    rules: engine.RuleSet,
    base_id: int | None,
    *,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    sets = list(rule_sets())
    context: dict[str, Any] = {
        "group": group,
        "form": form,
        "rules": rules_shown(rules),
        "sets": sets,
        "base_id": base_id or next((rule_set.pk for rule_set in sets if rule_set.is_site_default), None),
        "two_seat_advice": two_seat_advice(),
        "live": live_match(group),
        "error": error,
    }
    return render(request, "groups/settings.html", context, status=status)


@require_POST
def group_semimaru(request: HttpRequest, code: str) -> HttpResponse:
    """Change the Semimaru rule alone, with one tap from the advice for two."""
    return _change(request, code, lambda wish: replace(wish, semimaru=request.POST.get("semimaru", "")))


@require_POST
def group_cpu(request: HttpRequest, code: str) -> HttpResponse:
    """Add or take away one CPU seat, for friendly matches."""
    step = 1 if request.POST.get("step") == "more" else -1
    most = engine.MAX_SEATS - 1
    return _change(request, code, lambda wish: replace(wish, cpu_seats=max(0, min(most, wish.cpu_seats + step))))


def _change(request: HttpRequest, code: str, edit: Callable[[HouseRulesWish], HouseRulesWish]) -> HttpResponse:
    try:
        group, player = visit_as_host(request, code)
    except NoAccess as no_access:
        return no_access.response
    version = request.POST.get("version", "")
    wish = edit(wish_of(house_rules_of(group)))
    try:
        change_house_rules(group=group, by=player, version=int(version) if version.isdigit() else -1, wish=wish)
    except AccountsError as error:
        return refused(request, error)
    return see_other(_group_address(group))


def _member(group: Group, member_id: int) -> Member:
    member = next((member for member in members(group) if member.membership.pk == member_id), None)
    if member is None or member.is_host:
        raise AccountsError(ErrorCode.NOT_MEMBER)
    return member


@require_http_methods(["GET", "HEAD", "POST"])
def group_member(request: HttpRequest, code: str, member_id: int) -> HttpResponse:
    """Show what the host can do about one member, and do it: make host, remove, hand the seat to a new device."""
    try:
        group, player = visit_as_host(request, code)
    except NoAccess as no_access:
        return no_access.response
    try:
        member = _member(group, member_id)
        context: dict[str, Any] = {"group": group, "member": member}
        if request.method != "POST":
            return render(request, "groups/member.html", context)
        action = request.POST.get("action")
        if action == "remove":
            groups.remove_member(group=group, by=player, player_id=member.player_id)
        elif action == "host":
            groups.hand_over_host(group=group, by=player, player_id=member.player_id)
        elif action == "seat":
            link, secret = groups.issue_seat_link(group=group, by=player, player_id=member.player_id)
            address = request.build_absolute_uri(reverse("seat_link", args=[group.code, secret]))
            response = render(request, "groups/member.html", {**context, "link": link, "link_address": address})
            response["Cache-Control"] = "no-store"
            return response
    except AccountsError as error:
        return refused(request, error)
    return see_other(_group_address(group))


@require_http_methods(["GET", "HEAD", "POST"])
def group_close(request: HttpRequest, code: str) -> HttpResponse:
    """Ask once, then close the group for good."""
    try:
        group, player = visit_as_host(request, code)
    except NoAccess as no_access:
        return no_access.response
    if request.method != "POST":
        return render(request, "groups/close.html", {"group": group})
    try:
        groups.close_group(group=group, by=player)
    except AccountsError as error:
        return refused(request, error)
    return see_other(reverse("home"))
