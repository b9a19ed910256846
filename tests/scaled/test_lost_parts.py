"""Redis, PostgreSQL, workers and whole sites fail while people of both sites play; every table goes on by itself."""

from __future__ import annotations

import asyncio
import http.client
import json
import signal
import sys
import time
from collections.abc import Callable

import pytest
import redis

from games import engine
from tests.bozusite.children import wait_until
from tests.scaled.database import LATE_SECONDS, Done
from tests.scaled.people import Device, Page, close_all, load_tables, open_all
from tests.scaled.processes import Pair

pytestmark = pytest.mark.timeout(240)

# However long the machine takes to start again: nobody is to be played for because no sign of life came through.
POLICY = {"away_after_seconds": 60.0}
LIMIT_SECONDS = 4
SLACK_SECONDS = 0.5
# Settings: each process of a site or worker holds at most this many connections to the database.
POOL = 16


def lasts(pair: Pair, match_id: str) -> bool:
    """Whether Semimaru, who ends a match of two, is not among the first cards."""
    return engine.SEMIMARU not in pair.database.match(match_id)["deck"][:10]


def abandon(pair: Pair, match_ids: set[str]) -> None:
    """End matches: without people they would play on for as long as it takes to find them empty."""
    ended = "UPDATE games_match SET status = 'abandoned', due_at = NULL, deadline_at = NULL WHERE id = ANY(%s)"
    pair.database.execute(ended, list(match_ids))


