"""The door of a table's socket; cases WS-02, WS-03, WS-05, WS-07, WS-11, HX-02, ID-03, ID-04, MP-06, MP-09, MP-12."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

import pytest
import pytest_asyncio
from django.utils import timezone

from accounts.models import Device, Membership, Player
from games import engine
from games.live import consumers, fragments, limits
from games.live.hub import hub
from games.live.snapshot import load_snapshot
from games.models import Guess, Match, Seat
from games.services.groups import join_group, make_group
from games.services.play import settle_due
from tests.games.live.sockets import Page, db, leave_all
from tests.games.seated import PLAIN, Person, be_seen, person, seat_of, seat_people, steps_of

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


@pytest_asyncio.fixture(autouse=True)
async def fresh_hub() -> AsyncIterator[None]:
    """A hub without sockets, and none left behind; nor connections to the database, which Channels' sockets for tests
    leave open."""
    yield
    await hub.stop()
    await db(lambda: None)


@pytest.fixture
def people() -> list[Person]:
    return [person("Anna"), person("Berta")]


@pytest.fixture
def match(people: list[Person]) -> Match:
    return seat_people(people)


async def opened(match: Match, *people: Person | None, **values: Any) -> list[Page]:
    return [await Page(match.pk, who, **values).open() for who in people]


# Opening.


async def test_on_opening_the_page_gets_the_whole_table_of_its_viewer(match: Match, people: list[Person]) -> None:
    anna, watcher = await opened(match, people[0], None)
    snapshot = await db(load_snapshot, match.pk)
    assert anna.pieces == fragments.pieces(snapshot, "en", 0)
    assert watcher.pieces == fragments.pieces(snapshot, "en", None)
    await leave_all(anna, watcher)


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        None,
        "http://127.0.0.1:9000",
        "http://127.0.0.1:8000.evil.example",
        "https://127.0.0.1:8000",
    ],
)
async def test_a_foreign_origin_is_refused_before_the_socket_opens(
    origin: str | None, match: Match, people: list[Person]
) -> None:
    """Case WS-07."""
    assert await Page(match.pk, people[0], origin=origin).refused() is None


async def test_a_table_that_is_not_there_or_not_for_the_visitor_closes_with_a_final_code(
    match: Match, people: list[Person]
) -> None:
    solo = await db(seat_people, people[:1], cpus=3)
    stranger = await db(person)
    assert await Page("nosuchmatch2", people[0]).refused() == 4004
    assert await Page("../../etc", people[0]).refused() is None
    assert await Page(match.pk, people[0], language="xx").refused() == 4004
    assert await Page(solo.pk, stranger).refused() == 4004
    assert await Page(solo.pk, None).refused() == 4004
    own = await Page(solo.pk, people[0]).open()
    await own.leave()


@pytest.mark.parametrize("change", ["banned_at", "removed_at"])
async def test_somebody_banned_or_removed_is_shut_out(change: str, people: list[Person]) -> None:
    """Case MP-06: by every socket, and not only once."""
    group = await db(make_group, player=people[0].player)
    await db(join_group, group=group, player=people[1].player)
    match = await db(seat_people, people, group=group)
    if change == "banned_at":
        await db(Player.objects.filter(pk=people[1].player.pk).update, banned_at=timezone.now())
    else:
        await db(Membership.objects.filter(player=people[1].player).update, removed_at=timezone.now())
    for _ in range(2):
        assert await Page(match.pk, people[1]).refused() == 4001
    others = await opened(match, people[0])
    await leave_all(*others)


async def test_a_seat_without_its_cookie_is_watched_and_keeps_its_place(match: Match, people: list[Person]) -> None:
    """Cases ID-03 and ID-04: another device, or a public number, is no key."""
    stranger = await db(person)
    (watcher,) = await opened(match, stranger)
    await watcher.say("flip", version="0")
    assert await watcher.notice() == "not_your_seat"
    await watcher.say("flip", version="0", seat="0")
    assert await watcher.notice() == "bad_message"
    assert await db(steps_of, match) == []
    await watcher.leave()


async def test_too_many_sockets_of_one_person_are_refused(
    match: Match, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "MOST_SOCKETS_OF_PLAYER", 2)
    monkeypatch.setattr(consumers, "MOST_SOCKETS_OF_ADDRESS", 1)
    tabs = await opened(match, people[0], people[0])
    assert await Page(match.pk, people[0]).refused() == 4008
    others = await opened(match, people[1], None)
    assert await Page(match.pk, None).refused() == 4008
    far = await Page(match.pk, None, address="127.0.0.2").open()
    await tabs[0].leave()
    again = await Page(match.pk, people[0]).open()
    await leave_all(tabs[1], *others, far, again)


# Playing.


async def test_a_step_reaches_every_page_of_the_table_each_in_its_language(match: Match, people: list[Person]) -> None:
    anna = await Page(match.pk, people[0], language="ja").open()
    berta = await Page(match.pk, people[1], language="en").open()
    watcher = await Page(match.pk, None, language="ja").open()
    await anna.say("flip", version="0")
    for page in (anna, berta, watcher):
        await page.until(1)
    snapshot = await db(load_snapshot, match.pk)
    assert anna.pieces == fragments.pieces(snapshot, "ja", 0)
    assert berta.pieces == fragments.pieces(snapshot, "en", 1)
    assert watcher.pieces == fragments.pieces(snapshot, "ja", None)
    await leave_all(anna, berta, watcher)


async def test_a_whole_match_is_seen_by_all_step_by_step_and_without_gaps(people: list[Person]) -> None:
    """Case WS-05: each stable page sees every step once and in order, while another comes and goes."""
    match = await db(seat_people, people, deck=(13, *PLAIN[:6], 2, *PLAIN[6:12], min(engine.MONKS), *PLAIN[12:20]))
    anna, berta = await opened(match, *people)
    pages = {0: anna, 1: berta}
    while 'data-over="1"' not in anna.pieces["board"]:
        restless = await Page(match.pk, people[0]).open()
        turn = re.search(r'data-turn="(\d+)"', anna.pieces["board"])
        assert turn
        version = anna.version
        await pages[int(turn.group(1))].say("flip", version=str(version))
        await anna.until(version + 1)
        await berta.until(version + 1)
        await restless.leave()
    assert anna.versions == berta.versions == list(range(anna.version + 1))
    snapshot = await db(load_snapshot, match.pk)
    assert anna.pieces == fragments.pieces(snapshot, "en", 0)
    assert snapshot.ranks is not None and 'id="result"' in anna.frames[-1]
    await leave_all(anna, berta)


async def test_a_double_click_opens_one_card_and_the_second_is_told(match: Match, people: list[Person]) -> None:
    """Cases HX-01 and HX-02."""
    (anna,) = await opened(match, people[0])
    for _ in range(3):
        await anna.say("flip", version="0")
    assert await anna.notice() in ("stale", "not_your_turn")
    await anna.until(1)
    assert len(await db(steps_of, match)) == 1
    await anna.leave()


async def test_flips_in_three_tabs_give_one_step_and_all_tabs_alike(match: Match, people: list[Person]) -> None:
    """Case MP-09."""
    tabs = await opened(match, people[0], people[0], people[0])
    await asyncio.gather(*(tab.say("flip", version="0") for tab in tabs))
    for tab in tabs:
        await tab.until(1)
    assert len(await db(steps_of, match)) == 1
    assert tabs[0].pieces["board"] == tabs[1].pieces["board"] == tabs[2].pieces["board"]
    await leave_all(*tabs)


async def test_a_step_of_the_cpu_reaches_the_page(people: list[Person], monkeypatch: pytest.MonkeyPatch) -> None:
    match = await db(seat_people, people[:1], cpus=3, first_seat=1)
    (anna,) = await opened(match, people[0])
    await db(Match.objects.filter(pk=match.pk).update, step_at=match.step_at.replace(year=2020), due_at=match.step_at)
    await db(settle_due, match_id=match.pk)
    await anna.until(1)
    assert await db(steps_of, match) == [(1, 1, "flip", "cpu")]
    await anna.leave()


async def test_nothing_about_unopened_cards_is_sent(people: list[Person]) -> None:
    """Case MP-12: pages, deltas and error replies of a player and a watcher."""
    deck = engine.derive_deck(b"b" * 32, ("", ""))
    match = await db(seat_people, people, deck=deck)
    secret = (await db(Match.objects.get, pk=match.pk)).deck_secret
    anna, berta, watcher = await opened(match, *people, None)
    for version, page in enumerate((anna, berta, anna, berta)):
        turn = re.search(r'data-turn="(\d+)"', page.pieces["board"])
        assert turn
        mover = (anna, berta)[int(turn.group(1))]
        await mover.say("flip", version=str(version))
        for one in (anna, berta, watcher):
            await one.until(version + 1)
    await watcher.say("flip", version="4")
    await watcher.notice()
    text = "".join(frame for page in (anna, berta, watcher) for frame in page.frames)
    shown = {int(number) for number in re.findall(r'class=(?:c|"card c)(\d+)', text)}
    assert shown == set(deck[:4]) and secret not in text and secret[:16] not in text
    await leave_all(anna, berta, watcher)


# What is not one of ours.


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '"x"',
        "5",
        "null",
        '{"type":null}',
        '{"action":"cheat"}',
        "[" * 3000,
        '{"action":"flip","version":"x"}',
    ],
)
async def test_a_broken_message_is_answered_to_its_sender_only_and_the_socket_stays_usable(
    text: str, match: Match, people: list[Person], caplog: pytest.LogCaptureFixture
) -> None:
    """Case WS-03."""
    caplog.set_level(logging.INFO)
    anna, berta = await opened(match, *people)
    await anna.raw(text)
    assert await anna.notice() == "bad_message"
    assert await berta.is_quiet()
    lines = [record for record in caplog.records if record.name == "games.live.consumers"]
    assert len(lines) == 1 and lines[0].exc_info is None
    await anna.say("flip", version="0")
    await anna.until(1)
    await leave_all(anna, berta)


async def test_a_binary_frame_is_a_bad_message(match: Match, people: list[Person]) -> None:
    (anna,) = await opened(match, people[0])
    await anna.raw(binary=b"\x00\xff" * 100)
    assert await anna.notice() == "bad_message"
    await anna.say("flip", version="0")
    await anna.until(1)
    await anna.leave()


async def test_a_megabyte_is_closed_with_its_reason_and_changes_nothing(match: Match, people: list[Person]) -> None:
    (anna,) = await opened(match, people[0])
    await anna.raw("x" * 1_000_000)
    assert await anna.notice() == "too_big"
    assert await anna.closed() == 1009
    assert await db(steps_of, match) == []


async def test_a_fault_on_a_message_leaves_socket_and_presence_right(
    match: Match, people: list[Person], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Case WS-02."""
    (anna,) = await opened(match, people[0])

    def fail(text: str) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(consumers, "parse", fail)
    await anna.say("beat")
    assert await anna.notice() == "unavailable"
    monkeypatch.undo()
    assert hub.open_sockets == 1
    await anna.say("beat")
    assert 'id="pulse"' in await anna.take()
    await anna.leave()
    assert hub.open_sockets == 0
    (again,) = await opened(match, people[0])
    await again.leave()


