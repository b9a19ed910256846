"""Several people at one table, each with an own browser and an own language."""

import re
import sqlite3
import unicodedata
from typing import Any

import pytest
import regex

from tests.browser.line import Line
from tests.browser.table import OWN_TURN, act, version, wait_for_heartbeat, wait_for_turn, wait_for_version

# Letters that only one of these languages writes.
SIGNS = {"ja": r"[\u3040-\u30ff]", "ar": r"[\u0600-\u06ff]", "ru": r"[\u0400-\u04ff]"}

# How each language says that the CPU played for somebody.
FOR_SOMEBODY = {"ja": "代わりのCPU", "ar": "CPU نيابةً عن", "sw": "CPU badala ya"}


@pytest.fixture
def sit(browser, site, watched, made_tables):
    """A function that makes a table of so many persons and opens it for them, and for a watcher, each in a language."""
    contexts = []

    def open_table(*languages: str, watcher: str = "") -> list[Any]:
        match_id, cookies = made_tables.take(len(languages))
        pages = []
        for number, language in enumerate([*languages, *([watcher] if watcher else [])]):
            context = browser.new_context(base_url=site.base_url)
            contexts.append(context)
            if number < len(languages):
                context.add_cookies([cookies[number]])
            page = watched(context)
            page.goto(f"/{language}/t/{match_id}/")
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
    note, hand = (first.locator(f"#{name}").bounding_box() for name in ("meanwhile", f"fan-{seat}"))
    assert note["y"] + note["height"] <= hand["y"]
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


def latest(page: Any) -> str:
    """What the page says of the last step."""
    return str(page.inner_text("#latest .latest-text"))


def language_of(page: Any) -> str:
    """The language of a page's address."""
    return str(page.url.split("/")[3])


def languages_in(text: str) -> set[str]:
    """Which languages' own letters a text has."""
    return {language for language, letters in SIGNS.items() if re.search(letters, text)}


def next_step(pages: list[Any]) -> None:
    """Let whoever is on turn play, if it is one of the pages, and wait until all of them show the step."""
    turn, number = pages[0].get_attribute("#board", "data-turn"), version(pages[0])
    for page in pages:
        if page.get_attribute("#table", "data-you") == turn:
            wait_for_turn(page)
            act(page)
    for page in pages:
        wait_for_version(page, number + 1)


def assert_each_reads_their_own(pages: list[Any]) -> None:
    """All pages show the same step, each in the language of its address."""
    assert len({version(page) for page in pages}) == 1
    for page in pages:
        assert page.get_attribute("#latest", "data-version") == str(version(page))
        assert languages_in(latest(page)) == {language_of(page)} & SIGNS.keys(), (page.url, latest(page))


def test_four_languages_at_one_table_while_one_of_them_is_offline_for_a_while(sit, quick_absence, faults):
    """Case I18-01: steps of people, and steps of the CPU made by a job, are read by everybody in their own language."""
    wait_for_heartbeat(sit("en", "en")[0], 2)
    pages = sit("ja", "ar", "ru", "sw")
    by_language = {language_of(page): page for page in pages}
    russian, arabic = by_language["ru"], by_language["ar"]
    assert arabic.evaluate("document.documentElement.dir") == "rtl"
    line = Line(russian)
    russian.reload()
    russian.wait_for_selector("#table.is-connected")
    for _ in range(4):
        next_step(pages)
        assert_each_reads_their_own(pages)

    # In a tunnel: the socket claims to be open and nothing gets through; then the phone notices.
    seat, number = russian.get_attribute("#table", "data-you"), version(russian)
    line.die()
    russian.context.set_offline(True)
    russian.wait_for_selector("#connection:not([hidden])")
    assert russian.locator(OWN_TURN).count() == 0
    others = [page for page in pages if page is not russian]
    heard: set[bool] = set()
    for _ in range(20):
        next_step(others)
        assert_each_reads_their_own(others)
        heard = {FOR_SOMEBODY[language_of(page)] in latest(page) for page in others}
        assert len(heard) == 1, "all of them are told that the CPU played, or none"
        if True in heard:
            break
    assert heard == {True}
    for page in others:
        page.wait_for_selector(f"#seat-{seat} .mark-away, #seat-{seat} .mark-held")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert version(russian) == number

    russian.context.set_offline(False)
    russian.wait_for_selector("#table.is-connected")
    wait_for_version(russian, version(arabic))
    for page in pages:
        page.wait_for_selector(f"#seat-{seat} .mark-away, #seat-{seat} .mark-held", state="detached")
    for _ in range(20):
        is_own = russian.get_attribute("#board", "data-turn") == seat
        next_step(pages)
        assert_each_reads_their_own(pages)
        if is_own:
            break
    assert is_own and "CPU" not in latest(russian)
    faults[:] = [fault for fault in faults if "WebSocket" not in fault and "ERR_INTERNET" not in fault]


