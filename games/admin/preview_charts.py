"""What a preview of rules shows, worked out from its statistics: charts and a table; it reads no rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from math import ceil, sqrt
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.translation import get_language_bidi, gettext, pgettext

from games.bar_charts import Bar, BarChart, BarGroup, render_bars
from games.charts import Tick
from games.engine import Statistics

# Of a normal distribution this many standard deviations either way hold 95 per cent.
_DEVIATIONS: Final = 1.96


def charts(found: Sequence[Statistics]) -> list[dict[str, Any]]:
    """Return the charts in the order of the page, each with title, note and picture."""
    return [_win_rates(found), _draws(found), _cards_left(found), _lengths(found)]


def table_rows(found: Sequence[Statistics]) -> list[dict[str, Any]]:
    """Return the figures of the charts in words, a row for each seat count."""
    return [
        {
            "players": each.seat_count,
            "matches": each.matches,
            "wins": [_percent(rate) for rate in each.win_rates],
            "draws": _percent(each.draw_rate),
            "cards_left": _mean(each.cards_left),
            "flips": _mean(each.flips_per_match),
            "choices": _mean(each.choices_per_match),
            "stops": _mean(each.stops_per_match),
        }
        for each in found
    ]


def _win_rates(found: Sequence[Statistics]) -> dict[str, Any]:
    groups = [
        BarGroup(
            _players(each),
            [_share_bar(wins, each.matches, number_format(seat)) for seat, wins in enumerate(each.sole_wins, start=1)],
        )
        for each in found
    ]
    note = gettext("Seat 1 flips first. The thin lines show how far off a figure may be by chance (95 per cent sure).")
    return _chart("wins", gettext("Matches won by each seat"), note, groups, _percent_ticks)


def _draws(found: Sequence[Statistics]) -> dict[str, Any]:
    groups = [BarGroup(_players(each), [_share_bar(each.draws, each.matches)]) for each in found]
    note = gettext("How many matches end with two or more players in first place.")
    return _chart("draws", gettext("Draws"), note, groups, _percent_ticks)


def _cards_left(found: Sequence[Statistics]) -> dict[str, Any]:
    note = gettext("How many cards nobody has in the end. Eight matches in ten lie on the thin line.")
    groups = [BarGroup(_players(each), [_spread_bar(each.cards_left, each.piles)]) for each in found]
    return _chart("left", gettext("Cards left in the common pile"), note, groups, _number_ticks)


def _lengths(found: Sequence[Statistics]) -> dict[str, Any]:
    note = gettext("How many cards are turned up until the match is over. Eight matches in ten lie on the thin line.")
    groups = [BarGroup(_players(each), [_spread_bar(each.flips_per_match, each.lengths)]) for each in found]
    return _chart("length", gettext("Length of a match"), note, groups, _number_ticks)


def _chart(
    name: str, title: str, note: str, groups: Sequence[BarGroup], ticks: Callable[[float], list[Tick]]
) -> dict[str, Any]:
    highest = max(bar.high for group in groups for bar in group.bars)
    chart = BarChart(
        name=f"preview-{name}",
        title=title,
        description=gettext("The same figures stand in the table below."),
        groups=groups,
        y_ticks=ticks(highest),
        x_title=gettext("Players"),
    )
    picture: SafeString = render_bars(chart, is_rtl=get_language_bidi())
    return {"name": name, "title": title, "note": note, "picture": picture}


def _share_bar(part: int, whole: int, sign: str = "") -> Bar:
    share = part / whole
    error = _DEVIATIONS * sqrt(share * (1 - share) / whole)
    return Bar(100 * share, 100 * max(0.0, share - error), 100 * min(1.0, share + error), sign)


def _spread_bar(mean: float, histogram: Sequence[int]) -> Bar:
    return Bar(mean, _quantile(histogram, 0.1), _quantile(histogram, 0.9))


def _quantile(histogram: Sequence[int], share: float) -> int:
    """The smallest value that at least this share of the matches does not exceed."""
    wanted = ceil(share * sum(histogram))
    return next(value for value, count in enumerate(accumulate(histogram)) if count >= wanted)


def _steps(highest: float) -> list[float]:
    """Four or five round values from 0 on, the last not below the highest."""
    for step in (0.5, 1, 2, 5, 10, 20, 25):
        if highest <= 4 * step:
            break
    return [step * number for number in range(max(1, ceil(highest / step)) + 1)]


def _percent_ticks(highest: float) -> list[Tick]:
    return [Tick(value, _percent_text(number_format(value))) for value in _steps(highest)]


def _number_ticks(highest: float) -> list[Tick]:
    return [Tick(value, number_format(value)) for value in _steps(highest)]


def _players(each: Statistics) -> str:
    return number_format(each.seat_count)


def _percent(share: float) -> str:
    return _percent_text(number_format(100 * share, decimal_pos=1))


def _percent_text(number: str) -> str:
    return pgettext("a share, as the language writes it", "{number}%").format(number=number)


def _mean(value: float) -> str:
    return number_format(value, decimal_pos=1)
