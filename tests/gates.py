"""All checks in the order `./test` runs them, ending with pytest; it must not know how the environment was made."""

import contextlib
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.services import REDIS_URLS, ServiceMissing, postgres_binaries, running_postgres, running_redis

ROOT = Path(__file__).resolve().parent.parent
IS_CI = os.environ.get("CI", "").lower() in ("1", "true")

PACKAGES = ["bozusite", "games", "accounts", "ratings"]
PYTHON = sys.executable
BIN = Path(PYTHON).parent


def say(text: str) -> None:
    print(text, flush=True)


def has_chromium() -> bool:
    return any(shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))


def has_postgres() -> bool:
    try:
        postgres_binaries()
    except ServiceMissing:
        return False
    return True


def has_fonts(language: str) -> bool:
    if not shutil.which("fc-list"):
        return False
    return bool(subprocess.run(["fc-list", f":lang={language}"], capture_output=True, check=False).stdout)


def missing_packages() -> list[str]:
    """Return the Debian packages that the tests need and this machine lacks."""
    packages = []
    if not shutil.which("redis-server"):
        packages.append("redis-server")
    if not has_postgres():
        packages.append("postgresql")
    if not has_chromium():
        packages.append("chromium")
    if not has_fonts("ar"):
        packages.append("fonts-noto-core")
    if not has_fonts("ja"):
        packages.append("fonts-noto-cjk")
    return packages


def provide_packages() -> list[str]:
    """Install what is missing where we may, and return what is still missing."""
    packages = missing_packages()
    if packages and os.geteuid() == 0 and shutil.which("apt-get"):
        say(f"Installing {', '.join(packages)} …")
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
        if subprocess.run(install, env=quiet, stdout=subprocess.DEVNULL, check=False).returncode:
            subprocess.run(["apt-get", "update", "-qq"], env=quiet, stdout=subprocess.DEVNULL, check=False)
            subprocess.run(install, env=quiet, stdout=subprocess.DEVNULL, check=False)
        packages = missing_packages()
    return packages


def gates(data_dir: str) -> list[tuple[str, list[str], dict[str, str]]]:
    """Return name, command and further environment of each check besides pytest."""
    manage = [PYTHON, "manage.py"]
    production = {
        "BOZU_PRODUCTION": "1",
        "BOZU_ALLOWED_HOSTS": "bozu.example",
        "BOZU_BEHIND_PROXY": "1",
        "SECRET_KEY": secrets.token_urlsafe(64),
    }
    data = {"BOZU_DATA_DIR": data_dir}
    return [
        ("ruff", [str(BIN / "ruff"), "check", "."], {}),
        ("ruff format", [str(BIN / "ruff"), "format", "--check", "."], {}),
        ("mypy", [str(BIN / "mypy"), "."], data),
        ("layers", [str(BIN / "lint-imports")], data),
        ("migrations", [*manage, "makemigrations", "--check", "--dry-run"], data),
        ("catalogues", [*manage, "check_catalogues"], data),
        ("deployment", [*manage, "check", "--deploy", "--fail-level", "WARNING"], data | production),
        (
            "bandit",
            [str(BIN / "bandit"), "-q", "-c", "pyproject.toml", "-r", *PACKAGES],
            {},
        ),
    ]


def failed_gates() -> list[str]:
    """Run every check, show the output of those that fail, and return their names."""
    failed = []
    with tempfile.TemporaryDirectory(prefix="bozu-gates-") as data_dir:
        for name, command, environment in gates(data_dir):
            started_at = time.monotonic()
            answer = subprocess.run(
                command,
                cwd=ROOT,
                env={**os.environ, **environment},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
            is_good = answer.returncode == 0
            say(f"{'ok    ' if is_good else 'FAILED'} {name} ({time.monotonic() - started_at:.1f} s)")
            if not is_good:
                say(answer.stdout)
                failed.append(name)
    return failed


@contextlib.contextmanager
def servers(processes: int) -> Iterator[dict[str, str] | None]:
    """Yield the environment that points the tests to fresh servers, or None where a server is missing."""
    with contextlib.ExitStack() as stack:
        try:
            postgres = stack.enter_context(running_postgres())
            redis = [stack.enter_context(running_redis()).url for _ in range(processes)]
        except ServiceMissing:
            yield None
            return
        # Each process makes a database of its own. A Redis of its own must be given to it: who listens hears what is
        # published in any database of a server.
        yield {"DATABASE_URL": postgres.url, "REDIS_URL": redis[0], REDIS_URLS: " ".join(redis)}


def pytest(arguments: list[str], environment: dict[str, str] | None = None) -> int:
    command = [PYTHON, "-m", "pytest", *arguments]
    without = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL", REDIS_URLS)}
    return subprocess.run(command, cwd=ROOT, env={**without, **(environment or {})}, check=False).returncode


def main(arguments: list[str]) -> int:
    os.chdir(ROOT)
    # Tests start hundreds of processes, each of which would compile the same modules anew: a second for a site.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    still_missing = provide_packages()
    if still_missing:
        say(f"NOT ON THIS MACHINE: {', '.join(still_missing)}. Tests that need them are SKIPPED.")
        say(f"To have them: apt-get install {' '.join(still_missing)}\n")
    if arguments:
        return pytest(arguments)

    failed = failed_gates()
    if still_missing and IS_CI:
        failed.append(f"missing packages ({', '.join(still_missing)})")

    cores = max(2, len(os.sched_getaffinity(0)))
    # Tests of one file share what they start, so a file stays with one process. Files with few tests are often the
    # longest: put last, as the plugin would, they leave a core idle.
    spread = ["--dist", "loadfile", "--no-loadscope-reorder", "-n"]
    with servers(cores) as environment:
        if environment is None:
            say("\nRound 1 of 3, PostgreSQL and Redis: SKIPPED, a server is missing.\n")
        else:
            say("\nRound 1 of 3: the tests that meet PostgreSQL and Redis\n")
            if pytest(["-q", "-m", "both or postgres", *spread, str(cores)], environment):
                failed.append("pytest on PostgreSQL and Redis")
    say("\nRound 2 of 3: all other tests without a browser, on one machine without servers\n")
    if pytest(["-q", "-m", "not postgres", "--ignore", "tests/browser", *spread, str(cores)]):
        failed.append("pytest")
    # Each process has a browser, a site, a worker and a clock, which wait for each other about half of the time.
    say("\nRound 3 of 3: the tests in a browser\n")
    if pytest(["-q", "--durations", "15", "tests/browser", *spread, str(max(2, cores // 2))]):
        failed.append("pytest in a browser")
    if failed:
        print(f"./test: failed: {', '.join(failed)}", file=sys.stderr, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
