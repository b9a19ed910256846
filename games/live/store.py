"""One writer thread per process: commits together whatever waits; it must not know the rules of play or who is told.

Plain SQL, because the ORM costs forty times as much per step, through Django's own connection, so that SQLite and
PostgreSQL both work. All times are the database's.
"""

import atexit
import logging
import os
import queue
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Generic, TypeVar

from django.db import DatabaseError, InterfaceError, connection, transaction

from accounts.clock import database_now
from games.errors import ServiceError

logger = logging.getLogger(__name__)

Result = TypeVar("Result")

# More than this in one transaction would only make the first ones wait.
MOST_TOGETHER: Final = 256
_WAIT_SECONDS: Final = 20.0


class _Clock:
    """How far the database's clock was ahead of this process's steady one when it was last read."""

    ahead: float | None = None


def clock_now() -> datetime:
    """Return the present moment by the database's clock as last compared, without asking it; for countdowns only."""
    if _Clock.ahead is None:
        return datetime.now(UTC)
    return datetime.fromtimestamp(time.monotonic() + _Clock.ahead, UTC)


def note_clock(now: datetime) -> None:
    """Compare the clocks: the database's says `now`."""
    _Clock.ahead = now.timestamp() - time.monotonic()


def aware(value: datetime | None) -> datetime | None:
    """Return a time that plain SQL read: SQLite's come without their zone, which is UTC."""
    return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value


def bound(value: datetime | None) -> Any:
    """Return a time as a parameter for plain SQL, in the form in which Django stores it."""
    return connection.ops.adapt_datetimefield_value(value) if value is not None else None


class NeedsOwnTransaction(Exception):
    """Raised by a job, before it changes anything, that takes further locks and so must not share a transaction."""


@dataclass(slots=True)
class SeatRow:
    """A seat as the transaction sees it; changed along with the row."""

    number: int
    player_id: int | None
    last_seen_at: datetime | None
    left_at: datetime | None
    missed_steps: int
    is_held_by_cpu: bool


@dataclass(slots=True)
class MatchRow:
    """A match as the transaction sees it, without state and deck; changed along with the row."""

    id: str
    version: int
    status: str
    turn: int | None
    step_at: datetime
    deadline_at: datetime | None
    due_at: datetime | None
    turn_limit_seconds: int | None
    is_rated: bool
    group_id: int | None
    seats: list[SeatRow]


_ROWS: Final = """
SELECT m.id, m.version, m.status, m.turn, m.step_at, m.deadline_at, m.due_at, m.turn_limit_seconds, m.is_rated,
       m.group_id, s.number, s.player_id, s.last_seen_at, s.left_at, s.missed_steps, s.is_held_by_cpu
FROM games_match m JOIN games_seat s ON s.match_id = m.id WHERE m.id IN ({}) ORDER BY m.id, s.number
"""
_LOCK: Final = "SELECT id FROM games_match WHERE id IN ({}) ORDER BY id FOR UPDATE"

# A step counts only while the device, its player and the membership are what they were when the seat was taken.
_AUTHORISED: Final = """
EXISTS (
  SELECT 1 FROM accounts_device d JOIN accounts_player p ON p.id = d.player_id JOIN games_seat s ON s.player_id = p.id
  WHERE d.id = %s AND d.revoked_at IS NULL AND p.banned_at IS NULL AND p.deleted_at IS NULL
    AND s.match_id = games_match.id AND s.number = %s
    AND (games_match.group_id IS NULL OR EXISTS (
      SELECT 1 FROM accounts_membership b WHERE b.group_id = games_match.group_id AND b.player_id = p.id
        AND b.left_at IS NULL AND b.removed_at IS NULL)))
"""
_STEP: Final = """
UPDATE games_match SET version = %s, state = %s, turn = %s, step_at = %s, deadline_at = %s, due_at = %s,
  status = 'running'
WHERE id = %s AND version = %s AND status IN ('running', 'paused')
"""
_STEP_BY_PERSON: Final = f"{_STEP} AND {_AUTHORISED}"
_LOG: Final = """
INSERT INTO games_step (match_id, sequence, seat, action, played_by, played_at) VALUES (%s, %s, %s, %s, %s, %s)
"""


