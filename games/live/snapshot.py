"""What the live table shows of a match at one version; it must not hold the deck, its secret or the order of cards."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from games import engine
from games.models import MatchStatus

RECENT_STEPS: Final = 8


@dataclass(frozen=True, slots=True)
class StepLine:
    """One accepted action and what it did. `played_by` is a value of PlayedBy."""

    sequence: int
    seat: int
    action: str
    played_by: str
    events: tuple[engine.Event, ...]


@dataclass(frozen=True, slots=True)
class SeatFace:
    """A seat as everybody sees it. `player_id` is None for a CPU seat."""

    number: int
    name: str
    player_id: int | None
    is_away: bool = False
    is_held_by_cpu: bool = False
    missed_steps: int = 0

    @property
    def is_cpu(self) -> bool:
        """Whether no person ever owned this seat."""
        return self.player_id is None


@dataclass(frozen=True, slots=True)
class PhraseLine:
    """A fixed phrase that a seat said; `number` grows within a match, so that a page tells old from new."""

    number: int
    seat: int
    phrase: str


@dataclass(frozen=True, slots=True)
class GuessLine:
    """Who somebody thought would win."""

    player_id: int
    name: str
    seat: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything public about a match, the same for every viewer."""

    match_id: str
    version: int
    status: str  # a value of MatchStatus
    view: engine.PublicView
    recent: tuple[StepLine, ...]  # the last RECENT_STEPS, oldest first
    seats: tuple[SeatFace, ...]
    turn_limit_seconds: int | None
    deadline_at: datetime | None
    is_rated: bool
    group_code: str | None
    host_seat: int | None  # the seat of the group's host, None without a group or when the host only watches
    commitment: str
    ranks: tuple[int, ...] | None = None  # per seat, when finished
    winners: tuple[int, ...] = ()
    guesses: tuple[GuessLine, ...] = ()  # only when finished
    phrases: tuple[PhraseLine, ...] = ()  # the last few, oldest first

    @property
    def is_live(self) -> bool:
        """Whether the match can go on (running or paused)."""
        return self.status in (MatchStatus.RUNNING, MatchStatus.PAUSED)


def remaining_ms(snapshot: Snapshot, now: datetime) -> int | None:
    """Return the milliseconds until the shown deadline by the database's clock `now`, 0 when past, None without one."""
    if snapshot.deadline_at is None or not snapshot.is_live:
        return None
    return max(0, (snapshot.deadline_at - now) // timedelta(milliseconds=1))


def with_seats(snapshot: Snapshot, seats: tuple[SeatFace, ...]) -> Snapshot:
    """Return the same moment with other faces (presence changes without a step)."""
    return replace(snapshot, seats=seats)
