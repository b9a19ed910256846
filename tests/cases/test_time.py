"""Deadlines, limits and the people behind them; cases CE-02, CE-07, CE-09 to CE-12, WS-01, NW-03."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from games import jobs
from games.live.snapshot import load_snapshot, remaining_ms
from games.models import HouseRules, Match
from games.selectors.matches import table_access
from games.services.group_matches import start_group_match
from games.services.play import settle_due
from games.services.presence import leave_seat, touch_presence
from games.services.rules import change_house_rules, wish_of
from games.tasks import sweep
from tests.games.finished import visitor_of
from tests.games.seated import Clock, assert_whole, be_seen, person, play, seat_of, seat_people, steps_of
from tests.visitors import Visitor, new_group, run_together

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


def test_a_flip_at_the_last_tenth_of_a_second_counts_once_and_only_the_next_timer_shows(clock: Clock) -> None:
    """Case CE-02: the job of the old step runs at 30.1 s."""
    anna, berta = person("Anna"), person("Berta")
    match = seat_people([anna, berta], turn_limit_seconds=30)
    clock.pass_seconds(29.9)
    for seat in (0, 1):
        be_seen(match, seat, clock.now)
    assert play(match, 0, anna, 0).error is None
    clock.pass_seconds(0.2)
    settle_due(match_id=match.pk, version=0)
    assert steps_of(match) == [(1, 0, "flip", "person")]
    snapshot = load_snapshot(match.pk)
    assert snapshot.view.turn == 1 and remaining_ms(snapshot, clock.now) == 29_800
    page = visitor_of(berta.player).get(f"/en/t/{match.pk}/").content.decode()
    assert page.count('id="clock"') == 1 and 'data-remaining="29800"' in page
    assert_whole(match)


def test_coming_and_going_ten_times_moves_no_deadline_of_anybody(clock: Clock) -> None:
    """Case CE-10: reloads, leaving by the menu and coming back, on the own turn and on the other's."""
    anna, berta = person("Anna"), person("Berta")
    match = seat_people([anna, berta], turn_limit_seconds=60)
    visitors = [visitor_of(anna.player), visitor_of(berta.player)]
    match.refresh_from_db()
    deadline = match.deadline_at
    for _ in range(10):
        clock.pass_seconds(1)
        for seat, visitor in enumerate(visitors):
            assert visitor.get(f"/en/t/{match.pk}/").status_code == 200
            leave_seat(match_id=match.pk, seat=seat)
            touch_presence(match_id=match.pk, seat=seat, is_opening=True)
        match.refresh_from_db()
        assert match.deadline_at == deadline and match.version == 0


def test_the_limit_of_a_running_match_cannot_be_changed(clock: Clock) -> None:
    """Case CE-10: switched off and on in the lobby it counts at the start; during play it counts for the next one."""
    group, players = new_group("Anna", "Berta")

    def set_limit(seconds: int | None) -> None:
        house = HouseRules.objects.get(group=group)
        wish = replace(wish_of(house), turn_limit_seconds=seconds)
        change_house_rules(group=group, by=players[0], version=house.version, wish=wish)

    for seconds in (30, None, 60):
        set_limit(seconds)
    match = start_group_match(group=group, by=players[0])
    before = (match.turn_limit_seconds, match.deadline_at)
    assert before[0] == 60 and before[1] is not None
    for seconds in (None, 30):
        set_limit(seconds)
    match.refresh_from_db()
    assert (match.turn_limit_seconds, match.deadline_at) == before


