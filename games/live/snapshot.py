"""What the live table shows of a match at one version; it must not hold the deck, its secret or the order of cards."""

import logging
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db import connection

from games import engine
from games.live import store
from games.live.known import Known, known_match, remember
from games.models import Guess, Match, MatchStatus, Step
from games.selectors.ratings import rating_changes
from games.selectors.rules import site_policy
from games.services import due

logger = logging.getLogger(__name__)

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
class RatingLine:
    """What a match did to the rating of a seat's owner, in points; None on a ladder where it did not count."""

    seat: int
    site: int | None
    group: int | None


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
    ratings: tuple[RatingLine, ...] = ()  # only when finished, of the seats whose rating changed
    phrases: tuple[PhraseLine, ...] = ()  # the last few, oldest first
    daily_day: date | None = None  # the UTC day whose deal this is, None for any other match

    @property
    def is_live(self) -> bool:
        """Whether the match can go on (running or paused)."""
        return self.status in (MatchStatus.RUNNING, MatchStatus.PAUSED)

    @property
    def is_passed_round(self) -> bool:
        """Whether one device plays several of the seats, passed from hand to hand."""
        owners = [face.player_id for face in self.seats if face.player_id is not None]
        return len(set(owners)) < len(owners)

    def acting_seat(self, viewer: int) -> int:
        """Return the seat for which a seat's owner acts now: on a device passed round the one on turn, else their own.

        While the CPU is on turn, it is theirs in any case.
        """
        turn = self.view.turn
        if turn is None or turn == viewer:
            return viewer
        is_theirs = self.seats[turn].player_id == self.seats[viewer].player_id and not self.seats[turn].is_cpu
        return turn if is_theirs else viewer


