"""One writer thread per process: commits together whatever waits; it must not know the rules of play or who is told.

Plain SQL, because the ORM costs forty times as much per step, through Django's own connection, so that SQLite and
PostgreSQL both work. All times are the database's.
"""

import atexit
import contextlib
import functools
import logging
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
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
# How long a transaction waits for a row that another process holds (PostgreSQL): all tables of this process wait with
# it. A common one gives up soon, since then only the job that wants that row waits by itself.
_SHARED_LOCK_SECONDS: Final = 0.5
_LOCK_SECONDS: Final = 3.0
# A process that freezes in the middle of a transaction must not hold its rows for ever: the server ends it.
_FROZEN_SECONDS: Final = 5.0
_LOCK_NOT_AVAILABLE: Final = "55P03"


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
    """Return an aware time as a parameter for plain SQL, in the form in which Django stores it."""
    if value is None or not _is_sqlite():
        return value
    if value.tzinfo is not UTC:
        value = value.astimezone(UTC)
    return value.replace(tzinfo=None).isoformat(" ")


@functools.cache
def _is_sqlite() -> bool:
    """Whether this process uses SQLite; asked for each value, and the connection answers slowly."""
    return connection.vendor == "sqlite"


class NeedsOwnTransaction(Exception):
    """Raised by a job, before it changes anything, that takes further locks and so must not share a transaction."""


@dataclass(frozen=True, slots=True)
class StepWrite:
    """An accepted action and what the row says after it; `version` counts it in."""

    match_id: str
    version: int
    seat: int
    action: str
    played_by: str
    state_text: str
    turn: int | None
    deadline_at: datetime | None
    due_at: datetime | None


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


_BOUNDS: Final = """
SELECT set_config('lock_timeout', %s, true), set_config('idle_in_transaction_session_timeout', %s, true)
"""
_ROW: Final = """
SELECT m.id, m.version, m.status, m.turn, m.step_at, m.deadline_at, m.due_at, m.turn_limit_seconds, m.is_rated,
       m.group_id, s.number, s.player_id, s.last_seen_at, s.left_at, s.missed_steps, s.is_held_by_cpu
FROM games_match m JOIN games_seat s ON s.match_id = m.id WHERE m.id = %s ORDER BY s.number
"""
_LOCK: Final = "SELECT id FROM games_match WHERE id = %s FOR UPDATE"

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
# Written unread: right as long as no seat stands in any other way than "its owner plays it".
_ALL_SEATS_AS_USUAL: Final = """
status = 'running' AND NOT EXISTS (
  SELECT 1 FROM games_seat g WHERE g.match_id = games_match.id
    AND (g.left_at IS NOT NULL OR g.is_held_by_cpu OR g.missed_steps > 0))
"""
_STEP_UNREAD: Final = f"{_STEP_BY_PERSON} AND {_ALL_SEATS_AS_USUAL}"
_MAY_ACT: Final = "SELECT 1 FROM games_match WHERE id = %s AND " + _AUTHORISED  # nosec B608: two constants
_LOG: Final = "INSERT INTO games_step (match_id, sequence, seat, action, played_by, played_at) VALUES "
_LOG_ROW: Final = "(%s, %s, %s, %s, %s, %s)"
_MOST_LOG_ROWS: Final = 100  # SQLite takes 999 values at least


def _plain_cursor() -> Any:
    """A cursor without Django's wrapping for SQLite, where that would cost more than the statements themselves."""
    connection.ensure_connection()
    return connection.connection.cursor() if _is_sqlite() else connection.cursor()


@functools.lru_cache(maxsize=512)
def _native(sql: str) -> str:
    """The statement with the marks of the database in use."""
    return sql.replace("%s", "?") if _is_sqlite() else sql


