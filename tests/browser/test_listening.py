"""The table for those who listen: a whole match by the accessibility tree alone, the three amounts of speech, focus.

Cases AX-01 and AX-02; AX-03 is among the limits, AX-04 among the groups.
"""

import re
from typing import Any

import pytest

from games.live.sentences import SENTENCES
from games.live.words import words_of
from tests.browser.ears import Ears
from tests.browser.table import act, start_solo, version, wait_for_turn, wait_for_version
from tests.browser.thorough import some_by_default
from tests.browser.waiting import wait_until

CARDS = 100
STEP_TEXTS = """() => [...document.querySelectorAll("#step_list li:not(:first-child) a")].map((line) => {
  const copy = line.cloneNode(true);
  copy.querySelectorAll(".step-number, .step-who").forEach((part) => part.remove());
  return copy.textContent;
})"""


@pytest.fixture
def listener(context: Any, watched: Any) -> tuple[Any, Ears]:
    """A page and what its live region says."""
    page = watched(context)
    return page, Ears(page)


def plain(html: str) -> str:
    """A text as it is heard, without markup and with single spaces."""
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", "", html)).strip()


def known_counts(language: str) -> dict[str, int]:
    """How each number of cards, in a hand or left to draw, is said in a language."""
    words = words_of(language)
    said = {}
    for label in ("cards", "cards_left"):
        for count in range(CARDS + 1):
            said[plain(words.label(label, count).format(count=words.number(count)))] = count
    said[words.label("pile_empty")] = 0
    return said


def cards_heard_of(page: Any, counts: dict[str, int]) -> int:
    """The sum of all hands and piles as the accessibility tree gives them."""
    tree = page.get_by_role("main").aria_snapshot()
    said = re.findall(r'- paragraph: "?(.*?)"?$', tree, re.MULTILINE)
    return sum(counts[text] for text in said if text in counts)


@pytest.mark.parametrize("language", some_by_default(["en", "ar"], "ar"))
def test_a_whole_match_is_played_from_what_is_said_and_named_alone(listener, language):
    page, ears = listener
    words = words_of(language)
    own_turns = [words.label(key) for key in ("your_turn", "your_turn_more", "your_turn_must")]
    flip = re.compile("|".join(re.escape(words.label(key)) for key in ("reveal", "reveal_more")))
    counts = known_counts(language)
    end = "|".join(
        re.escape(words.text(SENTENCES[key], 0)).replace(r"\{who\}", ".*").replace(r"\{names\}", ".*")
        for key in ("won", "drawn")
    )

    page.goto(f"/{language}/")
    page.get_by_role("button", name=plain_name(page, "#play-now")).focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*/")
    heard: list[str] = []
    turns = 0
    while True:
        try:
            news = ears.next(timeout_seconds=6)
        except TimeoutError:
            news = []  # said already: somebody who missed it looks at the button instead
        heard += news
        if re.search(end, heard[-1]):
            break
        if not heard[-1].endswith(tuple(own_turns)):
            continue
        # Whose turn it is was said; what lies where is named in the tree.
        turns += 1
        assert cards_heard_of(page, counts) == CARDS, page.get_by_role("main").aria_snapshot()
        button = page.get_by_role("button", name=flip)
        assert button.count() == 1
        if heard[-1].endswith(own_turns[1]):
            assert page.get_by_role("button", name=words.label("stop"), exact=True).count() == 1
            page.wait_for_timeout(400)  # a choice that has just come up takes no press for a moment
        button.focus()
        page.keyboard.press("Enter")
    assert turns >= 5
    assert ears.is_same_region()

    # Each step was said once, in order, in the words that the page of the match has for it.
    page.goto(page.url.replace("/t/", "/m/"))
    steps = [plain(text) for text in page.evaluate(STEP_TEXTS)]
    said = " ".join(heard)
    # The others may have begun before the page was there.
    unheard = next(number for number, step in enumerate(steps) if step in said)
    assert unheard <= 4
    steps = steps[unheard:]
    place = 0
    for step in steps:
        place = said.find(step, place)
        assert place >= 0, step
        assert said.count(step) == 1 or steps.count(step) > 1, step
        place += len(step)


def plain_name(page: Any, selector: str) -> str:
    """The visible text of a control."""
    return str(page.locator(selector).inner_text())


def choose_speech(page: Any, level: str) -> None:
    """Choose how much is read out, in the settings of the table, by keyboard as far as a person would."""
    page.click("#table_settings > summary")
    page.check(f"input[name=speech][value={level}]")
    page.keyboard.press("Escape")


def test_what_is_chosen_before_the_scripts_are_there_counts(context, watched):
    page = watched(context)
    waiting: list[Any] = []
    page.route("**/table/settings*.js", lambda route: waiting.append(route))
    page.goto("/en/")
    page.click("#play-now", no_wait_after=True)
    page.wait_for_selector("#table_settings", state="attached")
    choose_speech(page, "full")
    assert waiting and page.is_checked("input[name=speech][value=full]")
    for route in waiting:
        route.continue_()
    page.wait_for_selector("#table.is-connected")
    assert page.is_checked("input[name=speech][value=full]")
    assert page.evaluate("localStorage.getItem('bozu-speech')") == "full"