@pytest.mark.parametrize("shown", [1, 0])
def test_a_flip_while_one_or_zero_is_shown_has_one_outcome_and_its_player_is_told(shown: int, clock: Clock) -> None:
    """Case CE-11, 100 times each: with 300 ms of delay, together with the job; a late one is told so in words."""
    anna, berta = person("Anna"), person("Berta")
    late = 0
    for number in range(100):
        match = seat_people([anna, berta], turn_limit_seconds=30)
        offset = (29.2 if shown else 30.1) + 0.3 + (number % 5) * 0.2  # up to 31.2 s: around the end of the slack
        clock.pass_seconds(offset)
        for seat in (0, 1):
            be_seen(match, seat, clock.now)
        job = partial(settle_due, match_id=match.pk, version=0)
        result, *_ = run_together([partial(play, match, 0, anna, 0), job])
        log = steps_of(match)
        assert len(log) == 1
        if result.error is None:
            assert log[0][3] == "person"
        else:
            late += 1
            assert log[0][3] == "timeout" and offset >= 31
            said = visitor_of(anna.player).post(f"/en/t/{match.pk}/do/", {"action": "flip", "version": "0"})
            page = visitor_of(anna.player).get(said["Location"]).content.decode()
            assert "It is not your turn" in page or "already" in page
        assert log[0][3] == "person" or offset >= 31, "before the slack is over the move counts"
        match.refresh_from_db()
        assert match.version == 1
    assert shown == 0 or late == 0


def test_a_missed_step_is_shown_at_the_seat_and_told_to_its_owner(clock: Clock) -> None:
    """Case CE-11: the player is told why."""
    anna, berta = person("Anna"), person("Berta")
    match = seat_people([anna, berta], turn_limit_seconds=30)
    clock.pass_seconds(31)
    for seat in (0, 1):
        be_seen(match, seat, clock.now)
    settle_due(match_id=match.pk)
    assert load_snapshot(match.pk).seats[0].missed_steps == 1
    assert "mark-missed" in Visitor().get(f"/en/t/{match.pk}/").content.decode()
    page = visitor_of(anna.player).get(f"/en/t/{match.pk}/").content.decode()
    meanwhile = page.partition('id="meanwhile"')[2].partition("</details>")[0]
    assert "the CPU made 1 step" in meanwhile


def test_five_absent_people_cost_a_round_ten_seconds_and_not_five_minutes(clock: Clock) -> None:
    """Case CE-12: six seats, five away, limit 60 s; three rounds."""
    people = [person(f"P{number}") for number in range(6)]
    match = seat_people(people, turn_limit_seconds=60)
    for seat in range(1, 6):
        leave_seat(match_id=match.pk, seat=seat)
    rounds = []
    for _ in range(3):
        be_seen(match, 0, clock.now)
        match.refresh_from_db()
        assert match.turn == 0
        assert play(match, 0, people[0], match.version).error is None
        began = clock.now
        while True:
            clock.pass_seconds(0.1)
            be_seen(match, 0, clock.now)
            settle_due(match_id=match.pk)
            match.refresh_from_db()
            if match.turn == 0:
                break
        rounds.append((clock.now - began).total_seconds())
    assert max(rounds) <= 5 * 2 + 0.6, rounds


@pytest.mark.parametrize("whose", ["own", "another's"])
def test_a_device_without_power_is_away_in_time_and_its_seat_stays_its_own(whose: str, clock: Clock) -> None:
    """Case WS-01: no close frame ever comes; away within 20 s, played by the CPU, and still the device's seat."""
    anna, berta = person("Anna"), person("Berta")
    match = seat_people([anna, berta])
    if whose == "another's":
        assert play(match, 0, anna, 0).error is None  # and now Berta thinks, while Anna's battery dies
    version = 0 if whose == "own" else 1
    acted_at = None
    start = clock.now
    for _ in range(60):
        clock.pass_seconds(1)
        be_seen(match, 1, clock.now)
        settle_due(match_id=match.pk)
        match.refresh_from_db()
        if match.version > version and acted_at is None:
            acted_at = (clock.now - start).total_seconds()
    assert load_snapshot(match.pk).seats[0].is_away and not load_snapshot(match.pk).seats[1].is_away
    if whose == "own":
        assert acted_at is not None and 20 <= acted_at <= 23
    else:
        assert acted_at is None, "the one who thinks is not played for"
        assert play(match, 1, berta, 1).error is None
        clock.pass_seconds(2)
        be_seen(match, 1, clock.now)
        settle_due(match_id=match.pk)
        assert steps_of(match)[-1][1:] == (0, "flip", "away")
    stranger = person("Somebody")
    assert table_access(match.pk, stranger.player).seat is None
    assert visitor_of(anna.player).get(f"/en/t/{match.pk}/").status_code == 200
    assert not load_snapshot(match.pk).seats[0].is_away and seat_of(match, 0).player_id == anna.player.pk


