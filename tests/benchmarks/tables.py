"""Measures steps at live tables for each second of the server's processor, beside a stock table; it asserts nothing.

    python -m tests.benchmarks.tables                                 50 tables of four seats under Daphne
    python -m tests.benchmarks.tables --tables 200 --server uvicorn

Site and stock table (`stock_table.py`: Channels as its own pages teach it, keeping nothing) are driven in turn by the
same client, round after round: read the ratio, since seconds on a shared machine are worth little. At each table the
seat on turn flips as soon as all four have seen the last step. The site writes every step to SQLite. Linux only: the
processor's time comes from /proc.

Seen on two cores that many programs shared, in turn with a stock table: at 50 tables 1.4 to 1.8 times the stock steps
before openings were read in one statement, steps sent as differences and frames shared, and 2.3 to 3.2 times after,
under Daphne and uvicorn alike; at 200 tables 5.9 times under Daphne and 7 times under uvicorn. A message of a step
fell from 6,000 bytes to 2,300. A table that does nothing but pass a text on reaches 4 times the stock steps
at 50 tables under Daphne and 11 times under uvicorn: no more than that is possible without another server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.services import free_port

ROOT = Path(__file__).resolve().parent.parent.parent
WARM_UP_SECONDS = 2.0
SERVERS = {
    "daphne": ["daphne", "-v", "0", "-b", "127.0.0.1", "-p"],
    "uvicorn": ["uvicorn", "--log-level", "warning", "--loop", "uvloop", "--ws", "websockets-sansio", "--port"],
}


@dataclass
class Counts:
    """What was seen between warm-up and end."""

    is_on: bool = False
    steps: int = 0
    texts: int = 0
    size: int = 0
    seconds: list[float] = field(default_factory=list)


class Table:
    """One table of a file that `load_tables` writes, and the next one when its match is over."""

    def __init__(self, spec: dict[str, Any], entries: Iterator[dict[str, Any]], counts: Counts) -> None:
        self.move = spec["move"]
        self.version_re, self.turn_re = re.compile(spec["version_re"]), re.compile(spec["turn_re"])
        self.over_re = re.compile(spec["over_re"])
        self.entries = entries
        self.counts = counts

    async def run(self) -> None:
        """Play one match after the other until cancelled."""
        for entry in self.entries:
            self.version, self.turn, self.is_over = entry["version"], entry["turn"], False
            sockets = [await self._open(seat) for seat in entry["seats"]]
            self.seen = [self.version] * len(sockets)
            self.news = asyncio.Event()
            readers = [asyncio.create_task(self._read(number, socket)) for number, socket in enumerate(sockets)]
            try:
                while not self.is_over:
                    await self._step(sockets)
            finally:
                for task in readers:
                    task.cancel()
                await asyncio.gather(*(socket.close() for socket in sockets))

    async def _open(self, seat: dict[str, Any]) -> ClientConnection:
        headers = seat.get("headers", {})
        return await connect(
            seat["url"],
            origin=headers.get("Origin"),
            additional_headers={name: value for name, value in headers.items() if name != "Origin"},
            compression=None,
            ping_interval=None,
            proxy=None,
        )

    async def _step(self, sockets: list[ClientConnection]) -> None:
        start = time.perf_counter()
        await sockets[self.turn].send(self.move.replace("{version}", str(self.version)))
        while min(self.seen) <= self.version:
            self.news.clear()
            await self.news.wait()
        self.version = min(self.seen)
        if self.counts.is_on:
            self.counts.steps += 1
            self.counts.seconds.append(time.perf_counter() - start)

    async def _read(self, number: int, socket: ClientConnection) -> None:
        async for text in socket:
            assert isinstance(text, str)
            if self.counts.is_on:
                self.counts.texts += 1
                self.counts.size += len(text.encode())
            version = self.version_re.search(text)
            if version is None or int(version[1]) <= self.seen[number]:
                continue
            if turn := self.turn_re.search(text):
                self.turn = int(turn[1])
            self.is_over = self.is_over or bool(self.over_re.search(text))
            self.seen[number] = int(version[1])
            self.news.set()


def cpu_seconds(pid: int) -> float:
    """Return the processor's time that a process has used with all its threads."""
    values = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(values[11]) + int(values[12])) / os.sysconf("SC_CLK_TCK")