class Batch:
    """What the jobs of one transaction share: its clock, the rows it holds, and the writes."""

    def __init__(self, match_ids: Iterable[str], *, is_shared: bool = False) -> None:
        self.is_shared = is_shared
        self.now = database_now()
        note_clock(self.now)
        self.rows: dict[str, MatchRow] = {}
        self.cursor = connection.cursor()
        ids = sorted(set(match_ids))
        if ids:
            self._read(ids)

    def _read(self, ids: Sequence[str]) -> None:
        marks = ", ".join(["%s"] * len(ids))
        if connection.features.has_select_for_update:
            # Always in the order of the ids, so that two writers never wait for each other.
            self.cursor.execute(_LOCK.format(marks), ids)
        self.cursor.execute(_ROWS.format(marks), ids)
        for record in self.cursor.fetchall():
            row = self.rows.get(record[0])
            if row is None:
                key, version, status, turn, step_at, deadline_at, due_at, limit, is_rated, group_id = record[:10]
                row = self.rows[key] = MatchRow(
                    key, version, status, turn, step_at.replace(tzinfo=UTC), aware(deadline_at), aware(due_at),
                    limit, bool(is_rated), group_id, [],
                )  # fmt: skip
            number, player_id, seen_at, left_at, missed, is_held = record[10:]
            row.seats.append(SeatRow(number, player_id, aware(seen_at), aware(left_at), missed, bool(is_held)))

    def state_text(self, match_id: str) -> str:
        """Return the stored state of a match, as the engine's codec wrote it."""
        self.cursor.execute("SELECT state FROM games_match WHERE id = %s", [match_id])
        return self.cursor.fetchone()[0]

    def write_step(
        self, row: MatchRow, *, seat: int, action: str, played_by: str, state_text: str, device_id: int | None
    ) -> bool:
        """Write `row`, already moved to its next version, and the log line; return False if the row did not let us.

        With a `device_id` the row lets only that device of the seat's owner.
        """
        values = [
            row.version,
            state_text,
            row.turn,
            bound(row.step_at),
            bound(row.deadline_at),
            bound(row.due_at),
            row.id,
            row.version - 1,
        ]
        if device_id is None:
            self.cursor.execute(_STEP, values)
        else:
            self.cursor.execute(_STEP_BY_PERSON, [*values, device_id, seat])
        if self.cursor.rowcount != 1:
            return False
        self.cursor.execute(_LOG, [row.id, row.version, seat, action, played_by, bound(self.now)])
        return True

    def write_end(self, row: MatchRow, *, status: str, result_json: str | None) -> None:
        """Write that the match is over, and how."""
        row.status, row.deadline_at, row.due_at = status, None, None
        self.cursor.execute(
            "UPDATE games_match SET status = %s, turn = NULL, deadline_at = NULL, due_at = NULL, finished_at = %s,"
            " result = %s WHERE id = %s",
            [status, bound(self.now), result_json, row.id],
        )

    def write_waiting(self, row: MatchRow) -> None:
        """Write status, beginning of the step, deadline and due time of `row`; the version stays."""
        self.cursor.execute(
            "UPDATE games_match SET status = %s, step_at = %s, deadline_at = %s, due_at = %s WHERE id = %s",
            [row.status, bound(row.step_at), bound(row.deadline_at), bound(row.due_at), row.id],
        )

    def write_seat(self, row: MatchRow, seat: SeatRow) -> None:
        """Write presence, missed steps and keeper of a seat."""
        self.cursor.execute(
            "UPDATE games_seat SET last_seen_at = %s, left_at = %s, missed_steps = %s, is_held_by_cpu = %s"
            " WHERE match_id = %s AND number = %s",
            [
                bound(seat.last_seen_at),
                bound(seat.left_at),
                seat.missed_steps,
                seat.is_held_by_cpu,
                row.id,
                seat.number,
            ],
        )

    def is_authorised(self, match_id: str, seat: int, device_id: int) -> bool:
        """Say whether this device may act for this seat now."""
        self.cursor.execute(
            f"SELECT 1 FROM games_match WHERE id = %s AND {_AUTHORISED}",
            [match_id, device_id, seat],
        )
        return self.cursor.fetchone() is not None


class Job(Generic[Result]):
    """One write: `run(batch)` inside a transaction that may be repeated, then `done(result)` after the commit.

    `match_id` is the row it needs locked and read, None for none. `failed(error)` is called instead of `done`.
    """

    __slots__ = ("done", "failed", "match_id", "run")

    def __init__(
        self,
        match_id: str | None,
        run: Callable[[Batch], Result],
        done: Callable[[Result], None],
        failed: Callable[[Exception], None],
    ) -> None:
        self.match_id = match_id
        self.run = run
        self.done = done
        self.failed = failed


