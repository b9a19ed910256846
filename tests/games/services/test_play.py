"""The one way for a step: acceptance, refusal, automatic steps, ends; cases CE-01, 02, 06, WS-11, MP-07, MP-08."""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial

import pytest
from django.db import DatabaseError
from django.utils import timezone

from accounts.models import Membership
from games import engine
from games.errors import ErrorCode
from games.live.known import forget_all, known_match
from games.live.snapshot import load_snapshot
from games.live.store import Batch, MatchRow
from games.models import Match, MatchStatus, PlayedBy
from games.services import ratings as ratings_door
from games.services.groups import join_group, make_group
from games.services.play import StepResult, play_action, settle_due
from games.services.presence import leave_seat, touch_presence
from tests.games.seated import (
    PLAIN,
    START,
    Clock,
    Queued,
    Told,
    assert_whole,
    be_seen,
    person,
    play,
    seat_of,
    seat_people,
    steps_of,
)
from tests.visitors import run_together

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

EMPERORS = (1, 13, 15)
MONK = min(engine.MONKS)


def automatic(match: Match, seat: int, version: int, played_by: str = "cpu") -> StepResult:
    return play_action(
        match_id=match.pk, seat=seat, action="flip", version=version, played_by=played_by, device_id=None
    )


def test_a_step_of_the_person_on_turn_is_accepted_and_logged(clock: Clock, told: Told) -> None:
    anna, berta = person("Anna"), person("Berta")
    match = seat_people([anna, berta])
    clock.pass_seconds(3)
    assert play(match, 0, anna, 0) == StepResult(None, 1)
    match.refresh_from_db()
    assert (match.version, match.turn, match.step_at) == (1, 1, START + timedelta(seconds=3))
    assert steps_of(match) == [(1, 0, "flip", "person")]
    assert told.kinds == ["step"]
    assert_whole(match)


@pytest.mark.parametrize("is_known", [True, False])
def test_every_wrong_step_is_refused_with_its_reason_and_changes_nothing(is_known: bool) -> None:
    anna, berta, other = person("Anna"), person("Berta"), person("Other")
    match = seat_people([anna, berta])
    play(match, 0, anna, 0)
    if is_known:
        load_snapshot(match.pk)
    else:
        forget_all()
    refused = {
        "old version": (play(match, 1, berta, 0), ErrorCode.STALE),
        "version from the future": (play(match, 1, berta, 2), ErrorCode.STALE),
        "other seat": (play(match, 0, anna, 1), ErrorCode.NOT_YOUR_TURN),
        "stop without a choice": (play(match, 1, berta, 1, "stop"), ErrorCode.ILLEGAL_ACTION),
        "no action at all": (play(match, 1, berta, 1, "cheat"), ErrorCode.ILLEGAL_ACTION),
        "somebody else's device": (play(match, 1, anna, 1), ErrorCode.NOT_YOUR_SEAT),
        "a stranger's device": (play(match, 1, other, 1), ErrorCode.NOT_YOUR_SEAT),
        "no device": (
            play_action(match_id=match.pk, seat=1, action="flip", version=1, played_by=PlayedBy.PERSON, device_id=None),
            ErrorCode.NOT_YOUR_SEAT,
        ),
        "no such seat": (play(match, 5, berta, 1), None),
        "no such match": (play(Match(pk="nosuchmatch2"), 1, berta, 1), ErrorCode.NOT_FOUND),
    }
    for what, (result, error) in refused.items():
        assert result.error == error or (error is None and result.error is not None), what
    assert len(steps_of(match)) == 1
    assert play(match, 1, berta, 1).error is None
    assert_whole(match)


def test_a_match_that_is_over_takes_no_step(clock: Clock) -> None:
    anna, berta = person(), person()
    match = seat_people([anna, berta], deck=PLAIN[:1])
    assert play(match, 0, anna, 0).error is None
    assert play(match, 1, berta, 1).error is ErrorCode.NOT_LIVE


