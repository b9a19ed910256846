"""The writer thread: common transactions, faults, own transactions, forks and ends."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from operator import methodcaller
from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, OperationalError, connection, transaction

from games.errors import ErrorCode, ServiceError
from games.live import store as store_module
from games.live.store import Batch, Job, NeedsOwnTransaction, Store
from games.models import Match
from tests.games.seated import Clock, person, seat_people

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def store() -> Any:
    """A store of its own."""
    made = Store()
    yield made
    made.close()


def job(run: Callable[[Batch], Any], match_id: str | None = None) -> tuple[Job[Any], Future[Any]]:
    future: Future[Any] = Future()
    return Job(match_id, run, future.set_result, future.set_exception), future


def rename(match: Match, name: str) -> Callable[[Batch], int]:
    return lambda batch: batch.execute("UPDATE games_seat SET name = %s WHERE match_id = %s", [name, match.pk])


def names(match: Match) -> set[str]:
    return set(match.seats.values_list("name", flat=True))


def test_whatever_waits_is_committed_in_one_transaction(store: Store) -> None:
    seen: list[Batch] = []
    pairs = [job(seen.append) for _ in range(5)]
    store.submit_all([pair[0] for pair in pairs])
    for _, future in pairs:
        future.result(10)
    assert len(set(map(id, seen))) == 1 and seen[0].is_shared


def test_one_faulty_job_hurts_no_other(store: Store) -> None:
    match = seat_people([person(), person()])

    def fail(batch: Batch) -> None:
        batch.execute("UPDATE games_seat SET name = 'lost'", [])
        raise ZeroDivisionError

    pairs = [job(rename(match, "kept")), job(fail), job(lambda batch: 7)]
    store.submit_all([pair[0] for pair in pairs])
    assert pairs[0][1].result(10) == 2
    assert isinstance(pairs[1][1].exception(10), ZeroDivisionError)
    assert pairs[2][1].result(10) == 7
    assert names(match) == {"kept"}


def test_a_refusal_is_no_fault_and_spoils_nothing(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    match = seat_people([person(), person()])

    def refuse(batch: Batch) -> None:
        raise ServiceError(ErrorCode.NOT_FOUND)

    def rename_and_count(batch: Batch) -> int:
        runs.append(1)
        return rename(match, "kept")(batch)

    runs: list[int] = []
    pairs = [job(refuse), job(rename_and_count)]
    store.submit_all([pair[0] for pair in pairs])
    assert isinstance(pairs[0][1].exception(10), ServiceError)
    assert pairs[1][1].result(10) == 2 and runs == [1]
    assert caplog.text == ""


def test_a_job_that_needs_its_own_transaction_gets_it_and_the_others_do_not_wait(store: Store) -> None:
    order: list[str] = []

    def alone(batch: Batch) -> bool:
        if batch.is_shared:
            raise NeedsOwnTransaction
        order.append("alone")
        return batch.is_shared

    pairs = [job(alone), job(lambda batch: order.append("shared"))]
    store.submit_all([pair[0] for pair in pairs])
    assert pairs[0][1].result(10) is False
    assert order == ["shared", "alone"]


def test_done_is_called_after_the_commit_only(store: Store) -> None:
    match = seat_people([person(), person()])
    seen: Future[set[str]] = Future()

    def done(result: int) -> None:
        # Another connection sees it already.
        def look() -> None:
            seen.set_result(names(match))
            connection.close()

        thread = threading.Thread(target=look)
        thread.start()
        thread.join(10)

    store.submit(Job(None, rename(match, "kept"), done, seen.set_exception))
    assert seen.result(10) == {"kept"}


def test_a_fault_in_telling_neither_undoes_the_commit_nor_ends_the_writer(store: Store) -> None:
    match = seat_people([person(), person()])

    def done(result: int) -> None:
        raise ZeroDivisionError

    store.submit(Job(None, rename(match, "kept"), done, lambda error: None))
    after, future = job(lambda batch: 1)
    store.submit(after)
    assert future.result(10) == 1 and names(match) == {"kept"}


def test_a_dead_connection_costs_one_retry(store: Store) -> None:
    """Case WS-09."""
    first, future = job(lambda batch: 1)
    store.submit(first)
    future.result(10)
    calls: list[int] = []

    def once(batch: Batch) -> int:
        calls.append(1)
        if len(calls) == 1:
            raise OperationalError("server closed the connection unexpectedly")
        return len(calls)

    again, future = job(once)
    store.submit(again)
    assert future.result(10) == 2


def test_a_database_that_stays_away_is_told_as_a_fault_and_the_writer_lives_on(store: Store) -> None:
    def fail(batch: Batch) -> None:
        raise OperationalError("no")

    bad, future = job(fail)
    store.submit(bad)
    assert isinstance(future.exception(10), DatabaseError)
    good, future = job(lambda batch: 1)
    store.submit(good)
    assert future.result(10) == 1


@pytest.mark.postgres
def test_a_killed_server_connection_is_replaced(store: Store) -> None:
    """Case WS-09, with the server really cutting the connection of the writer."""
    match = seat_people([person(), person()])
    whose, future = job(lambda batch: batch.select("SELECT pg_backend_pid()", [])[0][0])
    store.submit(whose)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [future.result(10)])
    after, future = job(rename(match, "kept"))
    store.submit(after)
    assert future.result(10) == 2 and names(match) == {"kept"}


@pytest.mark.postgres
def test_a_match_that_another_process_holds_delays_no_other_one(store: Store) -> None:
    held, free = seat_people([person(), person()]), seat_people([person(), person()])
    with psycopg.connect(**connection.get_connection_params()) as elsewhere:
        elsewhere.execute("SELECT 1 FROM games_match WHERE id = %s FOR UPDATE", [held.pk])
        pairs = [job(methodcaller("row", match.pk), match.pk) for match in (held, free)]
        store.submit_all([pair[0] for pair in pairs])
        assert pairs[1][1].result(20) is not None
        assert isinstance(pairs[0][1].exception(20), DatabaseError)
        elsewhere.rollback()
    after, future = job(lambda batch: batch.row(held.pk), held.pk)
    store.submit(after)
    assert future.result(20) is not None


@pytest.mark.postgres
def test_a_process_that_freezes_in_a_transaction_loses_its_rows_and_writes_once_it_thaws(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "_FROZEN_SECONDS", 0.2)
    match = seat_people([person(), person()])
    is_frozen, has_thawed = threading.Event(), threading.Event()

    def freeze(batch: Batch) -> int:
        batch.row(match.pk)
        is_frozen.set()
        has_thawed.wait(20)
        return rename(match, "thawed")(batch)

    slow, slow_future = job(freeze, match.pk)
    store.submit(slow)
    assert is_frozen.wait(20)
    other = Store()
    quick, quick_future = job(rename(match, "meanwhile"), match.pk)
    other.submit(quick)
    assert quick_future.result(20) == 2 and names(match) == {"meanwhile"}
    other.close()
    has_thawed.set()
    assert slow_future.result(20) == 2 and names(match) == {"thawed"}


@pytest.mark.postgres
def test_any_other_process_that_freezes_loses_its_rows_within_a_minute() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW idle_in_transaction_session_timeout")
        assert cursor.fetchone() == ("1min",)


def test_in_a_transaction_of_the_caller_the_work_joins_it() -> None:
    match = seat_people([person(), person()])
    told: list[int] = []
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        assert store_module.store.run(None, rename(match, "lost"), told.append) == 2
        raise ZeroDivisionError
    assert told == [] and "lost" not in names(match)
    with transaction.atomic():
        store_module.store.run(None, rename(match, "kept"), told.append)
        assert told == []
    assert told == [2] and names(match) == {"kept"}


def test_closing_commits_what_waits_and_a_later_job_starts_anew(store: Store) -> None:
    match = seat_people([person(), person()])
    pairs = [job(rename(match, str(number))) for number in range(20)]
    for pair in pairs:
        store.submit(pair[0])
    store.close()
    assert all(future.done() for _, future in pairs) and names(match) == {"19"}
    again, future = job(lambda batch: 1)
    store.submit(again)
    assert future.result(10) == 1


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")  # a prefork worker does just that
def test_a_forked_child_has_its_own_writer(store: Store) -> None:
    first, future = job(lambda batch: 1)
    store.submit(first)
    future.result(10)
    os.register_at_fork(after_in_child=store._reset)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:  # pragma: no cover - another process
        answer = b"0"
        try:
            connection.connection = None  # the parent's; this process may not use it
            inherited, future = job(lambda batch: 1)
            store.submit(inherited)
            answer = b"1" if future.result(10) == 1 else b"0"
        finally:
            os.write(write, answer)
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        assert pipe.read() == b"1"
    os.waitpid(child, 0)


def test_times_are_those_of_the_database_and_come_back_as_written(clock: Clock, store: Store) -> None:
    match = seat_people([person(), person()], turn_limit_seconds=30)
    seen, future = job(lambda batch: batch.row(match.pk), match.pk)
    store.submit(seen)
    row = future.result(10)
    match.refresh_from_db()
    assert (row.step_at, row.deadline_at, row.due_at) == (match.step_at, match.deadline_at, match.due_at)
    assert row.seats[0].last_seen_at == clock.now

    def rewrite(batch: Batch) -> None:
        row = batch.row(match.pk)
        assert row is not None
        row.step_at = clock.now.replace(microsecond=123456)
        batch.write_waiting(row)

    written, future = job(rewrite, match.pk)
    store.submit(written)
    future.result(10)
    match.refresh_from_db()
    assert match.step_at == clock.now.replace(microsecond=123456)


def test_the_clock_for_countdowns_follows_the_database(clock: Clock, store: Store) -> None:
    """Case CE-08: a process whose own clock is wrong still counts by the database's."""
    tick, future = job(lambda batch: batch.now)
    store.submit(tick)
    future.result(10)
    assert abs((store_module.clock_now() - clock.now).total_seconds()) < 5