_PUT_OFF: Final = object()


def _result(job: Job[Any], batch: Batch) -> Any:
    """What the job returns; a refusal comes before the job changes anything, so it spoils nothing for the others."""
    try:
        return job.run(batch)
    except NeedsOwnTransaction:
        return _PUT_OFF
    except ServiceError as error:
        return error


class Store:
    """The queue and the thread behind it, started at the first use and again in a forked child."""

    def __init__(self) -> None:
        self._reset()

    def _reset(self) -> None:
        self._queue: queue.SimpleQueue[Job[Any] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()

    def submit(self, job: Job[Any]) -> None:
        """Hand a job to the writer and return at once; `done` or `failed` is called in the writer's thread."""
        if self._thread is None:
            self._start()
        self._queue.put(job)

    def run(self, match_id: str | None, work: Callable[[Batch], Result], done: Callable[[Result], None]) -> Result:
        """Run `work` in a transaction, call `done` after its commit and return the result; raise what `work` raised.

        Inside a transaction of the caller the work joins it, since a second connection would wait for the first.
        """
        if connection.in_atomic_block:
            with transaction.atomic():
                result = work(Batch([match_id] if match_id else []))
            transaction.on_commit(lambda: done(result))
            return result
        future: Future[Result] = Future()

        def finish(result: Result) -> None:
            try:
                done(result)
            finally:
                future.set_result(result)

        self.submit(Job(match_id, work, finish, future.set_exception))
        return future.result(_WAIT_SECONDS)

    def close(self) -> None:
        """Commit what waits and end the thread; a later job starts a new one."""
        with self._starting:
            thread, self._thread = self._thread, None
        if thread is not None and thread.is_alive():
            self._queue.put(None)
            thread.join(_WAIT_SECONDS)

    def _start(self) -> None:
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="store", daemon=True)
                self._thread.start()

    def _work(self) -> None:
        waiting = self._queue
        is_open = True
        while is_open:
            jobs: list[Job[Any]] = []
            job = waiting.get()
            while job is not None:
                jobs.append(job)
                if len(jobs) == MOST_TOGETHER or waiting.empty():
                    break
                job = waiting.get()
            is_open = job is not None
            if jobs:
                self._commit(jobs)
        connection.close()

    def _commit(self, jobs: list[Job[Any]]) -> None:
        if len(jobs) > 1:
            try:
                results = self._transaction(jobs)
            except Exception as error:
                # Whoever is to blame: each gets its own transaction, so that one cannot hurt the others.
                logger.warning("A common transaction of %d failed: %s", len(jobs), type(error).__name__)
            else:
                put_off = []
                for job, result in zip(jobs, results, strict=True):
                    if result is _PUT_OFF:
                        put_off.append(job)
                    else:
                        self._deliver(job, result)
                jobs = put_off
        for job in jobs:
            self._commit_alone(job)

    def _commit_alone(self, job: Job[Any]) -> None:
        for is_last in (False, True):
            try:
                (result,) = self._transaction([job])
            except (DatabaseError, InterfaceError) as error:
                # A restarted server leaves a dead connection: once more on a fresh one.
                connection.close()
                if is_last:
                    logger.error("A write failed twice: %s", type(error).__name__)
                    self._fail(job, error)
            except Exception as error:
                logger.exception("A write raised")
                self._fail(job, error)
                return
            else:
                self._deliver(job, result)
                return

    def _transaction(self, jobs: list[Job[Any]]) -> list[Any]:
        with transaction.atomic():
            batch = Batch([job.match_id for job in jobs if job.match_id], is_shared=len(jobs) > 1)
            return [_result(job, batch) for job in jobs]

    def _deliver(self, job: Job[Any], result: Any) -> None:
        if isinstance(result, ServiceError):
            self._fail(job, result)
            return
        try:
            job.done(result)
        except Exception:
            # It is committed: whatever is told afterwards is a hint, and hints may fail.
            logger.exception("Telling about a committed write failed")

    def _fail(self, job: Job[Any], error: Exception) -> None:
        try:
            job.failed(error)
        except Exception:
            logger.exception("Telling about a failed write failed")


store: Final = Store()
os.register_at_fork(after_in_child=store._reset)
atexit.register(store.close)
