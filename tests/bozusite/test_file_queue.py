"""The queue of files between a site and its worker: a job is there as a whole or not at all."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from django.conf import settings
from kombu import Exchange, Queue

from bozusite import celery

JOBS = 300


@pytest.fixture
def connect(tmp_path: Path) -> Iterator[Callable[[], Any]]:
    """A function that opens the queue's folders as another process would."""
    for name in ("queue", "control"):
        (tmp_path / name).mkdir()
    options = settings.CELERY_BROKER_TRANSPORT_OPTIONS | {
        "data_folder_in": str(tmp_path / "queue"),
        "data_folder_out": str(tmp_path / "queue"),
        "control_folder": str(tmp_path / "control"),
    }
    opened = []

    def connect() -> Any:
        connection = celery.app.connection(transport_options=options)
        opened.append(connection)
        return connection.channel()

    yield connect
    for connection in opened:
        connection.release()


@pytest.fixture
def hasty_threads() -> Iterator[None]:
    """Threads that interrupt each other at every chance."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


class Peeking:
    """A value whose making is just the moment at which a worker looks."""

    def __init__(self, look: Callable[[], Any]) -> None:
        self.look = look

    def __json__(self) -> int:
        with pytest.raises(Empty):
            self.look()
        return 7


def test_a_worker_never_sees_a_job_that_is_still_being_written(connect: Callable[[], Any], tmp_path: Path) -> None:
    writer, reader = connect(), connect()
    writer._put("bozu", {"number": Peeking(lambda: reader._get("bozu"))})
    assert reader._get("bozu") == {"number": 7}
    assert list((tmp_path / "queue").iterdir()) == []


def test_jobs_come_whole_while_more_are_written(connect: Callable[[], Any], hasty_threads: None) -> None:
    writer, reader = connect(), connect()
    written = threading.Event()

    def write() -> None:
        try:
            for number in range(JOBS):
                writer._put("bozu", {"body": "x" * 500, "number": number})
        finally:
            written.set()

    thread = threading.Thread(target=write)
    thread.start()
    found = []
    while True:
        was_written = written.is_set()
        try:
            found.append(reader._get("bozu")["number"])
        except Empty:
            if was_written:
                break
    thread.join()
    assert sorted(found) == list(range(JOBS))


def test_two_workers_share_the_jobs_and_take_each_once(connect: Callable[[], Any], hasty_threads: None) -> None:
    writer = connect()
    for number in range(200):
        writer._put("bozu", {"number": number})
    writer._put("other", {"number": -1})
    found: list[int] = []

    def read(reader: Any) -> None:
        while True:
            try:
                found.append(reader._get("bozu")["number"])
            except Empty:
                return

    threads = [threading.Thread(target=read, args=(connect(),)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == list(range(200))
    assert (writer._size("bozu"), writer._size("other")) == (0, 1)


def test_what_cannot_be_read_is_thrown_away_and_the_next_job_taken(connect: Callable[[], Any], tmp_path: Path) -> None:
    """A power cut may leave half a file."""
    channel = connect()
    for text in ("", '{"half":', "\xff"):
        (tmp_path / "queue" / f"0_{len(text)}{ord(text[-1:] or ' ')}.bozu.msg").write_text(text, encoding="latin-1")
    channel._put("bozu", {"number": 7})
    assert channel._get("bozu") == {"number": 7}
    with pytest.raises(Empty):
        channel._get("bozu")


def test_processes_that_start_together_find_the_table_of_queues_whole(
    connect: Callable[[], Any], hasty_threads: None
) -> None:
    exchange = Exchange("bozu", type="direct")
    faults: list[BaseException] = []

    def declare(number: int) -> None:
        try:
            channel = connect()
            for turn in range(20):
                Queue(f"queue-{number}-{turn}", exchange, routing_key=f"{number}-{turn}", channel=channel).declare()
                channel.get_table("bozu")
        except BaseException as error:
            faults.append(error)

    threads = [threading.Thread(target=declare, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert len({line.queue for line in connect().get_table("bozu")}) == 120
