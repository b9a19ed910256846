"""The rules and cards pages in a real browser: every language, two widths, keyboard, print, assistive technology."""

import contextlib
import re
import sqlite3
import time
from typing import Any

import pytest
from django.conf import settings

from tests.browser.axe import violations
from tests.browser.thorough import some_by_default
from tests.browser.waiting import wait_until

LANGUAGES = [code for code, _ in settings.LANGUAGES]
PATHS = ("rules/", "cards/?role=monk", "cards/2/")
WIDTHS = (360, 1280)
# Where an edit of the default rules shows.
PARTS = ("#how-to-play", "#local-rules", "#questions", "#updated")


@pytest.fixture
def page(context: Any, watched: Any) -> Any:
    return watched(context)


def open_rules(page: Any, language: str, width: int) -> Any:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"/{language}/rules/")
    return page


@pytest.mark.parametrize("language", some_by_default(LANGUAGES, "ja", "ar", "ru"))
def test_pages_fit_both_widths_and_have_nothing_to_complain_about(page, language):
    """The content policy would report refused scripts, the questions for search engines among them."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        for path in PATHS:
            page.goto(f"/{language}/{path}", wait_until="load")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
            assert page.locator("h1").count() == 1
            assert page.evaluate("document.documentElement.dir") == ("rtl" if language == "ar" else "ltr")
            if width == WIDTHS[0] or language in ("en", "ar"):  # the wide page differs in its columns alone
                assert violations(page) == []
    assert page.context.cookies() == []


@pytest.mark.parametrize("language", some_by_default(LANGUAGES, "ja", "ar", "ru"))
def test_no_width_between_a_small_phone_and_a_tablet_scrolls_sideways(page, language):
    for path in PATHS:
        page.goto(f"/{language}/{path}", wait_until="load")
        for width in (320, 600, 768, 960, 1080):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_the_pages_are_readable_in_light_and_dark(page, colours):
    page.emulate_media(color_scheme=colours)
    for path in PATHS:
        page.goto(f"/ar/{path}")
        assert violations(page) == []


def test_pictures_of_cards_are_shown(browser_with_pictures, site, watched):
    visitor = browser_with_pictures.new_context(base_url=site.base_url)
    page = watched(visitor)
    for path, count in (("rules/", 6), ("cards/", 100), ("cards/2/", 1)):
        page.goto(f"/en/{path}")
        page.evaluate("for (const image of document.images) { image.loading = 'eager'; }")
        wait_until(page, "[...document.images].every((image) => image.complete)")
        shown = page.evaluate("[...document.querySelectorAll('.card-picture')].map((image) => image.naturalWidth > 0)")
        assert shown == [True] * count, path
    visitor.close()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", ["en", "ar"])
def test_values_are_explained_by_keyboard(page, language, width):
    open_rules(page, language, width)
    name = page.locator("#rule-semimaru summary")
    panel = page.locator("#rule-semimaru .value-help-panel")
    assert not panel.is_visible()
    name.focus()
    page.keyboard.press("Enter")
    assert panel.is_visible()
    assert panel.locator("dt").count() == 5
    box = panel.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert violations(page) == []
    page.keyboard.press("Escape")
    assert not panel.is_visible()
    assert page.evaluate("document.activeElement.closest('tr').id") == "rule-semimaru"


def test_one_explanation_is_open_at_a_time_and_a_press_elsewhere_closes_it(page):
    open_rules(page, "en", 1280)
    page.click("#rule-semimaru summary")
    page.press("#rule-stop summary", "Enter")  # by hand, the first one lies over it
    assert page.locator("details.value-help[open]").count() == 1
    page.click("h1")
    assert page.locator("details.value-help[open]").count() == 0


def test_a_screen_reader_is_told_what_opens_and_whether_it_is_open(page):
    open_rules(page, "en", 1280)
    summary = page.locator("#rule-lady summary")
    assert "Explain the values: Lady" in summary.inner_text()
    session = page.context.new_cdp_session(page)
    for is_open in (False, True):
        tree = session.send("Accessibility.getFullAXTree")["nodes"]
        named = [node for node in tree if "Explain the values: Lady" in node.get("name", {}).get("value", "")]
        states = {
            item["name"]: item["value"].get("value")
            for node in named
            for item in node.get("properties", ())
            if item["name"] == "expanded"
        }
        assert states == {"expanded": is_open}
        summary.click()


def test_explanations_open_without_scripts(browser, site):
    visitor = browser.new_context(base_url=site.base_url, java_script_enabled=False)
    page = visitor.new_page()
    page.goto("/hi/rules/")
    page.click("#rule-emperor summary")
    assert page.locator("#rule-emperor .value-help-panel").is_visible()
    page.goto("/ja/cards/")
    page.fill("#cards-q", "Комати")
    page.click("button.primary")
    assert page.locator(".cards-list li").count() == 1
    visitor.close()


@pytest.mark.parametrize("language", some_by_default(LANGUAGES, "ja", "ar", "ru"))
def test_the_rules_print_on_two_sheets(page, language):
    open_rules(page, language, 1280)
    printed = page.pdf(prefer_css_page_size=True)
    sheets = len(re.findall(rb"/Type\s*/Page\b", printed))
    assert 1 <= sheets <= 2


def test_a_poem_runs_from_top_to_bottom_and_from_right_to_left_in_every_direction_of_page(page):
    for language in ("en", "ar"):
        page.goto(f"/{language}/cards/9/")
        boxes = page.evaluate(
            "[...document.querySelectorAll('.poem-sheet p')].map((line) => line.getBoundingClientRect().toJSON())"
        )
        assert len(boxes) == 5
        assert all(box["height"] > box["width"] for box in boxes)
        assert [box["x"] for box in boxes] == sorted((box["x"] for box in boxes), reverse=True)


@pytest.fixture
def default_rules(page, site):
    """A function that changes the site's default rules as another process would; at the end they are as before."""
    columns = ("semimaru", "emperor", "lady", "allow_stop", "updated_at")

    def write(**values: Any) -> None:
        names = ", ".join(f"{name} = ?" for name in values)
        with contextlib.closing(sqlite3.connect(site.data_dir / "site.sqlite3", timeout=10)) as database, database:
            database.execute(f"UPDATE games_ruleset SET {names} WHERE is_site_default", tuple(values.values()))

    with contextlib.closing(sqlite3.connect(site.data_dir / "site.sqlite3", timeout=10)) as database:
        query = f"SELECT {', '.join(columns)} FROM games_ruleset WHERE is_site_default"
        before = dict(zip(columns, database.execute(query).fetchone(), strict=True))
    shown = _texts(page, "hi", PARTS)
    yield write
    write(**before)
    # Pages come from a cache: the next test, or this one once more, is to find them as they were.
    until = time.monotonic() + 30
    while _texts(page, "hi", PARTS) != shown:
        assert time.monotonic() < until, "the rules of before did not show again"


