"""Token buckets."""

from __future__ import annotations

import pytest

from games.live import limits
from games.live.limits import Allowance, Bucket


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


def test_the_sockets_of_a_player_share_what_they_may_say_and_visitors_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PER_PLAYER", (0.0, 3.0))
    tabs = [Allowance(7), Allowance(7)]
    assert [tab.take() for tab in tabs * 2] == [True, True, True, False]
    assert Allowance(8).take()
    assert all(Allowance(None).take() for _ in range(9))


def test_what_a_player_may_say_is_forgotten_with_the_last_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PER_PLAYER", (0.0, 1.0))
    tab = Allowance(7)
    assert [tab.take(), Allowance(7).take()] == [True, False]
    del tab
    assert Allowance(7).take()


def test_who_goes_on_in_spite_of_refusals_has_used_it_up_unless_a_step_is_accepted_between(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "PER_CONNECTION", (0.0, 0.0))
    monkeypatch.setattr(limits, "MOST_TOO_FAST", 3)
    tab = Allowance(None)
    assert [tab.take(), tab.take(), tab.is_used_up] == [False, False, False]
    tab.give_back()
    assert [tab.take(), tab.take(), tab.is_used_up] == [False, False, False]
    assert [tab.take(), tab.is_used_up] == [False, True]
