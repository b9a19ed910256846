"""The page of a finished match in a real browser: replay by keys, buttons, swipes and links, and the shuffle check."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from accounts.devices import COOKIE_NAME
from tests.browser.axe import violations
from tests.browser.table import act, play_on, start_solo, wait_for_turn
from tests.browser.thorough import some_by_default
from tests.browser.waiting import wait_until
from tests.site import Site

# Tables that have to be scrolled sideways, which nobody sees on a phone.
SCROLLED_TABLES = """() => [...document.querySelectorAll(".table-scroll")]
  .filter((box) => box.clientWidth && box.scrollWidth > box.clientWidth + 1)
  .map((box) => box.textContent.trim().slice(0, 80))"""
VECTORS = json.loads((Path(__file__).parent.parent / "vectors" / "shuffle.json").read_text(encoding="utf-8"))

_MAKE = """
import json
from io import StringIO
from django.core.management import call_command
from accounts.models import Player
from games.models import Match
from games.services.luck import work_out_chances
from tests.games.finished import stored_match
players = [Player.objects.create(display_name=name) for name in ("Anna", "بن", "みかん", "Dora")]
good, bad = stored_match(players), stored_match(players)
deck = list(bad.deck)
deck[98], deck[99] = deck[99], deck[98]
Match.objects.filter(pk=bad.pk).update(deck=deck)
more = [Player.objects.create(display_name=name) for name in ("Александра Петровна", "Budi Santoso")]
six = stored_match([*players, *more], is_rated=True)
call_command("rebuild_ratings", stdout=StringIO())
ids = {"good": good.pk, "bad": bad.pk, "last": good.version}
print(json.dumps({**ids, "six": six.pk, "six_last": six.version, "player": players[0].pk}))
"""


@pytest.fixture(scope="module")
def made(site: Site) -> dict[str, Any]:
    """Two finished matches of four people, one of which was tampered with afterwards."""
    return json.loads(site.manage("shell", "-v", "0", "-c", _MAKE).strip().splitlines()[-1])


@pytest.fixture
def page(context: Any, watched: Any) -> Any:
    return watched(context)


def shown(page: Any) -> int:
    return int(page.get_attribute("#replay_nav", "data-step"))


def wait_for_step(page: Any, number: int) -> None:
    """Wait until the whole page shows a step: table, buttons, list and address."""
    wait_until(
        page,
        """number => document.getElementById('board').dataset.version === String(number)
            && document.getElementById('replay_nav').dataset.step === String(number)
            && document.querySelector('#step_list [aria-current]').dataset.step === String(number)
            && new URL(location).searchParams.get('step') === String(number)""",
        arg=number,
    )


def test_keys_buttons_list_and_field_turn_the_steps_without_loading_the_page(page, made):
    page.goto(f"/en/m/{made['good']}/?step=10")
    page.evaluate("window.isSamePage = true")

    page.keyboard.press("ArrowRight")
    wait_for_step(page, 11)
    page.keyboard.press("ArrowLeft")
    wait_for_step(page, 10)
    page.keyboard.press("Home")
    wait_for_step(page, 0)
    page.keyboard.press("End")
    wait_for_step(page, made["last"])
    page.click("#step-previous")
    wait_for_step(page, made["last"] - 1)
    page.click("#step-first")
    wait_for_step(page, 0)
    page.click('#step_list [data-step="5"]')
    wait_for_step(page, 5)
    page.fill("#step-number", "42")
    page.press("#step-number", "Enter")
    wait_for_step(page, 42)

    assert page.evaluate("window.isSamePage") is True


def test_the_sentence_of_each_step_is_announced(page, made):
    page.goto(f"/en/m/{made['good']}/?step=10")

    page.keyboard.press("ArrowRight")
    wait_for_step(page, 11)

    line = page.inner_text('#step_list [data-step="11"]')
    said = page.inner_text("#say").strip()
    assert said and said.split(" reveals")[-1][:20] in line
    assert page.get_attribute("#say", "aria-live") == "polite"


def test_a_button_keeps_the_focus_while_it_turns_the_steps(page, made):
    page.goto(f"/en/m/{made['good']}/?step=10")
    page.focus("#step-next")

    for number in (11, 12, 13):
        page.keyboard.press("Enter")
        wait_for_step(page, number)

    wait_until(page, "document.activeElement.id === 'step-next'")


def test_a_button_pressed_the_moment_it_comes_turns_the_step_as_well(page, made):
    page.goto(f"/en/m/{made['good']}/?step=10")
    page.evaluate(
        """() => {
          window.isSamePage = true;
          const observer = new MutationObserver(() => {
            if (document.getElementById("replay_nav")?.dataset.step === "11") {
              observer.disconnect();
              document.getElementById("step-next").click();
            }
          });
          observer.observe(document.getElementById("replay"), { childList: true, subtree: true });
        }"""
    )

    page.click("#step-next")

    wait_for_step(page, 12)
    assert page.evaluate("window.isSamePage === true")


def test_a_key_held_down_ends_where_it_was_let_go(page, made):
    page.goto(f"/en/m/{made['good']}/?step=20")

    for _ in range(12):
        page.keyboard.press("ArrowRight")

    wait_for_step(page, 32)


def test_keys_stop_at_both_ends(page, made):
    page.goto(f"/en/m/{made['good']}/?step=0")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    wait_for_step(page, 1)
    page.keyboard.press("End")
    wait_for_step(page, made["last"])
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    wait_for_step(page, made["last"] - 1)


def test_back_and_forward_go_through_the_steps_and_the_keys_still_work(page, made):
    page.goto(f"/en/m/{made['good']}/?step=10")
    page.keyboard.press("ArrowRight")
    wait_for_step(page, 11)
    page.keyboard.press("End")
    wait_for_step(page, made["last"])

    page.go_back()
    wait_for_step(page, 11)
    page.go_back()
    wait_for_step(page, 10)
    page.go_forward()
    wait_for_step(page, 11)
    page.keyboard.press("ArrowRight")
    wait_for_step(page, 12)
    page.reload()
    wait_for_step(page, 12)


def test_arrows_are_mirrored_where_text_runs_from_right_to_left(page, made):
    page.goto(f"/ar/m/{made['good']}/?step=10")

    page.keyboard.press("ArrowLeft")
    wait_for_step(page, 11)
    page.keyboard.press("ArrowRight")
    wait_for_step(page, 10)

    boxes = {name: page.locator(f"#step-{name}").bounding_box()["x"] for name in ("previous", "next")}
    assert boxes["next"] < boxes["previous"]


@pytest.mark.parametrize(("language", "start_x", "end_x"), [("en", 300, 120), ("ar", 120, 300)])
def test_a_swipe_over_the_table_turns_the_page_like_a_book(browser, site, watched, made, language, start_x, end_x):
    phone = browser.new_context(base_url=site.base_url, viewport={"width": 390, "height": 844}, has_touch=True)
    page = watched(phone)
    page.goto(f"/{language}/m/{made['good']}/?step=10")
    y = page.locator(".stage").bounding_box()["y"] + 60
    touch = phone.new_cdp_session(page)

    def swipe(from_x: int, to_x: int, to_y: float) -> None:
        for kind, x, at_y in (
            ("Start", from_x, y),
            ("Move", (from_x + to_x) / 2, (y + to_y) / 2),
            ("Move", to_x, to_y),
        ):
            touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": [{"x": x, "y": at_y}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    swipe(start_x, end_x, y)
    wait_for_step(page, 11)
    swipe(end_x, start_x, y)
    wait_for_step(page, 10)
    swipe(start_x, start_x - 15, y + 10)  # a touch that slips is no swipe
    page.keyboard.press("End")
    wait_for_step(page, made["last"])
    phone.close()


def test_without_script_links_and_the_field_do_it_all(browser, site, made):
    plain = browser.new_context(base_url=site.base_url, java_script_enabled=False)
    page = plain.new_page()
    page.goto(f"/en/m/{made['good']}/")
    page.click("#step-first")
    assert shown(page) == 0
    page.click("#step-next")
    assert shown(page) == 1
    page.fill("#step-number", "33")
    page.click(".step-jump button")
    assert (shown(page), page.url.partition("?")[2]) == (33, "step=33")
    page.click('#step_list [data-step="34"]')
    assert shown(page) == 34
    page.click("#luck_chart a")
    assert page.url.endswith("/luck/")
    plain.close()


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("language", some_by_default(["en", "ja", "id", "sw", "ar", "ru", "hi"], "ar", "ru"))
def test_nothing_runs_over_the_edge_of_the_page(browser, site, watched, faults, made, width, language):
    visitor = browser.new_context(base_url=site.base_url, viewport={"width": width, "height": 800})
    page = watched(visitor)
    paths = (f"m/{made['good']}/", f"p/{made['player']}/", "rankings/", "daily/")
    for address in (f"/{language}/{path}" for path in paths):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
        assert not page.evaluate(SCROLLED_TABLES), address
        page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
    faults.clear()  # a style set by hand
    visitor.close()


def test_the_last_step_of_six_people_keeps_their_hands_on_a_phone(browser, site, watched, made):
    visitor = browser.new_context(base_url=site.base_url, viewport={"width": 360, "height": 740})
    page = watched(visitor)
    page.goto(f"/en/m/{made['six']}/")
    assert shown(page) == made["six_last"]
    assert [page.locator(f"#seat-{seat}").is_visible() for seat in range(6)] == [True] * 6
    visitor.close()


def test_rows_of_a_wide_table_are_named_figures_on_a_phone_and_still_a_table(browser, site, watched, made):
    visitor = browser.new_context(base_url=site.base_url, viewport={"width": 360, "height": 740})
    page = watched(visitor)
    page.goto(f"/en/m/{made['good']}/")
    cell = page.locator(".luck-table tbody tr").first.locator("td").first
    assert cell.evaluate("node => getComputedStyle(node, '::before').content.startsWith('\"Cards turned\"')")
    assert page.get_by_role("row", name="Anna").get_by_role("cell").count() >= 5
    page.set_viewport_size({"width": 1280, "height": 800})
    assert cell.evaluate("node => getComputedStyle(node, '::before').content") in ("none", "normal")
    visitor.close()


def test_the_chances_come_when_they_are_looked_at(page, made):
    page.goto(f"/en/m/{made['good']}/")
    assert page.query_selector("#luck_chart svg") is None

    page.locator("#luck_chart").scroll_into_view_if_needed()
    page.wait_for_selector("#luck_chart svg", timeout=30_000)

    assert page.locator("#luck_chart polyline").count() == 4
    # Drawn by the style sheet, which the content policy lets through.
    assert page.evaluate("getComputedStyle(document.querySelector('.chart-line')).fill") == "none"


# Going through it together.

_MAKE_GROUPS = """
import json
from datetime import timedelta
from accounts.clock import database_now
from accounts.devices import new_secret, secret_hash
from accounts.models import Device
from tests.games.finished import stored_match
from tests.visitors import new_group
made = []
for _ in range(4):
    group, players = new_group("Anna", "بن")
    secrets = [new_secret() for player in players]
    for player, secret in zip(players, secrets):
        Device.objects.create(player=player, secret_hash=secret_hash(secret))
    match = stored_match(players, group=group, started_at=database_now() - timedelta(minutes=5))
    made.append({"match": match.pk, "secrets": secrets, "last": match.version})
