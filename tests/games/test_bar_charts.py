"""Bar charts as SVG: well-formed, within the content policy, true to their values, mirrored from right to left."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from games.bar_charts import Bar, BarChart, BarGroup, render_bars
from games.charts import WIDTH, Tick

SVG = "{http://www.w3.org/2000/svg}"
CHART = BarChart(
    name="test",
    title="A <b>title</b> & more",
    description='with "quotes"',
    groups=[BarGroup("2", [Bar(25, 20, 30, "1"), Bar(50, 40, 60, "2")]), BarGroup("3", [Bar(0, 0, 10)])],
    y_ticks=[Tick(0, "0%"), Tick(100, "100%")],
    x_title="Players",
)


def parsed(is_rtl):
    return ElementTree.fromstring(str(render_bars(CHART, is_rtl=is_rtl)))


def bars(root):
    sides = ("x", "y", "width", "height")
    return [tuple(float(each.attrib[side]) for side in sides) for each in root.iter(f"{SVG}rect")]


@pytest.mark.parametrize("is_rtl", [False, True])
def test_a_chart_is_well_formed_and_carries_no_style_or_script(is_rtl):
    root = parsed(is_rtl)

    for element in root.iter():
        assert "style" not in element.attrib and not element.tag.endswith(("script", "style"))
        assert not any(key.startswith("on") for key in element.attrib)
    assert root.find(f"{SVG}title").text == "A <b>title</b> & more"
    assert root.attrib["role"] == "img" and root.attrib["aria-labelledby"] == "test-title test-desc"


def test_heights_follow_the_values():
    quarter, half, nothing = bars(parsed(False))

    assert half[3] == pytest.approx(2 * quarter[3], abs=0.2)
    assert nothing[3] == 0
    assert quarter[1] + quarter[3] == half[1] + half[3] == nothing[1] + nothing[3]


def test_the_thin_line_goes_from_low_to_high():
    root = parsed(False)
    bar = bars(root)[1]
    line = [each for each in root.iter(f"{SVG}line") if each.attrib["class"] == "chart-range"][1]

    assert float(line.attrib["y1"]) - bar[1] == pytest.approx(0.2 * bar[3], abs=0.2)
    assert bar[1] - float(line.attrib["y2"]) == pytest.approx(0.2 * bar[3], abs=0.2)


def test_bars_do_not_touch_and_run_the_other_way_from_right_to_left():
    rightwards, leftwards = bars(parsed(False)), bars(parsed(True))

    assert all(one[0] + one[2] < other[0] for one, other in pairwise(rightwards))
    for there, back in zip(rightwards, leftwards, strict=True):
        assert there[0] + there[2] == pytest.approx(WIDTH - back[0], abs=0.3)
