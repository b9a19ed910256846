"""The rankings of the site and of a group, by rating, with their conditions; they write nothing."""

from __future__ import annotations

import unicodedata
from typing import Any, Final, cast
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.clock import database_now
from accounts.models import Group, Player
from accounts.requests import PlayerRequest
from games.views.group_access import NoAccess, visit_group
from games.views.paging import asked_page
from games.views.rating_words import SCALE_HIGH, SCALE_LOW, bar, player_name, season_name
from ratings.results import ALL_TIME, DAILY_LIMIT
from ratings.selectors import (
    ACTIVE_FOR,
    MATCHES_TO_ENTER,
    RankedPlayer,
    page_of,
    ranked_player,
    ranking,
    rating_of,
    seasons_played,
)

_LONGEST_SEARCH: Final = 40


@require_safe
def rankings(request: HttpRequest) -> HttpResponse:
    """Show a page of the site's ranking, of a season, or of those whose name holds a text."""
    return _answer(request, group=None, address=reverse("rankings"))


@require_safe
def group_rankings(request: HttpRequest, code: str) -> HttpResponse:
    """Show a page of a group's own ranking to whoever may see the group."""
    try:
        visit = visit_group(request, code)
    except NoAccess as no_access:
        return no_access.response
    return _answer(request, group=visit.group, address=reverse("group_rankings", kwargs={"code": visit.group.code}))


def _answer(request: HttpRequest, *, group: Group | None, address: str) -> HttpResponse:
    player = cast(PlayerRequest, request).player
    group_id = group.pk if group else None
    now = database_now()
    seasons = seasons_played(group_id=group_id)
    season = request.GET.get("season", ALL_TIME)
    if season not in seasons:
        season = ALL_TIME
    search = unicodedata.normalize("NFKC", request.GET.get("q", "")).strip()[:_LONGEST_SEARCH]
    page = ranking(now=now, group_id=group_id, season=season, page=asked_page(request), search=search)
    own = ranked_player(player_id=player.pk, now=now, group_id=group_id, season=season) if player else None
    own_page = page_of(player_id=player.pk, now=now, group_id=group_id, season=season) if player and own else None
    kept = {"season": season} if season else {}
    asked = {**kept, **({"q": search} if search else {})}
    context: dict[str, Any] = {
        "title": gettext("Ranking of the group") if group else gettext("Rankings"),
        "group": group,
        "address": address,
        "page": page,
        "rows": [_row(line, player, group) for line in page.lines],
        "previous_url": _url(address, {**asked, "page": page.page - 1}) if page.page > 1 else "",
        "next_url": _url(address, {**asked, "page": page.page + 1}) if page.page < page.page_count else "",
        "first_url": _url(address, asked) if page.page > 2 else "",
        "last_url": _url(address, {**asked, "page": page.page_count}) if page.page_count > page.page + 1 else "",
        "kept": kept,
        "search": search,
        "seasons": [
            {"value": value, "name": season_name(value), "is_current": value == season}
            for value in (ALL_TIME, *seasons)
        ],
        "season": season,
        "own": own,
        "own_url": f"{_url(address, {**kept, 'page': own_page})}#you" if own_page else "",
        "missing_matches": _missing_matches(player, group_id, season) if own is None else None,
        "scale_low": SCALE_LOW,
        "scale_high": SCALE_HIGH,
        "matches_to_enter": MATCHES_TO_ENTER,
        "active_days": ACTIVE_FOR.days,
        "daily_limit": DAILY_LIMIT,
    }
    return render(request, "rankings/rankings.html", context)


def _row(line: RankedPlayer, player: Player | None, group: Group | None) -> dict[str, Any]:
    if group is None:
        url = reverse("player", kwargs={"player_id": line.player_id})
    else:
        url = reverse("group_player", kwargs={"code": group.code, "player_id": line.player_id})
    return {
        "line": line,
        "name": player_name(line.name),
        "url": url,
        "bar": bar(line.points, line.low, line.high),
        "is_you": player is not None and line.player_id == player.pk,
    }


def _missing_matches(player: Player | None, group_id: int | None, season: str) -> int | None:
    """How many rated matches a player lacks to enter; 0 where it is only long since the last one; None for nobody."""
    if player is None:
        return None
    rating = rating_of(player_id=player.pk, group_id=group_id, season=season)
    return max(0, MATCHES_TO_ENTER - rating.matches) if rating else None


def _url(address: str, query: dict[str, Any]) -> str:
    return f"{address}?{urlencode(query)}" if query else address