def flip(page: Any) -> None:
    """Flip, wherever the focus is."""
    act(page, lambda: page.click("#flip"))


def test_steps_of_the_others_are_said_once_and_the_region_stays(listener):
    """Case AX-02."""
    page, ears = listener
    start_solo(page)
    choose_speech(page, "normal")
    while version(page) < 14 and wait_for_turn(page):
        flip(page)
    wait_for_turn(page)
    ears.next()
    page.wait_for_timeout(300)  # the last text waits for a moment
    said = " ".join(ears.all())
    lines = page.locator("#events li").all_inner_texts()
    assert len(lines) == 8
    for line in lines:
        count = said.count(plain(line))
        assert count == 1 or (count > 1 and line.endswith("stops.")), line  # names no card: may come again
    # The same state once more, as after a reconnection, is no news.
    count = len(ears.all())
    page.context.set_offline(True)
    page.wait_for_selector("#connection:not([hidden])")
    page.context.set_offline(False)
    page.wait_for_selector("#table.is-connected")
    page.wait_for_timeout(500)
    assert len(ears.all()) == count
    assert ears.is_same_region()
    # What was said can be read again, the last first.
    page.click("#spoken > summary")
    assert page.locator("#spoken li").all_inner_texts() == ears.all()[::-1]


def test_who_wants_little_hears_the_own_turn_and_what_decides(listener):
    page, ears = listener
    start_solo(page)
    choose_speech(page, "quiet")
    wait_for_turn(page)
    page.wait_for_timeout(200)
    ears.taken = len(ears.all())
    ordinary = decisive = 0
    while wait_for_turn(page):
        flip(page)
        wait_for_turn(page)
        for line in page.locator("#events li").all():
            text = plain(line.inner_text())
            is_said = any(text in said for said in ears.all()[ears.taken :])
            if line.get_attribute("data-weight") == "decisive":
                decisive += 1
            else:
                ordinary += 1
                assert not is_said, text
        if ordinary > 30:
            break
    words = ears.all()[ears.taken :]
    assert sum("Your turn" in text or "One more card, or stop?" in text for text in words) >= 3
    page.reload()
    assert page.locator("input[name=speech][value=quiet]").is_checked()  # kept on the device


def test_who_wants_everything_hears_counts_and_chances_with_each_step(listener):
    page, ears = listener
    start_solo(page)
    choose_speech(page, "full")
    wait_for_turn(page)
    page.wait_for_timeout(200)
    ears.taken = len(ears.all())
    flip(page)
    said = " ".join(ears.next())
    assert re.search(r"CPU 2: \d+ cards?", said)
    assert re.search(r"Draw pile: \d+ left", said)
    assert re.search(r"Monk: \d+%, \d+ of \d+", said)
    # Chances that are not shown are not read out.
    page.click("#table_settings > summary")
    page.uncheck("#set-odds")
    page.keyboard.press("Escape")
    wait_for_turn(page)
    page.wait_for_timeout(200)
    ears.taken = len(ears.all())
    flip(page)
    said = " ".join(ears.next())
    assert re.search(r"CPU 2: \d+ cards?", said)
    assert "%" not in said


def focused(page: Any) -> str:
    """The id of the control with the focus, or what it is."""
    return str(page.evaluate("document.activeElement.id || document.activeElement.parentElement.id || 'nothing'"))


def test_focus_stays_with_whoever_plays_by_keyboard_while_others_move(listener):
    """Case AX-01."""
    page, _ = listener
    start_solo(page)
    wait_for_turn(page)
    page.focus("#flip")
    stops = 0
    while wait_for_turn(page) and not stops:
        page.focus("#flip")
        number = version(page)
        if page.query_selector("#stop"):
            page.wait_for_timeout(400)
            page.focus("#stop")
            stops += 1
        page.keyboard.press("Enter")
        wait_for_version(page, number + 1)
        assert focused(page) in ("flip", "result"), focused(page)
    # Another's step under an open dialog leaves the focus in it; closed, it goes back to what opened it.
    page.focus("#table_settings > summary")
    page.keyboard.press("Enter")
    page.focus("#set-odds")
    assert focused(page) == "set-odds"
    page.keyboard.press("Escape")
    assert focused(page) == "table_settings"


def test_focus_is_not_lost_by_saying_something(listener):
    """Case AX-01."""
    page, ears = listener
    start_solo(page)
    wait_for_turn(page)
    page.focus("#phrases > summary")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    phrase = page.evaluate("document.activeElement.lastChild.textContent").strip()
    name = page.locator("section.seat:has(.mark-you:visible) .seat-name").inner_text()
    page.wait_for_timeout(200)
    ears.taken = len(ears.all())
    page.keyboard.press("Enter")
    wait_until(page, "() => !document.querySelector('#phrases').open")
    assert focused(page) == "phrases"
    # Said like everything else, with the name, once.
    said = ears.next()
    assert len(said) == 1
    assert said[0].startswith(f"{name}: ")
    assert said[0].endswith(phrase)
