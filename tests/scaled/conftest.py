"""Two whole sites on one PostgreSQL and one Redis, as behind a proxy; it must not know cases."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.scaled.database import Database
from tests.scaled.processes import Pair
from tests.services import PostgresServer, RedisServer

# Most take minutes and the whole machine: run them by hand, `BOZU_SCALED_TESTS=1 ./test tests/scaled`. This one is in
# every run, in the round that has the servers.
IN_EVERY_RUN = "test_everybody_sees_every_step_in_their_own_language_on_whichever_site"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the long tests to whoever asks for them, and begin with the one that is left."""
    if os.environ.get("BOZU_SCALED_TESTS"):
        return
    by_hand = []
    for item in items:
        if item.name == IN_EVERY_RUN:
            item.add_marker("postgres")
        elif Path(item.path).parent == Path(__file__).parent:
            by_hand.append(item)
    # Several processes share the work; begun last, the longest of all would be waited for by the others.
    items[:] = sorted((item for item in items if item not in by_hand), key=lambda item: item.name != IN_EVERY_RUN)
    config.hook.pytest_deselected(items=by_hand)


# Allowed values of the policy, the shortest that the rhythm of the site permits. The pace is a test switch.
PACE_SECONDS = 0.1
POLICY = {
    "cpu_pace_seconds": PACE_SECONDS,
    "heartbeat_seconds": 2.0,
    "away_after_seconds": 8.0,
    "away_turn_seconds": 0.5,
    "deadline_slack_seconds": 0.5,
}


@pytest.fixture(scope="module")
def pair(request: pytest.FixtureRequest, postgres_server: PostgresServer, redis_server: RedisServer) -> Iterator[Pair]:
    """Two sites, two workers and two clocks (one would do) on real servers, with a quick policy.

    A module may change values of the policy in POLICY.
    """
    policy = POLICY | getattr(request.module, "POLICY", {})
    database = Database(postgres_server, re.sub(r"\W", "_", request.module.__name__.rpartition(".")[2]))
    data_dir = Path(tempfile.mkdtemp(prefix="bozu-pair-"))
    environment = {
        "DATABASE_URL": database.url,
        "REDIS_URL": redis_server.url,
        "SECRET_KEY": "one key for all processes of one site, as production demands it",
        "BOZU_CPU_PACE_SECONDS": str(PACE_SECONDS),
    }
    found = Pair(data_dir, database, redis_server, environment)
    try:
        found.set_up()
        columns = ", ".join(f"{name} = %s" for name in policy)
        assert database.execute(f"UPDATE games_sitepolicy SET {columns}", *policy.values()) == 1
        found.start()
        yield found
        found.stop()
    finally:
        found.kill()
        if request.session.testsfailed:
            print(found.logs[-6000:])
        shutil.rmtree(data_dir, ignore_errors=True)
