"""Who decides now: every combination of limits, absences and keepers; product.md, "Time limits, absence, CPU"."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from games.selectors.rules import Policy
from games.services.due import (
    Due,
    MatchFacts,
    Reason,
    SeatFacts,
    abandon_at,
    away_at,
    deadline,
    due,
    is_away,
    is_held_after_miss,
    is_plain,
    limit_at,
    nobody_left_at,
)

START = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
POLICY = Policy()
CPU = SeatFacts(is_cpu=True)


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def present(seconds: float = 0, **values: object) -> SeatFacts:
    """A person last seen so many seconds after the start."""
    return SeatFacts(is_cpu=False, last_seen_at=at(seconds), **values)  # type: ignore[arg-type]


def facts(
    *seats: SeatFacts, turn: int = 0, limit: int | None = None, step_at: float = 0, rated: bool = False
) -> MatchFacts:
    ends_at = None if limit is None else at(step_at + limit)
    return MatchFacts(turn, at(step_at), ends_at, rated, seats)


def test_a_cpu_seat_plays_at_its_pace() -> None:
    assert due(facts(CPU, present()), POLICY) == Due(at(1.2), Reason.CPU)


def test_a_kept_seat_plays_at_the_pace_of_the_cpu_even_with_its_owner_there() -> None:
    assert due(facts(present(is_held_by_cpu=True), present()), POLICY) == Due(at(1.2), Reason.CPU)


def test_a_present_person_without_a_limit_has_until_they_are_away_and_two_seconds_more() -> None:
    assert due(facts(present(5), present(25)), POLICY) == Due(at(5 + 20 + 2), Reason.AWAY)


def test_a_person_away_before_their_turn_is_played_two_seconds_into_it() -> None:
    assert due(facts(present(0), present(90), step_at=100), POLICY) == Due(at(102), Reason.AWAY)


def test_a_person_who_left_is_played_two_seconds_into_the_turn() -> None:
    gone = present(99, left_at=at(99))
    assert due(facts(gone, present(99), step_at=100), POLICY) == Due(at(102), Reason.AWAY)


def test_leaving_on_the_own_turn_counts_from_then() -> None:
    gone = present(107, left_at=at(107))
    assert due(facts(gone, present(107), step_at=100), POLICY) == Due(at(109), Reason.AWAY)


def test_the_deadline_has_a_second_of_slack() -> None:
    seats = (present(29), present(29))
    assert due(facts(*seats, limit=30), POLICY) == Due(at(31), Reason.TIMEOUT)
    assert limit_at(at(30), POLICY) == at(31)


def test_an_absence_comes_before_a_later_deadline_and_the_deadline_before_a_later_absence() -> None:
    """Case CE-12: away seats do not use a full limit each."""
    assert due(facts(present(0), present(70), limit=60, step_at=50), POLICY) == Due(at(52), Reason.AWAY)
    assert due(facts(present(40), present(70), limit=30), POLICY) == Due(at(31), Reason.TIMEOUT)


def test_somebody_never_seen_is_away_from_the_beginning_of_the_step() -> None:
    never = SeatFacts(is_cpu=False)
    assert due(facts(never, present(8)), POLICY) == Due(at(2), Reason.AWAY)


def test_a_friendly_match_waits_as_soon_as_the_last_person_is_away() -> None:
    assert due(facts(present(0), CPU, turn=0), POLICY) == Due(at(20), Reason.PAUSE)
    assert due(facts(present(0), CPU, turn=1, step_at=19.5), POLICY) == Due(at(20), Reason.PAUSE)
    assert due(facts(present(0), CPU, turn=1, step_at=18), POLICY) == Due(at(19.2), Reason.CPU)


def test_a_friendly_match_that_nobody_is_at_waits_from_the_step_on() -> None:
    assert due(facts(present(0), CPU, turn=1, step_at=50), POLICY) == Due(at(50), Reason.PAUSE)
    assert due(facts(present(0, left_at=at(3)), CPU, turn=0), POLICY) == Due(at(3), Reason.PAUSE)
    assert due(facts(SeatFacts(False), CPU, turn=0), POLICY) == Due(at(0), Reason.PAUSE)


def test_a_rated_match_is_played_out_without_anybody() -> None:
    gone = present(0)
    assert due(facts(gone, gone, rated=True, step_at=100), POLICY) == Due(at(102), Reason.AWAY)
    assert due(facts(gone, gone, rated=True, limit=30, step_at=100), POLICY) == Due(at(102), Reason.AWAY)


SEATS = [
    CPU,
    SeatFacts(False),
    *(
        present(seen, is_held_by_cpu=is_held, left_at=None if left is None else at(left))
        for seen, is_held, left in product((-60, -10, 0, 15), (False, True), (None, -30, 5))
    ),
]


@pytest.mark.parametrize("limit", [None, 30, 60])
@pytest.mark.parametrize("rated", [False, True])
def test_in_every_combination_somebody_acts_within_the_known_bounds(limit: int | None, rated: bool) -> None:
    """The table never stops: whatever the seats are like, something happens, and it is never before the step began."""
    for first, second, turn in product(SEATS, SEATS, (0, 1)):
        case = facts(first, second, turn=turn, limit=limit, rated=rated)
        result = due(case, POLICY)
        actor = case.seats[turn]
        assert result.at >= case.step_at
        seen_until = max((away_at(seat, POLICY) or at(0) for seat in case.seats if not seat.is_cpu), default=at(0))
        assert result.at <= max(seen_until, at(0)) + timedelta(seconds=2)
        if limit is not None and not actor.is_cpu:
            assert result.at <= at(limit + 1)
        if result.reason is Reason.CPU:
            assert actor.is_cpu or actor.is_held_by_cpu
        if result.reason is Reason.AWAY:
            assert is_away(actor, result.at, POLICY) and not actor.is_held_by_cpu
        if result.reason is Reason.PAUSE:
            assert not rated
            assert all(is_away(seat, result.at, POLICY) for seat in case.seats if not seat.is_cpu)
        elif not rated:
            assert any(not seat.is_cpu and not is_away(seat, result.at, POLICY) for seat in case.seats)
        if result.reason is Reason.TIMEOUT:
            assert limit is not None and result.at == at(limit + 1)


def test_a_later_sign_of_life_never_brings_an_automatic_step_forward() -> None:
    """A heartbeat may move an absence into the future; a deadline it never moves (case CE-10)."""
    for limit, other in product((None, 30), SEATS):
        before = due(facts(present(0), other, limit=limit), POLICY)
        after = due(facts(present(10), other, limit=limit), POLICY)
        assert after.at >= before.at
        assert limit is None or after.at <= at(limit + 1)


def test_somebody_is_away_twenty_seconds_after_the_last_sign_of_life_or_at_once_when_they_left() -> None:
    assert not is_away(present(0), at(19.9), POLICY)
    assert is_away(present(0), at(20), POLICY)
    assert is_away(present(5, left_at=at(5)), at(5), POLICY)
    assert is_away(SeatFacts(False), at(0), POLICY)
    assert not is_away(CPU, at(1000), POLICY)


def test_nobody_is_left_when_the_last_of_all_people_is_away() -> None:
    assert nobody_left_at([present(0), present(7), CPU], POLICY) == at(27)
    assert nobody_left_at([present(9, left_at=at(9)), present(0)], POLICY) == at(20)
    assert nobody_left_at([CPU], POLICY) is None


def test_only_people_have_deadlines() -> None:
    assert deadline(at(3), 30, present()) == at(33)
    assert deadline(at(3), 30, present(is_held_by_cpu=True)) == at(33)
    assert deadline(at(3), 30, CPU) is None
    assert deadline(at(3), None, present()) is None


def test_two_missed_steps_in_a_row_give_the_seat_to_the_cpu() -> None:
    assert [is_held_after_miss(missed, POLICY) for missed in (0, 1, 2, 3)] == [False, False, True, True]


def test_a_paused_match_is_given_up_after_half_an_hour() -> None:
    assert abandon_at(at(0), POLICY) == at(1800)


def test_a_seat_is_plain_while_its_owner_simply_plays_it() -> None:
    assert is_plain(CPU, 0) and is_plain(present(), 0)
    assert not is_plain(present(), 1)
    assert not is_plain(present(is_held_by_cpu=True), 0)
    assert not is_plain(present(left_at=at(1)), 0)


def test_the_values_of_the_policy_are_used() -> None:
    policy = Policy(cpu_pace_seconds=0.5, away_after_seconds=40, away_turn_seconds=5, deadline_slack_seconds=3)
    assert due(facts(CPU, present()), policy).at == at(0.5)
    assert due(facts(present(0), present(30)), policy).at == at(45)
    assert due(facts(present(9), present(9), limit=30), policy).at == at(33)
