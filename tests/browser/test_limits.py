"""Turn limits and the pace of the CPU as people see them; cases NW-03, NW-04 and MP-15."""

import sqlite3
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from tests.browser.deck import PLAIN_FIRST
from tests.browser.groups import join_group, make_group, set_limit
from tests.browser.table import OWN_TURN, act, start_solo, version, wait_for_turn, wait_for_version
from tests.browser.waiting import wait_until

SITE_ENVIRONMENT = PLAIN_FIRST  # no test switch changes the pace
# The site's default.
PACE_SECONDS = 1.2

# The time of day is wrong by minutes, and the steady clock can be made to stand still for a while, as it does in a
# device that sleeps.
CLOCKS = """(() => {
  const now = performance.now.bind(performance);
  const today = Date.now.bind(Date);
  window.asleep = 0;
  performance.now = () => now() - window.asleep;
  Date.now = () => today() + WRONG_MS;
})()"""
LEFT = "() => Number(document.querySelector('#clock .clock-number').textContent)"


@pytest.fixture
def people(browser: Any, site: Any, watched: Any) -> Iterator[Callable[..., Any]]:
    """A function that opens a page on a new device, of another time zone or with a wrong clock if wanted."""
    devices = []

    def person(zone: str = "UTC", wrong_ms: int = 0) -> Any:
        device = browser.new_context(
            base_url=site.base_url, locale="en", timezone_id=zone, viewport={"width": 390, "height": 844}
        )
        device.set_default_timeout(30_000)
        device.add_init_script(CLOCKS.replace("WRONG_MS", str(wrong_ms)))
        devices.append(device)
        return watched(device)

    yield person
    for device in devices:
        device.close()


def start_group_match(site: Any, host: Any, guest: Any, limit_seconds: int) -> tuple[Any, Any]:
    """Make a group with a limit of 30 s by its pages, and start; return the page on turn and the other.

    The group's row then gets another limit, so that the test need not last as long as people think.
    """
    code = make_group(host)
    join_group(guest, code, "Berta")
    set_limit(host, code, 30)
    database = sqlite3.connect(site.data_dir / "site.sqlite3", timeout=10)
    with database:
        found = database.execute(
            "UPDATE games_houserules SET turn_limit_seconds = ? WHERE turn_limit_seconds = 30 AND group_id ="
            " (SELECT id FROM accounts_group WHERE code = ?)",
            (limit_seconds, code),
        )
        assert found.rowcount == 1
    database.close()
    host.click("#start")
    for page in (host, guest):
        page.wait_for_url("**/en/t/*/")
        page.wait_for_selector("#table.is-connected")
    is_host = host.get_attribute("#board", "data-turn") == host.get_attribute("#table", "data-you")
    return (host, guest) if is_host else (guest, host)


def seconds_left(page: Any) -> int:
    """What the countdown shows."""
    return int(page.evaluate(LEFT))


def test_a_missed_turn_is_made_by_the_cpu_and_two_in_a_row_give_it_the_seat_until_its_owner_takes_it_back(
    people: Callable[..., Any], site: Any
) -> None:
    first, second = start_group_match(site, people(), people(), 4)
    seat = first.get_attribute("#table", "data-you")
    assert 1 <= seconds_left(first) <= 4 and abs(seconds_left(first) - seconds_left(second)) <= 1
    assert first.locator("#clock.is-short").count() == 1
    assert not first.inner_text("#say").endswith("seconds left"), "a limit below a milestone is not announced"
    misses = 0
    while misses < 2:
        number = version(first)
        if wait_for_turn(second) if second.locator(OWN_TURN).count() else False:
            act(second)
        else:
            wait_for_version(second, number + 1)
            assert "time over" in second.inner_text("#latest .latest-text")
            misses += 1
        wait_for_version(first, number + 1)
    for page in (first, second):
        page.wait_for_selector(f"#seat-{seat} .mark-held")
    first.click("#form-take_back button")
    for page in (first, second):
        page.wait_for_selector(f"#seat-{seat} .mark-held", state="detached")
    while first.get_attribute("#board", "data-turn") != seat:
        wait_for_turn(second)
        act(second)
        wait_for_version(first, version(second))
    number = act(first)
    wait_for_version(second, number + 1)
    assert "CPU" not in second.inner_text("#latest .latest-text")


