"""Line charts as SVG for pages; they know numbers and labels, no match and no player.

The SVG carries classes and drawing attributes only: the site's content policy allows no style attributes, and the
colours belong to the style sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import Final

import svg
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

WIDTH: Final = 640
HEIGHT: Final = 280
_LEFT: Final = 64
_RIGHT: Final = 24
_TOP: Final = 12
_BOTTOM: Final = 54
# Lines differ by more than their colour.
_DASHES: Final[tuple[list[Decimal | float | int] | None, ...]] = (None, [8, 4], [2, 4], [12, 4, 2, 4], [6, 2], [1, 2])


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a chart: points (x, y) in rising x; `mark` is the sign at its end, such as the number of a seat."""

    points: Sequence[tuple[float, float]]
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Band:
    """An area of a chart: (x, low, high) in rising x."""

    points: Sequence[tuple[float, float, float]]


@dataclass(frozen=True, slots=True)
class Tick:
    """A value on an axis and what is written there."""

    value: float
    text: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart with its axes; `title` and `description` are read out instead of the picture."""

    name: str  # for ids, unique on the page
    title: str
    description: str
    lines: Sequence[Line]
    x_ticks: Sequence[Tick]
    y_ticks: Sequence[Tick]
    x_title: str
    bands: Sequence[Band] = ()
    is_stepped: bool = False  # a value holds until the next one


def render(chart: Chart, *, is_rtl: bool) -> SafeString:
    """Return a chart as SVG; in right-to-left pages x runs from right to left, as the text does."""
    scale = _Scale(chart, is_rtl)
    elements: list[svg.Element] = [
        svg.Title(id=f"{chart.name}-title", text=escape(chart.title)),
        svg.Desc(id=f"{chart.name}-desc", text=escape(chart.description)),
        *_axes(chart, scale),
    ]
    for band in chart.bands:
        upper = [scale.at(x, high) for x, _, high in band.points]
        lower = [scale.at(x, low) for x, low, _ in band.points]
        elements.append(svg.Polygon(class_=["chart-band"], points=_points([*upper, *reversed(lower)])))
    for number, line in enumerate(chart.lines):
        elements += _line(line, number, scale, is_stepped=chart.is_stepped)
    picture = svg.SVG(
        class_=["chart"],
        viewBox=svg.ViewBoxSpec(0, 0, WIDTH, HEIGHT),
        elements=elements,
        extra={"role": "img", "aria-labelledby": f"{chart.name}-title {chart.name}-desc"},
    )
    return mark_safe(str(picture))


class _Scale:
    """Turns values into places on the paper."""

    def __init__(self, chart: Chart, is_rtl: bool) -> None:
        xs = [tick.value for tick in chart.x_ticks] + [x for line in chart.lines for x, _ in line.points]
        ys = [tick.value for tick in chart.y_ticks]
        self.is_rtl = is_rtl
        self.x_low, self.x_span = min(xs), (max(xs) - min(xs)) or 1
        self.y_low, self.y_span = min(ys), (max(ys) - min(ys)) or 1
        # Figures of the y axis stand where lines of text begin.
        self.left, self.right = (_RIGHT, WIDTH - _LEFT) if is_rtl else (_LEFT, WIDTH - _RIGHT)

    def x(self, value: float) -> float:
        share = (value - self.x_low) / self.x_span
        width = self.right - self.left
        return round(self.right - share * width if self.is_rtl else self.left + share * width, 1)

    def y(self, value: float) -> float:
        share = (value - self.y_low) / self.y_span
        return round(HEIGHT - _BOTTOM - share * (HEIGHT - _TOP - _BOTTOM), 1)

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.x(x), self.y(y)


def _axes(chart: Chart, scale: _Scale) -> list[svg.Element]:
    elements: list[svg.Element] = []
    begin, anchor = (scale.right + 6, "start") if scale.is_rtl else (scale.left - 6, "end")
    for tick in chart.y_ticks:
        y = scale.y(tick.value)
        elements.append(svg.Line(class_=["chart-grid"], x1=scale.left, x2=scale.right, y1=y, y2=y))
        elements.append(text_element(tick.text, begin, y + 4, anchor))
    for tick in chart.x_ticks:
        elements.append(text_element(tick.text, scale.x(tick.value), HEIGHT - _BOTTOM + 20, "middle"))
    elements.append(text_element(chart.x_title, (scale.left + scale.right) / 2, HEIGHT - 5, "middle"))
    return elements


def _line(line: Line, number: int, scale: _Scale, *, is_stepped: bool) -> list[svg.Element]:
    if not line.points:
        return []
    kind = f"series-{number % len(_DASHES)}"
    points = [scale.at(x, y) for x, y in line.points]
    end = points[-1]
    drawn = _stepped(points) if is_stepped else points
    elements: list[svg.Element] = [
        svg.Polyline(
            class_=["chart-line", kind], points=_points(drawn), stroke_dasharray=_DASHES[number % len(_DASHES)]
        )
    ]
    if line.mark:
        elements.append(svg.Circle(class_=["chart-mark", kind], cx=end[0], cy=end[1], r=8))
        elements.append(text_element(line.mark, end[0], end[1] + 4, "middle", "chart-mark-text"))
    else:
        elements.append(svg.Circle(class_=["chart-dot", kind], cx=end[0], cy=end[1], r=4))
    return elements


def _stepped(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    drawn = [points[0]]
    for (_, y), following in pairwise(points):
        drawn += [(following[0], y), following]
    return drawn


def text_element(text: str, x: float, y: float, anchor: str, kind: str = "chart-text") -> svg.Element:
    """Return a text that starts, ends or has its middle at `x`, whatever the direction of the page."""
    # `direction` apart, an anchor would mean the other end in right-to-left pages.
    return svg.Text(
        class_=[kind],
        x=round(x, 1),
        y=round(y, 1),
        text=escape(text),
        text_anchor=anchor,  # type: ignore[arg-type]
        extra={"direction": "ltr"},
    )


def _points(points: Sequence[tuple[float, float]]) -> list[svg.Point]:
    return [svg.Point(x, y) for x, y in points]