def test_a_page_is_told_how_long_is_left_and_no_time_of_day() -> None:
    """Case NW-03: whatever the device's clock or zone, only a number of milliseconds reaches it."""
    anna, berta = person("Anna"), person("Berta")
    match = seat_people([anna, berta], turn_limit_seconds=30)
    Match.objects.filter(pk=match.pk).update(deadline_at=timezone.now() + timedelta(seconds=20))
    page = Visitor().get(f"/en/t/{match.pk}/", headers={"Date": "Thu, 01 Jan 1970 00:00:00 GMT"}).content.decode()
    clock_piece = page.partition('<p id="clock"')[2].partition("</p>")[0] or page.partition('id="clock"')[2][:400]
    left = int(clock_piece.partition('data-remaining="')[2].partition('"')[0])
    assert 18_000 <= left <= 20_000
    assert str(timezone.now().year) not in clock_piece


@pytest.mark.parametrize("change", ["2026-03-29T01:00", "2026-10-25T01:00"])
def test_a_limit_lasts_its_minute_through_a_change_of_summer_time(change: str, clock: Clock, settings: Any) -> None:
    """Case CE-09: in Berlin, where a turn begins 20 s before the clocks are set."""
    settings.TIME_ZONE = "Europe/Berlin"
    anna, berta = person("Anna"), person("Berta")
    clock.now = datetime.fromisoformat(change).replace(tzinfo=UTC) - timedelta(seconds=20)
    with timezone.override("Europe/Berlin"):
        before = timezone.localtime(clock.now).utcoffset()
        match = seat_people([anna, berta], turn_limit_seconds=60)
        assert remaining_ms(load_snapshot(match.pk), clock.now) == 60_000
        for seconds, expected in ((60.9, []), (0.4, [(1, 0, "flip", "timeout")])):
            clock.pass_seconds(seconds)
            for seat in (0, 1):
                be_seen(match, seat, clock.now)
            sweep()
            assert steps_of(match) == expected
        assert timezone.localtime(clock.now).utcoffset() != before
        assert remaining_ms(load_snapshot(match.pk), clock.now) == 60_000
    page = visitor_of(berta.player).get(f"/en/t/{match.pk}/").content.decode()
    assert 'data-remaining="60000"' in page


def test_jobs_are_asked_for_after_the_commit_however_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Case CE-07: half a second at the start and at each flip; a worker that is quicker finds what it was sent for."""
    order: list[str] = []
    usual = BaseDatabaseWrapper._commit  # type: ignore[attr-defined]

    def commit(wrapper: BaseDatabaseWrapper) -> None:
        order.append("begun")
        time.sleep(0.5)
        usual(wrapper)
        order.append("committed")

    def enqueue_act(*, match_id: str, version: int, countdown_seconds: float) -> None:
        assert order[-1] != "begun"
        order.append(f"job {version}, row {Match.objects.values_list('version', flat=True).get(pk=match_id)}")

    anna, berta = person("Anna"), person("Berta")
    monkeypatch.setattr(BaseDatabaseWrapper, "_commit", commit)
    monkeypatch.setattr(jobs, "enqueue_act", enqueue_act)
    match = seat_people([anna, berta], turn_limit_seconds=30)
    for version, (seat, who) in enumerate(((0, anna), (1, berta))):
        assert play(match, seat, who, version).error is None
    for version in range(3):
        asked = order.index(f"job {version}, row {version}")
        assert order[asked - 1] == "committed"