# Some are longer than a name may be today: rows may be older than the rule.
LONG_NAMES = (
    "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466" * 20,
    "W" * 64,
    "\u0645\u062d\u0645\u0648\u062f\u0639\u0628\u062f\u0627" * 4 + "\u0644\u0644\u0647\u0645",
    "\u0e01\u0e4d\u0e32\u0e19\u0e49\u0e33\u0e1c\u0e36\u0e49\u0e07" * 4,
    "\U0001f1ef\U0001f1f5\U0001f1f0\U0001f1ea\U0001f1ee\U0001f1e9\U0001f1f7\U0001f1fa" * 5,
    "\u304a\u3068\u3081\u306e\u3059\u304c\u305f\u3057\u3070\u3057\u3068\u3069\u3081\u3080\u4e43\u6559",
)


# Nothing lies over the middle of a control, and no part of it is beside the screen.
IS_IN_REACH = """(control) => {
  const box = control.getBoundingClientRect();
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return box.left >= 0 && box.right <= innerWidth && hit !== null && control.contains(hit);
}"""


def test_six_long_names_leave_every_control_of_a_small_phone_in_reach(sit, site):
    """Case NM-04: family emoji, W, Arabic, Thai, flags and kana at 320 px; nothing is cut inside a sign."""
    pages = sit("en", "ar", "ja", "hi", "ru", "sw")
    match_id = pages[0].url.rstrip("/").split("/")[-1]
    for page in pages:
        page.goto("about:blank")  # nobody looks: the site reads the table anew
    database = sqlite3.connect(site.data_dir / "site.sqlite3", timeout=10)
    with database:
        for number, name in enumerate(LONG_NAMES):
            database.execute(
                "UPDATE games_seat SET name = ? WHERE match_id = ? AND number = ?", (name, match_id, number)
            )
    database.close()
    for page, language in zip(pages[:2], ("en", "ar"), strict=True):
        page.set_viewport_size({"width": 320, "height": 568})
        page.goto(f"/{language}/t/{match_id}/")
        page.wait_for_selector("#table.is-connected")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        names = [" ".join(text.split()) for text in page.locator(".stage .seat bdi").all_inner_texts()]
        for name in LONG_NAMES:
            signs = regex.findall(r"\X", unicodedata.normalize("NFKC", name))
            assert "".join(signs[:20]) in names, "the first twenty signs, whole; style hides what does not fit"
        assert not page.evaluate("document.body.innerText.includes('\ufffd')")
        for selector in ("#phrases > summary", "#table_settings > summary", ".dock button:visible"):
            for control in page.locator(selector).all():
                control.scroll_into_view_if_needed()
                assert control.evaluate(IS_IN_REACH), (language, selector)
    wait_for_turn(pages[0])
    number = act(pages[0], lambda: pages[0].click("#flip"))
    wait_for_version(pages[1], number + 1)
    assert pages[1].evaluate("document.documentElement.scrollWidth") <= 320
