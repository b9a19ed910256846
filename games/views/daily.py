"""The deal of the day: today's with its button, the table of a day, and the order once it may be known; one service."""

from __future__ import annotations

from datetime import date
from typing import Any, Final, cast

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from accounts.clock import database_now
from accounts.models import Player
from accounts.requests import PlayerRequest
from accounts.services import ensure_player
from games import engine
from games.live.words import words_of
from games.match_file import METHOD
from games.models import DailyDeal, MatchStatus
from games.models.daily import revealed_at
from games.selectors import daily
from games.selectors.daily import DailyLine
from games.services.daily import start_daily_match
from games.services.matches import SOLO_SEATS
from games.views.answers import see_other
from games.views.paging import asked_page
from games.views.rating_words import player_name
from games.views.table_facts import rule_facts

# No seat adds a number to this shuffle.
_NONCES: Final = ("",) * SOLO_SEATS


@require_safe
def today(request: HttpRequest) -> HttpResponse:
    """Show the deal of the present UTC day: how it works, the way to play it, and its table so far."""
    return _answer(request, daily.utc_day(database_now()))


@require_safe
def daily_of(request: HttpRequest, day: date) -> HttpResponse:
    """Show the table of a day that is over, or today's."""
    if day > daily.utc_day(database_now()):
        raise Http404("that day is to come")
    return _answer(request, day)


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Go to this person's match of today's deal: the one that goes on, else a new one."""
    player = ensure_player(cast(PlayerRequest, request))
    return see_other(reverse("table", kwargs={"match_id": start_daily_match(player=player).id}))


@require_safe
def deal_json(request: HttpRequest, day: date) -> HttpResponse:
    """Return the deal of a day that everybody may know, in the form of a match without steps, for the check."""
    deal = DailyDeal.objects.filter(pk=day).first()
    if deal is None or not daily.is_revealed(day, database_now()):
        # Not played and not yet to be known look the same.
        return JsonResponse({"error": "not_found"}, status=404)
    return JsonResponse(
        {
            "day": day.isoformat(),
            "rules": deal.rules,
            "seat_count": SOLO_SEATS,
            "first_seat": deal.first_seat,
            "seats": [{"number": number, "nonce": nonce} for number, nonce in enumerate(_NONCES)],
            "shuffle": {
                "method": METHOD,
                "commitment": deal.commitment,
                "secret": deal.secret,
                "deck": _order(deal),
            },
            "steps": [],
        }
    )


def _answer(request: HttpRequest, day: date) -> HttpResponse:
    player = cast(PlayerRequest, request).player
    now = database_now()
    is_today = day == daily.utc_day(now)
    deal = daily.deal_of(day)
    is_stored = not deal._state.adding
    page = daily.daily_table(day=day, page=asked_page(request))
    own = daily.daily_line(day=day, player=player) if player else None
    own_page = daily.page_of(day=day, player=player) if player and own else None
    before, after = daily.neighbouring_days(day)
    address = reverse("daily") if is_today else reverse("daily_of", kwargs={"day": day})
    is_revealed = daily.is_revealed(day, now) and is_stored
    context: dict[str, Any] = {
        "day": day,
        "is_today": is_today,
        "deal": deal if is_today or is_stored else None,
        "facts": rule_facts(engine.RuleSet.from_dict(deal.rules)) if is_today or is_stored else [],
        "first_cpu": _cpu_name(deal.first_seat),
        "revealed_at": revealed_at(day),
        "order": _order(deal) if is_revealed else (),
        "page": page,
        "rows": [_row(line, player) for line in page.lines],
        "own": own,
        "own_url": f"{address}?page={own_page}#you" if own_page and own_page > 1 else "#you",
        "previous_url": f"{address}?page={page.page - 1}#day-table" if page.page > 1 else "",
        "next_url": f"{address}?page={page.page + 1}#day-table" if page.page < page.page_count else "",
        "before": before,
        "after": after if after is not None and after < daily.utc_day(now) else None,
        "is_over": not is_today,
        **(_own_tries(player, day) if player else {}),
    }
    return render(request, "daily/daily.html", context)


def _own_tries(player: Player, day: date) -> dict[str, Any]:
    """Where somebody stands with a day's deal: a match that goes on, a first try without a result."""
    tried = daily.first_try(player=player, day=day)
    return {
        "live": daily.live_try(player=player, day=day),
        "tried": tried,
        "is_without_result": tried is not None and tried.match.status in (MatchStatus.ABANDONED, MatchStatus.VOIDED),
    }


def _cpu_name(seat: int) -> str:
    """The name of a CPU seat; nothing for the person's own, which is the first."""
    words = words_of(get_language() or settings.LANGUAGE_CODE)
    return words.label("cpu_name").format(number=words.number(seat + 1)) if seat else ""


def _order(deal: DailyDeal) -> tuple[int, ...]:
    """The order of the cards of a revealed deal: no seat added a number."""
    return engine.derive_deck(bytes.fromhex(deal.secret), _NONCES)


def _row(line: DailyLine, player: Player | None) -> dict[str, Any]:
    return {"line": line, "name": player_name(line.name), "is_you": player is not None and line.player_id == player.pk}
