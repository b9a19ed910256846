"""Makes the environment in .venv from locked requirements; standard library only, loaded by run and test."""

import contextlib
import fcntl
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

RUNTIME = "requirements.txt"
WITH_TESTS = "requirements-test.txt"  # holds everything of RUNTIME as well
_MARKER = ".complete"


class BootstrapError(Exception):
    """The environment cannot be made; the text says what to do."""


def ready_python(root: Path, requirements: str) -> Path:
    """Return the Python of an environment that holds `requirements`, making or completing it first if needed.

    What is complete is written down last, so a broken installation is never taken for a good one; on any failure
    the environment is removed.
    """
    environment = root / ".venv"
    python = environment / "bin" / "python"
    with _alone(root):
        if fingerprint(root, requirements) in _complete(environment) and python.exists():
            return python
        is_done = False
        try:
            _make(environment)
            _install(python, root / requirements)
            done = [fingerprint(root, requirements)]
            if requirements == WITH_TESTS:
                done.append(fingerprint(root, RUNTIME))
            (environment / _MARKER).write_text(json.dumps(done), encoding="utf-8")
            is_done = True
        finally:
            if not is_done:
                shutil.rmtree(environment, ignore_errors=True)
    return python


def fingerprint(root: Path, requirements: str) -> str:
    """Return a text that changes when the requirements or the Python that runs this change."""
    digest = hashlib.sha256((root / requirements).read_bytes())
    digest.update(f"{sys.version_info[:3]} {sys.implementation.name}".encode())
    return digest.hexdigest()


def _complete(environment: Path) -> list[str]:
    try:
        found = json.loads((environment / _MARKER).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    return found if isinstance(found, list) else []


def _make(environment: Path) -> None:
    (environment / _MARKER).unlink(missing_ok=True)
    python = environment / "bin" / "python"
    if python.exists() and _version_of(python) == sys.version and _has_installer(python):
        return
    shutil.rmtree(environment, ignore_errors=True)
    uv = shutil.which("uv")
    if uv:
        _call([uv, "venv", "--quiet", "--python", sys.executable, str(environment)])
        return
    if importlib.util.find_spec("ensurepip") is None:
        sudo = "" if os.geteuid() == 0 else "sudo "
        raise BootstrapError(
            "Python's own installer is not on this machine (Debian keeps it in a package of its own).\n"
            f"Type this line, then start again:\n\n    {sudo}apt-get install -y python3-venv\n"
        )
    _call([sys.executable, "-m", "venv", str(environment)])


def _install(python: Path, requirements: Path) -> None:
    uv = shutil.which("uv")
    installer = (
        [uv, "pip", "install", "--quiet", "--python", str(python)]
        if uv
        else [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    )
    print("Installing the locked requirements into .venv …", file=sys.stderr, flush=True)
    _call([*installer, "--require-hashes", "-r", str(requirements)])


def _version_of(python: Path) -> str | None:
    ask = "import sys; print(sys.version, end='')"
    answer = subprocess.run([python, "-c", ask], capture_output=True, text=True, check=False)
    return answer.stdout if answer.returncode == 0 else None


def _has_installer(python: Path) -> bool:
    """Whether something can be installed there: an environment that uv made has no pip, and uv may be gone since."""
    return (
        shutil.which("uv") is not None
        or not subprocess.run([python, "-m", "pip", "--version"], capture_output=True, check=False).returncode
    )


def _call(command: list[str]) -> None:
    answer = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if answer.returncode:
        raise BootstrapError(
            f"This failed, and the half-made environment was removed:\n\n    {' '.join(command)}\n\n{answer.stdout}"
        )


@contextlib.contextmanager
def _alone(root: Path) -> Iterator[None]:
    folder = root / "var"
    folder.mkdir(mode=0o700, exist_ok=True)
    with (folder / "environment.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # ./run and ./test at the same time: the second waits
        yield
