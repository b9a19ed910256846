"""How ratings are written on pages: changes, bands, seasons and names; it reads no rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext

from games.live.names_html import name_html
from ratings.results import ALL_TIME

# The scale of the bars; ratings start in its middle, and nearly all bands lie inside.
SCALE_LOW: Final = 1100
SCALE_HIGH: Final = 1900


@dataclass(frozen=True, slots=True)
class Bar:
    """A band on the scale, in hundredths of its width: where it begins, how wide it is, where the rating stands."""

    start: float
    width: float
    middle: float


def bar(points: int, low: int, high: int) -> Bar:
    """Return a band on the scale; what lies beyond its ends is cut off."""
    start, end = _place(low), _place(high)
    return Bar(start=start, width=round(end - start, 1), middle=round(min(max(_place(points), 0.5), 99.5), 1))


def season_name(season: str) -> str:
    """Return a season such as "2026Q3" as people write it in the current language."""
    if season == ALL_TIME:
        return pgettext("ranking over all seasons", "All time")
    year, quarter = season.split("Q")
    return gettext("{year}, quarter {quarter}").format(year=year, quarter=quarter)


def player_name(name: str) -> SafeString:
    """Return a player's name as HTML; a neutral one where the person has gone."""
    return mark_safe(name_html(name) or f"<bdi>{pgettext('name of a player who is gone', 'Former player')}</bdi>")


def _place(points: int) -> float:
    share = (points - SCALE_LOW) / (SCALE_HIGH - SCALE_LOW)
    return round(100 * min(max(share, 0.0), 1.0), 1)
