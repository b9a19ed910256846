"""People of one table spread over two site processes, with real Redis, PostgreSQL, workers and clocks."""

from __future__ import annotations

import asyncio
import re
import time
from itertools import pairwise

import pytest

from tests.bozusite.children import wait_until
from tests.scaled.database import LATE_SECONDS, is_left_for_good, story
from tests.scaled.people import Device, Page, close_all, load_tables, open_all
from tests.scaled.processes import Pair

pytestmark = pytest.mark.timeout(240)

# Two seconds on a machine that has nothing else to do.
RESYNC_SECONDS = 4.0

# Letters that only one of these languages writes.
SCRIPTS = {"ja": r"[\u3040-\u30ff]", "ar": r"[\u0600-\u06ff]", "hi": r"[\u0900-\u097f]", "ru": r"[\u0400-\u04ff]"}


def languages_in(text: str) -> set[str]:
    """Which languages' letters a text has."""
    return {language for language, letters in SCRIPTS.items() if re.search(letters, text)}


async def test_everybody_sees_every_step_in_their_own_language_on_whichever_site(pair: Pair) -> None:
    """Cases I18-01 and MP-08: a whole match of four persons, two of them on each site, and two watchers."""
    first, second = pair.sites
    ((match_id, _, secrets),) = load_tables(first, 1, 4, 2)
    places = [(first, "ja"), (second, "ar"), (first, "hi"), (second, "en"), (second, "ru"), (first, "id")]
    pages = [Page(site, match_id, language, secret) for (site, language), secret in zip(places, secrets, strict=True)]
    for seat, page in enumerate(pages[:4]):
        page.seat = seat
        page.plays_at = lambda version: version != 40
    await open_all(*pages)
    leaver = pages[2]
    await leaver.until(lambda: leaver.version >= 12 and leaver.turn == leaver.seat)
    leaver.plays = False
    await leaver.say("leave")
    # Whoever is on turn at version 40 waits for the one who left, so that both ways are met in each run.
    await leaver.until_version(40)
    await leaver.close()
    leaver.plays = True
    await leaver.open()
    for page in pages:
        page.plays_at = lambda version: True
    await asyncio.gather(*(page.act() for page in pages))
    await asyncio.gather(*(page.until_over() for page in pages))
    last = pages[0].version
    fresh = [await Page(page.site, match_id, page.language, page.secret).open() for page in pages]
    await close_all(*pages, *fresh)

    steps = pair.database.steps(match_id)
    pair.database.assert_whole(match_id)
    pair.database.assert_in_time(match_id)
    assert re.fullmatch(r"p+a+c*p+", story(steps, 2)), story(steps, 2)
    assert {story(steps, seat).strip("p") for seat in (0, 1, 3)} == {""}
    for page, again in zip(pages, fresh, strict=True):
        assert page.versions[-1] == last
        assert page.versions == sorted(set(page.versions))
        if page is not leaver:
            assert page.opened == 1
            # Case WS-05: every step, or where a page was slower than the match, soon a later one, and that whole.
            assert page.jumps < last / 2
            for step in steps:
                shown_at = min(at for version, at in page.shown_at.items() if version >= step.sequence)
                assert shown_at - step.played_at.timestamp() <= RESYNC_SECONDS, (page.language, step)
        shown = {name: html for name, html in page.pieces.items() if name in again.pieces}
        assert shown == again.pieces
        by = {step.sequence: step.played_by for step in steps}
        for version, text in page.told.items():
            expected = {page.language} & SCRIPTS.keys()
            assert languages_in(text) == expected, (page.language, by.get(version), text)
    english, indonesian = pages[3].told, pages[5].told
    away = [step.sequence for step in steps if step.played_by == "away" and step.sequence in english]
    assert away and all("CPU for" in english[number] for number in away)
    assert not any("CPU for" in text or "reveals" in text for text in indonesian.values())


