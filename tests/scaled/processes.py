"""The processes of a site that runs on several ports: each is started, stopped and killed by itself; no supervisor."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import redis

from bozusite.management.commands.runsite import site_children
from tests.scaled.database import Database
from tests.services import RedisServer, free_port
from tests.site import ROOT, START_SECONDS, STOP_SECONDS, Site


@dataclass
class Part:
    """One process: a site on a port, a worker or a clock."""

    name: str
    command: list[str]
    environment: dict[str, str]
    log_path: Path
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, without waiting until it is ready."""
        with self.log_path.open("ab") as log:
            self.process = subprocess.Popen(self.command, env=self.environment, cwd=ROOT, stdout=log, stderr=log)

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        assert self.process is not None
        self.process.send_signal(number)

    def kill(self) -> None:
        """End it as a crash would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@dataclass
class Pair:
    """Two sites, two workers and two clocks (one would do) that share a database, a Redis and a data folder."""

    data_dir: Path
    database: Database
    redis: RedisServer
    environment: dict[str, str]
    sites: tuple[Site, Site] = field(init=False)
    parts: list[Part] = field(init=False)

    def __post_init__(self) -> None:
        first, second = (Site(self.data_dir, self.environment, free_port()) for _ in range(2))
        self.sites = (first, second)
        environment = {**first.full_environment, "BOZU_HASHED_STATIC": "1", "PYTHONUNBUFFERED": "1"}
        self.parts = [
            Part(
                f"{child.name}-{number}",
                list(child.command),
                dict(environment),
                self.data_dir / f"{child.name}-{number}.log",
            )
            for number, front in enumerate(self.sites)
            for child in site_children("127.0.0.1", front.port)
        ]

    def set_up(self) -> None:
        """Migrate the database and collect the static files."""
        command = [sys.executable, str(ROOT / "manage.py"), "runsite", "--setup-only", "--port", str(free_port())]
        answer = subprocess.run(
            command, env=self.sites[0].full_environment, cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert answer.returncode == 0, answer.stderr

    def named(self, name: str) -> list[Part]:
        """Return the parts of a kind: "site", "worker" or "clock"."""
        return [part for part in self.parts if part.name.startswith(name)]

    def has_consumer(self) -> bool:
        """Return whether some worker waits for jobs, as the broker sees it."""
        with redis.Redis.from_url(self.redis.url) as broker:
            return any(client["cmd"] == "brpop" for client in broker.client_list())

    def start(self) -> None:
        """Start all parts and return when both sites answer."""
        for part in self.parts:
            part.start()
        deadline = time.monotonic() + START_SECONDS
        while not all(site.is_answering() for site in self.sites):
            assert time.monotonic() < deadline, self.logs[-3000:]
            time.sleep(0.1)

    def stop(self) -> None:
        """Ask all parts to stop, and insist that they do."""
        running = [part.process for part in self.parts if part.process is not None]
        for process in running:
            process.send_signal(signal.SIGCONT)  # whatever a test held up
            process.terminate()
        try:
            for process in running:
                process.wait(STOP_SECONDS)
        finally:
            for part in self.parts:
                part.kill()

    def kill(self) -> None:
        """End everything at once, as a power cut would."""
        for part in self.parts:
            part.kill()

    @property
    def logs(self) -> str:
        """Everything the processes have written so far."""
        return "".join(
            part.log_path.read_text(encoding="utf-8", errors="replace") for part in self.parts if part.log_path.exists()
        )