@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize("change", ["revoked", "banned", "deleted"])
def test_a_device_that_may_not_speak_any_more_is_refused_at_the_row(change: str, is_known: bool) -> None:
    """Case WS-11: what was true when the socket opened does not count."""
    anna, berta = person(), person()
    match = seat_people([anna, berta])
    if is_known:
        load_snapshot(match.pk)
    row = anna.device if change == "revoked" else anna.player
    setattr(row, f"{change}_at", timezone.now())
    row.save()
    expected = ErrorCode.BANNED if change == "banned" else ErrorCode.NOT_YOUR_SEAT
    assert play(match, 0, anna, 0) == StepResult(expected, 0)
    assert steps_of(match) == []


@pytest.mark.parametrize(("change", "error"), [("left_at", ErrorCode.NOT_MEMBER), ("removed_at", ErrorCode.REMOVED)])
def test_who_is_no_member_any_more_cannot_step_and_a_member_can(change: str, error: ErrorCode) -> None:
    anna, berta = person("Anna"), person("Berta")
    group = make_group(player=anna.player)
    join_group(group=group, player=berta.player)
    match = seat_people([anna, berta], group=group)
    load_snapshot(match.pk)
    Membership.objects.filter(player=anna.player).update(**{change: timezone.now()})
    assert play(match, 0, anna, 0).error is error
    Membership.objects.filter(player=anna.player).update(**{change: None})
    assert play(match, 0, anna, 0).error is None


def test_flip_and_stop_at_one_moment_give_one_step() -> None:
    """Case HX-02: the first accepted wins, the other is refused."""
    anna, berta = person(), person()
    match = seat_people([anna, berta], deck=(*EMPERORS, *PLAIN))
    play(match, 0, anna, 0)
    for version in range(1, 3):
        results = run_together([partial(play, match, 0, anna, version, action) for action in ("flip", "stop") * 3])
        assert sorted(result.error is None for result in results) == [False] * 5 + [True]
        match.refresh_from_db()
        if match.turn != 0:
            break
    assert len(steps_of(match)) == match.version
    assert_whole(match)


def test_a_long_match_of_many_people_at_once_loses_and_doubles_nothing() -> None:
    people = [person(str(number)) for number in range(4)]
    match = seat_people(people)
    for version in range(20):
        results = run_together([partial(play, match, version % 4, people[version % 4], version) for _ in range(3)])
        assert [result.error for result in results].count(None) == 1
    assert len(steps_of(match)) == 20
    assert_whole(match)


def test_a_cpu_step_waits_for_its_pace_and_a_second_job_does_nothing(clock: Clock, told: Told) -> None:
    """Cases CE-01 and CE-06."""
    anna = person()
    match = seat_people([anna], cpus=3, first_seat=1)
    assert automatic(match, 1, 0).error is ErrorCode.NOT_DUE
    assert settle_due(match_id=match.pk) == pytest.approx(1.2)
    clock.pass_seconds(1.2)
    results = run_together([partial(settle_due, match_id=match.pk) for _ in range(4)])
    assert results == [None, pytest.approx(1.2), pytest.approx(1.2), pytest.approx(1.2)] or all(
        result is None or result == pytest.approx(1.2) for result in results
    )
    assert steps_of(match) == [(1, 1, "flip", "cpu")]
    assert automatic(match, 1, 0).error is ErrorCode.STALE
    clock.pass_seconds(60)
    be_seen(match, 0, clock.now)
    settle_due(match_id=match.pk, version=0)
    assert len(steps_of(match)) == 1
    assert_whole(match)


