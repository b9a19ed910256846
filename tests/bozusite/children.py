"""Small programs that the supervisor's tests let it look after; each writes its process number to a file."""

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

_WRITE = "import os, pathlib, sys; pathlib.Path(sys.argv[1]).open('a').write(f'{os.getpid()}\\n');"
SLEEP = f"{_WRITE} import time; time.sleep(600)"
DIE = f"{_WRITE} sys.exit(3)"
DEAF = f"{_WRITE} import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
# Starts a grandchild that ignores SIGTERM, then sleeps.
PARENT = (
    "import subprocess, sys, time;"
    f"subprocess.Popen([sys.executable, '-c', {DEAF!r}, sys.argv[1] + '.grandchild']);"
    f"{SLEEP}"
)


def program(code: str, marks: Path) -> list[str]:
    """Return the command that runs `code` and notes each start in the file `marks`."""
    return [sys.executable, "-c", code, str(marks)]


def pids(marks: Path) -> list[int]:
    """Return the process numbers noted in `marks`, oldest first."""
    return [int(line) for line in marks.read_text().split()] if marks.exists() else []


def is_alive(pid: int) -> bool:
    """Return whether the process exists and is no zombie."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def wait_until(condition: Callable[[], bool], seconds: float = 20.0) -> None:
    """Return as soon as `condition` holds; fail after `seconds`."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)


_HARNESS = """
import json, os, sys
from bozusite.supervisor import Child, Supervisor
spec = json.loads(sys.argv[1])
children = [Child(name, command) for name, command in spec["children"]]
supervisor = Supervisor(children, dict(os.environ), lambda text: print(text, flush=True), **spec["options"])
sys.exit(supervisor.run())
"""


def start_supervisor(children: dict[str, list[str]], **options: float) -> subprocess.Popen[str]:
    """Start a process that supervises `children`; its output says what it noticed."""
    spec = json.dumps({"children": list(children.items()), "options": options})
    root = Path(__file__).resolve().parent.parent.parent
    return subprocess.Popen(
        [sys.executable, "-c", _HARNESS, spec],
        stdout=subprocess.PIPE,
        text=True,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