async def drive(spec: dict[str, Any], tables: int, seconds: float, pid: int) -> tuple[Counts, float]:
    """Play at so many tables at once; return the counts and the processor's seconds of the server."""
    counts = Counts()
    entries = iter(spec["tables"])
    players = [asyncio.create_task(Table(spec, entries, counts).run()) for _ in range(tables)]
    await asyncio.sleep(WARM_UP_SECONDS + tables * 0.02)
    before, counts.is_on = cpu_seconds(pid), True
    await asyncio.sleep(seconds)
    counts.is_on, used = False, cpu_seconds(pid) - before
    for player in players:
        player.cancel()
    for result in await asyncio.gather(*players, return_exceptions=True):
        if isinstance(result, Exception):
            raise result
    return counts, used


def stock_spec(port: int, tables: int) -> dict[str, Any]:
    """Return the tables of the stock server in the form of `load_tables`."""
    return {
        "move": '{"action":"flip","version":"{version}","HEADERS":{"HX-Request":"true"}}',
        "version_re": r'data-version="(\d+)"',
        "turn_re": r'data-turn="(\d+)"',
        "over_re": r"data-over",
        "tables": [
            {
                "version": 0,
                "turn": 0,
                "seats": [{"url": f"ws://127.0.0.1:{port}/ws/t{table}/{seat}"} for seat in range(4)],
            }
            for table in range(tables)
        ],
    }


def site_spec(port: int, tables: int, folder: Path, environment: dict[str, str]) -> dict[str, Any]:
    """Make a site's database with so many tables and return what `load_tables` says of them."""
    out = folder / "tables.json"
    base = f"ws://127.0.0.1:{port}"
    for command in (["migrate"], ["load_tables", "--tables", str(tables), "--base-url", base, "--out", str(out)]):
        subprocess.run(
            [sys.executable, "manage.py", *command, "-v", "0"],
            cwd=ROOT,
            env=environment,
            check=True,
            capture_output=True,
        )
    found: dict[str, Any] = json.loads(out.read_text())
    return found


def measure(kind: str, options: argparse.Namespace) -> float:
    """Start a server, play, print a line, and return its steps for each second of its processor."""
    folder = Path(tempfile.mkdtemp(prefix="bozu-benchmark-"))
    environment = {**os.environ, "BOZU_DATA_DIR": str(folder), "BOZU_LOG_LEVEL": "WARNING"}
    port = free_port()
    try:
        if kind == "site":
            application = "bozusite.asgi:application"
            spec = site_spec(port, options.tables * 3, folder, environment)
        else:
            application = "tests.benchmarks.stock_table:application"
            environment.pop("DJANGO_SETTINGS_MODULE", None)
            spec = stock_spec(port, options.tables)
        command = [sys.executable, "-m", *SERVERS[options.server], str(port), application]
        with subprocess.Popen(command, cwd=ROOT, env=environment) as server:
            try:
                counts, used = asyncio.run(_when_open(port, spec, options, server.pid))
            finally:
                server.terminate()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    rate = counts.steps / max(used, 0.01)
    times = statistics.quantiles(counts.seconds or [0, 0], n=20)
    parts = (
        f"{kind:6} {rate:8,.0f} steps for each second of the processor",
        f"{counts.steps / options.seconds:7,.0f} a second",
        f"{counts.size / max(1, counts.texts):6,.0f} bytes a text",
        f"step to all seats {times[9] * 1e3:6.1f} ms, 95 %: {times[18] * 1e3:6.1f} ms",
    )
    print("   ".join(parts), flush=True)
    return rate


async def _when_open(port: int, spec: dict[str, Any], options: argparse.Namespace, pid: int) -> tuple[Counts, float]:
    for _ in range(300):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.1)
        else:
            writer.close()
            return await drive(spec, options.tables, options.seconds, pid)
    raise RuntimeError("the server did not open its port")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--server", choices=SERVERS, default="daphne")
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    found: dict[str, list[float]] = {"stock": [], "site": []}
    for _ in range(options.rounds):
        for kind, rates in found.items():
            rates.append(measure(kind, options))
    ratio = statistics.median(found["site"]) / max(statistics.median(found["stock"]), 0.01)
    print(
        f"{options.tables} tables under {options.server}: the site makes {ratio:.2f} times the steps of the stock table"
    )


if __name__ == "__main__":
    main()
