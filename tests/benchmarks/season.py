"""Plays a season of rated matches on PostgreSQL with two workers, then judges ratings, rebuild and verification.

    python -m tests.benchmarks.season                                     200 players, 5,000 matches
    python -m tests.benchmarks.season --matches 200 --players 60          a minute, to see that it works

People's steps are made in this process by `games.services.play`, many matches at once; those of seats whose owners left
by two Celery workers, woken by jobs through Redis and by the sweep of a real clock. Ends with code 1 and the reasons if
a match, an entry or a bit is lost, or if the database saw a deadlock. It needs Redis and PostgreSQL, no running site.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

SECRET_KEY = "one key for all processes of a season that nobody else sees"
POLICY = {"cpu_pace_seconds": 0.1, "away_after_seconds": 60, "away_turn_seconds": 0}
WORKERS = 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--matches", type=int, default=5_000)
    parser.add_argument("--groups", type=int, default=80)
    parser.add_argument("--at-once", type=int, default=48, help="matches that run at the same time, at most")
    parser.add_argument("--leavers", type=float, default=0.02, help="share of the seats whose owners leave midway")
    parser.add_argument("--minutes", type=float, help="start no new match after this time, however many were played")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    from tests.services import running_postgres, running_redis

    data_dir = Path(tempfile.mkdtemp(prefix="bozu-season-"))
    try:
        with running_postgres() as postgres, running_redis() as redis_server:
            os.environ.update(
                DJANGO_SETTINGS_MODULE="bozusite.settings",
                DATABASE_URL=postgres.url,
                REDIS_URL=redis_server.url,
                SECRET_KEY=SECRET_KEY,
                BOZU_DATA_DIR=str(data_dir),
                BOZU_LOG_LEVEL="WARNING",
            )
            sys.exit(0 if _season(options, data_dir) else 1)
    finally:
        shutil.rmtree(data_dir, ignore_errors=True)


def _season(options: argparse.Namespace, data_dir: Path) -> bool:
    """Play and judge; return whether everything was right."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("setup_site", verbosity=0)
    from bozusite.management.commands.runsite import site_children
    from games.models import SitePolicy
    from tests.benchmarks.season_check import Verdict
    from tests.benchmarks.season_play import Season
    from tests.scaled.processes import Part

    SitePolicy.objects.update_or_create(pk=SitePolicy.SINGLETON_ID, defaults=POLICY)
    children = {child.name: child for child in site_children("127.0.0.1", 1)}
    kinds = [*["worker"] * WORKERS, "clock"]
    parts = [
        Part(
            f"{kind}-{number}",
            _command(children[kind].command, kind, number),
            dict(os.environ),
            data_dir / f"{number}.log",
        )
        for number, kind in enumerate(kinds)
    ]
    try:
        for part in parts:
            part.start()
        season = Season(players=options.players, groups=options.groups, leavers=options.leavers, seed=options.seed)
        start = time.monotonic()
        minutes = float("inf") if options.minutes is None else options.minutes
        matches = season.play(matches=options.matches, at_once=options.at_once, seconds=60 * minutes)
        seconds = time.monotonic() - start
        print(f"{matches} matches of {options.players} players in {seconds:.0f} s: {matches / seconds:.1f} matches/s")
        verdict = Verdict(workers=season.jobs_done_by_workers())
    finally:
        for part in parts:
            part.kill()
    logs = "".join(part.log_path.read_text(errors="replace") for part in parts)
    return verdict.judge(matches=matches, refusals=season.refusals, logs=logs)


def _command(command: Sequence[str], kind: str, number: int) -> list[str]:
    """Two workers on one machine need names of their own to be counted apart."""
    return [*command, *(["--hostname", f"season-{number}@%h"] if kind == "worker" else [])]


if __name__ == "__main__":
    main()