def remaining_ms(snapshot: Snapshot, now: datetime) -> int | None:
    """Return the milliseconds until the shown deadline by the database's clock `now`, 0 when past, None without one."""
    if snapshot.deadline_at is None or not snapshot.is_live:
        return None
    return max(0, (snapshot.deadline_at - now) // timedelta(milliseconds=1))


def with_seats(snapshot: Snapshot, seats: tuple[SeatFace, ...]) -> Snapshot:
    """Return the same moment with other faces (presence changes without a step)."""
    return replace(snapshot, seats=seats)


def finished_snapshot(snapshot: Snapshot, state: engine.State, guesses: tuple[GuessLine, ...]) -> Snapshot:
    """Return the table of a match that was played to its end, with the result and what that did to the ratings."""
    return replace(
        snapshot,
        status=snapshot.status if snapshot.status == MatchStatus.VOIDED else MatchStatus.FINISHED.value,
        ranks=engine.standings(state),
        winners=engine.winners(state),
        guesses=guesses,
        ratings=_rating_lines(snapshot) if snapshot.is_rated else (),
    )


def _rating_lines(snapshot: Snapshot) -> tuple[RatingLine, ...]:
    changes = rating_changes(match_id=snapshot.match_id)
    found = []
    for face in snapshot.seats:
        if face.player_id is not None and (face.player_id in changes.site or face.player_id in changes.group):
            found.append(RatingLine(face.number, changes.site.get(face.player_id), changes.group.get(face.player_id)))
    return tuple(found)


# One statement for all that a table shows of its rows: read whenever somebody opens one, so in plain SQL.
_ROWS: Final = """
SELECT m.version, m.status, m.state, m.turn_limit_seconds, m.deadline_at, m.is_rated, m.commitment, m.daily_id,
       g.code, g.host_id,
       s.number, s.player_id, s.name, s.last_seen_at, s.left_at, s.is_held_by_cpu, s.missed_steps
FROM games_match m JOIN games_seat s ON s.match_id = m.id LEFT JOIN accounts_group g ON g.id = m.group_id
WHERE m.id = %s ORDER BY s.number
"""


def load_snapshot(match_id: str) -> Snapshot:
    """Return the table of a match as its rows say now, and remember it for the next step.

    Raises Match.DoesNotExist.
    """
    with connection.cursor() as cursor:
        cursor.execute(_ROWS, [match_id])
        rows = cursor.fetchall()
    if not rows:
        raise Match.DoesNotExist
    version, status, text, limit, deadline_at, is_rated, commitment, daily_day, group_code, host_id = rows[0][:10]
    now = store.database_now()
    store.note_clock(now)
    state = engine.decode(text)
    faces, seats = _faces([row[10:] for row in rows], now)
    snapshot = Snapshot(
        match_id=match_id,
        version=version,
        status=status,
        view=engine.public_view(state),
        recent=_recent(match_id, version, state),
        seats=faces,
        turn_limit_seconds=limit,
        deadline_at=store.aware(deadline_at),
        is_rated=bool(is_rated),
        group_code=group_code,
        host_seat=next(
            (face.number for face in faces if face.player_id is not None and face.player_id == host_id), None
        ),
        commitment=commitment,
        daily_day=daily_day,
    )
    if state.turn is None:
        guesses = Guess.objects.filter(match_id=match_id).order_by("made_at")
        return finished_snapshot(
            snapshot, state, tuple(GuessLine(guess.player_id, guess.name, guess.seat) for guess in guesses)
        )
    if snapshot.is_live:
        remember(match_id, Known(version, state, snapshot, seats))
    return snapshot


def _faces(rows: list[tuple[Any, ...]], now: datetime) -> tuple[tuple[SeatFace, ...], tuple[due.SeatFacts, ...] | None]:
    """The faces, and who was there if each seat is simply played by its owner."""
    policy = site_policy()
    faces, seats, is_plain = [], [], True
    for number, player_id, name, seen_at, left_at, is_held, missed in rows:
        facts = due.SeatFacts(player_id is None, bool(is_held), store.aware(seen_at), store.aware(left_at))
        seats.append(facts)
        is_plain = is_plain and due.is_plain(facts, missed)
        faces.append(SeatFace(number, name, player_id, due.is_away(facts, now, policy), bool(is_held), missed))
    return tuple(faces), tuple(seats) if is_plain else None


def _recent(match_id: str, version: int, state: engine.State) -> tuple[StepLine, ...]:
    """The last steps with what they did, which is not stored: it follows from the steps."""
    lines = _recent_from_known(match_id, version, state) if version else ()
    if lines is not None:
        return lines
    steps = _steps(match_id, 0, version)
    match = Match.objects.only("rules", "seat_count", "first_seat", "deck").get(pk=match_id)
    try:
        told = engine.replay(
            engine.RuleSet.from_dict(match.rules),
            match.seat_count,
            match.first_seat,
            match.deck,
            [engine.Action(step.action) for step in steps],
        )
    except ValueError as error:
        logger.error("The steps of match %s do not replay: %s", match_id, type(error).__name__)
        return ()
    if len(told) != version or told[-1][0] != state:
        logger.error("The steps of match %s do not lead to its state", match_id)
        return ()
    return tuple(
        StepLine(step.sequence, step.seat, step.action, step.played_by, events)
        for step, (_, events) in list(zip(steps, told, strict=True))[-RECENT_STEPS:]
    )


def _recent_from_known(match_id: str, version: int, state: engine.State) -> tuple[StepLine, ...] | None:
    """The same from a table this process has seen a few steps ago; None if it has not."""
    entry = known_match(match_id)
    if entry is None or entry.snapshot is None or not 0 <= version - entry.version <= RECENT_STEPS:
        return None
    lines, reached = list(entry.snapshot.recent), entry.state
    for step in _steps(match_id, entry.version, version) if version > entry.version else ():
        try:
            reached, events = engine.apply_action(reached, engine.Action(step.action))
        except ValueError:
            return None
        lines.append(StepLine(step.sequence, step.seat, step.action, step.played_by, events))
    return tuple(lines[-RECENT_STEPS:]) if reached == state else None


def _steps(match_id: str, after: int, version: int) -> list[Step]:
    """The steps that led from a version to the one the row had when it was read, and no later ones."""
    steps = Step.objects.filter(match_id=match_id, sequence__gt=after, sequence__lte=version)
    return list(steps.order_by("sequence"))