def tables_with_limit(pair: Pair, tables: int, limit_seconds: int | None) -> list[tuple[str, list[Page]]]:
    """Make tables of two people, one on each site, who do nothing by themselves; none is over after a few cards."""
    made = []
    # One in ten is over too soon; that these spare ones are too few happens less than once in 100,000 times.
    loaded = load_tables(pair.sites[0], tables + tables // 3 + 5, 2)
    good = [each for each in loaded if lasts(pair, each[0])][:tables]
    assert len(good) == tables
    abandon(pair, {each[0] for each in loaded} - {each[0] for each in good})
    for match_id, _, secrets in good:
        pair.database.execute(
            "UPDATE games_match SET turn_limit_seconds = %s WHERE id = %s AND version = 0", limit_seconds, match_id
        )
        pages = [
            Page(pair.sites[seat], match_id, ("en", "ru")[seat], secret, plays=False)
            for seat, secret in enumerate(secrets)
        ]
        for seat, page in enumerate(pages):
            page.seat = seat
        made.append((match_id, pages))
    return made


def health_of(pair: Pair) -> tuple[int, dict[str, object]]:
    """Return what the first site's health check says."""
    connection = http.client.HTTPConnection("127.0.0.1", pair.sites[0].port, timeout=20)
    try:
        connection.request("GET", "/healthz")
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


def is_timeout_in_time(step: Done, late_seconds: float = LATE_SECONDS) -> bool:
    """Whether a step came after the limit and soon after it."""
    due_seconds = LIMIT_SECONDS + SLACK_SECONDS
    return step.played_by == "timeout" and due_seconds <= step.gap_seconds <= due_seconds + late_seconds


async def flip(*people: Page) -> Page:
    """Let whoever of these people is on turn press once: some cards give the same person another step."""
    (page,) = (page for page in people if page.turn == page.seat)
    await page.say("flip", version=str(page.version))
    return page


async def all_at(version: int, *pages: Page, seconds: float = 20.0) -> None:
    """Wait until all pages show at least a version."""
    waits = (page.until_version(version, seconds) for page in pages)
    late = [str(error) for error in await asyncio.gather(*waits, return_exceptions=True) if error is not None]
    assert not late, "\n".join([f"{len(late)} of {len(pages)} pages", *late[:10]])


async def test_a_restart_of_redis_in_the_middle_of_a_match_heals_within_ten_seconds(pair: Pair) -> None:
    """Case WS-06: every page shows the flip without being opened again, and the workers are back at work."""
    ((match_id, (first, second)),) = tables_with_limit(pair, 1, None)
    await open_all(first, second)
    await flip(first, second)
    await all_at(1, first, second)
    await asyncio.to_thread(pair.redis.restart)
    await flip(first, second)
    await all_at(2, first, second, seconds=10)
    assert (first.opened, second.opened) == (1, 1)
    await (first if first.turn == first.seat else second).say("leave")
    await all_at(3, first, second, seconds=60)
    assert [step.played_by for step in pair.database.steps(match_id)][:3] == ["person", "person", "away"]
    await close_all(first, second)


async def test_a_turn_whose_job_was_flushed_away_ends_at_its_limit(pair: Pair) -> None:
    """Case CE-04."""
    ((match_id, (first, second)),) = tables_with_limit(pair, 1, LIMIT_SECONDS)
    await open_all(first, second)
    await flip(first, second)
    await all_at(1, first, second)
    with redis.Redis.from_url(pair.redis.url) as broker:
        broker.flushall()
    await all_at(2, first, second, seconds=LIMIT_SECONDS + 15)
    await close_all(first, second)
    step = pair.database.steps(match_id)[1]
    assert is_timeout_in_time(step), step


@pytest.mark.parametrize(("seconds", "zone"), [(20, "Asia/Kolkata"), (-20, "America/St_Johns")])
async def test_a_limit_lasts_as_long_by_workers_with_a_wrong_clock_in_another_zone(
    pair: Pair, seconds: int, zone: str
) -> None:
    """Case CE-08: by jobs, and where those are lost, by the sweep."""
    workers = pair.named("worker")
    usual = [worker.command for worker in workers]
    try:
        for worker in workers:
            worker.kill()
            worker.command = [sys.executable, "-m", "tests.scaled.elsewhere", str(seconds), *worker.command[2:]]
            worker.environment["TZ"] = zone
            worker.start()
        await asyncio.to_thread(wait_until, pair.has_consumer, 60)
        for is_job_lost in (False, True):
            ((match_id, (first, second)),) = tables_with_limit(pair, 1, LIMIT_SECONDS)
            await open_all(first, second)
            await flip(first, second)
            await all_at(1, first, second)
            if is_job_lost:
                with redis.Redis.from_url(pair.redis.url) as broker:
                    broker.flushall()
            await all_at(2, first, second, seconds=LIMIT_SECONDS + 15)
            await close_all(first, second)
            step = pair.database.steps(match_id)[1]
            assert is_timeout_in_time(step), step
    finally:
        for worker, command in zip(workers, usual, strict=True):
            worker.kill()
            worker.command = command
            worker.environment.pop("TZ", None)
            worker.start()


async def test_a_broker_that_cuts_its_lines_again_and_again_delays_nobody(pair: Pair) -> None:
    """Case CE-05, first half: three cuts in three seconds, then a turn."""
    ((match_id, (first, second)),) = tables_with_limit(pair, 1, LIMIT_SECONDS)
    await open_all(first, second)
    with redis.Redis.from_url(pair.redis.url) as broker:
        for _ in range(3):
            broker.client_kill_filter(_type="normal", skipme=True)
            broker.client_kill_filter(_type="pubsub", skipme=True)
            await asyncio.sleep(1)
    await flip(first, second)
    await all_at(1, first, second, seconds=10)
    await all_at(2, first, second, seconds=LIMIT_SECONDS + 15)
    await close_all(first, second)
    step = pair.database.steps(match_id)[1]
    assert is_timeout_in_time(step, 15), step
    assert (first.opened, second.opened) == (1, 1)


async def test_workers_that_live_but_take_nothing_turn_the_health_check_red_and_a_visitor_moves_the_match(
    pair: Pair,
) -> None:
    """Case CE-05, second half: the processes are there, and nothing is consumed."""
    await asyncio.to_thread(wait_until, lambda: health_of(pair)[0] == 200, 60)
    ((match_id, (first, second)),) = tables_with_limit(pair, 1, LIMIT_SECONDS)
    await open_all(first, second)
    workers = pair.named("worker")
    for worker in workers:
        worker.send(signal.SIGSTOP)
    try:
        await flip(first, second)
        await all_at(1, first, second)
        await asyncio.to_thread(wait_until, lambda: health_of(pair)[0] == 503, 40)
        assert pair.database.match(match_id)["version"] == 1
        await asyncio.to_thread(Device(pair.sites[1], "ru").get, f"t/{match_id}/")
        await all_at(2, first, second, seconds=10)
        assert pair.database.steps(match_id)[1].played_by == "timeout"
    finally:
        for worker in workers:
            worker.send(signal.SIGCONT)
    await asyncio.to_thread(wait_until, lambda: health_of(pair)[0] == 200, 60)
    await close_all(first, second)


async def test_a_hundred_limits_that_expire_in_one_worker_reach_everybody(pair: Pair) -> None:
    """Cases WS-08 and CE-06: one of the workers stands still, both clocks ask for sweeps."""
    tables = tables_with_limit(pair, 120, LIMIT_SECONDS)
    pages = [page for _, people in tables for page in people]
    for start in range(0, len(pages), 10):
        await asyncio.gather(*(page.open() for page in pages[start : start + 10]))
    idle = pair.named("worker")[1]
    idle.send(signal.SIGSTOP)
    try:
        with redis.Redis.from_url(pair.redis.url) as broker:
            clients = []
            # The first ones make each thread of the worker open its connections; after that their number stays.
            for part in (tables[:20], tables[20:]):
                await asyncio.gather(*(flip(*people) for _, people in part))
                await all_at(2, *(page for _, people in part for page in people), seconds=60)
                clients.append(int(broker.info("clients")["connected_clients"]))
    finally:
        idle.send(signal.SIGCONT)
    assert abs(clients[1] - clients[0]) <= 5
    await close_all(*pages)
    for match_id, _ in tables:
        first, second = pair.database.steps(match_id)[:2]
        assert first.played_by == "person"
        assert is_timeout_in_time(second, 15), second
        pair.database.assert_whole(match_id)
    abandon(pair, {match_id for match_id, _ in tables})
    assert "Event loop is closed" not in pair.logs and "attached to a different loop" not in pair.logs


@pytest.mark.parametrize("fault", ["connections are cut", "server restarts"])
async def test_the_next_action_after_the_database_was_lost_works(pair: Pair, fault: str) -> None:
    """Case WS-09: fifty open sockets; a page tries again at most once by itself."""
    tables = tables_with_limit(pair, 25, None)
    pages = [page for _, people in tables for page in people]
    for start in range(0, len(pages), 10):
        await asyncio.gather(*(page.open() for page in pages[start : start + 10]))
    for number in range(2):  # once so that all connections are in use, once after the fault
        if number:
            lose: Callable[[], object] = (
                pair.database.cut_connections if "cut" in fault else pair.database.server.restart
            )
            await asyncio.to_thread(lose)
        for page in pages:
            page.plays, page.plays_at = True, number.__eq__
            await page.act()
        await all_at(number + 1, *pages, seconds=30)
    assert all(page.opened == 1 for page in pages), "no page had to be opened again"
    assert {notice for page in pages for notice in page.notices} <= {"", "unavailable", "not_your_turn", "stale"}
    assert pair.database.connections() <= POOL * 4
    await close_all(*pages)
    for match_id, _ in tables:
        assert [step.played_by for step in pair.database.steps(match_id)][:2] == ["person", "person"]
        pair.database.assert_whole(match_id)


async def test_after_a_power_cut_the_same_cards_come_in_the_same_order(pair: Pair) -> None:
    """Case MP-14: all processes die; started again, the table stands where it stood and plays on to the end."""
    first, second = pair.sites
    ((match_id, _, secrets),) = load_tables(first, 1, 4)
    pages = [
        Page((first, second)[seat % 2], match_id, "en", secret, plays_at=lambda version: version < 30)
        for seat, secret in enumerate(secrets)
    ]
    for seat, page in enumerate(pages):
        page.seat = seat
    await open_all(*pages)
    await all_at(30, *pages)
    before = pair.database.match(match_id)
    shown = pages[0].pieces
    await asyncio.to_thread(pair.kill)
    started_at = time.monotonic()
    await asyncio.to_thread(pair.start)
    await asyncio.gather(*(page.until_opened(2, 60) for page in pages))
    assert time.monotonic() - started_at < 60
    after = pair.database.match(match_id)
    assert {name: after[name] for name in ("deck", "state", "version", "turn", "status")} == {
        name: before[name] for name in ("deck", "state", "version", "turn", "status")
    }
    for name in ("board", "seat-0", "seat-1", "seat-2", "seat-3", "piles", "odds", "events"):
        assert pages[0].pieces[name] == shown[name], name
    for page in pages:
        page.plays_at = lambda version: True
        await page.act()
    await asyncio.gather(*(page.until_over() for page in pages))
    await close_all(*pages)
    assert pair.database.match(match_id)["deck"] == before["deck"]
    pair.database.assert_whole(match_id)