def rated_table(pair: Pair, names: list[str], limit_seconds: int) -> tuple[str, list[Device]]:
    """Let people make a group over both sites, set a rated match with a limit of 30 s, and start it.

    The group's row then gets a shorter limit, so that the test need not last as long as the match.
    """
    people = [Device(pair.sites[number % 2], "en") for number in range(len(names))]
    host = people[0]
    code = host.post("groups/new/", name=names[0]).rstrip("/").rpartition("/")[2]
    for device, name in zip(people[1:], names[1:], strict=True):
        device.post(f"g/{code}/join/", name=name)
    text = host.get(f"g/{code}/settings/")
    version = re.search(r'name="version" value="(\d+)"', text)
    assert version
    # Nobody is out before the end, so that everybody leaves or sleeps while they play.
    rules = {"semimaru": "skip_turn", "emperor": "keep_and_one_more", "lady": "take_pile", "allow_stop": "true"}
    wish = {"turn_limit": "30", "kind": "rated", "cpu_seats": "0"}
    host.post(f"g/{code}/settings/", version=version.group(1), base="", **rules, **wish)
    group = pair.database.select("SELECT id FROM accounts_group WHERE code = %s", code)[0]["id"]
    shorten = "UPDATE games_houserules SET turn_limit_seconds = %s WHERE group_id = %s AND turn_limit_seconds = 30"
    assert pair.database.execute(shorten, limit_seconds, group) == 1
    match_id = host.post(f"g/{code}/start/", after="").rstrip("/").rpartition("/")[2]
    row = pair.database.match(match_id)
    assert (row["seat_count"], row["is_rated"], row["turn_limit_seconds"]) == (len(names), True, limit_seconds)
    return match_id, people


@pytest.mark.parametrize("kills", [0, 2], ids=["workers live", "workers are killed twice"])
async def test_a_rated_match_ends_in_time_though_five_of_six_leave_for_good(pair: Pair, kills: int) -> None:
    """Cases WS-01, CE-12, MP-07: by the menu, by closing, without a word, out of the group, and by falling asleep."""
    names = ["Stays", "Menu", "Closes", "Vanishes", "Walks out", "Sleeps"]
    match_id, people = rated_table(pair, names, limit_seconds=3)
    pages = []
    for device in people:
        page = Page(device.site, match_id, "en", device.secret)
        pages.append(page)
    for seat in pair.database.seats(match_id):
        pages[names.index(seat["name"])].seat = seat["number"]
    await open_all(*pages)
    stays, menu, closes, vanishes, walks_out, sleeps = pages

    async def at(version: int) -> None:
        await stays.until(lambda: stays.version >= version or stays.is_over, 60)

    async def kill_workers(version: int) -> float:
        """Kill all workers and start them again; return for how many seconds nobody took jobs."""
        await at(version)
        killed_at = time.monotonic()
        for worker in pair.named("worker"):
            worker.kill()
        await asyncio.sleep(1)
        for worker in pair.named("worker"):
            worker.start()
        await asyncio.to_thread(wait_until, pair.has_consumer, 60)
        return time.monotonic() - killed_at

    async def leave() -> None:
        await at(7)
        menu.plays = False
        await menu.say("leave")
        await at(12)
        await closes.close()
        await at(18)
        vanishes.vanish()
        await at(23)
        sleeps.plays = False
        await at(28)
        code = pair.database.select(
            "SELECT g.code FROM accounts_group g JOIN games_match m ON m.group_id = g.id WHERE m.id = %s", match_id
        )[0]["code"]
        await asyncio.to_thread(people[4].post, f"g/{code}/leave/")

    async with asyncio.timeout(150), asyncio.TaskGroup() as group:
        group.create_task(leave())
        killing = [group.create_task(kill_workers(version)) for version in (20, 45)[:kills]]
    await stays.until_over(100)
    await close_all(*pages)

    pair.database.assert_whole(match_id)
    without_workers = max((task.result() for task in killing), default=0.0)
    pair.database.assert_in_time(match_id, late_seconds=without_workers + LATE_SECONDS)
    row, steps = pair.database.match(match_id), pair.database.steps(match_id)
    assert row["status"] == "finished"
    stories = [story(steps, page.seat or 0) for page in pages]
    assert set(stories[0]) == {"p"}, "whoever stays plays every step"
    assert all(is_left_for_good(told) for told in stories[1:]), stories
    assert all(told.endswith("c") for told in stories[1:]), stories
    assert "t" in stories[5], "somebody asleep at an open page is timed out"
    assert all(one.played_at <= two.played_at for one, two in pairwise(steps))
    rated = pair.database.select(
        "SELECT count(DISTINCT e.player_id) FROM ratings_ratingentry e"
        " JOIN ratings_ratedmatch r ON r.id = e.rated_match_id WHERE r.match_id = %s",
        match_id,
    )
    assert rated[0]["count"] == len(names)
    assert walks_out.closed_with == 4001, "whoever left the group is shown out"
