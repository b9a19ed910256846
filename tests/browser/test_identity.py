"""Who a browser is: after a restart, without storage, without cookies; cases ID-01, ID-02, ID-03, ID-06 and ID-07."""

from __future__ import annotations

import http.server
import threading
from typing import Any

import pytest

from tests.browser.groups import make_group
from tests.browser.table import (
    OWN_TURN,
    act,
    start_solo,
    version,
    wait_for_heartbeat,
    wait_for_turn,
    wait_for_version,
)
from tests.browser.waiting import wait_until


@pytest.fixture
def device(browser, site, watched):
    """A function that opens a browser profile of its own, with what an earlier one had kept if given."""
    contexts = []

    def open_device(kept: Any = None) -> Any:
        context = browser.new_context(base_url=site.base_url, locale="en", storage_state=kept)
        context.set_default_timeout(30_000)
        contexts.append(context)
        return watched(context)

    yield open_device
    for context in contexts:
        context.close()


def start_group(device: Any) -> tuple[Any, Any, str]:
    """Anna makes a group and Berta joins by the invite link: their pages, and the address of the group."""
    anna, berta = device(), device()
    code = make_group(anna)
    berta.goto(f"/g/{code}/")
    berta.fill("#id_name", "Berta")
    berta.click("#join")
    berta.wait_for_selector("#members >> text=Berta")
    return anna, berta, f"/en/g/{code}/"


def start_table(anna: Any, berta: Any) -> str:
    """Start the match; the address of its table."""
    anna.wait_for_selector("#members >> text=Berta")
    anna.click("#start")
    for page in (anna, berta):
        page.wait_for_url("**/en/t/*/")
        page.wait_for_selector("#table.is-connected")
    return str(berta.url)


def test_seat_and_name_are_there_after_a_reload_and_after_a_restart_of_the_browser(device):
    """Case ID-01."""
    anna, berta, group = start_group(device)
    table = start_table(anna, berta)
    seat = berta.get_attribute("#table", "data-you")
    berta.reload()
    berta.wait_for_selector("#table.is-connected")
    assert berta.get_attribute("#table", "data-you") == seat
    kept = berta.context.storage_state()
    assert all(cookie["expires"] > 0 for cookie in kept["cookies"] if cookie["name"] == "bozu_device")
    berta.context.close()
    again = device(kept)
    again.goto(table)
    again.wait_for_selector("#table.is-connected")
    assert again.get_attribute("#table", "data-you") == seat
    assert "Berta" in again.inner_text(f"#seat-{seat}")
    again.goto(group)
    assert again.locator("#members .you").count() == 1


def test_without_its_cookies_a_browser_watches_and_the_seat_waits_for_the_old_device(device, quick_absence):
    """Case ID-03: cookies are cleared in the middle; another device opens the link; then the old cookie is back."""
    anna, berta, _ = start_group(device)
    table = start_table(anna, berta)
    seat = berta.get_attribute("#table", "data-you")
    kept = berta.context.storage_state()
    wait_for_heartbeat(anna, 2)
    anna.reload()
    anna.wait_for_selector("#table.is-connected")
    berta.context.clear_cookies()
    berta.goto(table)
    stranger = device()
    stranger.goto(table)
    for page in (berta, stranger):
        page.wait_for_selector("#table.is-connected")
        assert page.get_attribute("#table", "data-you") == ""
        assert page.locator("#flip").count() == 0
    # The seat of the one whose cookies are gone counts as away after a while; the CPU plays it, and Anna can go on.
    if wait_for_turn(anna, timeout_seconds=60):
        number = act(anna)
        wait_until(
            anna,
            "([seat, number]) => Number(document.querySelector('#board').dataset.version) > number + 1"
            " || document.querySelector('#board').dataset.over",
            [seat, number],
            timeout_seconds=60,
        )
        assert "CPU for" in anna.inner_text("#events")
    old = device(kept)
    old.goto(table)
    old.wait_for_selector("#table.is-connected")
    assert old.get_attribute("#table", "data-you") == seat


def test_identity_does_not_live_where_scripts_can_write(device):
    """Case ID-06: everything a script can erase is erased; the cookie is out of its reach."""
    page = device()
    start_solo(page)
    wait_for_turn(page)
    (cookie,) = (cookie for cookie in page.context.cookies() if cookie["name"] == "bozu_device")
    assert cookie["httpOnly"] and cookie["sameSite"] == "Lax"
    assert "bozu_device" not in page.evaluate("document.cookie")
    page.evaluate(
        """async () => {
          localStorage.clear(); sessionStorage.clear();
          for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
          for (const one of (await navigator.serviceWorker?.getRegistrations?.()) ?? []) await one.unregister();
          for (const name of await caches.keys()) await caches.delete(name);
          for (const part of document.cookie.split(";"))
            document.cookie = `${part.split("=")[0]}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`;
        }"""
    )
    number = version(page)
    page.reload()
    page.wait_for_selector(OWN_TURN)
    assert page.get_attribute("#table", "data-you") == "0" and version(page) == number
    act(page)


def test_a_second_browser_of_somebody_seated_is_another_person_with_a_hint(device):
    """Case ID-07."""
    anna, berta, group = start_group(device)
    start_table(anna, berta)
    second = device()
    second.goto(group)
    assert "one-time link" in second.inner_text("main")
    second.fill("#id_name", "Berta")
    second.click("#join")
    second.wait_for_url("**/en/t/*/")
    second.wait_for_selector("#table.is-connected")
    assert second.get_attribute("#table", "data-you") == "" and second.locator("#flip").count() == 0
    second.goto(group)
    assert "Berta 2" in second.inner_text("#members")


@pytest.fixture
def elsewhere(site):
    """Another site, as browsers tell sites apart: a page with a link to whatever `target` names."""
    links: dict[str, str] = {}

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = f'<a id="link" href="{links["target"]}">to the table</a>'.encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    links["address"] = f"http://localhost:{server.server_port}/"  # not the same site as 127.0.0.1
    yield links
    server.shutdown()
    server.server_close()


def test_a_link_on_another_site_opens_the_own_seat_and_keeps_the_cookie(device, elsewhere, faults):
    """Case ID-02: also opened in a new tab, as from mail."""
    page = device()
    elsewhere["target"] = start_solo(page)
    wait_for_turn(page)
    (before,) = (cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "bozu_device")
    for is_new_tab in (False, True):
        other = page.context.new_page()
        other.goto(elsewhere["address"])
        if is_new_tab:
            other.evaluate("document.querySelector('a').target = '_blank'")
            with page.context.expect_page() as opened:
                other.click("#link")
            other = opened.value
        else:
            other.click("#link")
        other.wait_for_selector("#table.is-connected")
        assert other.get_attribute("#table", "data-you") == "0"
        other.wait_for_selector(OWN_TURN)
        number = act(other)
        page.bring_to_front()  # a page in the background draws nothing, and the waits look when it draws
        wait_for_version(page, number + 1)
        wait_for_turn(page)
    (after,) = (cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "bozu_device")
    assert after == before
    faults[:] = [fault for fault in faults if "favicon" not in fault]