class Batch:
    """What the jobs of one transaction share: its clock, the rows it holds, and the writes."""

    def __init__(self, *, is_shared: bool = False) -> None:
        self.is_shared = is_shared
        self._rows: dict[str, MatchRow | None] = {}
        self._log: list[Any] = []
        self._cursor = _plain_cursor()
        if not _is_sqlite():
            lock_seconds = _SHARED_LOCK_SECONDS if is_shared else _LOCK_SECONDS
            self._cursor.execute(_BOUNDS, [f"{lock_seconds}s", f"{_FROZEN_SECONDS}s"])
        self.now = database_now()
        note_clock(self.now)

    def execute(self, sql: str, values: Sequence[Any]) -> int:
        """Run a statement with %s for each value and return how many rows it changed."""
        self._cursor.execute(_native(sql), values)
        return self._cursor.rowcount

    def execute_many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run a statement once for each row of values."""
        self._cursor.executemany(_native(sql), rows)

    def select(self, sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        self._cursor.execute(_native(sql), values)
        return self._cursor.fetchall()

    def row(self, match_id: str) -> MatchRow | None:
        """Return the row of a match, locked until the transaction ends, None if there is none."""
        if match_id not in self._rows:
            self._rows[match_id] = self._read(match_id)
        return self._rows[match_id]

    def _read(self, match_id: str) -> MatchRow | None:
        if connection.features.has_select_for_update:
            self.execute(_LOCK, [match_id])
        row = None
        for record in self.select(_ROW, [match_id]):
            if row is None:
                key, version, status, turn, step_at, deadline_at, due_at, limit, is_rated, group_id = record[:10]
                row = MatchRow(
                    key,
                    version,
                    status,
                    turn,
                    step_at.replace(tzinfo=UTC),
                    aware(deadline_at),
                    aware(due_at),
                    limit,
                    bool(is_rated),
                    group_id,
                    [],
                )
            number, player_id, seen_at, left_at, missed, is_held = record[10:]
            row.seats.append(SeatRow(number, player_id, aware(seen_at), aware(left_at), missed, bool(is_held)))
        return row

    def forget(self, match_id: str) -> None:
        """Read the row of a match anew when it is needed next."""
        self._rows.pop(match_id, None)

    def state_text(self, match_id: str) -> str:
        """Return the stored state of a match, as the engine's codec wrote it."""
        return self.select("SELECT state FROM games_match WHERE id = %s", [match_id])[0][0]

    def write_step(self, step: StepWrite, *, device_id: int | None, is_unread: bool = False) -> bool:
        """Write a step and its log line; return False if the row did not let us.

        With a `device_id` the row lets only that device of the seat's owner. `is_unread` says that the rows were not
        read in this transaction: then the row lets us only while nothing about the seats needs reading.
        """
        values = [
            step.version,
            step.state_text,
            step.turn,
            bound(self.now),
            bound(step.deadline_at),
            bound(step.due_at),
            step.match_id,
            step.version - 1,
        ]
        if device_id is None:
            count = self.execute(_STEP, values)
        else:
            values += [device_id, step.seat]
            count = self.execute(_STEP_UNREAD if is_unread else _STEP_BY_PERSON, values)
        if count != 1:
            return False
        if is_unread:
            self._rows.pop(step.match_id, None)
        self._log += (step.match_id, step.version, step.seat, step.action, step.played_by, bound(self.now))
        return True

    def write_log(self) -> None:
        """Write the log lines of all steps in one go; the last thing before the commit."""
        log, self._log = self._log, []
        size = 6 * _MOST_LOG_ROWS
        for values in (log[start : start + size] for start in range(0, len(log), size)):
            self.execute(_LOG + ", ".join([_LOG_ROW] * (len(values) // 6)), values)

    def write_end(self, row: MatchRow, *, status: str, result_json: str | None) -> None:
        """Write that the match is over, and how."""
        row.status, row.deadline_at, row.due_at = status, None, None
        self.execute(
            "UPDATE games_match SET status = %s, turn = NULL, deadline_at = NULL, due_at = NULL, finished_at = %s,"
            " result = %s WHERE id = %s",
            [status, bound(self.now), result_json, row.id],
        )

    def write_waiting(self, row: MatchRow) -> None:
        """Write status, beginning of the step, deadline and due time of `row`; the version stays."""
        self.execute(
            "UPDATE games_match SET status = %s, step_at = %s, deadline_at = %s, due_at = %s WHERE id = %s",
            [row.status, bound(row.step_at), bound(row.deadline_at), bound(row.due_at), row.id],
        )

    def write_seat(self, row: MatchRow, seat: SeatRow) -> None:
        """Write presence, missed steps and keeper of a seat."""
        self.execute(
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
        return bool(self.select(_MAY_ACT, [match_id, device_id, seat]))


class Job(Generic[Result]):
    """One write: `run(batch)` inside a transaction that may be repeated, then `done(result)` after the commit.

    `match_id` is the row it will lock, None for none. `failed(error)` is called instead of `done`.
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


@contextlib.contextmanager
def _batch(*, is_shared: bool) -> Iterator[Batch]:
    """A transaction in which jobs run; all is written when it ends, or nothing."""
    with transaction.atomic(), connection.wrap_database_errors:
        batch = Batch(is_shared=is_shared)
        yield batch
        batch.write_log()


_PUT_OFF: Final = object()


def _result(job: Job[Any], batch: Batch) -> Any:
    """What the job returns; a refusal comes before the job changes anything, so it spoils nothing for the others."""
    try:
        return job.run(batch)
    except NeedsOwnTransaction:
        return _PUT_OFF
    except ServiceError as error:
        return error


def _match_of(job: Job[Any]) -> str:
    return job.match_id or ""


class Store:
    """The queue and the thread behind it, started at the first use and again in a forked child."""

    def __init__(self) -> None:
        self._reset()

    def _reset(self) -> None:
        self._queue: queue.SimpleQueue[Sequence[Job[Any]] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()

    def submit(self, job: Job[Any]) -> None:
        """Hand a job to the writer and return at once; `done` or `failed` is called in the writer's thread."""
        self.submit_all([job])

    def submit_all(self, jobs: Sequence[Job[Any]]) -> None:
        """Hand over jobs together: the writer wakes once and commits them in one transaction."""
        if self._thread is None:
            self._start()
        self._queue.put(jobs)

    def run(self, match_id: str | None, work: Callable[[Batch], Result], done: Callable[[Result], None]) -> Result:
        """Run `work` in a transaction, call `done` after its commit and return the result; raise what `work` raised.

        Inside a transaction of the caller the work joins it, since a second connection would wait for the first.
        """
        if connection.in_atomic_block:
            with _batch(is_shared=False) as batch:
                result = work(batch)
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
            more = waiting.get()
            while more is not None:
                jobs += more
                if len(jobs) >= MOST_TOGETHER or waiting.empty():
                    break
                more = waiting.get()
            is_open = more is not None
            if jobs:
                # Rows are locked as the jobs come: in one order everywhere, two writers never wait for each other.
                jobs.sort(key=_match_of)
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
                if getattr(error.__cause__, "sqlstate", None) == _LOCK_NOT_AVAILABLE:
                    logger.warning("Match %s is held by another process", job.match_id)
                    self._fail(job, error)
                    return
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
        with _batch(is_shared=len(jobs) > 1) as batch:
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
