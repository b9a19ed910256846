"""What people need who see, hear, point or read otherwise: rules of axe, size of targets, room to reflow, direction."""

import json
import math
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.table import act, start_solo, wait_for_turn
from tests.browser.waiting import wait_until

SITE_ENVIRONMENT = {"BOZU_CPU_PACE_SECONDS": "0.05"}
PHONE = {"width": 360, "height": 640}
DESK = {"width": 1280, "height": 800}


def violations(page: Any) -> list[str]:
    """The broken rules with the elements that break them."""
    found = Axe().run(page).response["violations"]
    return [f"{rule['id']}: {[node['html'][:120] for node in rule['nodes']]}" for rule in found]


@pytest.fixture
def visit(browser, site, watched):
    """A function that opens a page as a visitor with some look."""
    contexts = []

    def open_page(**look: Any) -> Any:
        context = browser.new_context(base_url=site.base_url, **look)
        contexts.append(context)
        return watched(context)

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def table(site):
    """A function that makes a table of so many persons who are all there: its path and the cookies of its seats."""

    def make(seats: int) -> tuple[str, list[str]]:
        base = site.base_url.replace("http:", "ws:")
        answer = site.manage("load_tables", "--tables", "1", "--seats", str(seats), "--base-url", base, "--out", "-")
        made = json.loads(answer)["tables"][0]
        address = made["seats"][0]["url"].replace(base, "").replace("/ws", "", 1)
        return address, [seat["headers"]["Cookie"] for seat in made["seats"]]

    return make


def open_seat(visit: Any, made: tuple[str, list[str]], seat: int, **look: Any) -> Any:
    """Open a table as the owner of one of its seats."""
    address, cookies = made
    page = visit(**look)
    name, _, value = cookies[seat].partition("=")
    page.context.add_cookies([{"name": name, "value": value, "domain": "127.0.0.1", "path": "/"}])
    page.goto(address)
    page.wait_for_selector("#table.is-connected")
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_axe_finds_nothing_on_home_and_table(visit, scheme, size):
    page = visit(viewport=size, color_scheme=scheme, reduced_motion="reduce")
    page.goto("/en/")
    assert not violations(page)
    start_solo(page)
    wait_for_turn(page)
    assert not violations(page)
    page.click("#table_settings > summary")
    assert not violations(page)
    page.keyboard.press("Escape")
    page.click("#phrases > summary")
    assert not violations(page)
    page.keyboard.press("Escape")
    while wait_for_turn(page):
        act(page, lambda: page.click("#flip"))
    page.wait_for_selector("#result:not([hidden])")
    assert not violations(page)


def test_axe_finds_nothing_on_a_page_that_does_not_exist(visit, faults):
    page = visit()
    page.goto("/en/nothing/")
    assert not violations(page)
    faults.clear()  # the 404 itself


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_buttons_and_all_seats_are_on_a_small_phone_without_scrolling(visit, table, seats):
    page = open_seat(visit, table(seats), 0, viewport=PHONE)
    for selector in ("#flip", "#turn", "#piles", *(f"#seat-{number}" for number in range(seats))):
        box = page.locator(selector).bounding_box()
        assert box["y"] >= 0, selector
        assert box["y"] + box["height"] <= PHONE["height"], selector
        assert box["x"] >= 0, selector
        assert box["x"] + box["width"] <= PHONE["width"], selector
    dock = page.locator(".dock").bounding_box()
    own = page.locator("#seat-0").bounding_box()
    assert own["y"] + own["height"] <= dock["y"]


def test_nothing_is_wider_than_the_page(visit, table):
    page = open_seat(visit, table(6), 2)
    for address in (page.url, "/en/", "/ru/", "/ar/"):
        page.goto(address)
        for width in (320, 360, 768, 1280):
            page.set_viewport_size({"width": width, "height": 640})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (address, width)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_seats_go_round_clockwise_from_ones_own_in_either_direction_of_text(visit, table, seats):
    page = open_seat(visit, table(seats), 1)
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        for direction in ("ltr", "rtl"):
            page.evaluate("direction => { document.documentElement.dir = direction; }", direction)
            stage = page.locator(".stage").bounding_box()
            centre = stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2
            angles = []
            for place in range(1, seats):
                box = page.locator(f"#seat-{(1 + place) % seats}").bounding_box()
                x, y = box["x"] + box["width"] / 2 - centre[0], box["y"] + box["height"] / 2 - centre[1]
                # From one's own place at the bottom over the left.
                angles.append(math.degrees(math.atan2(-x, y)) % 360)
            assert angles == sorted(angles), (size, direction)
            assert page.locator("#seat-1").bounding_box()["y"] > centre[1], (size, direction)


def test_every_control_is_large_enough_for_a_finger(visit, table):
    page = open_seat(visit, table(4), 0, viewport=PHONE)
    page.click("#phrases > summary")
    small = page.evaluate(
        """() => [...document.querySelectorAll("a, button, summary, label, input[type=checkbox]")]
          .filter((node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest(".vh, .skip-link"))
          .filter((node) => node.getClientRects().length && !node.closest("label:not(:scope)"))
          .filter((node) => node.getBoundingClientRect().height < 43.5 || node.getBoundingClientRect().width < 43.5)
          .map((node) => node.outerHTML.slice(0, 80))"""
    )
    assert not small


def test_the_page_can_be_operated_from_the_skip_link_on(visit):
    page = visit()
    page.goto("/en/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip-link"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "play-now"


def test_moving_cards_stand_still_for_who_wants_that(visit):
    page = visit(reduced_motion="reduce")
    start_solo(page)
    wait_for_turn(page)
    act(page)
    assert page.evaluate("document.getAnimations().length") == 0


def test_a_wrong_device_clock_does_not_change_the_countdown(visit):
    page = visit()
    page.add_init_script("const now = Date.now; Date.now = () => now() + 300_000;")
    start_solo(page)
    page.evaluate(
        """() => {
          const clock = document.getElementById("clock");
          clock.outerHTML = `<p id="clock" class="clock" data-remaining="9400"><progress max="30000"></progress>
            <span class="clock-number">?</span></p>`;
        }"""
    )
    wait_for_turn(page)
    act(page)
    wait_until(page, "() => !document.querySelector('.clock-number')?.textContent.includes('?')")
    assert 7 <= int(page.inner_text(".clock-number")) <= 10
    assert "is-short" in page.get_attribute("#clock", "class")
