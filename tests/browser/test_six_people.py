"""A rated match of six browsers of which five leave for good, each in another way; runs with BOZU_THOROUGH_TESTS=1."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import pairwise
from typing import Any

import pytest

from games import engine
from tests.browser.deck import STACKED
from tests.browser.groups import join_group, make_group, set_limit
from tests.browser.table import OWN_TURN, act, is_over, set_policy, version, wait_for_turn
from tests.browser.waiting import wait_until
from tests.site import Site

pytestmark = [pytest.mark.thorough, pytest.mark.timeout(600)]

NAMES = ("Berta", "Clara", "Dora", "Emma", "Frida")
LIMIT_SECONDS = 30
# A step may come this much after its time: a job, a sweep a second later, or a worker that has to start again.
LATE_SECONDS = 10
QUICK = {"heartbeat_seconds": 2, "away_after_seconds": 5, "away_turn_seconds": 1}
LEAVE_AT = {4: "menu", 10: "closes", 16: "loses the line", 22: "walks out", 28: "sleeps"}
KILL_AT = (13, 31)


@pytest.fixture
def quiet_site(make_site: Callable[..., Site]) -> Site:
    """A site of its own, whose worker nobody else needs."""
    site = make_site(**STACKED)
    set_policy(site, **QUICK)
    return site


@pytest.fixture
def people(browser: Any, quiet_site: Site) -> Iterator[list[Any]]:
    """The pages of six people on six devices."""
    contexts = [browser.new_context(base_url=quiet_site.base_url, locale="en") for _ in range(6)]
    for context in contexts:
        context.set_default_timeout(20_000)
    yield [context.new_page() for context in contexts]
    for context in contexts:
        context.close()


def start_rated_match(people: list[Any]) -> tuple[str, str]:
    """Make a group of all by its pages, wish for a rated match with a limit, start it; return both codes."""
    host, *guests = people
    code = make_group(host)
    for guest, name in zip(guests, NAMES, strict=True):
        join_group(guest, code, name)
    set_limit(host, code, LIMIT_SECONDS, kind="rated")
    host.click("#start")
    for page in people:
        page.wait_for_url("**/en/t/*/")
        page.wait_for_selector("#table.is-connected")
    return code, str(host.url.rstrip("/").rpartition("/")[2])


def leave(page: Any, how: str, code: str) -> None:
    """Leave for good."""
    if how == "menu":
        page.click("#table_settings > summary")
        page.click("#form-leave button")
        page.wait_for_url(f"**/g/{code}/**")
    elif how == "closes":
        page.close()
    elif how == "loses the line":
        page.context.set_offline(True)
        page.evaluate("window.stop()")
    elif how == "walks out":
        page.goto(f"/en/g/{code}/leave/")
        page.click("#leave_now")
        page.wait_for_url("**/en/**")
    # Whoever sleeps keeps the page open and does nothing any more.


def kill_worker(site: Site) -> None:
    """Kill the worker; the supervisor starts another one."""
    killed = [pid for pid, command in site.processes().items() if "celery" in command and " worker " in command]
    assert killed
    for pid in killed:
        os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize("kills", [(), KILL_AT], ids=["the worker lives", "the worker is killed twice"])
def test_a_rated_match_ends_in_time_though_five_of_six_leave_for_good(
    quiet_site: Site, people: list[Any], kills: tuple[int, ...]
) -> None:
    code, match_id = start_rated_match(people)
    stays, *others = people
    going = dict(zip(LEAVE_AT, others, strict=True))
    to_kill = list(kills)
    while not is_over(stays):
        number = version(stays)
        for at in [at for at in going if number >= at]:
            leave(going.pop(at), LEAVE_AT[at], code)
        if to_kill and number >= to_kill[0]:
            kill_worker(quiet_site)
            del to_kill[0]
        for page in (stays, *going.values()):
            if page.locator(OWN_TURN).count() and wait_for_turn(page):
                act(page)
        # The longest is what the one who sleeps lets pass, once more if the job for it was lost.
        wait_until(
            stays,
            f"""number => document.querySelector('#board').dataset.over || document.querySelector('{OWN_TURN}') ||
            Number(document.querySelector('#board').dataset.version) > number""",
            number,
            timeout_seconds=LIMIT_SECONDS + LATE_SECONDS + 10,
        )
    assert not going and not to_kill, "everybody left, and the worker died, while the match was running"

    database = sqlite3.connect(quiet_site.data_dir / "site.sqlite3", timeout=10)
    database.row_factory = sqlite3.Row
    match = database.execute("SELECT * FROM games_match WHERE id = ?", (match_id,)).fetchone()
    log = database.execute("SELECT * FROM games_step WHERE match_id = ? ORDER BY sequence", (match_id,)).fetchall()
    entries = database.execute("SELECT count(*) FROM ratings_ratingentry").fetchone()[0]
    database.close()
    assert (match["status"], match["is_rated"]) == ("finished", 1)
    assert [step["sequence"] for step in log] == list(range(1, version(stays) + 1))
    rules = engine.RuleSet.from_dict(json.loads(match["rules"]))
    actions = [engine.Action(step["action"]) for step in log]
    told = engine.replay(rules, 6, match["first_seat"], json.loads(match["deck"]), actions)
    assert engine.is_terminal(told[-1][0]) and engine.encode(told[-1][0]) == match["state"]
    assert json.loads(match["result"])["ranks"] == list(engine.standings(told[-1][0]))
    assert {step["played_by"] for step in log} >= {"person", "away", "timeout"}
    times = [datetime.fromisoformat(at) for at in (match["started_at"], *(step["played_at"] for step in log))]
    assert max((later - earlier).total_seconds() for earlier, later in pairwise(times)) <= LIMIT_SECONDS + LATE_SECONDS
    assert entries > 0
