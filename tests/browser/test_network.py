"""Networks that fail quietly: lines that are dead without saying so, messages that never arrive, codes that end it."""

import re
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from games.models import SitePolicy
from tests.browser.line import Line, Proxy
from tests.browser.table import (
    OWN_TURN,
    act,
    set_policy,
    start_solo,
    version,
    wait_for_heartbeat,
    wait_for_turn,
    wait_for_version,
)

LOOK_AGAIN = "() => { document.dispatchEvent(new Event('visibilitychange')); }"


def test_a_dead_line_that_claims_to_be_open_is_replaced_within_seconds(context, watched):
    page = watched(context)
    line = Line(page)
    address = start_solo(page)
    wait_for_turn(page)
    line.die()
    other = watched(context)
    other.goto(address)
    wait_for_turn(other)
    number = act(other)
    assert version(page) == number
    page.evaluate(LOOK_AGAIN)
    wait_for_version(page, number + 1)
    assert line.count == 2
    assert wait_for_turn(page)
    act(page)


def test_a_lost_message_is_noticed_by_the_next_sign_of_life_and_made_good(context, watched):
    page = watched(context)
    line = Line(page)
    address = start_solo(page)
    wait_for_turn(page)
    other = watched(context)
    other.goto(address)
    wait_for_turn(other)
    line.is_losing = True
    number = act(other)
    wait_for_turn(other)
    assert version(page) == number
    line.is_losing = False
    page.evaluate(LOOK_AGAIN)
    wait_for_version(page, version(other))
    assert line.count == 1


def test_any_close_code_but_the_final_ones_is_followed_by_a_new_connection(context, watched):
    page = watched(context)
    line = Line(page)
    start_solo(page)
    wait_for_turn(page)
    for attempt, code in enumerate((1000, 4000, 3001), start=2):
        line.sockets[-1].close(code=code, reason="test")
        page.wait_for_selector("#table.is-unconnected")
        page.wait_for_selector(OWN_TURN)
        assert line.count == attempt


def test_a_final_code_is_said_on_the_page_and_not_tried_again(context, watched):
    page = watched(context)
    line = Line(page)
    start_solo(page)
    wait_for_turn(page)
    line.sockets[-1].close(code=4001, reason="gone")
    page.wait_for_selector("#connection:has-text('You are not at this table any more')")
    assert page.get_attribute("#flip", "aria-disabled") == "true"
    page.evaluate(LOOK_AGAIN)
    page.wait_for_timeout(2_000)
    assert line.count == 1


def test_no_button_works_while_neither_sockets_nor_requests_reach_the_site(context, watched, faults):
    page = watched(context)
    page.add_init_script("""
        window.wasConnected = 0;
        new MutationObserver(() => {
          window.wasConnected += document.querySelectorAll("#table.is-connected").length;
        }).observe(document, { subtree: true, attributes: true, attributeFilter: ["class"] });
    """)
    lost: list[str] = []

    def lose(route: Any) -> None:
        lost.append(route.request.url)
        route.abort()

    page.route_web_socket("**/ws/**", lambda opened: opened.close(code=3001))
    page.route("**/state/", lose)
    start_solo(page)
    while len(lost) < 2:  # sockets were given up, and polling is in vain, too
        page.wait_for_timeout(100)
    assert page.evaluate("window.wasConnected") == 0
    page.unroute("**/state/")
    page.wait_for_selector("#table.is-connected")
    faults[:] = [fault for fault in faults if "ERR_FAILED" not in fault and "htmx:" not in fault]


@pytest.fixture
def quick_heartbeat(site: Any) -> Iterator[None]:
    """A sign of life every two seconds, so that a test need not be as patient as proxies are."""
    set_policy(site, heartbeat_seconds=2)
    yield
    set_policy(site, heartbeat_seconds=10)


def test_a_proxy_that_cuts_idle_connections_never_finds_one(browser, site, watched, quick_heartbeat):
    """Case NW-01, a table without a limit on which nothing happens; the times are a fifteenth of what is usual."""
    with Proxy(site.port, 4.0) as proxy:
        idle = socket.create_connection(("127.0.0.1", proxy.port))
        visitor = browser.new_context(base_url=f"http://127.0.0.1:{proxy.port}", locale="en")
        visitor.set_default_timeout(30_000)
        page = watched(visitor)
        sockets: list[Any] = []
        page.on("websocket", lambda opened: sockets.append(opened))
        start_solo(page)
        wait_for_heartbeat(page, 2)
        page.reload()
        wait_for_turn(page)
        sockets.clear()
        page.reload()
        wait_for_turn(page)
        number = version(page)
        assert idle.recv(1) == b"", "an idle connection is cut"
        page.wait_for_timeout(10_000)
        assert version(page) == number
        assert page.locator("#connection").is_hidden()
        act(page)
        assert len(sockets) == 1
        visitor.close()
        idle.close()


