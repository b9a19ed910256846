"""Starts a Redis and a PostgreSQL server of our own for tests, and stops them; it must not know what is tested."""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import redis

START_SECONDS = 30.0
# The variable that names a Redis for each process of a parallel run, with spaces between them.
REDIS_URLS = "BOZU_TEST_REDIS_URLS"


class ServiceMissing(Exception):
    """The program of a server is not on this machine."""


def free_port() -> int:
    """Return a TCP port of 127.0.0.1 on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class RedisServer:
    """A Redis server without persistence on a free port; `restart` loses everything, as a crash would."""

    folder: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        program = shutil.which("redis-server")
        if program is None:
            raise ServiceMissing("redis-server")
        command = [program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                with redis.Redis.from_url(self.url) as client:
                    # Somebody else's server on this port must never be taken for ours.
                    if int(client.info("server")["process_id"]) != self.process.pid:
                        raise RuntimeError("another Redis answers on our port")
                return
            except redis.ConnectionError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise
                time.sleep(0.02)

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def restart(self) -> None:
        self.stop()
        self.start()


@dataclass
class PostgresServer:
    """A PostgreSQL cluster in a folder of its own on a free port, with the database `bozu`."""

    folder: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"postgresql://bozu@127.0.0.1:{self.port}/bozu"

    @property
    def cluster(self) -> Path:
        return self.folder / "cluster"

    def start(self) -> None:
        binaries = postgres_binaries()
        if not self.cluster.exists():
            options = [
                "-D",
                str(self.cluster),
                "-U",
                "bozu",
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--locale=C.UTF-8",
                "--no-sync",
            ]
            self._call([str(binaries / "initdb"), *options])
        options = [f"-p{self.port}", "-h127.0.0.1", f"-k{self.folder}", "-cfsync=off", "-cmax_connections=200"]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [str(binaries / "postgres"), "-D", str(self.cluster), *options],
                stdout=subprocess.DEVNULL,
                stderr=log,
                cwd=self.folder,
                **_as_postgres(),
            )
        server = f"postgresql://bozu@127.0.0.1:{self.port}/postgres"
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                with psycopg.connect(server, autocommit=True) as connection:
                    row = connection.execute("SHOW data_directory").fetchone()
                    if row is None or Path(row[0]) != self.cluster:
                        raise RuntimeError("another PostgreSQL answers on our port")
                    if not connection.execute("SELECT 1 FROM pg_database WHERE datname = 'bozu'").fetchone():
                        connection.execute("CREATE DATABASE bozu")
                return
            except psycopg.OperationalError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError((self.folder / "log").read_text()) from None
                time.sleep(0.05)

    def stop(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)  # at once, as if it crashed; the data is thrown away
            self.process.wait()
            self.process = None

    def restart(self) -> None:
        self.stop()
        self.start()

    def _call(self, command: list[str]) -> None:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder, **_as_postgres())


def _as_postgres() -> dict[str, Any]:
    """Return what makes a subprocess run as user postgres when we are root, which PostgreSQL refuses to run as."""
    if os.geteuid() != 0:
        return {}
    user = pwd.getpwnam("postgres")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def postgres_binaries() -> Path:
    """Return the folder of PostgreSQL's programs; raise ServiceMissing if there is none."""
    on_path = shutil.which("postgres")
    found = [Path(on_path).resolve().parent] if on_path else []
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -int(path.parent.name))
    for folder in found:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise ServiceMissing("postgresql")


@contextlib.contextmanager
def _folder(prefix: str) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix=prefix, dir="/tmp")).resolve()
    try:
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres") if prefix.startswith("bozu-pg") else pwd.getpwuid(0)
            os.chown(folder, user.pw_uid, user.pw_gid)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def running_redis() -> Iterator[RedisServer]:
    """Yield a started Redis; raise ServiceMissing if the machine has none."""
    with _folder("bozu-redis-") as folder:
        server = RedisServer(folder)
        try:
            server.start()
            yield server
        finally:
            server.stop()


@contextlib.contextmanager
def running_postgres() -> Iterator[PostgresServer]:
    """Yield a started PostgreSQL; raise ServiceMissing if the machine has none."""
    postgres_binaries()
    with _folder("bozu-pg-") as folder:
        server = PostgresServer(folder)
        try:
            server.start()
            yield server
        finally:
            server.stop()
