"""Back, forward, reopened tabs, polls under typing hands, every state of the pages; cases HX-03 and HX-05 to HX-08."""

from __future__ import annotations

from typing import Any

from tests.browser.groups import make_group
from tests.browser.table import act, play_on, start_solo, version, wait_for_turn

ODD_IDS = """() => {
  const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  return ids.filter((id, at) => !id || ids.indexOf(id) !== at);
}"""


def is_page(page: Any) -> bool:
    """Whether what is shown is a whole page of ours."""
    return bool(
        page.locator("html[lang] > body > header#site_header").count() == 1 and page.locator("main#main").count()
    )


def test_back_and_a_reopened_tab_show_whole_pages(context, watched):
    """Case HX-07: page and filter the ranking, walk through steps of a match, go elsewhere, come back."""
    page = watched(context)
    make_group(page)
    group = page.url
    for path in ("/en/rankings/", "/en/rankings/?q=a", "/en/cards/?role=monk", group):
        page.goto(path)
        if path == group:
            with page.expect_response("**/members/**"):
                pass  # a poll has swapped a part in
        address = page.url
        page.goto("data:text/html,elsewhere")
        page.go_back()
        page.wait_for_selector("#site_header")
        assert page.url == address and is_page(page)
        page.go_forward()
        page.close()
        page = watched(context)  # the tab is opened again, with the HTTP cache still there
        page.goto(address)
        assert is_page(page)


def test_settings_are_the_present_ones_after_back_and_forward(context, watched):
    """Case HX-08: what was saved meanwhile is shown, in the lobby and in the form, and saving it again works."""
    page = watched(context)
    make_group(page)
    group = page.url
    page.goto(f"{group}settings/")
    page.check("#semimaru_as_monk")
    page.click("#save_settings")
    page.wait_for_url(group)
    assert "Like a monk" in page.inner_text("main")
    page.go_back()
    page.wait_for_selector("#semimaru_as_monk")
    assert page.is_checked("#semimaru_as_monk")
    page.check("#semimaru_skip_turn")
    page.click("#save_settings")
    page.wait_for_url(group)
    assert "Skip one turn" in page.inner_text("main")
    page.go_back()
    page.go_back()
    page.wait_for_selector("#site_header")
    assert is_page(page)
    if page.url == group:
        assert "Skip one turn" in page.inner_text("main")
    page.go_forward()
    page.wait_for_selector("#site_header")
    assert is_page(page)


def test_what_is_typed_stays_while_parts_of_the_page_are_swapped(browser, site, watched):
    """Case HX-03: there is no chat; fields are never inside swapped parts, and a composition goes on under swaps."""
    host = browser.new_context(base_url=site.base_url)
    guest = browser.new_context(base_url=site.base_url)
    page = watched(host)
    make_group(page)
    group = page.url
    swapped = page.evaluate(
        "() => document.querySelectorAll('#members input:not([type=hidden]), #members textarea').length"
    )
    assert swapped == 0
    # A field beside the swapped part, as the search fields of other pages are.
    page.evaluate(
        """() => {
          const field = document.createElement("input");
          field.id = "typed";
          document.querySelector("#members").after(field);
          field.focus();
        }"""
    )
    session = host.new_cdp_session(page)
    session.send("Input.insertText", {"text": "abc"})
    session.send("Input.imeSetComposition", {"text": "はな", "selectionStart": 2, "selectionEnd": 2})
    other = watched(guest)
    other.goto(group)
    other.fill("#id_name", "Berta")
    other.click("#join")
    page.wait_for_selector("#members >> text=Berta")
    assert page.evaluate("document.activeElement.id") == "typed"
    assert page.input_value("#typed") == "abcはな"
    session.send("Input.insertText", {"text": "花"})
    assert page.input_value("#typed") == "abc花"
    assert page.evaluate("document.getElementById('typed').selectionStart") == 4
    host.close()
    guest.close()


def test_every_state_has_no_empty_or_double_id_and_no_fault(browser, site, watched):
    """Case HX-05: lobby, table as player and as watcher from the first card to the result, rematch."""
    host = browser.new_context(base_url=site.base_url)
    page = watched(host)
    make_group(page)
    group = page.url
    assert page.evaluate(ODD_IDS) == []
    page.click("#start")
    page.wait_for_url("**/en/t/*/")
    watcher = watched(browser.new_context(base_url=site.base_url))
    watcher.goto(page.url)
    watcher.wait_for_selector("#table.is-connected")
    while wait_for_turn(page):
        assert page.evaluate(ODD_IDS) == []
        assert watcher.evaluate(ODD_IDS) == []
        act(page, lambda: page.click("#flip"))
        if 24 <= version(page) < 84:  # the states in between are like those before
            play_on(page, 84, watcher)
    for one in (page, watcher):
        one.wait_for_selector("#result:not([hidden])")
        assert one.evaluate(ODD_IDS) == []
    page.goto(group)
    assert page.evaluate(ODD_IDS) == []
    watcher.context.close()
    host.close()


def test_solo_states_have_no_empty_or_double_id_in_arabic(context, watched):
    """Case HX-05: a solo match in a language from right to left, with its menus open."""
    page = watched(context)
    start_solo(page, "ar")
    for _ in range(4):
        if not wait_for_turn(page):
            break
        page.click("#table_settings > summary")
        assert page.evaluate(ODD_IDS) == []
        page.keyboard.press("Escape")
        act(page, lambda: page.click("#flip"))
