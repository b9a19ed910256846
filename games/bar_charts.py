"""Bar charts as SVG for pages, beside the line charts and by the same rules; they know numbers and labels only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import svg
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.charts import HEIGHT, WIDTH, Tick, text_element

_BESIDE: Final = 64  # the figures of the y axis
_MARGIN: Final = 12
_BELOW: Final = 72
_GAP: Final = 0.25  # between bars, as a share of a bar's place


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar from 0 to `value`, with a thin line from `low` to `high` over it and a short sign below it."""

    value: float
    low: float
    high: float
    sign: str = ""


@dataclass(frozen=True, slots=True)
class BarGroup:
    """Bars that stand together, and what is written below them."""

    text: str
    bars: Sequence[Bar]


@dataclass(frozen=True, slots=True)
class BarChart:
    """A chart with its axes; `title` and `description` are read out instead of the picture. Its y axis starts at 0."""

    name: str  # for ids, unique on the page
    title: str
    description: str
    groups: Sequence[BarGroup]
    y_ticks: Sequence[Tick]
    x_title: str


def render_bars(chart: BarChart, *, is_rtl: bool) -> SafeString:
    """Return a chart as SVG; in right-to-left pages the groups and their bars run from right to left."""
    left, right = (_MARGIN, WIDTH - _BESIDE) if is_rtl else (_BESIDE, WIDTH - _MARGIN)
    floor, top = HEIGHT - _BELOW, _MARGIN
    highest = max(tick.value for tick in chart.y_ticks) or 1

    def y(value: float) -> float:
        return round(floor - min(value, highest) / highest * (floor - top), 1)

    def x(place: float) -> float:
        """Where a place stands that is counted from the side where reading begins."""
        return round(right - place if is_rtl else left + place, 1)

    elements: list[svg.Element] = [
        svg.Title(id=f"{chart.name}-title", text=escape(chart.title)),
        svg.Desc(id=f"{chart.name}-desc", text=escape(chart.description)),
    ]
    edge, anchor = (right + 6, "start") if is_rtl else (left - 6, "end")
    for tick in chart.y_ticks:
        elements.append(svg.Line(class_=["chart-grid"], x1=left, x2=right, y1=y(tick.value), y2=y(tick.value)))
        elements.append(text_element(tick.text, edge, y(tick.value) + 4, anchor))
    # Each bar has a place of the same width, and so has the room between two groups.
    width = (right - left) / sum(len(group.bars) + 1 for group in chart.groups)
    begin = width / 2
    for group in chart.groups:
        for number, bar in enumerate(group.bars):
            elements += _bar(bar, x(begin + (number + 0.5) * width), width * (1 - _GAP), y)
        end = begin + len(group.bars) * width
        elements.append(text_element(group.text, x((begin + end) / 2), HEIGHT - _BELOW + 40, "middle"))
        begin = end + width
    elements.append(text_element(chart.x_title, (left + right) / 2, HEIGHT - 6, "middle"))
    picture = svg.SVG(
        class_=["chart"],
        viewBox=svg.ViewBoxSpec(0, 0, WIDTH, HEIGHT),
        elements=elements,
        extra={"role": "img", "aria-labelledby": f"{chart.name}-title {chart.name}-desc"},
    )
    return mark_safe(str(picture))


def _bar(bar: Bar, middle: float, width: float, y: Callable[[float], float]) -> Iterator[svg.Element]:
    yield svg.Rect(
        class_=["chart-bar"],
        x=round(middle - width / 2, 1),
        y=y(bar.value),
        width=round(width, 1),
        height=round(y(0) - y(bar.value), 1),
    )
    yield svg.Line(class_=["chart-range"], x1=middle, x2=middle, y1=y(bar.low), y2=y(bar.high))
    if bar.sign:
        yield text_element(bar.sign, middle, HEIGHT - _BELOW + 18, "middle")