async def test_a_flood_is_refused_and_in_the_end_shut_out(
    match: Match, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_TOO_FAST", 50)
    monkeypatch.setattr(limits, "PER_CONNECTION", (0.0, 10.0))
    (anna,) = await opened(match, people[0])
    for _ in range(70):
        await anna.raw("{")
    codes = [await anna.notice() for _ in range(10)]
    assert set(codes) == {"bad_message"}
    assert await anna.notice() == "too_fast"
    assert await anna.closed() == 4008


async def test_two_sockets_of_a_person_share_one_limit(
    match: Match, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PER_PLAYER", (0.0, 3.0))
    tabs = await opened(match, people[0], people[0])
    for tab in tabs:
        for _ in range(2):
            await tab.raw("{")
    codes = [await tabs[0].notice(), await tabs[0].notice(), await tabs[1].notice(), await tabs[1].notice()]
    assert sorted(codes) == ["bad_message", "bad_message", "bad_message", "too_fast"]
    await leave_all(*tabs)


async def test_accepted_steps_use_up_no_limit(people: list[Person], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PER_CONNECTION", (0.0, 2.0))
    match = await db(seat_people, people)
    anna, berta = await opened(match, *people)
    for version in range(12):
        page = (anna, berta)[version % 2]
        await page.say("flip", version=str(version))
        await anna.until(version + 1)
        await berta.until(version + 1)
    await leave_all(anna, berta)


# Beside the game.


async def test_a_heartbeat_is_answered_with_the_version_and_counts_as_a_sign_of_life(
    match: Match, people: list[Person]
) -> None:
    (anna,) = await opened(match, people[0])
    await anna.say("beat", version="0")
    assert await anna.take() == fragments.pulse_piece(0)
    assert (match.pk, 0) in hub.take_seen()
    await anna.leave()


async def test_a_page_that_noticed_a_gap_gets_everything(match: Match, people: list[Person]) -> None:
    (anna,) = await opened(match, people[0])
    before = dict(anna.pieces)
    anna.pieces.clear()
    await anna.say("sync", version="0")
    await anna.take()
    assert anna.pieces == before
    await anna.leave()


async def test_whole_tables_are_not_for_the_asking_again_and_again(
    match: Match, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "FULL_STATES", (0.0, 2.0))
    (anna,) = await opened(match, people[0])
    for _ in range(3):
        await anna.say("sync")
    assert await anna.notice() == "too_fast"
    await anna.leave()


async def test_a_phrase_is_shown_to_everybody_in_their_own_language(match: Match, people: list[Person]) -> None:
    anna = await Page(match.pk, people[0], language="en").open()
    berta = await Page(match.pk, people[1], language="ja").open()
    await anna.say("phrase", phrase="hello")
    for page in (anna, berta):
        await page.take()
    assert "Hello!" in anna.pieces["phrase-0"]
    assert "Hello!" not in berta.pieces["phrase-0"] and 'data-number="1"' in berta.pieces["phrase-0"]
    await leave_all(anna, berta)


async def test_phrases_are_limited_and_a_watcher_has_none(
    match: Match, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PHRASES", (0.0, 1.0))
    anna, watcher = await opened(match, people[0], None)
    await anna.say("phrase", phrase="hello")
    await anna.say("phrase", phrase="wow")
    assert await anna.notice() == "too_fast"
    await watcher.say("phrase", phrase="hello")
    assert await watcher.notice() == "not_your_seat"
    await leave_all(anna, watcher)


async def test_somebody_who_flips_and_leaves_at_once_has_left(people: list[Person]) -> None:
    """The other way round the flip would count as coming back."""
    for _ in range(8):
        match = await db(seat_people, people)
        anna, berta = await opened(match, *people)
        await anna.say("flip", version="0")
        await anna.say("leave")
        await berta.until(1)
        while "mark-away" not in berta.pieces["seat-0"]:
            await berta.take()
        assert await db(steps_of, match) == [(1, 0, "flip", "person")]
        assert (await db(seat_of, match, 0)).left_at is not None
        await leave_all(anna, berta)


async def test_leaving_and_taking_back_show_at_the_seat(match: Match, people: list[Person]) -> None:
    anna, berta = await opened(match, *people)
    await anna.say("leave")
    while "mark-away" not in berta.pieces["seat-0"]:
        await berta.take()
    assert (await db(seat_of, match, 0)).left_at is not None
    await anna.say("take_back", version="0")
    while "mark-away" in berta.pieces["seat-0"]:
        await berta.take()
    assert (await db(seat_of, match, 0)).left_at is None
    await leave_all(anna, berta)


async def test_a_guess_is_kept_and_a_wrong_one_refused(people: list[Person]) -> None:
    match = await db(seat_people, [*people, await db(person, "Carla")], deck=(engine.SEMIMARU, *PLAIN))
    stranger = await db(person, "Dora")
    anna, watcher, nobody = await opened(match, people[0], stranger, None)
    await anna.say("guess", seat="1")
    assert await anna.notice() == "cannot_guess"
    await anna.say("flip", version="0")
    await anna.until(1)
    await anna.say("guess", seat="1")
    assert await anna.notice() == "guess_kept"
    await watcher.say("guess", seat="2")
    assert await watcher.notice() == "guess_kept"
    await nobody.say("guess", seat="2")
    assert await nobody.notice() == "not_member"
    assert await db(Guess.objects.count) == 2
    await leave_all(anna, watcher, nobody)


async def test_opening_the_page_gives_a_kept_seat_back(match: Match, people: list[Person]) -> None:
    await db(Seat.objects.filter(match=match, number=0).update, missed_steps=2, is_held_by_cpu=True)
    (anna,) = await opened(match, people[0])
    seat = await db(seat_of, match, 0)
    assert not seat.is_held_by_cpu and seat.device_ids == [people[0].device.pk]
    assert "mark-held" not in anna.pieces["seat-0"]
    await anna.leave()


# Being shown out.


@pytest.mark.parametrize("change", ["leaves", "is removed", "device is revoked", "is banned"])
async def test_an_old_socket_cannot_act_for_somebody_who_is_gone(change: str, people: list[Person]) -> None:
    """Case WS-11: the row decides at each step, and the socket is closed with a message."""
    group = await db(make_group, player=people[0].player)
    await db(join_group, group=group, player=people[1].player)
    match = await db(seat_people, people, group=group)
    (anna,) = await opened(match, people[0])
    now = timezone.now()
    changes: dict[str, Callable[[], Any]] = {
        "leaves": partial(Membership.objects.filter(player=people[0].player).update, left_at=now),
        "is removed": partial(Membership.objects.filter(player=people[0].player).update, removed_at=now),
        "device is revoked": partial(Device.objects.filter(pk=people[0].device.pk).update, revoked_at=now),
        "is banned": partial(Player.objects.filter(pk=people[0].player.pk).update, banned_at=now),
    }
    await db(changes[change])
    await anna.say("flip", version="0")
    assert await anna.notice() in ("not_member", "removed", "not_your_seat", "banned")
    assert await anna.closed() == 4001
    assert await db(steps_of, match) == []


@pytest.mark.parametrize("action", ["take_back", "leave", "phrase"])
async def test_nor_can_it_do_anything_else(action: str, match: Match, people: list[Person]) -> None:
    (anna,) = await opened(match, people[0])
    await db(Device.objects.filter(pk=people[0].device.pk).update, revoked_at=timezone.now())
    await anna.say(action, **({"phrase": "hello"} if action == "phrase" else {}))
    assert await anna.notice() == "not_your_seat"
    assert await anna.closed() == 4001


async def test_the_connection_a_wrong_address_gets_is_refused(match: Match) -> None:
    page = Page(match.pk)
    page.socket.scope["path"] = "/ws/elsewhere/"
    assert await page.refused() is None


async def test_a_paused_match_goes_on_with_the_first_heartbeat(people: list[Person]) -> None:
    match = await db(seat_people, people[:1], cpus=3)
    (anna,) = await opened(match, people[0])
    await db(be_seen, match, 0, match.started_at.replace(year=2020))
    await db(
        Match.objects.filter(pk=match.pk).update, step_at=match.started_at.replace(year=2020), due_at=match.step_at
    )
    await db(settle_due, match_id=match.pk)
    while 'data-status="paused"' not in anna.pieces["board"]:
        await anna.take()
    await anna.say("beat")
    while 'data-status="running"' not in anna.pieces["board"]:
        await anna.take()
    await anna.leave()