def test_each_cpu_step_asks_for_the_next_after_the_commit(clock: Clock, queued: Queued) -> None:
    anna = person()
    match = seat_people([anna], cpus=3, first_seat=1)
    assert queued.jobs == [(match.pk, 0, pytest.approx(1.2))]
    clock.pass_seconds(1.2)
    settle_due(match_id=match.pk)
    assert queued.jobs[1:] == [(match.pk, 1, pytest.approx(1.2))]
    clock.pass_seconds(1.2)
    settle_due(match_id=match.pk)
    clock.pass_seconds(1.2)
    settle_due(match_id=match.pk)
    # Now it is the person's turn, without a limit: nothing to ask for, the sweep sees to absences.
    assert [version for _, version, _ in queued.jobs] == [0, 1, 2]


def test_a_step_under_a_limit_asks_for_a_job_at_its_deadline(clock: Clock, queued: Queued) -> None:
    anna, berta = person(), person()
    match = seat_people([anna, berta], turn_limit_seconds=30)
    play(match, 0, anna, 0)
    assert queued.jobs == [(match.pk, 0, 31.0), (match.pk, 1, 31.0)]
    match.refresh_from_db()
    assert match.deadline_at == START + timedelta(seconds=30)


def test_a_late_move_counts_until_the_deadline_job_has_acted(clock: Clock) -> None:
    """Cases CE-02 and CE-11: a flip at 30.9 of 30 s counts, and the next player has a full limit."""
    anna, berta = person(), person()
    match = seat_people([anna, berta], turn_limit_seconds=30)
    clock.pass_seconds(30.9)
    be_seen(match, 0, clock.now)
    be_seen(match, 1, clock.now)
    assert settle_due(match_id=match.pk, version=0) is None  # the sign of life moved nothing but the absence
    assert steps_of(match) == []
    assert play(match, 0, anna, 0).error is None
    clock.pass_seconds(0.2)
    assert settle_due(match_id=match.pk, version=0) is None
    match.refresh_from_db()
    assert match.deadline_at == clock.now + timedelta(seconds=29.8)
    assert steps_of(match) == [(1, 0, "flip", "person")]


def test_after_the_slack_the_cpu_makes_this_one_step_and_the_late_move_is_told_so(clock: Clock) -> None:
    anna, berta = person(), person()
    match = seat_people([anna, berta], turn_limit_seconds=30)
    clock.pass_seconds(31)
    be_seen(match, 0, clock.now)
    be_seen(match, 1, clock.now)
    settle_due(match_id=match.pk, version=0)
    assert steps_of(match) == [(1, 0, "flip", "timeout")]
    assert play(match, 0, anna, 0).error in (ErrorCode.STALE, ErrorCode.NOT_YOUR_TURN)
    assert seat_of(match, 0).missed_steps == 1 and not seat_of(match, 0).is_held_by_cpu
    match.refresh_from_db()
    assert match.deadline_at == clock.now + timedelta(seconds=30)


@pytest.mark.parametrize("order", ["move first", "deadline first", "together"])
def test_move_and_deadline_give_one_step(order: str, clock: Clock) -> None:
    anna, berta = person(), person()
    match = seat_people([anna, berta], turn_limit_seconds=30)
    clock.pass_seconds(31)
    be_seen(match, 0, clock.now)
    be_seen(match, 1, clock.now)
    move, job = partial(play, match, 0, anna, 0), partial(settle_due, match_id=match.pk, version=0)
    if order == "together":
        run_together([move, job, job])
    else:
        for part in (move, job) if order == "move first" else (job, move):
            part()
    log = steps_of(match)
    assert len(log) == 1
    if order != "together":
        assert log[0][3] == ("person" if order == "move first" else "timeout")
    assert_whole(match)


