"""The real site under its supervisor, in a data folder of its own, for tests; it must not know pages."""

import http.client
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.services import free_port

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 120.0
STOP_SECONDS = 20.0


@dataclass
class Site:
    """A site started by `manage.py runsite` on a free port; everything it writes goes to `data_dir`."""

    data_dir: Path
    environment: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None
    root: Path = ROOT  # the program's files; a copy of them where a test deploys another version

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """Everything the site has written to its terminal so far."""
        path = self.data_dir / "terminal.log"
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""

    @property
    def full_environment(self) -> dict[str, str]:
        return {**os.environ, "BOZU_DATA_DIR": str(self.data_dir), "BOZU_TEST_SWITCHES": "1", **self.environment}

    def start(self) -> None:
        """Start the site and return when it answers; raise RuntimeError with its output if it does not."""
        command = [sys.executable, str(self.root / "manage.py"), "runsite", "--port", str(self.port)]
        with (self.data_dir / "terminal.log").open("ab") as log:
            self.process = subprocess.Popen(command, env=self.full_environment, cwd=self.root, stdout=log, stderr=log)
        deadline = time.monotonic() + START_SECONDS
        while not self.is_answering():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"the site did not start:\n{self.log[-3000:]}")
            time.sleep(0.05)

    def is_answering(self) -> bool:
        """Return whether the English home page is served without an error."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/en/")
            response = connection.getresponse()
            response.read()
            return response.status < 500
        except OSError:
            return False
        finally:
            connection.close()

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Stop the site as an operator would, return its exit code, and insist that it left no process."""
        assert self.process is not None
        self.process.send_signal(number)
        code = self.process.wait(STOP_SECONDS)
        self.process = None
        left = self.processes()
        assert not left, f"left running: {left}\n{self.log[-3000:]}"
        return code

    def restart(self) -> None:
        """Stop and start again, on the same port and data."""
        self.stop()
        self.start()

    def kill(self) -> None:
        """End every process of this site at once, as a power cut would."""
        for pid in self.processes():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        if self.process is not None:
            self.process.wait()
            self.process = None
        deadline = time.monotonic() + STOP_SECONDS
        while self.processes() and time.monotonic() < deadline:
            time.sleep(0.02)

    def processes(self) -> dict[int, str]:
        """Return the command line of each living process of this site, found by the data folder in its environment."""
        mark = f"BOZU_DATA_DIR={self.data_dir}".encode()
        found = {}
        for folder in Path("/proc").iterdir():
            if not folder.name.isdigit():
                continue
            try:
                if mark in (folder / "environ").read_bytes().split(b"\0"):
                    command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
                    if command:  # a zombie has none
                        found[int(folder.name)] = command
            except OSError:
                continue  # it ended while we looked
        return found

    def manage(self, *arguments: str, stdin: str | None = None) -> str:
        """Run a management command on this site's data and return what it prints."""
        command = [sys.executable, str(self.root / "manage.py"), *arguments]
        answer = subprocess.run(
            command, env=self.full_environment, cwd=self.root, input=stdin, capture_output=True, text=True, check=False
        )
        assert answer.returncode == 0, answer.stderr
        return answer.stdout

    def clean_up(self) -> None:
        """Stop the site if it runs, and throw its data away."""
        try:
            if self.process is not None:
                self.stop()
        finally:
            self.kill()
            shutil.rmtree(self.data_dir, ignore_errors=True)
