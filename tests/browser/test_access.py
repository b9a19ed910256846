"""What people need who see, hear, point or read otherwise: rules of axe, size of targets, room to reflow, direction."""

import math
from typing import Any

import pytest

from tests.browser.axe import violations
from tests.browser.table import act, play_on, start_solo, wait_for_turn
from tests.browser.thorough import some_by_default
from tests.browser.waiting import wait_until

PHONE = {"width": 360, "height": 640}
DESK = {"width": 1280, "height": 800}


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


def open_seat(visit: Any, made: tuple[str, list[Any]], seat: int, **look: Any) -> Any:
    """Open a table as the owner of one of its seats."""
    match_id, cookies = made
    page = visit(**look)
    page.context.add_cookies([cookies[seat]])
    page.goto(f"/en/t/{match_id}/")
    page.wait_for_selector("#table.is-connected")
    return page


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "dark"), (DESK, "light")], ids=["phone-dark", "desk-light"])
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
    play_on(page, 96)
    while wait_for_turn(page):
        act(page, lambda: page.click("#flip"))
    page.wait_for_selector("#result:not([hidden])")
    assert not violations(page)


def test_axe_finds_nothing_on_a_page_that_does_not_exist(visit, faults):
    page = visit()
    page.goto("/en/nothing/")
    assert not violations(page)
    faults.clear()  # the 404 itself


@pytest.mark.parametrize("seats", some_by_default([2, 3, 4, 5, 6], 2, 4, 6))
def test_buttons_and_all_seats_are_on_a_small_phone_without_scrolling(visit, made_tables, seats):
    page = open_seat(visit, made_tables.take(seats), 0, viewport=PHONE)
    for selector in ("#flip", "#turn", "#piles", *(f"#seat-{number}" for number in range(seats))):
        box = page.locator(selector).bounding_box()
        assert box["y"] >= 0, selector
        assert box["y"] + box["height"] <= PHONE["height"], selector
        assert box["x"] >= 0, selector
        assert box["x"] + box["width"] <= PHONE["width"], selector
    dock = page.locator(".dock").bounding_box()
    own = page.locator("#seat-0").bounding_box()
    assert own["y"] + own["height"] <= dock["y"]


def test_nothing_is_wider_than_the_page(visit, made_tables):
    page = open_seat(visit, made_tables.take(6), 2)
    for address in (page.url, "/en/", "/ru/", "/ar/"):
        page.goto(address)
        for width in (320, 360, 768, 1280):
            page.set_viewport_size({"width": width, "height": 640})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (address, width)


@pytest.mark.parametrize("seats", some_by_default([3, 4, 5, 6], 3, 6))
def test_seats_go_round_clockwise_from_ones_own_in_either_direction_of_text(visit, made_tables, seats):
    page = open_seat(visit, made_tables.take(seats), 1)
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


# What can be pressed and is smaller than a finger. A link in the middle of a sentence is as high as its line, which the
# guidelines allow; a box or a button of choice is as large as its label makes it.
SMALL = """() => [...document.querySelectorAll("a, button, summary, label:has(input), input, select, textarea")]
  .filter((node) => node.type !== "hidden" && node.checkVisibility({ visibilityProperty: true }))
  .filter((node) => node.getClientRects().length && !node.closest(".vh, .skip-link"))
  .filter((node) => !node.matches("label input"))
  .filter((node) => !node.matches("a") ||
    ![...node.parentElement.childNodes].some((beside) => beside.nodeType === 3 && beside.textContent.trim()))
  .filter((node) => {
    const boxes = [node, ...(node.matches("[type=radio], [type=checkbox]") ? node.labels : [])]
      .map((part) => part.getBoundingClientRect());
    const width = Math.max(...boxes.map((box) => box.right)) - Math.min(...boxes.map((box) => box.left));
    const height = Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top));
    return width < 43.5 || height < 43.5;
  })
  .map((node) => node.outerHTML.slice(0, 100))"""
# Text that is cut off because its box does not grow with it.
CUT = """() => [...document.querySelectorAll("h1, h2, h3, p, li, a, button, label, dd, dt, summary, legend")]
  .filter((node) => node.checkVisibility() && !node.closest(".vh, .skip-link, [aria-hidden=true]"))
  .filter((node) => ["hidden", "clip"].includes(getComputedStyle(node).overflowX))
  .filter((node) => node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1)
  .map((node) => node.outerHTML.slice(0, 100))"""
