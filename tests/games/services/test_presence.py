"""Coming, leaving, being seen; cases CE-10, MP-07, MP-09 and what follows for whose turn it is."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.errors import ErrorCode, ServiceError
from games.models import MatchStatus, Seat
from games.services.play import settle_due
from games.services.presence import leave_matches_of, leave_seat, take_back, touch_presence
from tests.games.seated import Clock, Queued, Told, be_seen, person, play, seat_of, seat_people, steps_of

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


def test_reloading_ten_times_moves_no_deadline(clock: Clock) -> None:
    """Case CE-10."""
    anna, berta = person(), person()
    match = seat_people([anna, berta], turn_limit_seconds=30)
    deadline_at = match.deadline_at
    for number in range(10):
        clock.pass_seconds(1)
        touch_presence(match_id=match.pk, seat=number % 2, is_opening=True)
        touch_presence(match_id=match.pk, seat=number % 2, is_opening=False)
        match.refresh_from_db()
        assert match.deadline_at == deadline_at


def test_a_heartbeat_moves_only_when_the_seat_was_last_seen(clock: Clock, told: Told) -> None:
    anna, berta = person(), person()
    match = seat_people([anna, berta])
    Seat.objects.filter(match=match, number=0).update(missed_steps=2, is_held_by_cpu=True)
    clock.pass_seconds(7)
    touch_presence(match_id=match.pk, seat=0, is_opening=False)
    seat = seat_of(match, 0)
    assert (seat.last_seen_at, seat.missed_steps, seat.is_held_by_cpu) == (clock.now, 2, True)
    assert told.news == []


def test_opening_the_page_gives_a_kept_seat_back_at_once_and_tells_everybody(clock: Clock, told: Told) -> None:
    anna, berta = person(), person()
    match = seat_people([anna, berta])
    Seat.objects.filter(match=match, number=0).update(missed_steps=2, is_held_by_cpu=True)
    clock.pass_seconds(1)
    touch_presence(match_id=match.pk, seat=0, is_opening=True, device_id=anna.device.pk)
    seat = seat_of(match, 0)
    assert (seat.missed_steps, seat.is_held_by_cpu, seat.device_ids) == (0, False, [anna.device.pk])
    assert told.kinds == ["faces"]
    match.refresh_from_db()
    assert match.due_at == clock.now + timedelta(seconds=20)  # unless one of the two shows life again
    touch_presence(match_id=match.pk, seat=0, is_opening=True, device_id=anna.device.pk)
    assert seat_of(match, 0).device_ids == [anna.device.pk]
    assert told.kinds == ["faces"]  # nothing changed that anybody could see


def test_leaving_on_the_own_turn_lets_the_cpu_play_on(clock: Clock, told: Told, queued: Queued) -> None:
    """Case MP-07: by menu on the own turn, without a limit."""
    anna, berta = person(), person()
    match = seat_people([anna, berta])
    queued.jobs.clear()
    leave_seat(match_id=match.pk, seat=0, device_id=anna.device.pk)
    assert queued.jobs == [(match.pk, 0, 2.0)] and told.kinds == ["faces"]
    clock.pass_seconds(2)
    settle_due(match_id=match.pk)
    assert steps_of(match) == [(1, 0, "flip", "away")]
    be_seen(match, 1, clock.now)
    play(match, 1, berta, 1)
    assert len(steps_of(match)) == 2


def test_two_who_leave_together_pause_a_friendly_match(clock: Clock) -> None:
    anna, berta = person(), person()
    match = seat_people([anna, berta])
    leave_seat(match_id=match.pk, seat=0)
    leave_seat(match_id=match.pk, seat=1)
    settle_due(match_id=match.pk)
    match.refresh_from_db()
    assert match.status == MatchStatus.PAUSED and match.version == 0


def test_a_heartbeat_after_a_long_sleep_wakes_a_paused_match_but_not_for_somebody_who_left(clock: Clock) -> None:
    anna = person()
    match = seat_people([anna], cpus=3)
    clock.pass_seconds(20)
    settle_due(match_id=match.pk)
    clock.pass_seconds(100)
    touch_presence(match_id=match.pk, seat=0, is_opening=False)
    match.refresh_from_db()
    assert match.status == MatchStatus.RUNNING
    leave_seat(match_id=match.pk, seat=0)
    settle_due(match_id=match.pk)
    touch_presence(match_id=match.pk, seat=0, is_opening=False)
    match.refresh_from_db()
    assert match.status == MatchStatus.PAUSED


def test_taking_back_needs_the_seats_own_device(clock: Clock) -> None:
    anna, berta = person(), person()
    match = seat_people([anna, berta])
    Seat.objects.filter(match=match, number=0).update(missed_steps=2, is_held_by_cpu=True)
    for act in (take_back, leave_seat):
        with pytest.raises(ServiceError) as refusal:
            act(match_id=match.pk, seat=0, device_id=berta.device.pk)
        assert refusal.value.code is ErrorCode.NOT_YOUR_SEAT
    assert seat_of(match, 0).is_held_by_cpu and seat_of(match, 0).left_at is None
    take_back(match_id=match.pk, seat=0, device_id=anna.device.pk)
    assert not seat_of(match, 0).is_held_by_cpu


def test_a_cpu_seat_a_wrong_seat_and_a_match_that_is_over_take_no_presence(clock: Clock, told: Told) -> None:
    anna = person()
    match = seat_people([anna], cpus=1, deck=[3])
    touch_presence(match_id=match.pk, seat=1, is_opening=True)
    touch_presence(match_id=match.pk, seat=4, is_opening=True)
    touch_presence(match_id="nosuchmatch2", seat=0, is_opening=True)
    assert seat_of(match, 1).last_seen_at is None
    play(match, 0, anna, 0)
    clock.pass_seconds(5)
    leave_seat(match_id=match.pk, seat=0)
    assert seat_of(match, 0).left_at is None


def test_somebody_removed_leaves_all_their_seats(clock: Clock) -> None:
    anna, berta = person(), person()
    matches = [seat_people([anna, berta]), seat_people([berta, anna])]
    leave_matches_of(player_id=anna.player.pk)
    assert [seat_of(matches[0], 0).left_at, seat_of(matches[1], 1).left_at] == [clock.now, clock.now]
    assert seat_of(matches[0], 1).left_at is None


def test_six_seats_of_which_five_are_away_go_round_in_ten_seconds(clock: Clock) -> None:
    """Case CE-12: with a limit of 60 s."""
    people = [person(str(number)) for number in range(6)]
    match = seat_people(people, turn_limit_seconds=60)
    clock.pass_seconds(30)
    begun_at = clock.now
    for round_ in range(2):
        be_seen(match, 0, clock.now)
        assert play(match, 0, people[0], round_ * 6).error is None
        while match.turn != 0 or match.version == round_ * 6:
            clock.pass_seconds(0.2)
            be_seen(match, 0, clock.now)
            settle_due(match_id=match.pk)
            match.refresh_from_db()
    assert clock.now - begun_at <= timedelta(seconds=2 * 5 * 2 + 1)
    assert {by for _, seat, _, by in steps_of(match) if seat} == {"away"}
