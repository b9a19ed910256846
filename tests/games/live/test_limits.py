"""Token buckets."""

from __future__ import annotations

import pytest

from games.live import limits
from games.live.limits import Bucket


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr(limits.time, "monotonic", lambda: now[0])
    return now


def test_a_bucket_gives_its_most_at_once_and_then_its_rate(time: list[float]) -> None:
    bucket = Bucket((2.0, 5.0))
    assert [bucket.take() for _ in range(7)] == [True] * 5 + [False] * 2
    time[0] += 1
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    time[0] += 1000
    assert [bucket.take() for _ in range(7)] == [True] * 5 + [False] * 2


def test_what_was_given_back_can_be_taken_again_but_never_more_than_the_most(time: list[float]) -> None:
    bucket = Bucket((0.0, 2.0))
    bucket.give_back()
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    bucket.give_back()
    assert [bucket.take() for _ in range(2)] == [True, False]


def test_a_person_at_full_speed_stays_within_the_limits(time: list[float]) -> None:
    bucket = Bucket(limits.PER_CONNECTION)
    for _ in range(600):
        time[0] += 1 / 7
        assert bucket.take()
