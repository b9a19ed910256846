"""The sockets of a process by match, and the watch over them; cases WS-01, WS-04, WS-06, WS-10, MP-06, MP-09."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Any

import pytest
import pytest_asyncio
from django.utils import timezone

from accounts.models import Device, Membership
from games.live import bus, watch
from games.live import hub as hub_module
from games.live.bus import News, NewsKind
from games.live.connection import Connection
from games.live.hub import Hub, hub
from games.live.outbox import Outbox
from games.live.snapshot import load_snapshot
from games.models import Match, Seat
from games.services.groups import join_group, make_group
from games.services.pass_round import start_round
from games.services.presence import leave_seat, touch_presence
from tests.games.live.shown import pieces_of, show
from tests.games.live.sockets import Page, db, leave_all
from tests.games.seated import Person, be_seen, person, play, seat_of, seat_people
from tests.visitors import new_player

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


@pytest_asyncio.fixture(autouse=True)
async def still_watch(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """A hub that looks at the rows only when the test says so."""
    monkeypatch.setattr(watch, "PERIOD_SECONDS", 3600)
    yield
    await hub.stop()
    await db(lambda: None)


@pytest.fixture
def people() -> list[Person]:
    return [person("Anna"), person("Berta")]


@pytest.fixture
def match(people: list[Person]) -> Match:
    return seat_people(people)


class Sink:
    """A socket that keeps what it is sent, or takes nothing while it is shut."""

    def __init__(self, viewer: int | None = None, **values: Any) -> None:
        self.sent: list[dict[str, Any]] = []
        self.is_open = asyncio.Event()
        self.is_open.set()
        facts: dict[str, Any] = {"player_id": None, "device_id": None, "group_id": None, "client": "test"}
        self.connection = Connection(language="en", viewer=viewer, **(facts | values))
        self.connection.outbox = Outbox(self.send, self.connection.next_state, lambda: None)

    async def send(self, message: dict[str, Any]) -> None:
        await self.is_open.wait()
        self.sent.append(message)

    @property
    def texts(self) -> list[str]:
        return [message["text"] for message in self.sent if "text" in message]

    @property
    def codes(self) -> list[int]:
        return [message["code"] for message in self.sent if "code" in message]


async def joined(match: Match, *sinks: Sink) -> None:
    hub.start()
    for sink in sinks:
        await hub.join(match.pk, sink.connection)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not condition():
            await asyncio.sleep(0)


async def settled() -> None:
    """Let everything that is under way come to its end."""
    for _ in range(3):
        await db(lambda: None)
        await asyncio.sleep(0)
    loading = [table.loading for table in hub._tables.values() if table.loading]
    await asyncio.gather(*loading)


async def test_all_who_join_share_one_reading_of_the_rows(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """Case WS-10: two hundred sockets that come back at once read the table once."""
    reads: list[str] = []

    def read(match_id: str) -> Any:
        reads.append(match_id)
        return load_snapshot(match_id)

    monkeypatch.setattr(hub_module, "load_snapshot", read)
    hub.start()
    sinks = [Sink() for _ in range(200)]
    await asyncio.gather(*(hub.join(match.pk, sink.connection) for sink in sinks))
    assert reads == [match.pk]
    assert all(len(sink.texts) == 1 for sink in sinks)


async def test_joining_a_match_that_is_not_there_raises_and_leaves_nothing(match: Match) -> None:
    hub.start()
    with pytest.raises(Match.DoesNotExist):
        await hub.join("nosuchmatch2", Sink().connection)
    assert hub.match_ids == [] and hub.count("test") == 0


async def test_whatever_happens_between_subscribing_and_reading_is_shown(
    match: Match, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Subscribed first, then read: a step during the reading is not lost."""
    calls: list[int] = []

    def read(match_id: str) -> Any:
        snapshot = load_snapshot(match_id)
        if not calls:
            calls.append(1)
            play(match, 0, people[0], 0)  # after the rows were read
        return snapshot

    monkeypatch.setattr(hub_module, "load_snapshot", read)
    sink = Sink()
    await joined(match, sink)
    await until(lambda: any('data-version="1"' in text for text in sink.texts))


