"""The page where people who share one device say their names and start; it must not hold rules of seating."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.errors import AccountsError
from accounts.names import normalise_name, shown_name
from accounts.requests import PlayerRequest
from accounts.services import ensure_player
from accounts.words import refusal
from games import engine
from games.errors import ServiceError
from games.selectors.pass_round import last_round_of
from games.services.pass_round import LEAST_PEOPLE, start_round, start_round_again
from games.views.answers import see_other

MOST_CPU_SEATS: Final = engine.MAX_SEATS - LEAST_PEOPLE


@dataclass(frozen=True, slots=True)
class NameLine:
    """One field for a name: what was typed and what is wrong with it."""

    number: int
    value: str
    error: str = ""

    @property
    def is_needed(self) -> bool:
        """Whether nobody can play without this name."""
        return self.number <= LEAST_PEOPLE


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def pass_round(request: HttpRequest) -> HttpResponse:
    """Ask for the names, those of last time filled in; start the match when they are sent."""
    player = cast(PlayerRequest, request).player
    if request.method != "POST":
        last = last_round_of(player) if player is not None else None
        typed = [shown_name(name) for name in last.names] if last else []
        return _page(
            request, [NameLine(number, value) for number, value in _numbered(typed)], last.cpu_seats if last else 0
        )
    lines, names = _read(request.POST.getlist("name")[: engine.MAX_SEATS])
    cpu_seats = _cpu_seats(request.POST.get("cpu", ""))
    error = ""
    if len(names) < LEAST_PEOPLE:
        error = gettext("At least two people are needed.")
    elif len(names) + cpu_seats > engine.MAX_SEATS:
        error = gettext("There is room for six at the table: fewer people, or fewer CPU seats.")
    if error or any(line.error for line in lines):
        return _page(request, lines, cpu_seats, error=error, status=422)
    owner = ensure_player(cast(PlayerRequest, request))
    match = start_round(player=owner, names=names, cpu_seats=cpu_seats, nonce=_nonce(request))
    return see_other(reverse("table", kwargs={"match_id": match.id}))


@require_POST
def pass_round_again(request: HttpRequest) -> HttpResponse:
    """Start a match of the same people as the one that the form names; without one, ask for names."""
    player = cast(PlayerRequest, request).player
    if player is None:
        return see_other(reverse("pass_round"))
    try:
        match = start_round_again(match_id=request.POST.get("after", ""), player=player, nonce=_nonce(request))
    except ServiceError:
        return see_other(reverse("pass_round"))
    return see_other(reverse("table", kwargs={"match_id": match.id}))


def _page(
    request: HttpRequest, lines: list[NameLine], cpu_seats: int, *, error: str = "", status: int = 200
) -> HttpResponse:
    context = {"lines": lines, "cpu_seats": cpu_seats, "cpu_choices": range(MOST_CPU_SEATS + 1), "error": error}
    return render(request, "pass_round.html", context, status=status)


def _numbered(values: list[str]) -> list[tuple[int, str]]:
    return list(enumerate([*values, *[""] * engine.MAX_SEATS][: engine.MAX_SEATS], start=1))


def _read(typed: list[str]) -> tuple[list[NameLine], list[str]]:
    """Return the fields with what is wrong with each, and the names; an empty field is nobody."""
    lines, names = [], []
    for number, value in _numbered(typed):
        error = ""
        if value.strip():
            try:
                names.append(normalise_name(value))
            except AccountsError as refused:
                error = refusal(refused.code)
        lines.append(NameLine(number, value[:200], error))
    return lines, names


def _cpu_seats(typed: str) -> int:
    return min(int(typed), MOST_CPU_SEATS) if typed.isascii() and typed.isdecimal() and len(typed) < 3 else 0


def _nonce(request: HttpRequest) -> str:
    return request.POST.get("nonce", "")[:64]
