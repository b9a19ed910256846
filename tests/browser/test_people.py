"""Several people at one table, each with an own browser and an own language."""

import json
from typing import Any

import pytest

from tests.browser.table import OWN_TURN, act, version, wait_for_turn, wait_for_version

SITE_ENVIRONMENT = {"BOZU_CPU_PACE_SECONDS": "0.05"}


@pytest.fixture
def sit(browser, site, watched):
    """A function that makes a table of so many persons and opens it for them, and for a watcher, each in a language."""
    contexts = []

    def open_table(*languages: str, watcher: str = "") -> list[Any]:
        base = site.base_url.replace("http:", "ws:")
        seats = str(len(languages))
        answer = site.manage("load_tables", "--tables", "1", "--seats", seats, "--base-url", base, "--out", "-")
        table = json.loads(answer)["tables"][0]
        path = table["seats"][0]["url"].split("/t/")[1]
        pages = []
        for number, language in enumerate([*languages, *([watcher] if watcher else [])]):
            context = browser.new_context(base_url=site.base_url)
            contexts.append(context)
            if number < len(languages):
                name, _, value = table["seats"][number]["headers"]["Cookie"].partition("=")
                context.add_cookies([{"name": name, "value": value, "domain": "127.0.0.1", "path": "/"}])
            page = watched(context)
            page.goto(f"/{language}/t/{path}")
            page.wait_for_selector("#table.is-connected")
            pages.append(page)
        first = int(pages[0].get_attribute("#board", "data-turn"))
        people = pages[: len(languages)]
        return [*people[first:], *people[:first], *pages[len(languages) :]]

    yield open_table
    for context in contexts:
        context.close()


def test_everybody_sees_a_step_in_their_own_language_at_once(sit):
    english, other, watcher = sit("en", "en", watcher="ja")
    number = act(english)
    for page in (other, watcher):
        wait_for_version(page, number + 1)
    assert "reveals" in other.inner_text("#latest .latest-text")
    assert "reveals" not in watcher.inner_text("#latest .latest-text")
    assert watcher.get_attribute("#latest", "data-version") == other.get_attribute("#latest", "data-version")
    assert watcher.locator(".stage .only-you:visible").count() == 0


def test_only_the_seat_on_turn_can_play(sit):
    first, second = sit("en", "en")
    assert first.locator(OWN_TURN).count() == 1
    assert second.locator(OWN_TURN).count() == 0
    number = version(second)
    second.keyboard.press("Space")
    second.click("#flip", force=True)
    second.wait_for_timeout(500)
    assert version(second) == number
    assert second.get_attribute("#notice", "data-code") == ""


def test_a_watcher_guesses_and_is_told_that_it_is_kept(sit):
    first, _, watcher = sit("en", "en", watcher="en")
    watcher.click("#form-guess button >> nth=1")
    watcher.wait_for_selector("#notice:has-text('Your guess is kept')")
    assert watcher.get_attribute("#form-guess button >> nth=1", "aria-pressed") == "true"
    assert any(cookie["name"] == "bozu_device" for cookie in watcher.context.cookies())
    number = act(first)
    wait_for_version(watcher, number + 1)
    watcher.reload()
    watcher.wait_for_selector("#form-guess [aria-pressed=true]")


def test_a_phrase_is_read_by_each_in_their_language(sit):
    first, second = sit("en", "ja")
    seat = first.get_attribute("#table", "data-you")
    first.click("#phrases > summary")
    first.click("#form-phrase button[value=thanks]")
    for page in (first, second):
        page.wait_for_selector(f"#phrase-{seat}:not([hidden])")
        assert ("Thank you!" in page.inner_text(f"#phrase-{seat}")) is ("/en/" in page.url)


def test_somebody_who_leaves_is_played_by_the_cpu_and_is_told_so_on_coming_back(sit):
    first, second = sit("en", "en")
    seat = first.get_attribute("#table", "data-you")
    address = first.url
    first.click("#table_settings > summary")
    first.click("#form-leave button")
    first.wait_for_selector("#play-now")
    second.wait_for_selector(f"#seat-{seat} .mark-away, #seat-{seat} .mark-held")
    assert wait_for_turn(second)
    assert "CPU for" in second.inner_text("#latest .latest-text")
    first.goto(address)
    first.wait_for_selector("#meanwhile:not([hidden])")
    first.click("#meanwhile summary")
    assert "CPU for" in first.inner_text("#meanwhile ol")
    second.wait_for_selector(f"#seat-{seat} .mark-away", state="detached")


def test_what_somebody_types_or_opens_is_left_alone_while_others_play(sit):
    first, second = sit("en", "en")
    second.click("#phrases > summary")
    second.focus("#form-phrase button[value=wow]")
    number = act(first)
    wait_for_version(second, number + 1)
    assert second.evaluate("document.activeElement.value") == "wow"
    assert second.evaluate("document.getElementById('phrases').open")