async def test_a_socket_that_stops_reading_keeps_nobody_waiting_and_catches_up(
    match: Match, people: list[Person]
) -> None:
    """Case WS-04: more than 150 events pass meanwhile."""
    slow, quick = Sink(), Sink()
    await joined(match, slow, quick)
    slow.is_open.clear()
    for version in range(40):
        await db(play, match, version % 2, people[version % 2], version)
    for _ in range(120):
        hub.on_news(News(NewsKind.PHRASE, match.pk, 0, {"seat": 0, "phrase": "hello"}), None)
    await until(lambda: len(quick.texts) == 1 + 40 + 120)
    assert len(slow.texts) == 1
    slow.is_open.set()
    await until(lambda: slow.connection.outbox is not None and not slow.connection.outbox.is_waiting)
    assert len(slow.texts) == 3  # the one under way, and everything once
    shown: dict[str, str] = {}
    for text in quick.texts:
        show(shown, text)
    assert pieces_of(slow.texts[-1]) == shown


async def test_news_of_another_process_are_read_from_the_rows_and_old_ones_are_not(
    match: Match, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    sink = Sink()
    await joined(match, sink)
    bus.attach(None)  # the step is made elsewhere
    await db(play, match, 0, people[0], 0)
    hub.on_line(b'{"kind":"step","match":"%s","version":1,"from":"elsewhere"}\n' % match.pk.encode())
    await until(lambda: len(sink.texts) == 2)
    reads: list[str] = []
    monkeypatch.setattr(hub_module, "load_snapshot", lambda match_id: reads.append(match_id))
    hub.on_line(b'{"kind":"step","match":"%s","version":1,"from":"elsewhere"}\n' % match.pk.encode())
    hub.on_line(b'{"kind":"step","match":"otherotheroth","version":9,"from":"elsewhere"}\n')
    await settled()
    assert reads == [] and len(sink.texts) == 2


async def test_many_news_during_one_reading_lead_to_one_more(
    match: Match, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    sink = Sink()
    await joined(match, sink)
    reads: list[str] = []

    def read(match_id: str) -> Any:
        reads.append(match_id)
        return load_snapshot(match_id)

    monkeypatch.setattr(hub_module, "load_snapshot", read)
    hub.on_news(News(NewsKind.STEP, match.pk, 1), None)
    await asyncio.sleep(0)  # the reading has begun
    for version in range(2, 30):
        hub.on_news(News(NewsKind.STEP, match.pk, version), None)
    await settled()
    assert len(reads) == 2


async def test_lost_news_are_found_by_the_next_look(match: Match, people: list[Person]) -> None:
    """Case WS-06: whatever got lost with Redis or the socket, the rows say it."""
    sink = Sink()
    await joined(match, sink)
    bus.attach(None)
    await db(play, match, 0, people[0], 0)
    await watch.look(hub, with_people=False)
    await until(lambda: 'data-version="1"' in sink.texts[-1])


async def test_signs_of_life_are_written_and_an_absence_shows_and_ends(match: Match) -> None:
    """Case WS-01: no heartbeat for 20 s means away, whatever the sockets look like; MP-09: one tab is enough."""
    sink = Sink()
    await joined(match, sink)
    long_ago = timezone.now() - timedelta(seconds=21)
    await db(be_seen, match, 1, long_ago)
    await watch.look(hub, with_people=False)
    await until(lambda: len(sink.texts) == 2)
    assert "mark-away" in pieces_of(sink.texts[-1])["seat-1"]
    hub.seen(match.pk, 1)
    await watch.look(hub, with_people=False)
    await until(lambda: len(sink.texts) == 3)
    assert "mark-away" not in pieces_of(sink.texts[-1])["seat-1"]
    seat = await db(seat_of, match, 1)
    assert seat.last_seen_at is not None and seat.last_seen_at > long_ago


async def test_a_sign_of_life_of_a_device_that_is_passed_round_is_one_of_all_its_seats() -> None:
    owner = await db(new_player)
    round_ = await db(start_round, player=owner, names=["Anna", "Berta", "Carla"], cpu_seats=1)
    long_ago = timezone.now() - timedelta(seconds=21)
    for number in range(3):
        await db(be_seen, round_, number, long_ago)
    await joined(round_, Sink())
    hub.seen(round_.pk, 0)
    await watch.look(hub, with_people=False)
    seats = [await db(seat_of, round_, number) for number in range(4)]
    assert all(seat.last_seen_at is not None and seat.last_seen_at > long_ago for seat in seats[:3])
    assert seats[3].last_seen_at is None


async def test_a_look_that_finds_nothing_new_sends_nothing(match: Match) -> None:
    sink = Sink()
    await joined(match, sink)
    for _ in range(3):
        await watch.look(hub, with_people=True)
    await settled()
    assert len(sink.texts) == 1


async def test_a_change_of_faces_made_elsewhere_is_shown(match: Match, people: list[Person]) -> None:
    sink = Sink()
    await joined(match, sink)
    bus.attach(None)
    await db(leave_seat, match_id=match.pk, seat=1)
    hub.on_news(News(NewsKind.FACES, match.pk, 0), None)
    await until(lambda: len(sink.texts) == 2)
    assert "mark-away" in pieces_of(sink.texts[-1])["seat-1"]


async def test_a_change_of_faces_made_here_is_shown_without_a_read(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four people who open a new table one after the other do not have it read four times."""
    sink = Sink()
    await joined(match, sink)
    reads: list[str] = []
    monkeypatch.setattr(hub_module, "load_snapshot", lambda match_id: reads.append(match_id))
    await db(leave_seat, match_id=match.pk, seat=1)
    await until(lambda: len(sink.texts) == 2)
    assert "mark-away" in pieces_of(sink.texts[-1])["seat-1"]
    await db(touch_presence, match_id=match.pk, seat=1, is_opening=True)
    await until(lambda: len(sink.texts) == 3)
    assert "mark-away" not in pieces_of(sink.texts[-1])["seat-1"]
    assert reads == []


async def test_sockets_of_whoever_is_gone_are_closed_and_others_not(match: Match) -> None:
    """Case MP-06: all sockets of the one removed, and nobody else's."""
    gone = [Sink(player_id=7, group_id=3, device_id=1), Sink(player_id=7, group_id=3, device_id=2)]
    stays = [Sink(player_id=8, group_id=3, device_id=3), Sink(player_id=7, group_id=4, device_id=1), Sink()]
    await joined(match, *gone, *stays)
    hub.on_news(News(NewsKind.GONE, details={"group_id": 3, "player_id": 7, "device_id": None}), None)
    assert [sink.codes for sink in gone] == [[4001], [4001]]
    assert [sink.codes for sink in stays] == [[], [], []]
    hub.on_news(News(NewsKind.GONE, details={"device_id": 3, "is_final": False}), None)
    assert stays[0].codes == [4000]
    hub.on_news(News(NewsKind.GONE, details={}), None)
    assert stays[2].codes == []


async def test_the_watch_closes_sockets_that_lost_their_right_even_when_no_news_came(people: list[Person]) -> None:
    group = await db(make_group, player=people[0].player)
    await db(join_group, group=group, player=people[1].player)
    match = await db(seat_people, people, group=group)

    def sink(number: int, viewer: int | None) -> Sink:
        who = people[number]
        return Sink(viewer, player_id=who.player.pk, device_id=who.device.pk, group_id=group.pk)

    owner, watching = sink(0, 0), sink(0, None)
    other = sink(1, 1)
    await joined(match, owner, watching, other)
    await watch.look(hub, with_people=True)
    assert not owner.codes and not watching.codes and not other.codes
    await db(Membership.objects.filter(player=people[0].player).update, left_at=timezone.now())
    await watch.look(hub, with_people=True)
    assert owner.codes == [4001] and watching.codes == []  # who left may watch like anybody with the link
    await db(Membership.objects.filter(player=people[0].player).update, removed_at=timezone.now())
    await watch.look(hub, with_people=True)
    assert watching.codes == [4001] and other.codes == []
    await db(Device.objects.filter(pk=people[1].device.pk).update, revoked_at=timezone.now())
    await watch.look(hub, with_people=True)
    assert other.codes == [4001]


async def test_a_look_that_fails_is_made_again(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "PERIOD_SECONDS", 0)
    looks: list[int] = []
    enough = asyncio.Event()

    async def look(hub: Hub, *, with_people: bool) -> None:
        looks.append(1)
        if len(looks) == 3:
            enough.set()
        raise ZeroDivisionError

    monkeypatch.setattr(watch, "look", look)
    await joined(match, Sink())
    await asyncio.wait_for(enough.wait(), 10)


async def test_the_last_socket_takes_the_table_with_it(match: Match) -> None:
    one, two = Sink(), Sink()
    await joined(match, one, two)
    hub.leave(match.pk, one.connection)
    assert hub.match_ids == [match.pk] and hub.count("test") == 1
    hub.leave(match.pk, one.connection)
    hub.leave(match.pk, two.connection)
    assert hub.match_ids == [] and hub.count("test") == 0 and hub.open_sockets == 0


async def test_a_fault_in_one_call_of_the_hub_does_not_stop_the_next(match: Match) -> None:
    hub.start()
    done: list[int] = []

    def fail() -> None:
        raise ZeroDivisionError

    hub.call(fail)
    hub.call(done.append, 1)
    await until(lambda: done == [1])


async def test_a_hub_that_is_started_in_another_loop_begins_anew(match: Match) -> None:
    await joined(match, Sink())
    hub.start()
    assert hub.match_ids == [match.pk]
    await hub.stop()
    assert hub.match_ids == []
    hub.call(lambda: None)  # nobody is there; nothing happens


async def test_a_match_that_was_deleted_closes_its_sockets(match: Match) -> None:
    sink = Sink()
    await joined(match, sink)
    await db(Seat.objects.filter(match=match).delete)
    await db(Match.objects.filter(pk=match.pk).delete)
    hub.on_news(News(NewsKind.STEP, match.pk, 5), None)
    await until(lambda: sink.codes == [4004])
    hub.leave(match.pk, sink.connection)


async def test_reading_that_fails_leaves_the_table_as_it_was_and_works_the_next_time(
    match: Match, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Case WS-09: a database that is away for a moment."""
    sink = Sink()
    await joined(match, sink)
    bus.attach(None)
    await db(play, match, 0, people[0], 0)

    def fail(match_id: str) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(hub_module, "load_snapshot", fail)
        hub.on_news(News(NewsKind.STEP, match.pk, 1), None)
        await asyncio.gather(
            *[table.loading for table in hub._tables.values() if table.loading], return_exceptions=True
        )
    assert len(sink.texts) == 1
    await watch.look(hub, with_people=False)
    await until(lambda: len(sink.texts) == 2)


async def test_a_real_page_sees_the_absence_of_another(match: Match, people: list[Person]) -> None:
    anna, berta = await Page(match.pk, people[0]).open(), await Page(match.pk, people[1]).open()
    await berta.leave()
    await watch.look(hub, with_people=False)
    await db(be_seen, match, 1, timezone.now() - timedelta(seconds=25))
    await anna.say("beat")
    await watch.look(hub, with_people=True)
    while "mark-away" not in anna.pieces["seat-1"]:
        await anna.take()
    assert "mark-away" not in anna.pieces["seat-0"]
    await leave_all(anna)
