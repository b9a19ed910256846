"""Reads what really happened from the site's own PostgreSQL, and judges it; it must not go through the site's code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import psycopg
from psycopg.rows import dict_row

from games import engine
from tests.services import PostgresServer

# A job or a sweep needs a moment: the sweep looks every second, a quarter of a second behind. The rest is for slow
# machines.
LATE_SECONDS = 6.0


@dataclass(frozen=True)
class Done:
    """One accepted step, and the seconds since the one before (or since the start)."""

    sequence: int
    seat: int
    action: str
    played_by: str
    played_at: datetime
    gap_seconds: float


class Database:
    """A database of its own on a PostgreSQL server; statements are run one by one on fresh connections."""

    def __init__(self, server: PostgresServer, name: str) -> None:
        self.server = server
        self.name = name
        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())
            connection.execute(f'CREATE DATABASE "{name}"'.encode())

    @property
    def url(self) -> str:
        return self.server.url.rpartition("/")[0] + f"/{self.name}"

    def select(self, sql: str, *values: Any) -> list[dict[str, Any]]:
        """Return the rows of a query."""
        with psycopg.connect(self.url, row_factory=dict_row) as connection:
            return connection.execute(sql.encode(), values).fetchall()

    def execute(self, sql: str, *values: Any) -> int:
        """Run a statement and return how many rows it changed."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            return connection.execute(sql.encode(), values).rowcount

    def match(self, match_id: str) -> dict[str, Any]:
        """Return the row of a match."""
        return self.select("SELECT * FROM games_match WHERE id = %s", match_id)[0]

    def seats(self, match_id: str) -> list[dict[str, Any]]:
        """Return the rows of a match's seats in their order."""
        return self.select("SELECT * FROM games_seat WHERE match_id = %s ORDER BY number", match_id)

    def steps(self, match_id: str) -> list[Done]:
        """Return the action log of a match."""
        before = self.match(match_id)["started_at"]
        found = []
        for row in self.select("SELECT * FROM games_step WHERE match_id = %s ORDER BY sequence", match_id):
            gap = (row["played_at"] - before).total_seconds()
            before = row["played_at"]
            found.append(Done(row["sequence"], row["seat"], row["action"], row["played_by"], before, gap))
        return found

    def connections(self) -> int:
        """Return how many connections the site's processes hold."""
        return int(
            self.select(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()", self.name
            )[0]["count"]
        )

    def cut_connections(self) -> int:
        """End all connections of the site's processes at once, idle or not; return how many there were."""
        return self.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()",
            self.name,
        )

    def assert_whole(self, match_id: str) -> None:
        """The log has every step once, it leads to the stored state, and that holds each card of the stored deck."""
        row = self.match(match_id)
        steps = self.steps(match_id)[: row["version"]]  # it may be going on
        assert [step.sequence for step in steps] == list(range(1, row["version"] + 1))
        state = engine.decode(row["state"])
        cards = [card for hand in state.hands for card in hand] + [*state.common_pile, *state.draw_pile]
        assert sorted(cards) == sorted(row["deck"])
        told = engine.replay(
            engine.RuleSet.from_dict(row["rules"]),
            row["seat_count"],
            row["first_seat"],
            row["deck"],
            [engine.Action(step.action) for step in steps],
        )
        if told:
            assert told[-1][0] == state
        if row["status"] == "finished":
            assert engine.is_terminal(state)
            assert row["result"]["ranks"] == list(engine.standings(state))

    def assert_in_time(self, match_id: str, *, late_seconds: float = LATE_SECONDS) -> None:
        """No step came before its time, and none much later: by the policy and the limit in the rows."""
        policy = self.select("SELECT * FROM games_sitepolicy")[0]
        limit = self.match(match_id)["turn_limit_seconds"]
        for step in self.steps(match_id):
            earliest, latest = 0.0, None
            if step.played_by == "timeout":
                earliest = latest = limit + policy["deadline_slack_seconds"]
            elif step.played_by == "away":
                earliest = policy["away_turn_seconds"]
                latest = earliest + policy["away_after_seconds"]
            elif step.played_by == "cpu":
                earliest = latest = policy["cpu_pace_seconds"]
            if limit is not None:
                longest = limit + policy["deadline_slack_seconds"]
                latest = longest if latest is None else min(latest, longest)
            assert step.gap_seconds >= earliest, step
            assert latest is None or step.gap_seconds <= latest + late_seconds, step


def story(steps: list[Done], seat: int) -> str:
    """Who made the steps of a seat, one letter each: p(erson), c(pu), t(imeout), a(way)."""
    return "".join(step.played_by[0] for step in steps if step.seat == seat)


def is_left_for_good(told: str) -> bool:
    """Whether a seat's story is that of somebody who went and never came back, with a limit of two missed steps."""
    return re.fullmatch(r"p*([ta]{0,2}|[ta]{2}c*)", told) is not None
