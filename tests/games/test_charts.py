"""Charts as SVG: well-formed, within the content policy, mirrored where text runs from right to left."""

from xml.etree import ElementTree

import pytest

from games.charts import WIDTH, Band, Chart, Line, Tick, render

SVG = "{http://www.w3.org/2000/svg}"


def chart(**changes):
    values = {
        "name": "test",
        "title": "A <b>title</b> & more",
        "description": 'with "quotes"',
        "lines": [Line([(0, 0.0), (10, 100.0)], mark="1"), Line([(0, 50.0), (10, 25.0)], mark="2")],
        "bands": [Band([(0, 10.0, 20.0), (10, 30.0, 40.0)])],
        "x_ticks": [Tick(0, "0"), Tick(10, "10")],
        "y_ticks": [Tick(0, "0%"), Tick(100, "100%")],
        "x_title": "Step",
    }
    return Chart(**(values | changes))


def parsed(picture):
    return ElementTree.fromstring(str(picture))


def places(root, name):
    return [
        [tuple(map(float, pair.split(","))) for pair in element.attrib["points"].split()] for element in root.iter(name)
    ]


@pytest.mark.parametrize("is_rtl", [False, True])
def test_a_chart_is_well_formed_and_carries_no_style_or_script(is_rtl):
    root = parsed(render(chart(), is_rtl=is_rtl))

    for element in root.iter():
        assert element.tag not in (f"{SVG}style", f"{SVG}script")
        assert not {"style", "onload"} & set(element.attrib)
    assert root.attrib["role"] == "img"
    assert root.find(f"{SVG}title").text == "A <b>title</b> & more"
    assert root.find(f"{SVG}desc").text == 'with "quotes"'


def test_a_text_cannot_become_an_element():
    root = parsed(render(chart(lines=[Line([(0, 1.0), (10, 2.0)], mark="<script>x</script>")]), is_rtl=False))

    assert not list(root.iter(f"{SVG}script"))


def test_lines_run_from_left_to_right_and_upwards():
    first, second = places(parsed(render(chart(), is_rtl=False)), f"{SVG}polyline")

    assert first[0][0] < first[-1][0] and first[0][1] > first[-1][1]
    assert second[0][1] < second[-1][1]


def test_in_right_to_left_pages_lines_run_the_other_way_within_the_paper():
    first, _ = places(parsed(render(chart(), is_rtl=True)), f"{SVG}polyline")

    assert first[0][0] > first[-1][0]
    assert all(0 <= x <= WIDTH for x, _ in first)


def test_lines_differ_by_more_than_colour():
    root = parsed(render(chart(), is_rtl=False))

    dashes = [line.attrib.get("stroke-dasharray") for line in root.iter(f"{SVG}polyline")]
    assert len(set(dashes)) == len(dashes)


def test_a_band_covers_its_low_and_high_ends():
    root = parsed(render(chart(), is_rtl=False))

    (outline,) = places(root, f"{SVG}polygon")
    assert len(outline) == 4
    heights = [y for _, y in outline]
    assert heights[0] < heights[3] and heights[1] < heights[2]  # high ends first, low ends on the way back


def test_a_single_point_makes_no_fault():
    root = parsed(render(chart(lines=[Line([(5, 50.0)])], bands=[], x_ticks=[Tick(5, "5")]), is_rtl=False))

    assert len(places(root, f"{SVG}polyline")[0]) == 1