def test_the_countdown_is_right_whatever_the_clock_and_the_zone_of_the_device(
    people: Callable[..., Any], site: Any
) -> None:
    """Case NW-03: five minutes fast in Kathmandu against five minutes slow in New York."""
    fast = people("Asia/Kathmandu", 300_000)
    slow = people("America/New_York", -300_000)
    first, second = start_group_match(site, fast, slow, 30)
    assert abs(seconds_left(first) - seconds_left(second)) <= 1
    assert 20 <= seconds_left(first) <= 30
    number = act(first)
    wait_for_version(second, number + 1)
    assert seconds_left(first) in (29, 30) and seconds_left(second) in (29, 30)


def test_the_countdown_is_right_at_once_after_the_device_slept(people: Callable[..., Any], site: Any) -> None:
    """Case NW-04: timers and even the steady clock stand still in it, while the step goes on."""
    first, second = start_group_match(site, people(), people(), 60)
    first.evaluate("window.asleep += 20_000")
    wait_until(first, f"() => ({LEFT})() >= {seconds_left(second)} + 15")
    first.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    first.wait_for_timeout(1_000)
    assert abs(seconds_left(first) - seconds_left(second)) <= 1
    assert first.get_attribute("#notice", "data-code") == ""


# Notes each version as it comes up, whose step it was, whether the card and the sentence beside it are of the same
# step, and how long whatever moves on the page will go on moving.
WATCH = """() => {
  window.seen = [];
  const note = () => {
    const board = document.getElementById("board").dataset;
    if (window.seen.length && window.seen.at(-1).version === Number(board.version)) {
      return;
    }
    const latest = document.getElementById("latest").dataset.version;
    const entry = { version: Number(board.version), turn: board.turn, at: performance.now(), latest: Number(latest) };
    window.seen.push(entry);
    requestAnimationFrame(() => requestAnimationFrame(() => {
      entry.moves_ms = Math.max(0, ...document.getAnimations().map((one) => one.effect.getComputedTiming().endTime)
        .filter(Number.isFinite));
    }));
  };
  note();
  new MutationObserver(note).observe(document.getElementById("table"), { childList: true, subtree: true });
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_each_step_of_the_cpu_is_seen_by_itself_at_the_stated_pace_and_a_reload_goes_on(
    context: Any, watched: Callable[..., Any], motion: str
) -> None:
    """Case MP-15: solo against three CPU seats, with a reload while they play."""
    page = watched(context)
    page.emulate_media(reduced_motion=motion)
    start_solo(page)
    wait_for_turn(page)
    page.evaluate(WATCH)
    first = act(page)
    wait_for_turn(page, 30)
    steps = page.evaluate("window.seen")
    assert [step["version"] for step in steps] == list(range(first, steps[-1]["version"] + 1))
    assert all(step["latest"] == step["version"] for step in steps[1:])
    you = page.get_attribute("#table", "data-you")
    gaps = [(later["at"] - step["at"]) / 1000 for step, later in pairwise(steps) if step["turn"] != you]
    assert len(gaps) >= 3
    # News of a step may take a moment on its way, so a gap may be shorter than the pace by that moment.
    assert min(gaps) >= PACE_SECONDS - 0.5 and sum(gaps) / len(gaps) >= PACE_SECONDS - 0.2, gaps
    assert max(gaps) <= PACE_SECONDS + 3, gaps
    longest = max(step.get("moves_ms", 0) for step in steps)
    assert longest <= (PACE_SECONDS * 1000 if motion == "no-preference" else 1), "nothing moves into the next step"

    second = act(page)
    page.reload()
    page.evaluate(WATCH)
    wait_for_turn(page, 30)
    steps = page.evaluate("window.seen")
    versions = [step["version"] for step in steps]
    assert versions == list(range(versions[0], versions[-1] + 1)) and versions[0] > second
