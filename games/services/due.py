"""Who decides now, and from when on: pure arithmetic over what the row says; it must not read rows or clocks.

The values are product.md, "Time limits, absence, CPU". Everything here is asked again at the moment of acting, so a
job, a sweep or a page load that comes early, late or twice changes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol


class Reason(StrEnum):
    """Why something happens without the person on turn."""

    CPU = "cpu"  # a CPU seat, or a seat the CPU keeps, makes its step
    TIMEOUT = "timeout"  # the CPU makes one step for a person whose deadline passed
    AWAY = "away"  # the CPU makes one step for a person who is not there
    PAUSE = "pause"  # nobody is there: a friendly match waits
    ABANDON = "abandon"  # nobody came back


class PolicyValues(Protocol):
    """The site policy, as far as it is needed here."""

    @property
    def cpu_pace_seconds(self) -> float: ...
    @property
    def away_after_seconds(self) -> float: ...
    @property
    def away_turn_seconds(self) -> float: ...
    @property
    def deadline_slack_seconds(self) -> float: ...
    @property
    def missed_steps_limit(self) -> int: ...
    @property
    def abandon_after_seconds(self) -> float: ...


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """What the row of a seat says. A CPU seat has no player."""

    is_cpu: bool
    is_held_by_cpu: bool = False
    last_seen_at: datetime | None = None
    left_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """What the row of a running match says."""

    turn: int
    step_at: datetime
    deadline_at: datetime | None
    is_rated: bool
    seats: Sequence[SeatFacts]


@dataclass(frozen=True, slots=True)
class Due:
    """What will happen at `at` if no person acts before."""

    at: datetime
    reason: Reason


def is_plain(seat: SeatFacts, missed_steps: int) -> bool:
    """Say whether nothing about a seat needs care: a CPU seat, or one whose owner plays it and missed nothing."""
    return seat.is_cpu or (not seat.is_held_by_cpu and seat.left_at is None and missed_steps == 0)


def away_at(seat: SeatFacts, policy: PolicyValues) -> datetime | None:
    """Return from when on a person's seat counts as away, None if there was never a sign of life."""
    if seat.last_seen_at is None:
        return seat.left_at
    silent_at = seat.last_seen_at + timedelta(seconds=policy.away_after_seconds)
    return silent_at if seat.left_at is None else min(seat.left_at, silent_at)


def is_away(seat: SeatFacts, now: datetime, policy: PolicyValues) -> bool:
    """Say whether a person's seat shows no life at `now`; a CPU seat is never away."""
    if seat.is_cpu:
        return False
    since = away_at(seat, policy)
    return since is None or since <= now


def nobody_left_at(seats: Sequence[SeatFacts], policy: PolicyValues) -> datetime | None:
    """Return when the last present person is (or will be) away, None if no person ever showed life."""
    times = [at for seat in seats if not seat.is_cpu and (at := away_at(seat, policy)) is not None]
    return max(times, default=None)


def due(facts: MatchFacts, policy: PolicyValues) -> Due:
    """Return what happens next without the person on turn, and when.

    A friendly match stops as soon as no person is present; a rated one is played out by the CPU.
    """
    step = _step_due(facts, policy)
    if facts.is_rated:
        return step
    empty_at = nobody_left_at(facts.seats, policy)
    if empty_at is not None and step.at < empty_at:
        return step
    return Due(max(facts.step_at, empty_at or facts.step_at), Reason.PAUSE)


def _step_due(facts: MatchFacts, policy: PolicyValues) -> Due:
    seat = facts.seats[facts.turn]
    if seat.is_cpu or seat.is_held_by_cpu:
        return Due(facts.step_at + timedelta(seconds=policy.cpu_pace_seconds), Reason.CPU)
    absent_at = max(facts.step_at, away_at(seat, policy) or facts.step_at)
    absence = Due(absent_at + timedelta(seconds=policy.away_turn_seconds), Reason.AWAY)
    if facts.deadline_at is None:
        return absence
    limit = Due(limit_at(facts.deadline_at, policy), Reason.TIMEOUT)
    return min(limit, absence, key=lambda candidate: candidate.at)


def deadline(step_at: datetime, turn_limit_seconds: int | None, seat: SeatFacts) -> datetime | None:
    """Return the shown deadline of the step that began at `step_at`; CPU seats have none."""
    if turn_limit_seconds is None or seat.is_cpu:
        return None
    return step_at + timedelta(seconds=turn_limit_seconds)


def limit_at(deadline_at: datetime, policy: PolicyValues) -> datetime:
    """Return when the CPU steps in after a shown deadline; until then a late move is accepted."""
    return deadline_at + timedelta(seconds=policy.deadline_slack_seconds)


def abandon_at(paused_at: datetime, policy: PolicyValues) -> datetime:
    """Return when a match that paused at `paused_at` is given up."""
    return paused_at + timedelta(seconds=policy.abandon_after_seconds)


def is_held_after_miss(missed_steps: int, policy: PolicyValues) -> bool:
    """Say whether the CPU keeps a seat that has missed this many steps in a row."""
    return missed_steps >= policy.missed_steps_limit