def test_two_missed_steps_in_a_row_give_the_seat_to_the_cpu_until_its_owner_acts(clock: Clock) -> None:
    anna, berta = person(), person()
    match = seat_people([anna, berta], turn_limit_seconds=30)
    for version in range(4):
        clock.pass_seconds(31)
        be_seen(match, 0, clock.now)
        be_seen(match, 1, clock.now)
        if version % 2 == 0:
            settle_due(match_id=match.pk)
        else:
            play(match, 1, berta, version)
    assert seat_of(match, 0).is_held_by_cpu
    clock.pass_seconds(1.2)
    settle_due(match_id=match.pk)
    assert steps_of(match)[-1] == (5, 0, "flip", "cpu")
    play(match, 1, berta, 5)
    # On the own turn the owner may simply act.
    assert play(match, 0, anna, 6).error is None
    assert not seat_of(match, 0).is_held_by_cpu and seat_of(match, 0).missed_steps == 0


def test_a_move_between_two_missed_steps_starts_the_count_anew(clock: Clock) -> None:
    anna, berta = person(), person()
    match = seat_people([anna, berta], turn_limit_seconds=30)

    def miss() -> None:
        clock.pass_seconds(31)
        be_seen(match, 0, clock.now)
        be_seen(match, 1, clock.now)
        settle_due(match_id=match.pk)

    miss()
    play(match, 1, berta, 1)
    play(match, 0, anna, 2)
    play(match, 1, berta, 3)
    miss()
    assert seat_of(match, 0).missed_steps == 1 and not seat_of(match, 0).is_held_by_cpu


def test_an_away_seat_is_played_two_seconds_into_its_turn_with_and_without_a_limit(clock: Clock) -> None:
    """Cases MP-07 and CE-12."""
    for limit in (None, 60):
        anna, berta = person(), person()
        match = seat_people([anna, berta], turn_limit_seconds=limit)
        clock.pass_seconds(25)
        be_seen(match, 0, clock.now)
        play(match, 0, anna, 0)
        clock.pass_seconds(1.9)
        settle_due(match_id=match.pk)
        assert len(steps_of(match)) == 1
        clock.pass_seconds(0.1)
        settle_due(match_id=match.pk)
        assert steps_of(match)[-1] == (2, 1, "flip", "away")


def test_a_return_within_the_delay_makes_the_next_decision_the_owners(clock: Clock) -> None:
    """Case MP-08: before the CPU moved, during its delay, and after."""
    anna, berta = person(), person()
    match = seat_people([anna, berta])
    leave_seat(match_id=match.pk, seat=1)
    play(match, 0, anna, 0)
    clock.pass_seconds(1.5)
    touch_presence(match_id=match.pk, seat=1, is_opening=True)
    clock.pass_seconds(0.5)
    assert settle_due(match_id=match.pk, version=1) is not None
    assert len(steps_of(match)) == 1
    assert play(match, 1, berta, 1).error is None


@pytest.mark.parametrize("first", ["return", "job", "together"])
def test_a_return_against_the_cpu_step_gives_one_action_and_working_controls(first: str, clock: Clock) -> None:
    anna, berta = person(), person()
    match = seat_people([anna, berta])
    leave_seat(match_id=match.pk, seat=1)
    play(match, 0, anna, 0)
    clock.pass_seconds(2)
    comes = partial(touch_presence, match_id=match.pk, seat=1, is_opening=True)
    job = partial(settle_due, match_id=match.pk, version=1)
    if first == "together":
        run_together([comes, job])
    else:
        for part in (comes, job) if first == "return" else (job, comes):
            part()
    taken = len(steps_of(match)) == 2
    assert taken is (first == "job") or first == "together"
    assert seat_of(match, 1).left_at is None and not seat_of(match, 1).is_held_by_cpu
    if taken:
        assert play(match, 0, anna, 2).error is None
        assert play(match, 1, berta, 3).error is None
    else:
        assert play(match, 1, berta, 1).error is None
    assert_whole(match)


