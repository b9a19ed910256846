"""The Celery jobs: doubled, late, early, lost; cases CE-01, CE-03, CE-04, CE-06, CE-08, WS-08."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
import time_machine
from celery.worker.request import Request
from django.utils import timezone
from kombu import Message

from bozusite import celery_app
from games import tasks
from games.live import store
from games.models import Match, MatchStatus
from games.services.presence import touch_presence
from games.tasks import act, sweep
from tests.games.seated import Clock, Queued, assert_whole, be_seen, person, play, seat_people, steps_of
from tests.visitors import run_together

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


def test_one_timeout_job_twice_at_once_and_again_later_makes_one_step(clock: Clock) -> None:
    """Case CE-01."""
    anna, berta = person(), person()
    match = seat_people([anna, berta], turn_limit_seconds=30)
    clock.pass_seconds(31)
    be_seen(match, 0, clock.now)
    be_seen(match, 1, clock.now)
    run_together([partial(act, match.pk, 0), partial(act, match.pk, 0)])
    clock.pass_seconds(10)
    be_seen(match, 1, clock.now)
    act(match.pk, 0)
    assert steps_of(match) == [(1, 0, "flip", "timeout")]
    assert_whole(match)


def test_a_job_for_an_old_version_does_nothing(clock: Clock) -> None:
    """Case CE-03: nothing has to be revoked."""
    anna, berta = person(), person()
    match = seat_people([anna, berta], turn_limit_seconds=30)
    play(match, 0, anna, 0)
    clock.pass_seconds(300)
    act(match.pk, 0)
    assert len(steps_of(match)) == 1


def test_a_job_of_a_match_that_is_gone_or_over_does_nothing(clock: Clock) -> None:
    act("nosuchmatch2", 0)
    anna, berta = person(), person()
    match = seat_people([anna, berta], deck=[3])
    play(match, 0, anna, 0)
    clock.pass_seconds(100)
    act(match.pk, 1)
    sweep()
    match.refresh_from_db()
    assert match.status == MatchStatus.FINISHED and len(steps_of(match)) == 1


def test_an_early_job_asks_for_itself_again_and_never_acts_early(clock: Clock, queued: Queued) -> None:
    """Case CE-08: a worker whose clock is ahead runs the job too soon; a 30 s turn still lasts 30 s."""
    anna, berta = person(), person()
    match = seat_people([anna, berta], turn_limit_seconds=30)
    queued.jobs.clear()
    clock.pass_seconds(10)
    be_seen(match, 0, clock.now)
    be_seen(match, 1, clock.now)
    touch_presence(match_id=match.pk, seat=0, is_opening=False)
    act(match.pk, 0)
    assert steps_of(match) == []
    assert queued.jobs == [(match.pk, 0, pytest.approx(20, abs=1.1))]
    clock.pass_seconds(21)
    be_seen(match, 0, clock.now)
    be_seen(match, 1, clock.now)
    act(match.pk, 0)
    assert steps_of(match) == [(1, 0, "flip", "timeout")]


def test_a_lost_job_is_made_good_by_the_sweep_within_its_quarter_second(clock: Clock, queued: Queued) -> None:
    """Case CE-04."""
    anna = person()
    match = seat_people([anna], cpus=3, first_seat=1)
    queued.jobs.clear()
    clock.pass_seconds(1.3)
    sweep()
    assert steps_of(match) == []
    clock.pass_seconds(0.15)
    sweep()
    assert steps_of(match) == [(1, 1, "flip", "cpu")]


def test_two_sweeps_at_once_over_twenty_overdue_tables_make_one_step_each(clock: Clock) -> None:
    """Case CE-06."""
    matches = [seat_people([person()], cpus=2, first_seat=1) for _ in range(20)]
    clock.pass_seconds(2)
    run_together([sweep, sweep])
    assert [len(steps_of(match)) for match in matches] == [1] * 20
    for match in matches:
        assert_whole(match)


def test_a_hundred_limits_that_expire_in_one_process_are_all_acted_on(clock: Clock) -> None:
    """Case WS-08."""
    anna, berta = person(), person()
    matches = [seat_people([anna, berta], turn_limit_seconds=30) for _ in range(100)]
    clock.pass_seconds(31.3)
    for match in matches:
        be_seen(match, 0, clock.now)
        be_seen(match, 1, clock.now)
    Match.objects.update(due_at=clock.now - timedelta(seconds=0.3))
    sweep()
    assert {tuple(steps_of(match)) for match in matches} == {((1, 0, "flip", "timeout"),)}


def test_a_broken_match_does_not_stop_the_others(clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    bad = seat_people([person()], cpus=2, first_seat=1)
    good = seat_people([person()], cpus=2, first_seat=1)
    Match.objects.filter(pk=bad.pk).update(state="{}", due_at=clock.now)
    clock.pass_seconds(2)
    sweep()
    assert len(steps_of(good)) == 1 and steps_of(bad) == []
    assert f"Sweeping match {bad.pk} failed" in caplog.text


def test_presence_that_came_meanwhile_moves_the_look_instead_of_acting(clock: Clock) -> None:
    anna, berta = person(), person()
    match = seat_people([anna, berta])
    clock.pass_seconds(23)
    be_seen(match, 0, clock.now)
    be_seen(match, 1, clock.now)
    sweep()
    match.refresh_from_db()
    assert steps_of(match) == [] and match.due_at == clock.now + timedelta(seconds=20)


def test_the_worker_judges_by_the_database_and_not_by_its_own_clock(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Case CE-08."""
    anna, berta = person(), person()
    match = seat_people([anna, berta], turn_limit_seconds=30)
    monkeypatch.setattr("time.time", lambda: clock.now.timestamp() + 1000)
    act(match.pk, 0)
    sweep()
    assert steps_of(match) == []
    assert tasks.store is store


@pytest.mark.parametrize("ahead_seconds", [20, -20])
def test_a_worker_whose_clock_is_wrong_throws_no_periodic_job_away(ahead_seconds: int) -> None:
    """Case CE-08: whether a job has expired is judged by the worker's own clock."""
    for entry in celery_app.conf.beat_schedule.values():
        sent = celery_app.amqp.as_task_v2("1", entry["task"], expires=entry["options"]["expires"])
        message = Message(body=sent.body, headers=sent.headers, properties=sent.properties)
        with time_machine.travel(timezone.now() + timedelta(seconds=ahead_seconds), tick=False):
            assert not Request(message, app=celery_app, decoded=True).maybe_expire(), entry["task"]
