"""The site stops and starts while somebody plays."""

from tests.browser.table import OWN_TURN, start_solo, version, wait_for_turn, wait_for_version


def test_a_match_goes_on_from_the_same_step_after_a_restart(context, watched, site, faults):
    page = watched(context)
    start_solo(page)
    wait_for_turn(page)
    number = version(page)
    site.kill()
    page.wait_for_selector("#table.is-unconnected #flip[aria-disabled=true]")
    page.wait_for_selector("#connection:not([hidden])")
    site.start()
    page.wait_for_selector(OWN_TURN, timeout=30_000)
    assert version(page) == number
    page.wait_for_selector("#connection", state="hidden")
    page.keyboard.press("Space")
    wait_for_version(page, number + 1)
    # The browser itself reports each attempt that found nobody.
    tries = ("WebSocket", "ERR_CONNECTION_REFUSED", "htmx:afterRequest", "htmx:sendError")
    faults[:] = [fault for fault in faults if not any(name in fault for name in tries)]