print(json.dumps(made))
"""


@pytest.fixture(scope="module")
def groups() -> list[dict[str, Any]]:
    """Groups of two, each with a finished match, that no test has taken yet."""
    return []


@pytest.fixture
def together(browser, site, watched, groups) -> Iterator[tuple[Any, Any, int]]:
    """Two people of a group, each with a browser and a language, on the page of the match they have just finished."""
    if not groups:
        groups += json.loads(site.manage("shell", "-v", "0", "-c", _MAKE_GROUPS).strip().splitlines()[-1])
    made = groups.pop()
    contexts, pages = [], []
    for secret, language in zip(made["secrets"], ("en", "ar"), strict=True):
        visitor = browser.new_context(base_url=site.base_url, viewport={"width": 390, "height": 844})
        visitor.set_default_timeout(30_000)
        visitor.add_cookies([{"name": COOKIE_NAME, "value": secret, "domain": "127.0.0.1", "path": "/"}])
        contexts.append(visitor)
        page = watched(visitor)
        page.goto(f"/{language}/m/{made['match']}/")
        page.wait_for_selector("#shared_review [data-lead]:not([hidden])")
        pages.append(page)
    yield pages[0], pages[1], made["last"]
    for visitor in contexts:
        visitor.close()


def role(page: Any) -> str:
    return page.get_attribute("#shared_review", "data-role")


def wait_for_role(page: Any, name: str) -> None:
    wait_until(page, "name => document.getElementById('shared_review').dataset.role === name", name)


def test_one_leads_through_the_match_and_another_follows_until_leaving(together):
    anna, ben, last = together
    anna.click("#shared_review [data-lead]")
    ben.click("#shared_review [data-follow]")
    wait_for_role(anna, "leading")
    wait_for_role(ben, "following")
    assert "Anna" in ben.inner_text("#shared_review [data-status]")
    assert ben.is_visible("#shared_review [data-following]")

    anna.keyboard.press("Home")
    wait_for_step(ben, 0)
    for _ in range(7):
        anna.keyboard.press("ArrowRight")
    wait_for_step(ben, 7)
    assert role(ben) == "following"

    ben.click("#shared_review [data-leave]")
    anna.keyboard.press("End")
    wait_for_step(anna, last)
    ben.wait_for_selector("#shared_review [data-follow]:not([hidden])")
    assert shown(ben) == 7
    ben.click("#shared_review [data-follow]")
    wait_for_step(ben, last)

    ben.keyboard.press("Home")
    wait_for_step(ben, 0)
    wait_for_role(ben, "none")
    assert shown(anna) == last, "who follows turns no page of the leader"

    ben.click("#shared_review [data-lead]")
    wait_for_role(anna, "none")
    assert "بن" in anna.inner_text("#shared_review [data-status]")
    anna.click("#shared_review [data-follow]")
    wait_for_step(anna, 0)
    ben.click("#shared_review [data-end]")
    wait_for_role(anna, "none")
    anna.wait_for_selector("#shared_review [data-follow]", state="hidden")


def test_a_review_survives_a_reload_of_who_follows_and_ends_with_its_leader(together):
    anna, ben, last = together
    anna.click("#shared_review [data-lead]")
    anna.keyboard.press("Home")
    wait_for_step(anna, 0)
    ben.reload()
    ben.click("#shared_review [data-follow]")
    wait_for_step(ben, 0)
    anna.goto("/en/rules/")
    wait_for_role(ben, "none")
    ben.keyboard.press("End")
    wait_for_step(ben, last)


def test_axe_finds_nothing_beside_a_review_and_on_the_page_of_a_day(together):
    anna, ben, _ = together
    anna.click("#shared_review [data-lead]")
    ben.click("#shared_review [data-follow]")
    ben.wait_for_selector("#shared_review[data-role=following]")
    for page in (anna, ben):
        assert violations(page) == []
    ben.goto("/ar/daily/")
    assert violations(ben) == []


def test_without_script_the_deal_of_the_day_is_played_by_its_button(browser, site, watched):
    plain = browser.new_context(
        base_url=site.base_url, java_script_enabled=False, viewport={"width": 360, "height": 740}
    )
    page = watched(plain)
    page.goto("/ja/")
    page.click('a[href="/ja/daily/"]')
    page.click("#play-daily")
    assert re.search(r"/ja/t/[0-9a-z]{12}/", page.url)
    assert "今日の一局" in page.inner_text("#table_facts")
    address = page.url.partition("?")[0]
    page.goto("/ja/daily/")
    assert page.query_selector("#play-daily") is None
    page.click(f'a[href="{address.removeprefix(site.base_url)}"]')
    assert page.url.startswith(address)
    plain.close()


# The shuffle check.


def test_the_browser_derives_the_decks_of_the_vectors(page, made):
    page.goto(f"/en/m/{made['good']}/")

    found = page.evaluate(
        """async vectors => {
            const address = [...document.scripts].find(script => script.src.includes('verify')).src;
            const {commitment, deriveDeck} = await import(address);
            return Promise.all(vectors.map(async vector => ({
                commitment: await commitment(vector.secret),
                deck: await deriveDeck(vector.secret, vector.nonces),
            })));
        }""",
        VECTORS,
    )

    assert found == [{"commitment": vector["commitment"], "deck": vector["deck"]} for vector in VECTORS]


def test_an_honest_match_passes_the_check_and_shows_its_order(page, made):
    page.goto(f"/en/m/{made['good']}/")
    page.click("[data-check]")
    page.wait_for_selector("#shuffle_check[data-outcome]")

    assert page.get_attribute("#shuffle_check", "data-outcome") == "good"
    assert "Everything fits" in page.inner_text("[data-verdict]")
    assert page.locator("[data-deck-list] li").count() == 100
    assert page.locator("[data-deck-list] .is-wrong").count() == 0


def test_a_tampered_deck_is_shown_plainly_with_the_places(page, made):
    page.goto(f"/en/m/{made['bad']}/")
    page.click("[data-check]")
    page.wait_for_selector("#shuffle_check[data-outcome]")

    assert page.get_attribute("#shuffle_check", "data-outcome") == "deck"
    assert page.locator("[data-deck-list] .is-wrong").count() == 2
    assert "does not fit" in page.inner_text("[data-verdict]")


@pytest.mark.parametrize(
    ("change", "outcome"),
    [
        (lambda match: match["shuffle"].update(secret="00" * 32), "commitment"),
        (lambda match: match["seats"][0].update(nonce="other"), "deck"),
        (lambda match: match["shuffle"]["deck"].pop(), "deck"),
        (lambda match: match["steps"][3].update(card=match["shuffle"]["deck"][50]), "steps"),
        (lambda match: match["shuffle"].update(secret="no hex"), "unreadable"),
    ],
    ids=["secret", "nonce", "short deck", "other card", "unreadable"],
)
def test_whatever_the_server_changes_afterwards_is_found(context, faults, watched, made, change, outcome):
    page = watched(context)

    def changed(route: Any) -> None:
        match = route.fetch().json()
        change(match)
        route.fulfill(json=match)

    page.route("**/match.json", changed)
    page.goto(f"/en/m/{made['good']}/")
    page.click("[data-check]")
    page.wait_for_selector("#shuffle_check[data-outcome]")

    assert page.get_attribute("#shuffle_check", "data-outcome") == outcome
    assert page.locator("[data-verdict]").get_attribute("class") == "verdict is-bad"
    if outcome == "unreadable":
        assert [fault for fault in faults if "hex" in fault]
        faults.clear()


# From the table to the replay.


def test_a_solo_match_played_to_its_end_can_be_replayed_and_checked(page, site):
    start_solo(page)
    wait_for_turn(page)
    act(page)
    play_on(page, 96)
    while wait_for_turn(page):
        act(page)
    last = int(page.get_attribute("#board", "data-version"))
    ranking = page.inner_text("#result .ranking")

    page.goto(page.url.replace("/t/", "/m/"))

    assert shown(page) == last
    for seat in re.findall(r"(CPU \d)", ranking):
        assert seat in page.inner_text("#outcome")
    page.click("[data-check]")
    page.wait_for_selector("#shuffle_check[data-outcome]")
    assert page.get_attribute("#shuffle_check", "data-outcome") == "good"
    match_id = page.url.split("/m/")[1].split("/")[0]
    assert "1 checked, all right" in site.manage("verify_match", match_id)
