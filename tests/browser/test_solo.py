"""A solo match in a real browser: by keyboard, by touch, without sockets, without scripts."""

from tests.browser.deck import STACKED
from tests.browser.table import (
    OWN_TURN,
    act,
    actions,
    is_over,
    play_on,
    sent_frames,
    start_solo,
    version,
    wait_for_news,
    wait_for_turn,
    wait_for_version,
)
from tests.browser.waiting import wait_until

SITE_ENVIRONMENT = STACKED


def test_a_whole_match_is_played_with_two_keys(context, watched):
    page = watched(context)
    start_solo(page)
    flips = stops = 0
    while wait_for_turn(page):
        if page.query_selector("#stop") and stops < 2:
            act(page, lambda: page.keyboard.press("s"))
            stops += 1
        else:
            act(page, lambda: page.keyboard.press("Space" if flips % 2 else "Enter"))  # noqa: B023
            flips += 1
    assert flips > 15
    assert stops == 2
    page.wait_for_selector("#result:not([hidden])")
    assert page.locator(".ranking li").count() == 4
    assert "wins" in page.inner_text("#result-title") or "draw" in page.inner_text("#result-title").lower()
    page.click("#again")
    page.wait_for_selector("#table")
    assert not is_over(page)


def test_a_whole_match_is_played_by_touch(browser, site, watched):
    phone = browser.new_context(
        base_url=site.base_url, viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True
    )
    page = watched(phone)
    start_solo(page)
    taps = 0
    while wait_for_turn(page):
        act(page, lambda: page.tap("#flip" if taps % 2 else ".draw-pile .stack"))  # noqa: B023
        taps += 1
    assert taps > 15
    page.wait_for_selector("#result:not([hidden])")
    phone.close()


def test_a_whole_match_is_played_without_scripts(browser, site):
    plain = browser.new_context(base_url=site.base_url, java_script_enabled=False)
    page = plain.new_page()
    page.goto("/en/")
    page.click("#play-now")
    for _ in range(1000):
        if "hidden" not in (page.content().partition('id="result"')[2].partition(">")[0]):
            break
        if page.locator(OWN_TURN).count():
            page.click("#stop" if page.locator("#stop").count() else "#flip")
        else:
            wait_for_news(page)
            # What the page does by itself every few seconds.
            page.reload()
    assert page.locator(".ranking li").count() == 4
    assert page.locator("#again").is_visible()
    plain.close()


def test_without_scripts_the_page_looks_again_by_itself(browser, site):
    plain = browser.new_context(base_url=site.base_url, java_script_enabled=False)
    page = plain.new_page()
    page.goto("/en/")
    page.click("#play-now")
    page.wait_for_selector(OWN_TURN, timeout=30_000)
    plain.close()


def test_a_reload_shows_the_same_table(context, watched):
    page = watched(context)
    start_solo(page)
    for _ in range(4):
        wait_for_turn(page)
        act(page)
    wait_for_turn(page)
    # What htmx leaves behind on elements that it put in place is not the table's.
    shown = """[...document.querySelectorAll(".stage section, #turn, #odds, #lines")].map(
        (node) => node.outerHTML.replace(/ (hx-swap-oob|class)="(true)?"/g, ""))"""
    before = version(page), page.evaluate(shown)
    page.reload()
    page.wait_for_selector(OWN_TURN)
    assert (version(page), page.evaluate(shown)) == before


def test_a_second_tab_is_the_same_seat(context, watched):
    first = watched(context)
    address = start_solo(first)
    second = watched(context)
    second.goto(address)
    assert second.get_attribute("#table", "data-you") == first.get_attribute("#table", "data-you") == "0"
    wait_for_turn(first)
    wait_for_turn(second)
    wait_for_version(first, act(second) + 1)


def test_an_impatient_hand_makes_one_step_for_each_state(context, watched):
    page = watched(context)
    frames = sent_frames(page)
    start_solo(page)
    for impatient in (
        lambda: page.dblclick("#flip", delay=20),
        lambda: (
            page.focus("#flip"),
            page.keyboard.down("Enter"),
            [page.keyboard.down("Enter") for _ in range(40)],
            page.keyboard.up("Enter"),
        ),
        lambda: page.evaluate(
            "() => { const flip = document.querySelector('#flip'); flip.click(); flip.click(); flip.click(); }"
        ),
        lambda: (page.click("#flip"), page.keyboard.press("Enter"), page.keyboard.press("Space")),
    ):
        assert wait_for_turn(page)
        page.wait_for_timeout(400)
        number = version(page)
        before = len(actions(frames))
        impatient()
        wait_for_version(page, number + 1)
        page.wait_for_timeout(300)
        assert len(actions(frames)) == before + 1


def test_flip_and_stop_pressed_together_at_a_choice_are_one_step(context, watched):
    page = watched(context)
    frames = sent_frames(page)
    start_solo(page)
    while wait_for_turn(page) and not page.query_selector("#stop"):
        act(page)
    page.wait_for_timeout(400)
    before = len(actions(frames))
    page.evaluate("() => { document.querySelector('#stop').click(); document.querySelector('#flip').click(); }")
    wait_until(page, "() => !document.querySelector('#table').classList.contains('is-sending')")
    assert actions(frames)[before:] == ["stop"]


