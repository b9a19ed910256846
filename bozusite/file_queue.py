"""Celery's queue of files between a site and its worker on one machine; it must not know what the jobs do.

As kombu's own, but nothing is ever seen half written. There a worker may take a job whose file was only just made,
cannot read it, and ends: seen every minute on a busy machine.
"""

import fcntl
import logging
import time
import uuid
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import filesystem
from kombu.utils.json import dumps, loads

logger = logging.getLogger(__name__)


class Channel(filesystem.Channel):
    """Writes under another name first, and takes a job by renaming it, which only one process can do."""

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]
        # The beginning keeps the jobs in the order in which they came.
        name = f"{time.monotonic_ns() // 1_000_000}_{uuid.uuid4()}.{queue}.msg"
        _write(Path(self.data_folder_out) / name, payload)

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        folder = Path(self.data_folder_in)
        for name in sorted(path.name for path in folder.iterdir()):
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            taken = folder / f"{name}.taken"
            try:
                (folder / name).rename(taken)
            except FileNotFoundError:
                continue  # another worker has it
            text = taken.read_bytes()
            taken.unlink()
            try:
                return loads(text)
            except ValueError:
                logger.warning("event=unreadable_job bytes=%d", len(text))  # half written in a power cut
        raise Empty

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        folder = Path(self.control_folder)
        folder.mkdir(exist_ok=True)
        line = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        with (folder / "lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            table = self.get_table(exchange)
            if line not in table:
                _write(self._exchange_file(exchange), [line, *table])


def _write(path: Path, value: Any) -> None:
    """Let a file appear with all that is in it."""
    text = dumps(value).encode()
    unfinished = path.with_name(f"{path.name}.{uuid.uuid4()}.unfinished")
    unfinished.write_bytes(text)
    unfinished.rename(path)


class Transport(filesystem.Transport):
    """kombu's own with our channel; what is bound is known per process, as there."""

    Channel = Channel