PAGES = (
    "",
    "rules/",
    "learn/",
    "cards/",
    "cards/1/",
    "rankings/",
    "me/",
    "groups/new/",
    "groups/find/",
    "pass/",
    "daily/",
)
MORE_PAGES = ("groups/shared/?text=hello", "offline/", "nothing/")
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def main_pages(page: Any, language: str) -> list[str]:
    """The addresses of the site's main pages in a language, with those of a new group and a new table."""
    page.goto(f"/{language}/groups/new/")
    page.fill("#id_name", "Anna")
    page.click("#make_group")
    page.wait_for_url("**/g/*/")
    group = page.url
    return [
        *(f"/{language}/{path}" for path in PAGES + MORE_PAGES),
        *(group + path for path in ("", "settings/", "rules/", "rankings/")),
        start_solo(page, language),
    ]


@pytest.mark.parametrize("language", some_by_default(["ar", "ru"], "ar"))
def test_pages_reflow_grow_and_can_be_pressed_and_axe_finds_nothing(visit, faults, language):
    page = visit(viewport=PHONE, reduced_motion="reduce")
    for address in main_pages(page, language):
        page.set_viewport_size({"width": 320, "height": 640})  # 1280 pixels at 400 %
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, address
        assert not page.evaluate(SMALL), address
        assert not violations(page, runOnly={"type": "tag", "values": WCAG}), address
        # The text alone at twice its size, which is more than what zooming does.
        page.set_viewport_size({"width": 640, "height": 800})
        page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
        assert page.evaluate("document.documentElement.scrollWidth") <= 640, address
        assert not page.evaluate(CUT), address
        if not page.locator(".stage").count():
            page.set_viewport_size(PHONE)
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], address
    faults.clear()  # the page that does not exist, and a style set by hand


@pytest.mark.parametrize("seats", some_by_default([2, 3, 4, 5, 6], 4, 6))
def test_a_table_fits_a_phone_with_letters_twice_as_large(visit, made_tables, faults, seats):
    page = open_seat(visit, made_tables.take(seats), 1, viewport=PHONE)
    address, watcher = page.url, visit(viewport=PHONE)
    for language in ("en", "ja", "id", "sw", "ar", "ru", "hi"):
        for person in (page, watcher):
            person.goto(address.replace("/en/", f"/{language}/"))
            person.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
            assert person.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], language
        for button in page.locator("#controls .button").all():
            assert button.evaluate("button => button.scrollWidth <= button.clientWidth + 1"), language
    faults.clear()  # a style set by hand


def test_every_control_is_large_enough_for_a_finger(visit, made_tables):
    page = open_seat(visit, made_tables.take(4), 0, viewport=PHONE)
    page.click("#phrases > summary")
    assert not page.evaluate(SMALL)
    page.keyboard.press("Escape")
    page.click("#table_settings > summary")
    assert not page.evaluate(SMALL)


def test_with_colours_forced_controls_keep_their_edges_and_the_focus_its_ring(visit):
    page = visit(viewport=PHONE, forced_colors="active")
    start_solo(page)
    wait_for_turn(page)
    page.keyboard.press("Tab")
    page.focus("#flip")
    look = page.evaluate(
        """() => {
          const style = getComputedStyle(document.getElementById("flip"));
          return [style.borderTopStyle, style.borderTopWidth, style.outlineStyle, style.outlineWidth];
        }"""
    )
    assert look[0] == "solid"
    assert float(look[1].removesuffix("px")) >= 1
    assert look[2] == "solid"
    assert float(look[3].removesuffix("px")) >= 2
    # The seat on turn stands out by more than a colour of ours.
    rings = page.evaluate("[...document.querySelectorAll('.seat')].map((seat) => getComputedStyle(seat).outlineStyle)")
    turn = int(page.get_attribute("#board", "data-turn"))
    seats = page.evaluate("[...document.querySelectorAll('.seat')].map((seat) => seat.id)")
    assert [seat for seat, ring in zip(seats, rings, strict=True) if ring == "solid"] == [f"seat-{turn}"]
    assert not violations(page)


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


def test_the_page_of_somebody_unknown_has_one_column_and_that_of_a_player_two(visit):
    page = visit(viewport=DESK)
    page.goto("/en/me/")
    assert page.evaluate("getComputedStyle(document.querySelector('.me')).columnCount") == "auto"
    page.fill("#id_name", "Anna")
    page.click(".panel .button.primary")
    page.wait_for_selector("#make_link")
    assert page.evaluate("getComputedStyle(document.querySelector('.me')).columnCount") == "2"