def test_nobody_left_at_a_friendly_match_pauses_it_and_half_an_hour_later_it_is_given_up(
    clock: Clock, told: Told
) -> None:
    """Case MP-11."""
    anna = person()
    match = seat_people([anna], cpus=3, first_seat=1)
    for _ in range(2):
        clock.pass_seconds(1.2)
        settle_due(match_id=match.pk)
    clock.pass_seconds(17.6)
    settle_due(match_id=match.pk)  # due before she was away: it is made
    settle_due(match_id=match.pk)
    match.refresh_from_db()
    assert (match.status, match.version) == (MatchStatus.PAUSED, 3)
    assert told.kinds == ["step", "step", "step", "faces"]
    clock.pass_seconds(1799)
    settle_due(match_id=match.pk)
    match.refresh_from_db()
    assert match.status == MatchStatus.PAUSED
    clock.pass_seconds(1)
    settle_due(match_id=match.pk)
    match.refresh_from_db()
    assert (match.status, match.due_at, match.turn) == (MatchStatus.ABANDONED, None, None)
    assert match.finished_at == clock.now and match.result is None


def test_a_person_who_comes_back_to_a_paused_match_finds_it_going_on_with_a_full_limit(clock: Clock) -> None:
    anna = person()
    match = seat_people([anna], cpus=3, turn_limit_seconds=30)
    clock.pass_seconds(20)
    settle_due(match_id=match.pk)
    clock.pass_seconds(600)
    touch_presence(match_id=match.pk, seat=0, is_opening=True)
    match.refresh_from_db()
    assert match.status == MatchStatus.RUNNING
    assert match.deadline_at == clock.now + timedelta(seconds=30)
    assert play(match, 0, anna, 0).error is None


def test_a_rated_match_without_anybody_is_played_out_by_the_cpu(clock: Clock) -> None:
    anna, berta = person(), person()
    match = seat_people([anna, berta], is_rated=True, deck=PLAIN[:6])
    clock.pass_seconds(60)
    for _ in range(10):
        settle_due(match_id=match.pk)
        clock.pass_seconds(2)
    match.refresh_from_db()
    assert match.status == MatchStatus.FINISHED
    assert [by for _, _, _, by in steps_of(match)] == ["away"] * 4 + ["cpu"] * 2
    assert match.result is not None and match.result["ranks"] == [1, 1]


def test_the_end_writes_result_ranks_and_ratings_in_one_transaction(clock: Clock, told: Told) -> None:
    from ratings.models import RatingEntry

    anna, berta = person(), person()
    match = seat_people([anna, berta], is_rated=True, deck=(*PLAIN[:2], MONK, *PLAIN[2:3]))
    load_snapshot(match.pk)
    for version in range(4):
        who = (anna, berta)[version % 2]
        assert play(match, version % 2, who, version).error is None
    match.refresh_from_db()
    assert match.status == MatchStatus.FINISHED and match.turn is None and match.due_at is None
    # A courtier each, then the monk sends Anna's to the pile, and Berta has two.
    assert match.result == {
        "ranks": [2, 1],
        "winners": [1],
        "counts": [0, 2],
        "out": [False, False],
        "left": 2,
        "first_seat": 0,
    }
    assert RatingEntry.objects.filter(rated_match__match_id=match.pk).count() == 2
    news, snapshot = told.news[-1]
    assert news.version == 4 and snapshot is not None
    assert snapshot == load_snapshot(match.pk)
    assert snapshot.ranks == tuple(match.result["ranks"])


def test_a_friendly_end_rates_nobody() -> None:
    from ratings.models import RatingEntry

    anna, berta = person(), person()
    match = seat_people([anna, berta], deck=PLAIN[:1])
    play(match, 0, anna, 0)
    assert not RatingEntry.objects.exists()


