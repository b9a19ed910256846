"""`runsite`: the whole site under one supervisor, site, worker and clock; it must not serve anything itself."""

import argparse
import contextlib
import fcntl
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from bozusite.supervisor import Child, Supervisor

DEFAULT_PORT = 8000
_WORKER_THREADS = "8"
# The processes of a site that was killed need a moment to close its port.
_PORT_PATIENCE_SECONDS = 2.0


class Command(BaseCommand):
    help = "Run the whole site: pages and sockets, the worker for background jobs, and its clock."
    requires_system_checks: list[str] = []  # `setup_site` makes them; this process loads no pages to be quick and small

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT") or DEFAULT_PORT))
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on")
        parser.add_argument("--setup-only", action="store_true", help="prepare everything, then stop")

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = options["host"], options["port"]
        environment = {**os.environ, "BOZU_HASHED_STATIC": "1", "PYTHONUNBUFFERED": "1"}
        if not options["setup_only"]:
            refuse_busy_port(host, port)
        with only_site_on(Path(settings.DATA_DIR)):
            # In a process of its own: this one stays small, and hashed names are on for it.
            manage = [sys.executable, str(settings.BASE_DIR / "manage.py")]
            if subprocess.run([*manage, "setup_site"], env=environment).returncode:
                raise CommandError("Setting up failed; nothing was started.")
            if options["setup_only"]:
                self.stdout.write("Everything is set up.")
                return
            supervisor = Supervisor(site_children(host, port), environment, self.say)
            sys.exit(supervisor.run(lambda: self.has_greeted(host, port)))

    def say(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()

    def has_greeted(self, host: str, port: int) -> bool:
        """Print the address once the site answers; return whether it does."""
        shown = "127.0.0.1" if host in ("", "0.0.0.0") else host  # nosec B104: a name for it, not a socket
        with contextlib.suppress(OSError), socket.create_connection((shown, port), timeout=0.2):
            self.say(f"Bozu Mekuri is at http://{shown}:{port}/  (Ctrl-C stops it)")
            return True
        return False


def site_children(host: str, port: int) -> list[Child]:
    """Return the three processes of a site on one machine."""
    celery = [sys.executable, "-m", "celery", "--quiet", "-A", "bozusite"]
    return [
        Child(
            "site",
            # -v 0: no access log. It would keep addresses of people and the secrets in one-time links.
            [sys.executable, "-m", "daphne", "-v", "0", "--no-server-name", "--websocket_timeout", "-1"]
            + ["-b", host, "-p", str(port), "bozusite.asgi:application"],
        ),
        Child(
            "worker",
            [*celery, "worker", "--pool", "threads", "--concurrency", _WORKER_THREADS, "--loglevel", "WARNING"]
            + ["--without-gossip", "--without-mingle", "--without-heartbeat"],
        ),
        Child("clock", [*celery, "beat", "--loglevel", "WARNING", "--pidfile="]),
    ]


def refuse_busy_port(host: str, port: int) -> None:
    """Raise CommandError if nothing can listen at `host`:`port`."""
    deadline = time.monotonic() + _PORT_PATIENCE_SECONDS
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    while True:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
                return
            except OSError as error:
                if time.monotonic() >= deadline:
                    raise CommandError(
                        f"Port {port} is in use by another program (or may not be used: {error.strerror}). "
                        f"Nothing was started. Try another one: ./run --port {port + 1}"
                    ) from error
        time.sleep(0.1)


@contextlib.contextmanager
def only_site_on(data_folder: Path) -> Iterator[None]:
    """Hold the data folder for this site; raise CommandError if another embedded site holds it.

    With Redis any number of sites may share one database, so there is nothing to hold.
    """
    if settings.REDIS_URL:
        yield
        return
    with (data_folder / "site.lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise CommandError(
                f"Another site is running on the data folder {data_folder}. Nothing was started. "
                "Stop it first, or set BOZU_DATA_DIR to another folder."
            ) from error
        yield