def test_staff_cannot_make_the_heartbeat_slower_than_the_usual_patience_of_proxies():
    """Case NW-01: a minute is common."""
    field = SitePolicy._meta.get_field("heartbeat_seconds")
    with pytest.raises(ValidationError):
        field.run_validators(45)
    assert field.default < 30


# The page's own policy, two hundred times, in a time of its own: sockets fail until the site is back.
CROWD = """async ([source, away_ms, count]) => {
  let seed = 1;
  Math.random = () => (seed = (seed * 48271) % 2147483647) / 2147483647; /* chance, but the same in each run */
  let now = 0;
  let order = 0;
  const queue = [];
  const later = (call, ms) => {
    const entry = { at: now + ms, order: order++, call };
    queue.push(entry);
    return entry;
  };
  const back = [];
  const tries = [];
  window.setTimeout = later;
  window.clearTimeout = (entry) => entry && (entry.call = () => {});
  window.Worker = class { addEventListener() {} postMessage() {} };
  window.WebSocket = class {
    static OPEN = 1;
    constructor() {
      this.handlers = {};
      this.readyState = 0;
      tries.push(now);
      later(() => {
        if (now < 1000 || now >= 1000 + away_ms) {
          this.readyState = 1;
          back.push({ client: this.client, at: now });
          this.tell("open", {});
          if (now < 1000) {
            later(() => { this.readyState = 3; this.tell("close", { code: 1006 }); }, 1000 - now);
          }
        } else {
          this.readyState = 3;
          this.tell("close", { code: 1006 });
        }
      }, 5);
    }
    addEventListener(kind, handler) { (this.handlers[kind] ||= []).push(handler); }
    tell(kind, event) { for (const handler of this.handlers[kind] || []) handler(event); }
    send() { later(() => this.tell("message", {}), 5); }
    close() {}
  };
  for (let client = 0; client < count; client++) {
    const inner = { webSocket: null };
    window.htmx = { defineExtension(name, extension) { extension.init({ getInternalData: () => inner }); } };
    const own = await import(`${source}?client=${client}`);
    own.startSocket();
    const make = window.htmx.createWebSocket;
    inner.webSocket = { init() { make("").client = client; } };
    inner.webSocket.init();
  }
  while (queue.length && now < 120000) {
    queue.sort((one, two) => one.at - two.at || one.order - two.order);
    const entry = queue.shift();
    now = entry.at;
    entry.call();
  }
  return { back: back.filter((one) => one.at >= 1000 + away_ms), tries: tries.filter((at) => at > 1000) };
}"""


@pytest.mark.parametrize("away_seconds", [3, 12])
def test_two_hundred_pages_come_back_spread_out_and_soon_after_a_restart(context, away_seconds):
    """Case WS-10: the script of the page as it is, with a clock, sockets and timers of the test's own."""
    page = context.new_page()
    start_solo(page)
    page.wait_for_selector("#table.is-connected")
    loaded = "performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname)"
    (source,) = (path for path in page.evaluate(loaded) if re.search(r"/table/socket\.\w+(\.js)?$", path))
    found = page.evaluate(CROWD, [source, away_seconds * 1000, 200])
    back = sorted(one["at"] / 1000 - 1 - away_seconds for one in found["back"])
    assert sorted(one["client"] for one in found["back"]) == list(range(200)), "each comes back once"
    assert back[-1] <= 30 - away_seconds or back[-1] <= 16
    for start in back:
        assert sum(start <= other < start + 0.25 for other in back) <= 50, "a quarter of them in a quarter of a second"
    assert back[-1] - back[0] >= 2
    # The first second takes each page's first attempt; from then on they knock less and less often.
    knocks = sorted(at / 1000 - 1 for at in found["tries"])
    for start in knocks:
        assert sum(start <= other < start + 0.25 for other in knocks) <= 100
