"""A player's page: rating over time, results, opponents, matches, on the site's ladder or a group's; read only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, get_language_bidi, gettext
from django.views.decorators.http import require_safe

from accounts.clock import database_now
from accounts.models import Group, Player
from accounts.requests import PlayerRequest
from games.charts import Band, Chart, Line, Tick
from games.charts import render as render_chart
from games.live.words import signed, words_of
from games.selectors.chances import luck_records_of
from games.selectors.rankings import Opponent, group_names, opponents_of, records_of, visible_player
from games.selectors.replays import finished_matches_of, linkable_ids
from games.services.luck import ask_for_luck
from games.views.group_access import NoAccess, visit_group
from games.views.luck_words import luck_text
from games.views.rating_words import player_name
from ratings.selectors import (
    MATCHES_TO_ENTER,
    HistoryPoint,
    history,
    places_taken,
    ranked_player,
    rating_of,
)

_MATCHES_ON_PAGE: Final = 25
# More points than this cannot be told apart in a chart.
_MOST_POINTS: Final = 250
_TICK_POINTS: Final = 100
_OWN_MATCHES: Final = 20


@require_safe
def player(request: HttpRequest, player_id: int) -> HttpResponse:
    """Show a player on the site's ladder."""
    return _answer(request, player_id, group=None)


@require_safe
def group_player(request: HttpRequest, code: str, player_id: int) -> HttpResponse:
    """Show a player on the ladder of a group, to whoever may see the group."""
    try:
        visit = visit_group(request, code)
    except NoAccess as no_access:
        return no_access.response
    return _answer(request, player_id, group=visit.group)


def _answer(request: HttpRequest, player_id: int, *, group: Group | None) -> HttpResponse:
    viewer = cast(PlayerRequest, request).player
    group_id = group.pk if group else None
    rating = rating_of(player_id=player_id, group_id=group_id)
    if group is None:
        shown = visible_player(player_id=player_id, viewer=viewer)
        name = shown.display_name if shown else ""
    else:
        # Whoever may see the group sees its ranking, and nobody else through it.
        names = group_names(group_id, [player_id])
        if rating is None and player_id not in names:
            raise Http404("no such player in the group")
        shown, name = (rating.player if rating else None), names.get(player_id, "")
    if group is None and shown is None:
        raise Http404("no such player")
    points = history(player_id=player_id, group_id=group_id)
    pages = Paginator(points[::-1], _MATCHES_ON_PAGE)
    page = pages.get_page(request.GET.get("page"))
    is_you = viewer is not None and viewer.pk == player_id
    luck = luck_records_of(player_id=player_id, group_id=group_id, is_own=is_you)
    ask_for_luck(player_id=player_id, match_ids=luck.missing)
    extremes = [each for each in (luck.best, luck.worst) if each is not None]
    linkable = linkable_ids([*(point.match_id for point in page), *(each.match_id for each in extremes)], viewer)
    records = records_of(points)
    taken = places_taken(player_id=player_id, group_id=group_id)
    context: dict[str, Any] = {
        "title": gettext("Player"),
        "name": player_name(name),
        "group": group,
        "is_you": is_you,
        "rating": rating,
        "ranked": ranked_player(player_id=player_id, now=database_now(), group_id=group_id),
        "missing_matches": max(0, MATCHES_TO_ENTER - rating.matches) if rating else MATCHES_TO_ENTER,
        "chart": _chart(points) if len(points) > 1 else "",
        "places": _place_rows(taken),
        "place_numbers": range(1, max((size for size, _ in taken), default=0) + 1),
        "opponents": [_opponent_row(each, group) for each in opponents_of(player_id=player_id, group_id=group_id)],
        "records": records,
        "best_change": signed(records.best_match.change) if records else "",
        "worst_change": signed(records.worst_match.change) if records else "",
        "luck": [
            {
                "is_best": each is luck.best,
                "text": luck_text(each.hundredths),
                "match": each.match,
                "is_linkable": each.match_id in linkable,
            }
            for each in extremes
        ],
        "is_luck_missing": bool(luck.missing),
        "page": page,
        "matches": [
            {"point": point, "change": signed(point.change), "is_linkable": point.match_id in linkable}
            for point in page
        ],
        "own_matches": _own_match_rows(viewer) if viewer is not None and is_you else [],
        "rankings_url": reverse("group_rankings", kwargs={"code": group.code}) if group else reverse("rankings"),
    }
    return render(request, "rankings/player.html", context)


def _opponent_row(opponent: Opponent, group: Group | None) -> dict[str, Any]:
    if group is None:
        url = reverse("player", kwargs={"player_id": opponent.player_id})
    else:
        url = reverse("group_player", kwargs={"code": group.code, "player_id": opponent.player_id})
    return {"opponent": opponent, "name": player_name(opponent.name), "url": url}


def _own_match_rows(player: Player) -> list[dict[str, Any]]:
    """The latest matches of the reader, solo and friendly ones included, that can be replayed."""
    rows = []
    for match in finished_matches_of(player).prefetch_related("seats")[:_OWN_MATCHES]:
        seats = list(match.seats.all())
        own = next(seat for seat in seats if seat.player_id == player.pk)
        ranks = match.result.get("ranks") if isinstance(match.result, dict) else None
        rows.append(
            {
                "match": match,
                "rank": ranks[own.number] if ranks else None,
                "is_passed_round": own.is_shared,
                "is_solo": match.group_id is None and sum(not seat.is_cpu for seat in seats) == 1,
            }
        )
    return rows


def _place_rows(taken: dict[tuple[int, int], int]) -> list[dict[str, Any]]:
    """Results by number of rated players: how often each place from the first to the last."""
    sizes = sorted({size for size, _ in taken})
    most = max(sizes, default=0)
    return [
        {
            "size": size,
            "counts": [taken.get((size, place), 0) if place <= size else None for place in range(1, most + 1)],
            "total": sum(count for (its_size, _), count in taken.items() if its_size == size),
        }
        for size in sizes
    ]


def _chart(points: Sequence[HistoryPoint]) -> SafeString:
    words = words_of(get_language() or settings.LANGUAGE_CODE)
    numbered = _thinned([(number, point) for number, point in enumerate(points, start=1)])
    low = min(point.low for _, point in numbered) // _TICK_POINTS * _TICK_POINTS
    high = -(-max(point.high for _, point in numbered) // _TICK_POINTS) * _TICK_POINTS
    step = max(1, round((high - low) / _TICK_POINTS / 6)) * _TICK_POINTS
    last = len(points)
    return render_chart(
        Chart(
            name="rating",
            title=gettext("Rating after each rated match"),
            description=gettext(
                "The line is the rating; the band around it holds the true strength in 95 of 100 cases."
            ),
            lines=[Line([(number, point.points) for number, point in numbered])],
            bands=[Band([(number, point.low, point.high) for number, point in numbered])],
            x_ticks=[Tick(number, words.number(number)) for number in sorted({1, (1 + last) // 2, last})],
            y_ticks=[Tick(value, str(value)) for value in range(low, high + 1, step)],
            x_title=gettext("Rated match"),
        ),
        is_rtl=get_language_bidi(),
    )


def _thinned(points: list[tuple[int, HistoryPoint]]) -> list[tuple[int, HistoryPoint]]:
    """Points for a chart: every so many of a long history, always with the last."""
    every = -(-len(points) // _MOST_POINTS)
    kept = points[::every]
    return kept if kept[-1] == points[-1] else [*kept, points[-1]]