def test_the_own_flip_button_sends_exactly_once_after_many_swaps(context, watched):
    page = watched(context)
    frames = sent_frames(page)
    start_solo(page)
    presses = 0
    for _ in range(12):
        if not wait_for_turn(page):
            break
        act(page, lambda: page.click("#flip"))
        presses += 1
    assert len(actions(frames)) == presses


def test_presses_while_offline_are_not_saved_up(context, watched, faults):
    page = watched(context)
    frames = sent_frames(page)
    start_solo(page)
    wait_for_turn(page)
    number = version(page)
    before = len(actions(frames))
    context.set_offline(True)
    page.wait_for_selector("#connection:not([hidden])")
    assert page.get_attribute("#flip", "aria-disabled") == "true"
    for _ in range(3):
        page.click("#flip", force=True)
        page.keyboard.press("Space")
    assert len(actions(frames)) == before
    context.set_offline(False)
    page.wait_for_selector(OWN_TURN)
    page.wait_for_selector("#connection", state="hidden")
    assert version(page) == number
    page.keyboard.press("Space")
    wait_for_version(page, number + 1)
    # Attempts to connect without a network are reported by the browser itself.
    faults[:] = [fault for fault in faults if "WebSocket" not in fault and "ERR_INTERNET" not in fault]


def test_focus_stays_on_the_button_through_all_swaps(context, watched):
    page = watched(context)
    start_solo(page)
    wait_for_turn(page)
    page.focus("#flip")
    for _ in range(6):
        act(page, lambda: page.keyboard.press("Enter"))
        wait_for_turn(page)
        assert page.evaluate("document.activeElement.id") == "flip"


def test_focus_moves_to_the_result_when_the_buttons_go(context, watched):
    page = watched(context)
    start_solo(page)
    play_on(page, 94)
    while wait_for_turn(page):
        page.focus("#flip")
        act(page, lambda: page.keyboard.press("Enter"))
    page.wait_for_selector("#result:not([hidden])")
    assert page.evaluate("document.activeElement.id") in ("result", "body", "")


def test_ones_own_turn_shows_in_the_title_and_the_icon(context, watched):
    page = watched(context)
    page.add_init_script(
        """document.addEventListener("DOMContentLoaded", () => {
          window.seen = [];
          const look = () => window.seen.push([document.title, document.getElementById("favicon").href]);
          new MutationObserver(() => setTimeout(look)).observe(document.head, { childList: true, subtree: true });
        });"""
    )
    start_solo(page)
    for _ in range(3):
        wait_for_turn(page)
        act(page)
    wait_for_turn(page)
    seen = page.evaluate("window.seen")
    assert {title.startswith("● Your turn") for title, _ in seen} == {True, False}
    assert all(title.startswith("●") is ("favicon-turn" in icon) for title, icon in seen)


def test_auto_flip_is_off_by_default_and_stops_at_a_real_choice(context, watched):
    page = watched(context)
    frames = sent_frames(page)
    start_solo(page)
    wait_for_turn(page)
    page.wait_for_timeout(1_200)
    assert not actions(frames)
    page.click("#table_settings > summary")
    assert not page.is_checked("#set-auto-flip")
    page.check("#set-auto-flip")
    page.wait_for_selector("#stop", timeout=60_000)
    number = version(page)
    page.wait_for_timeout(1_500)
    assert version(page) == number
    assert set(actions(frames)) == {"flip"}
    page.reload()
    assert page.is_checked("#set-auto-flip")


def test_a_phrase_is_shown_at_the_seat_and_goes_again(context, watched):
    page = watched(context)
    start_solo(page)
    page.wait_for_selector(".is-live, .can-flip")
    page.click("#phrases > summary")
    page.click("#form-phrase button[value=hello]")
    page.wait_for_selector("#phrase-0:has-text('Hello!')")
    assert not page.evaluate("document.getElementById('phrases').open")
    page.wait_for_selector("#phrase-0", state="hidden", timeout=30_000)


def test_the_odds_can_be_switched_off_and_stay_off(context, watched):
    page = watched(context)
    start_solo(page)
    assert page.is_visible("#odds")
    page.click("#table_settings > summary")
    page.uncheck("#set-odds")
    assert not page.is_visible("#odds")
    page.reload()
    assert not page.is_visible("#odds")


def test_blocked_sockets_are_replaced_by_polling(browser, site, watched):
    visitor = browser.new_context(base_url=site.base_url)
    visitor.add_init_script(
        """window.WebSocket = class extends EventTarget {
          static CONNECTING = 0; static OPEN = 1; static CLOSED = 3;
          readyState = 0;
          constructor() {
            super();
            setTimeout(() => {
              this.readyState = 3;
              this.dispatchEvent(Object.assign(new Event("close"), { code: 1006 }));
            }, 5);
          }
          close() {}
          send() { throw new Error("not open"); }
        };"""
    )
    page = watched(visitor)
    start_solo(page)
    page.wait_for_selector("#connection:has-text('every two seconds')")
    for _ in range(3):
        assert wait_for_turn(page)
        act(page, lambda: page.click("#flip"))
    visitor.close()


def test_each_visit_of_a_table_opens_one_socket(context, watched):
    page = watched(context)
    sockets = []
    page.on("websocket", lambda socket: sockets.append(socket))
    start_solo(page)
    wait_for_turn(page)
    page.click(".brand")
    page.wait_for_selector("#play-now")
    page.go_back()
    page.wait_for_selector(OWN_TURN)
    page.wait_for_timeout(1_000)
    assert len(sockets) == 2