def test_an_edit_of_each_option_shows_in_arabic_and_hindi_while_the_site_runs(page, default_rules):
    """Seen through the cache of the running site."""
    changes = [
        ("semimaru", "skip_turn"),
        ("emperor", "ordinary"),
        ("lady", "take_pile_and_one_more"),
        ("allow_stop", 0),
    ]
    for day, (field, value) in enumerate(changes, start=1):
        before = {language: _texts(page, language, PARTS) for language in ("ar", "hi")}
        default_rules(**{field: value}, updated_at=f"2031-03-{day:02d} 12:00:00")
        until = time.monotonic() + 20
        for language in ("ar", "hi"):
            while _texts(page, language, PARTS) == before[language]:
                assert time.monotonic() < until, f"{field} did not show in {language}"
            after = _texts(page, language, PARTS)
            for part, old, new in zip(PARTS, before[language], after, strict=True):
                assert old != new, (field, language, part)


def _texts(page: Any, language: str, parts: tuple[str, ...]) -> list[str]:
    html = page.request.get(f"/{language}/rules/").text()
    return page.evaluate(
        """([html, parts]) => {
            const page = new DOMParser().parseFromString(html, "text/html");
            return parts.map((part) => page.querySelector(part).textContent);
        }""",
        [html, list(parts)],
    )
