"""Sending hints in a thread of its own: order, faults, overflow."""

from __future__ import annotations

import logging
import threading

import pytest

from games import hints, jobs
from games.hints import HintSender


def test_hints_are_sent_in_order_and_putting_never_waits() -> None:
    gate, sent = threading.Event(), []

    def send(hint: int) -> None:
        gate.wait(10)
        sent.append(hint)

    sender = HintSender("test", send)
    for number in range(100):
        sender.put(number)
    assert sent == []
    gate.set()
    assert sender.flush(10)
    assert sent == list(range(100))


def test_a_failing_hint_is_logged_once_and_harmless(caplog: pytest.LogCaptureFixture) -> None:
    sent: list[int] = []

    def send(hint: int) -> None:
        if hint < 5:
            raise OSError("the broker is away")
        sent.append(hint)

    sender = HintSender("test", send)
    with caplog.at_level(logging.WARNING):
        for number in range(8):
            sender.put(number)
        assert sender.flush(10)
    assert sent == [5, 6, 7]
    assert caplog.text.count("are lost") == 1 and "the broker is away" in caplog.text


def test_when_too_many_wait_new_ones_are_lost(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hints, "_MOST_WAITING", 3)
    gate, sent = threading.Event(), []

    def send(hint: int) -> None:
        gate.wait(10)
        sent.append(hint)

    sender = HintSender("test", send)
    for number in range(50):
        sender.put(number)
    gate.set()
    assert sender.flush(10)
    assert sent[0] == 0 and len(sent) <= 4
    assert "too many wait" in caplog.text


def test_a_sender_that_never_sent_has_nothing_to_flush() -> None:
    assert HintSender("test", lambda hint: None).flush(0.01)


def test_a_job_names_match_version_and_delay_and_expires(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[str, dict[str, object]]] = []
    monkeypatch.setattr("celery.Celery.send_task", lambda self, name, **values: sent.append((name, values)))
    jobs.enqueue_act(match_id="abcdefghjkmn", version=7, countdown_seconds=1.2)
    jobs.enqueue_act(match_id="abcdefghjkmn", version=8, countdown_seconds=-3)
    assert jobs.flush(10)
    (name, first), (_, second) = sent
    assert name == "games.tasks.act" and first["args"] == ("abcdefghjkmn", 7) and first["countdown"] == 1.2
    assert isinstance(first["expires"], float) and first["expires"] > 1.2
    assert second["countdown"] == 0


def test_a_broker_that_is_away_costs_only_a_line_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(self: object, name: str, **values: object) -> None:
        raise ConnectionRefusedError("no broker")

    monkeypatch.setattr("celery.Celery.send_task", fail)
    jobs._sender._logged_at = -100.0
    jobs.enqueue_act(match_id="abcdefghjkmn", version=7, countdown_seconds=0)
    assert jobs.flush(10)
    assert "no broker" in caplog.text