def test_a_fault_of_the_ratings_does_not_keep_a_match_from_ending(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*, result: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(ratings_door, "rate_match", fail)
    anna, berta = person(), person()
    match = seat_people([anna, berta], is_rated=True, deck=PLAIN[:1])
    assert play(match, 0, anna, 0).error is None
    match.refresh_from_db()
    assert match.status == MatchStatus.FINISHED
    assert "without its rating" in caplog.text


def test_matches_of_the_same_people_in_reverse_seats_end_at_once_without_a_deadlock() -> None:
    """Case DB-02."""
    from ratings.models import RatingEntry

    people = [person(str(number)) for number in range(6)]
    for _ in range(5):
        one = seat_people(people, is_rated=True, deck=PLAIN[:1])
        two = seat_people(people[::-1], is_rated=True, deck=PLAIN[:1])
        results = run_together([partial(play, one, 0, people[0], 0), partial(play, two, 0, people[5], 0)])
        assert [result.error for result in results] == [None, None]
    assert (
        RatingEntry.objects.filter(rated_match__match_id__isnull=False).values("rated_match").distinct().count() == 10
    )


def test_the_snapshot_made_by_a_step_equals_the_one_read_from_the_rows(clock: Clock, told: Told) -> None:
    people = [person(str(number)) for number in range(3)]
    match = seat_people(people, deck=(13, *PLAIN[:5], 2, MONK, 10, *PLAIN[5:9]), turn_limit_seconds=30)
    load_snapshot(match.pk)
    while match.turn is not None:
        clock.pass_seconds(1)
        assert play(match, match.turn, people[match.turn], match.version).error is None
        match.refresh_from_db()
        made = told.news[-1][1]
        entry = known_match(match.pk)
        forget_all()
        assert load_snapshot(match.pk) == made
        assert made is not None and entry is not None and entry.snapshot == made


def test_a_step_that_needs_no_read_is_one_update_and_one_line(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, berta = person(), person()
    match = seat_people([anna, berta])
    load_snapshot(match.pk)
    read: list[str] = []
    whole = Batch._read

    def noted(batch: Batch, match_id: str) -> MatchRow | None:
        read.append(match_id)
        return whole(batch, match_id)

    monkeypatch.setattr(Batch, "_read", noted)
    assert play(match, 0, anna, 0).error is None
    assert read == []
    leave_seat(match_id=match.pk, seat=0)
    read.clear()
    # A seat that its owner left must be seen, so that it is not waited for.
    assert play(match, 1, berta, 1).error is None
    assert read == [match.pk]
    match.refresh_from_db()
    assert match.due_at == clock.now + timedelta(seconds=2)


def test_nothing_of_the_draw_pile_gets_into_logs_and_results(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Case MP-12: a fault while a step is made tells nothing of the order."""
    anna, berta = person(), person()
    deck = engine.derive_deck(b"a" * 32, ("", ""))
    match = seat_people([anna, berta], deck=deck)
    secret = Match.objects.get(pk=match.pk).deck_secret
    order = ", ".join(str(card) for card in deck[40:45])
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr(engine, "encode", lambda state: (_ for _ in ()).throw(RuntimeError("codec")))
    with pytest.raises(RuntimeError):
        play(match, 0, anna, 0)
    monkeypatch.undo()
    known = known_match(match.pk)
    text = caplog.text + repr(known) + repr(load_snapshot(match.pk)) + repr(play(match, 0, anna, 0))
    assert order not in text and secret not in text


def test_a_database_that_fails_twice_raises_and_a_single_failure_is_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Case WS-09: a restarted database costs one retry."""
    anna, berta = person(), person()
    match = seat_people([anna, berta])
    fails = [1]
    whole = Batch.write_log

    def write_log(self: Batch) -> None:
        if fails[0] > 0:
            fails[0] -= 1
            raise DatabaseError("the server closed the connection")
        whole(self)

    monkeypatch.setattr(Batch, "write_log", write_log)
    assert play(match, 0, anna, 0).error is None
    assert_whole(match)
    fails[0] = 2
    with pytest.raises(DatabaseError):
        play(match, 1, berta, 1)
    assert play(match, 1, berta, 1).error is None
    assert_whole(match)
