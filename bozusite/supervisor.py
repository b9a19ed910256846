"""Keeps a few processes running and leaves none behind; standard library only, and it must not know what they do."""

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

GRACE_SECONDS = 8.0
QUICK_DEATH_SECONDS = 10.0
QUICK_DEATHS_LIMIT = 5
_POLL_SECONDS = 0.1
_FIRST_BACKOFF_SECONDS = 0.5
_PR_SET_PDEATHSIG = 1

# Found before any child exists: looking up a library between fork and exec is not safe.
_prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None


@dataclass(slots=True)
class Child:
    """One process to keep running, in a process group of its own."""

    name: str
    command: Sequence[str]
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    quick_deaths: int = 0  # in a row
    restart_at: float | None = None


@dataclass(slots=True)
class Supervisor:
    """Starts the children, restarts those that die, and stops them all on SIGINT, SIGTERM or SIGHUP.

    Times are seconds of the monotonic clock. A child that dies five times in a row within ten seconds of its start
    ends everything. `say` gets a sentence for the person at the terminal.
    """

    children: list[Child]
    environment: Mapping[str, str]
    say: Callable[[str], None]
    grace_seconds: float = GRACE_SECONDS
    quick_death_seconds: float = QUICK_DEATH_SECONDS
    _signals: int = field(default=0, init=False)
    _wake: threading.Event = field(default_factory=threading.Event, init=False)

    def run(self, when_started: Callable[[], bool] | None = None) -> int:
        """Run until told to stop; return the exit code: 0 when asked to stop, 1 after giving up.

        `when_started` is called again and again until it returns True, to say that the site answers.
        """
        old = {number: signal.signal(number, self._note_signal) for number in (signal.SIGINT, signal.SIGTERM)}
        old[signal.SIGHUP] = signal.signal(signal.SIGHUP, self._note_signal)
        try:
            for child in self.children:
                self._start(child)
            while not self._signals:
                for child in self.children:
                    if not self._look_after(child):
                        return 1
                if when_started is not None and when_started():
                    when_started = None
                self._wake.wait(_POLL_SECONDS)
            return 0
        finally:
            self._stop_all()
            for number, handler in old.items():
                signal.signal(number, handler)

    def _note_signal(self, number: int, frame: object) -> None:
        self._signals += 1
        self._wake.set()

    def _start(self, child: Child) -> None:
        parent = os.getpid()

        def prepare() -> None:  # runs in the child, before its program
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)  # a shell's `&` would have SIGINT ignored
            if _prctl is not None:
                _prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
                if os.getppid() != parent:  # it died before we asked to be told
                    os._exit(1)

        child.started_at = time.monotonic()
        child.restart_at = None
        child.process = subprocess.Popen(
            child.command,
            env=dict(self.environment),
            stdin=subprocess.DEVNULL,
            process_group=0,  # Ctrl-C reaches us alone, and its descendants die with it
            preexec_fn=prepare,
        )

    def _look_after(self, child: Child) -> bool:
        """Restart `child` if it is dead and its waiting time is over; return False to give up."""
        now = time.monotonic()
        if child.process is not None and _is_dead(child.process):
            code = _bury(child.process)
            child.process = None
            if now - child.started_at >= self.quick_death_seconds:
                child.quick_deaths = 0
            child.quick_deaths += 1
            if child.quick_deaths >= QUICK_DEATHS_LIMIT:
                self.say(f"{child.name} died {child.quick_deaths} times in a row (last exit code {code}); giving up.")
                return False
            wait = _FIRST_BACKOFF_SECONDS * 2 ** (child.quick_deaths - 1)
            self.say(f"{child.name} died (exit code {code}); starting it again in {wait:g} s.")
            child.restart_at = now + wait
        if child.restart_at is not None and now >= child.restart_at:
            self._start(child)
        return True

    def _stop_all(self) -> None:
        running = [child.process for child in self.children if child.process is not None]
        for process in running:
            _signal_group(process, signal.SIGTERM)
        first_signals = self._signals
        deadline = time.monotonic() + self.grace_seconds
        # A second Ctrl-C means: now.
        while (
            any(not _is_dead(process) for process in running)
            and time.monotonic() < deadline
            and self._signals <= max(1, first_signals)
        ):
            time.sleep(_POLL_SECONDS / 2)
        for process in running:
            _bury(process)
        for child in self.children:
            child.process = None


def _is_dead(process: subprocess.Popen[bytes]) -> bool:
    # WNOWAIT leaves the dead leader in place: until it is buried nobody else can get its group's number.
    if process.returncode is not None:
        return True
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _signal_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    if process.returncode is None:
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            return


def _bury(process: subprocess.Popen[bytes]) -> int:
    """Kill whatever is left of the process' group, and return the exit code of its leader."""
    _signal_group(process, signal.SIGKILL)
    return process.wait()
