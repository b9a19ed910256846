"""How the chances went in a match that is over: a chart that a worker prepares, loaded when somebody looks at it."""

from __future__ import annotations

from typing import Any, Final, cast

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language_bidi, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.requests import PlayerRequest
from games.charts import Chart, Line, Tick
from games.charts import render as render_chart
from games.live.words import Words
from games.selectors.chances import StoredChances, chances_of, luck_of
from games.selectors.replays import Replay
from games.services.luck import ask_for_chances
from games.views import match_parts
from games.views.luck_words import luck_text
from games.views.match_parts import Viewed
from games.views.matches import not_here, viewed_by, visible_replay

# The table below the chart holds every so many steps, and the last.
_TABLE_EVERY: Final = 10
REFRESH_SECONDS: Final = 2


@require_safe
@never_cache
def match_luck(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the chances as a page of its own, which looks again by itself until they are there."""
    return _answer(request, match_id, "matches/luck.html")


@require_safe
@never_cache
def match_chances(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the chances as a piece of the match page, or a piece that asks again soon."""
    if not cast(PlayerRequest, request).htmx:
        return HttpResponseRedirect(reverse("match_luck", kwargs={"match_id": match_id}))
    return _answer(request, match_id, "matches/_luck_chart.html")


def _answer(request: HttpRequest, match_id: str, template: str) -> HttpResponse:
    replay = visible_replay(request, match_id)
    if replay is None:
        return not_here(request)
    if replay.is_live:
        return HttpResponseRedirect(reverse("table", kwargs={"match_id": match_id}))
    context: dict[str, Any] = {"match": replay.match, "title": gettext("Luck in this match")}
    if not replay.is_over or replay.error:
        context["is_impossible"] = True
    elif (chances := chances_of(match_id=match_id)) is None:
        ask_for_chances(match_id=match_id)
        context |= {"is_waiting": True, "refresh_seconds": REFRESH_SECONDS}
    else:
        context |= _chances_context(viewed_by(request, replay), chances)
    return render(request, template, context)


def _chances_context(view: Viewed, chances: StoredChances) -> dict[str, Any]:
    replay = view.replay
    luck = luck_of(match_id=replay.match.pk)
    return {
        "chart": _chart(view, chances),
        "legend": [
            {"number": seat.number + 1, "series": seat.number, "name": match_parts.safe_name(view, seat.number)}
            for seat in replay.seats
        ],
        "expectation": _expectation_rows(view, chances, luck),
        "turning_points": [
            {
                "step": step,
                "name": match_parts.safe_name(view, seat),
                "before": _percent(view.words, chances.by_step[step - 1].wins[seat]),
                "after": _percent(view.words, chances.by_step[step].wins[seat]),
                "text": match_parts.step_text(view, step),
            }
            for step, seat, change in chances.turning_points
            if change
        ],
        "names": [match_parts.safe_name(view, seat.number) for seat in replay.seats],
        "table_rows": [
            {"step": step, "shares": [_percent(view.words, share) for share in chances.by_step[step].wins]}
            for step in _table_steps(replay)
        ],
    }


def _expectation_rows(view: Viewed, chances: StoredChances, luck: dict[int, int]) -> list[dict[str, Any]]:
    """For each seat what the start and the middle of the match promised, and what came of it."""
    ranks = view.replay.outcome[0] or ()
    half = len(chances.by_step) // 2
    return [
        {
            "name": match_parts.safe_name(view, seat.number),
            "start_win": _percent(view.words, chances.by_step[0].wins[seat.number]),
            "start_rank": round(chances.by_step[0].ranks[seat.number], 1),
            "half_rank": round(chances.by_step[half].ranks[seat.number], 1),
            "rank": ranks[seat.number],
            "luck": luck_text(luck.get(seat.number)),
        }
        for seat in sorted(view.replay.seats, key=lambda seat: (ranks[seat.number], seat.number))
    ]


def _table_steps(replay: Replay) -> list[int]:
    last = replay.last_step
    return [*range(0, last, _TABLE_EVERY), last]


def _chart(view: Viewed, chances: StoredChances) -> SafeString:
    last = len(chances.by_step) - 1
    chart = Chart(
        name="chances",
        title=gettext("Chance to win after each step"),
        description=gettext("A line for each seat; the same figures stand in the table below."),
        lines=[
            Line(
                points=[(step, 100 * each.wins[seat.number]) for step, each in enumerate(chances.by_step)],
                mark=view.words.number(seat.number + 1),
            )
            for seat in view.replay.seats
        ],
        x_ticks=[Tick(step, view.words.number(step)) for step in _marked_steps(last)],
        y_ticks=[Tick(value, view.words.percent(value, 100)) for value in (0, 25, 50, 75, 100)],
        x_title=gettext("Step"),
    )
    return render_chart(chart, is_rtl=get_language_bidi())


def _marked_steps(last: int) -> list[int]:
    """The steps written below a chart, about six: round numbers and the last, which keeps its distance."""
    every = max(1, round(last / 50) * 10 or 5)
    return [*(step for step in range(0, last, every) if last - step > every / 2), last]


def _percent(words: Words, share: float) -> str:
    return words.percent(round(1000 * share), 1000)
