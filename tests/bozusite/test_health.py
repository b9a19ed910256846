"""What /healthz and /metrics say, and when /healthz turns red."""

import json
from datetime import datetime, timedelta

import pytest
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone

from bozusite import health
from games import engine
from games.models import Match, MatchStatus
from games.services.matches import SeatPlan, start_match

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def cpu_match() -> Match:
    """A running match of two CPU seats, the first of which acts soon."""
    plan = [SeatPlan(player=None, name=""), SeatPlan(player=None, name="")]
    return start_match(seats=plan, rules=engine.RuleSet(), first_seat=0)


def asked() -> tuple[int, dict]:
    response = Client().get("/healthz")
    return response.status_code, json.loads(response.content)


def overdue_by(match: Match, seconds: float, status: MatchStatus = MatchStatus.RUNNING) -> datetime:
    """Make a match due so long ago, and return when that was."""
    due_at = timezone.now() - timedelta(seconds=seconds)
    Match.objects.filter(pk=match.pk).update(due_at=due_at, status=status)
    return due_at


def seconds_since(moment: datetime) -> float:
    return (timezone.now() - moment).total_seconds()


@pytest.fixture(autouse=True)
def fresh_connection():
    """Each test asks the Redis of its own settings."""
    health._redis.cache_clear()
    yield
    health._redis.cache_clear()


def test_an_idle_site_is_healthy():
    assert asked() == (200, {"status": "ok", "database": "ok", "broker": "ok", "oldest_overdue_seconds": 0.0})


def test_a_step_that_has_waited_a_little_is_told_but_not_alarming(cpu_match):
    due_at = overdue_by(cpu_match, 1)
    code, parts = asked()
    assert code == 200
    assert 1 <= parts["oldest_overdue_seconds"] <= seconds_since(due_at)


def test_a_step_that_nobody_took_for_long_turns_it_red_though_all_processes_live(cpu_match):
    overdue_by(cpu_match, 15)
    code, parts = asked()
    assert code == 503
    assert (parts["status"], parts["database"], parts["broker"]) == ("failing", "ok", "ok")
    assert parts["oldest_overdue_seconds"] >= 15


@pytest.mark.parametrize("status", [MatchStatus.FINISHED, MatchStatus.ABANDONED, MatchStatus.VOIDED])
def test_matches_that_are_over_are_never_overdue(cpu_match, status):
    overdue_by(cpu_match, 1_000, status)
    assert asked()[1]["oldest_overdue_seconds"] == 0.0


def test_a_database_that_does_not_answer_turns_it_red(monkeypatch):
    def broken() -> float:
        raise DatabaseError

    monkeypatch.setattr(health, "oldest_overdue_seconds", broken)
    code, parts = asked()
    assert (code, parts["database"], parts["oldest_overdue_seconds"]) == (503, "failing", None)


def test_a_broker_folder_that_is_gone_turns_it_red(settings, tmp_path):
    settings.REDIS_URL = ""
    settings.BROKER_DIR = tmp_path / "gone"
    code, parts = asked()
    assert (code, parts["broker"]) == (503, "failing")


def test_a_redis_that_stopped_turns_it_red_and_back_again(settings, redis_server):
    settings.REDIS_URL = redis_server.url
    assert asked()[0] == 200
    redis_server.stop()
    assert asked()[0] == 503
    redis_server.start()
    assert asked()[0] == 200


def test_the_answer_is_never_stored():
    assert "no-store" in Client().get("/healthz")["Cache-Control"]


def figures() -> dict[str, float]:
    response = Client().get("/metrics")
    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/plain")
    lines = [line for line in response.content.decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.split() for line in lines)}


def test_the_figures_count_all_steps_and_running_matches(cpu_match):
    before = figures()
    assert (before["bozu_matches_running"], before["bozu_steps_total"]) == (1.0, 0.0)
    Match.objects.filter(pk=cpu_match.pk).update(version=7)
    assert figures()["bozu_steps_total"] == 7.0
    overdue_by(cpu_match, 0, MatchStatus.FINISHED)
    after = figures()
    assert (after["bozu_matches_running"], after["bozu_steps_total"]) == (0.0, 7.0)


def test_the_figures_tell_how_long_the_oldest_step_waits_and_whether_jobs_can_be_sent(cpu_match):
    due_at = overdue_by(cpu_match, 30)
    found = figures()
    assert 30 <= found["bozu_oldest_overdue_seconds"] <= seconds_since(due_at)
    assert (found["bozu_broker_up"], found["bozu_open_sockets"]) == (1.0, 0.0)
