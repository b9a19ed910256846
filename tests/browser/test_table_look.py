"""What a table looks, moves, sounds and weighs like in a real browser."""

import pytest

from games.live import fragments
from tests.browser.deck import STACKED
from tests.browser.table import act, start_solo, version, wait_for_turn
from tests.browser.waiting import wait_until
from tests.browser.weight import Scale
from tests.games.live.tables import snapshot_of, state_with

SITE_ENVIRONMENT = STACKED
KILOBYTE = 1024

_COUNT_MOTION = """
window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (keyframes, options) {
  window.moved.push([this.className, options.duration]);
  return animate.call(this, keyframes, options);
};
"""

# What follows a key or a tap counts, too.
_COUNT_SHIFTS = """
window.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""

_COUNT_SOUND = """
window.heard = 0;
for (const kind of [AudioBufferSourceNode, OscillatorNode]) {
  const start = kind.prototype.start;
  kind.prototype.start = function (...when) {
    window.heard += 1;
    return start.apply(this, when);
  };
}
"""


@pytest.fixture(scope="module")
def browser(browser_with_pictures):
    """Here every test is about what is seen."""
    return browser_with_pictures


@pytest.mark.parametrize("language", ["ja", "ar"])
def test_the_first_load_of_a_table_takes_200_kilobytes_at_most(browser, site, watched, language):
    visitor = browser.new_context(base_url=site.base_url, viewport={"width": 360, "height": 740})
    page = watched(visitor)
    start_solo(page, language)
    fresh = watched(visitor)  # the seat's own device, with nothing loaded before
    scale = Scale(fresh)
    fresh.goto(page.url)
    fresh.wait_for_selector("#table.is-connected")
    visitor.close()
    assert 20 * KILOBYTE < scale.total <= 200 * KILOBYTE, scale.heaviest()


@pytest.mark.parametrize("language", ["ja", "ar", "hi"])
def test_the_rules_page_takes_120_kilobytes_at_most(browser, site, watched, language):
    visitor = browser.new_context(base_url=site.base_url, viewport={"width": 360, "height": 740})
    page = watched(visitor)
    scale = Scale(page)
    page.goto(f"/{language}/rules/", wait_until="networkidle")
    visitor.close()
    assert 10 * KILOBYTE < scale.total <= 120 * KILOBYTE, scale.heaviest()


def test_text_comes_compressed(context, site):
    page = context.new_page()
    encodings = {}
    page.on("response", lambda response: encodings.update({response.url: response.headers.get("content-encoding")}))
    start_solo(page)
    page.wait_for_load_state("load")
    plain = [
        address
        for address, encoding in encodings.items()
        if encoding != "gzip" and address.endswith((".css", ".js", "/")) and "/play/" not in address
    ]
    assert len(encodings) > 20
    # Files too small to gain by it are sent as they are.
    assert [
        address for address in plain if "beat" not in address and "say" not in address and "state" not in address
    ] == []


def test_the_cards_on_the_table_are_pictures_with_the_poets_name_in_the_readers_language(context, watched):
    page = watched(context)
    start_solo(page, "ja")
    wait_for_turn(page)
    act(page)
    face = page.evaluate("getComputedStyle(document.querySelector('.latest-card .card'), '::before').backgroundImage")
    assert "/cards/0" in face
    assert page.inner_text(".latest-card .card-name")
    assert "/cards/back" in page.evaluate(
        "getComputedStyle(document.querySelector('.draw-pile .card'), '::before').backgroundImage"
    )


def test_a_step_moves_what_it_moved_and_everything_stands_still_soon_after(context, watched):
    page = watched(context)
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script(_COUNT_MOTION)
    start_solo(page)
    page.wait_for_selector("#table.is-connected")
    while wait_for_turn(page) and version(page) < 16:
        act(page)
    moved = page.evaluate("window.moved")
    # The monk among the first cards swept a hand to the pile.
    assert "packet" in {name for name, _ in moved}
    assert all(150 <= duration <= 400 for _, duration in moved)
    wait_until(page, "() => document.getAnimations().length === 0 && !document.querySelector('.packet')")


def test_motion_never_holds_up_the_table(context, watched):
    page = watched(context)
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script(
        _COUNT_MOTION.replace(
            "animate.call(this, keyframes, options)", "animate.call(this, keyframes, { ...options, duration: 60_000 })"
        )
    )
    start_solo(page)
    page.wait_for_selector("#table.is-connected")
    for _ in range(4):
        assert wait_for_turn(page)
        act(page)  # by key: the next step comes though the last one's motion would take a minute
    assert page.evaluate("window.moved.length") > 4
    # Only the last step still moves: each message ends what the one before began.
    assert page.locator(".flights > .packet").count() <= 4


def test_nothing_moves_for_who_switched_it_off(context, watched):
    page = watched(context)
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script(_COUNT_MOTION + 'localStorage.setItem("bozu-motion", "off");')
    start_solo(page)
    for _ in range(3):
        assert wait_for_turn(page)
        act(page)
    assert page.evaluate("window.moved.length") == 0
    assert page.evaluate("document.getAnimations().length") == 0


def test_nothing_sounds_until_it_is_switched_on_and_each_event_has_a_switch(context, watched):
    page = watched(context)
    page.add_init_script(_COUNT_SOUND)
    start_solo(page)
    assert wait_for_turn(page)
    act(page)
    assert page.evaluate("window.heard") == 0
    page.click("#table_settings > summary")
    page.check("#set-sound")
    assert page.evaluate("window.heard") > 0
    page.click(".sound-more > summary")
    for name in ("turn", "flip", "loss", "haul", "semimaru", "end", "clock"):
        page.uncheck(f"#set-sound-{name}")
    page.click("#table_settings > summary")
    assert wait_for_turn(page)
    before = page.evaluate("window.heard")
    act(page, lambda: page.click("#flip"))
    assert wait_for_turn(page)
    assert page.evaluate("window.heard") == before
    page.reload()
    assert page.is_checked("#set-sound")
    assert not page.is_checked("#set-sound-flip")


def test_the_layout_does_not_shift_during_a_whole_match(context, watched):
    context.add_init_script(_COUNT_SHIFTS)
    phone, desk = watched(context), watched(context)
    phone.emulate_media(reduced_motion="no-preference")
    phone.set_viewport_size({"width": 390, "height": 844})
    address = start_solo(phone)
    desk.emulate_media(reduced_motion="no-preference")
    desk.set_viewport_size({"width": 1280, "height": 800})
    desk.goto(address)
    pages = (phone, desk)
    for page in pages:
        page.wait_for_selector("#table.is-connected")
    loaded = [page.evaluate("window.shift") for page in pages]
    shifts = loaded
    while wait_for_turn(phone):
        # Up to the last step: the result comes where the piles were.
        number = version(phone)
        wait_until(desk, "number => Number(document.querySelector('#board').dataset.version) === number", number)
        shifts = [page.evaluate("window.shift") for page in pages]
        act(phone)
    assert version(phone) > 90
    assert shifts == loaded
    assert max(loaded) < 0.001


@pytest.mark.parametrize("language", ["ja", "ru"])
def test_the_dock_of_who_is_out_is_as_high_as_before(context, watched, language):
    page = watched(context)
    start_solo(page, language)
    page.wait_for_selector("#table.is-connected")
    dock = page.locator(".dock")
    state = state_with(hands=((), (2,), (3,), ()), draw=(4, 5), turn=1, out=(True, False, False, True))
    controls = fragments.pieces(snapshot_of(state), language, 0)["controls"]
    for width in (360, 768, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        before = dock.bounding_box()["height"]
        flip = page.evaluate(
            """(html) => {
              const controls = document.querySelector("#controls");
              const flip = controls.outerHTML;
              controls.outerHTML = html;
              return flip;
            }""",
            controls,
        )
        assert page.is_visible("#form-guess button")
        assert dock.bounding_box()["height"] == before, width
        page.evaluate("(html) => { document.querySelector('#controls').outerHTML = html; }", flip)


def test_a_hand_of_sixty_cards_keeps_to_its_seat(context, watched):
    page = watched(context)
    start_solo(page)
    page.wait_for_selector("#table.is-connected")
    page.evaluate(
        """() => {
          const fan = document.querySelector("#seat-0 .fan");
          const cards = Array.from({ length: 60 }, (_, index) => `<i class=c${index + 11}></i>`);
          fan.innerHTML = cards.join("");
        }"""
    )
    for width in (320, 360, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        seat = page.locator("#seat-0").bounding_box()
        newest = page.locator("#seat-0 .fan > i").last.bounding_box()
        assert newest["x"] + newest["width"] <= seat["x"] + seat["width"] + 1, width
        assert newest["width"] >= 40, width
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_screen_for_a_room_shows_the_same_step_without_anything_to_press(context, watched):
    page = watched(context)
    address = start_solo(page)
    screen = watched(context)
    screen.set_viewport_size({"width": 1280, "height": 720})
    screen.goto(f"{address}screen/")
    assert wait_for_turn(page)
    number = act(page)
    wait_until(screen, "number => Number(document.querySelector('#board').dataset.version) > number", number)
    assert not screen.is_visible("#controls")
    assert screen.evaluate("document.documentElement.scrollHeight") <= 720
    assert screen.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") > 19
