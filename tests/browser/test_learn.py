"""The tutorial in a real browser: by keyboard, by touch and without scripts, in both directions of text."""

from itertools import pairwise
from typing import Any

import pytest
from django.conf import settings

from games import lesson
from tests.browser.axe import violations
from tests.browser.thorough import some_by_default
from tests.browser.waiting import wait_until

LANGUAGES = [code for code, _ in settings.LANGUAGES]
PHONE = {"width": 360, "height": 640}
WAYS = {way[-1].choices: way for way in lesson.all_ways()}

# What can be seen of the page's main part, as text.
_VISIBLE_TEXT = """() => {
  const main = document.querySelector("main");
  const hidden = [...main.querySelectorAll(".vh")];
  hidden.forEach((node) => { node.hidden = true; node.classList.remove("vh"); });
  return main.innerText;
}"""


@pytest.fixture
def page(context: Any, watched: Any) -> Any:
    return watched(context)


def wait_for_step(page: Any, number: int) -> None:
    """Wait until a step is there and the buttons may be pressed again."""
    wait_until(
        page,
        """number => document.getElementById("board").dataset.version === String(number)
            && (new URL(location).searchParams.get("s") ?? "0") === String(number)""",
        arg=number,
    )
    page.wait_for_timeout(400)  # a press so soon after the last one counts as its double


def focused(page: Any) -> str:
    return page.evaluate("document.activeElement.id")


@pytest.mark.parametrize("language", some_by_default(["ar", "en"], "ar"))
def test_the_keyboard_alone_leads_through_the_match(page, language):
    page.set_viewport_size(PHONE)
    page.goto(f"/{language}/learn/")
    page.evaluate("window.isSamePage = true")
    page.evaluate("window.region = document.getElementById('coach')")
    way = WAYS["sf"]
    texts = set()
    page.keyboard.press("Space")
    for before, moment in pairwise(way[1:]):
        wait_for_step(page, before.step)
        assert focused(page) == "flip"
        assert page.evaluate("window.region === document.querySelector('[aria-live]')")
        texts.add(page.inner_text("#coach"))
        if before.is_choice or before.lesson in ("start", "semimaru"):
            assert not violations(page)
        page.keyboard.press("s" if moment.action == "stop" and before.is_choice else "Enter")
    wait_for_step(page, way[-1].step)
    assert len(texts) == len(way) - 2
    assert focused(page) == "result"
    assert not violations(page)
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    page.wait_for_timeout(300)
    assert page.evaluate("window.isSamePage") is True
    assert f"/{language}/learn/" in page.url

    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert focused(page) == "play-now"
    page.keyboard.press("Tab")
    assert focused(page) == "play-friends"
    assert page.context.cookies() == []


@pytest.mark.parametrize(("language", "key"), [("ar", "ArrowRight"), ("en", "ArrowLeft")])
def test_an_arrow_leads_back_as_the_text_runs(page, language, key):
    page.goto(f"/{language}/learn/?s=11&c=f")
    other = {"ArrowRight": "ArrowLeft", "ArrowLeft": "ArrowRight"}[key]
    page.keyboard.press(other)
    page.keyboard.press(key)
    wait_for_step(page, 10)
    page.keyboard.press(key)
    wait_for_step(page, 9)
    assert focused(page) == "flip"


def test_the_browser_goes_back_step_by_step(page):
    page.goto("/en/learn/")
    for number in (1, 2, 3):
        page.click("#flip")
        wait_for_step(page, number)
    page.go_back()
    wait_for_step(page, 2)
    page.click("#flip")
    wait_for_step(page, 3)


def test_a_double_click_is_one_step(page):
    page.goto("/en/learn/?s=9")
    page.dblclick("#flip")
    wait_for_step(page, 10)
    page.dblclick("#stop")
    wait_for_step(page, 11)


def test_the_draw_pile_can_be_tapped_on_the_own_turn(page):
    page.goto("/en/learn/")
    page.click(".draw-pile .stack")
    wait_for_step(page, 1)
    page.click(".draw-pile .stack")
    page.wait_for_timeout(300)
    wait_for_step(page, 1)


def test_another_language_goes_on_at_the_same_step(page):
    page.goto("/en/learn/")
    page.click("#flip")
    wait_for_step(page, 1)
    page.click("#site_header [data-menu] > summary")
    page.click('#site_header [hreflang="hi"]')
    page.wait_for_url("**/hi/learn/?s=1")


@pytest.mark.parametrize("language", some_by_default(["ar", "en"], "en"))
def test_without_scripts_buttons_and_links_do_it_all(browser, site, language):
    visitor = browser.new_context(base_url=site.base_url, java_script_enabled=False, viewport=PHONE)
    page = visitor.new_page()
    page.goto(f"/{language}/learn/")
    page.click("#flip")
    for moment in WAYS["f"][2:]:
        # The focus is on the main button of each page, so one key is enough.
        assert page.locator("#flip:focus").count() == 1
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/{language}/learn/?s={moment.step}*")
    assert page.locator("#result .ranking li").count() == 3
    page.click("#back")
    page.wait_for_url("**?s=24&c=f")
    assert visitor.cookies() == []
    page.goto(f"/{language}/learn/?s=25&c=f")
    page.click("#play-now")
    page.wait_for_url(f"**/{language}/t/**")
    visitor.close()


@pytest.mark.parametrize("language", some_by_default(LANGUAGES, "ja", "ar"))
def test_every_step_fits_a_small_phone_with_fewer_than_a_hundred_words(page, language):
    page.set_viewport_size(PHONE)
    # Once for each explanation, where most cards lie on the table.
    fullest = {moment.lesson: moment for way in WAYS.values() for moment in way}
    for moment in fullest.values():
        address = f"/{language}/learn/?s={moment.step}&c={moment.choices}"
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], address
        buttons = page.locator("#controls").bounding_box()
        assert buttons["y"] + buttons["height"] <= PHONE["height"], address
        dock = page.locator(".dock").bounding_box()
        # At the end the result tells what the own seat did, which may then lie behind the buttons in part.
        lowest = page.locator("#result" if page.locator("#result").is_visible() else "#seat-0").bounding_box()
        assert lowest["y"] + lowest["height"] <= dock["y"] + 1, address
        text = page.evaluate(_VISIBLE_TEXT)
        # Japanese has no spaces: two signs count as a word.
        words = len("".join(text.split())) / 2 if language == "ja" else len(text.split())
        assert 15 < words < 100, (address, words)


@pytest.mark.parametrize(("language", "scheme"), [("ar", "dark"), ("en", "light")])
def test_axe_finds_nothing(browser, site, watched, language, scheme):
    visitor = browser.new_context(base_url=site.base_url, color_scheme=scheme, reduced_motion="reduce")
    page = watched(visitor)
    for size in (PHONE, {"width": 1280, "height": 800}):
        page.set_viewport_size(size)
        for query in ("", "?s=10", "?s=15&c=f", "?s=25&c=f"):
            page.goto(f"/{language}/learn/{query}")
            assert not violations(page), (size, query)
    visitor.close()


def test_every_control_is_large_enough_for_a_finger(page):
    page.set_viewport_size(PHONE)
    for query in ("?s=10", "?s=25&c=f"):
        page.goto(f"/en/learn/{query}")
        for control in page.locator("main a, main button").all():
            box = control.bounding_box()
            assert min(box["width"], box["height"]) >= 43.5, control.get_attribute("id")
