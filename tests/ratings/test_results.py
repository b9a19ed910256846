"""What counts of a result, and in which season and day."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from ratings.results import MatchResult, NotRated, counted_places, players_key, reason_not_to_rate, season_of, utc_day

JAPAN = timezone(timedelta(hours=9))
END = datetime(2026, 8, 15, tzinfo=UTC)


def test_places_are_numbered_among_the_people_who_count() -> None:
    # Seats of CPUs are not in the result, so their places leave gaps.
    assert counted_places(MatchResult("m", END, {7: 2, 3: 4, 5: 4, 9: 6})) == {3: 2, 5: 2, 7: 1, 9: 4}


def test_the_order_of_the_players_is_that_of_their_ids() -> None:
    assert list(counted_places(MatchResult("m", END, {7: 1, 3: 2, 5: 3}))) == [3, 5, 7]


def test_two_seats_of_one_device_are_left_out_and_the_others_count() -> None:
    result = MatchResult("m", END, {1: 1, 2: 2, 3: 3, 4: 4}, devices={1: [11], 2: [12, 13], 3: [13], 4: []})
    assert counted_places(result) == {1: 1, 4: 2}
    assert reason_not_to_rate(result, counted_places(result)) is None


def test_one_player_may_use_several_devices() -> None:
    assert counted_places(MatchResult("m", END, {1: 1, 2: 2}, devices={1: [11, 12, 11], 2: [13]})) == {1: 1, 2: 2}


@pytest.mark.parametrize(
    ("places", "devices", "reason"),
    [
        ({}, {}, NotRated.TOO_FEW_PEOPLE),
        ({1: 1}, {}, NotRated.TOO_FEW_PEOPLE),
        ({1: 1, 2: 2}, {1: [5], 2: [5]}, NotRated.SAME_DEVICE),
        ({1: 1, 2: 2, 3: 3}, {1: [5], 2: [5], 3: [6]}, NotRated.SAME_DEVICE),
        ({1: 1, 2: 2}, {1: [5], 2: [6]}, None),
    ],
)
def test_a_result_needs_two_people_with_devices_of_their_own(
    places: dict[int, int], devices: dict[int, list[int]], reason: NotRated | None
) -> None:
    result = MatchResult("m", END, places, devices=devices)
    assert reason_not_to_rate(result, counted_places(result)) == reason


def test_the_same_people_have_the_same_key_in_any_order() -> None:
    assert players_key([12, 3, 101]) == players_key([101, 12, 3]) == "3,12,101"
    assert len(players_key([2**63 - 1] * 6)) <= 128


@pytest.mark.parametrize(
    ("moment", "season", "day"),
    [
        (datetime(2026, 9, 30, 23, 59, 59, tzinfo=UTC), "2026Q3", "2026-09-30"),
        (datetime(2026, 10, 1, 0, 0, 0, tzinfo=UTC), "2026Q4", "2026-10-01"),
        (datetime(2026, 10, 1, 8, 59, 59, tzinfo=JAPAN), "2026Q3", "2026-09-30"),
        (datetime(2026, 10, 1, 9, 0, 0, tzinfo=JAPAN), "2026Q4", "2026-10-01"),
        (datetime(2026, 12, 31, 23, 59, 59, tzinfo=UTC), "2026Q4", "2026-12-31"),
        (datetime(2027, 1, 1, 0, 0, 0, tzinfo=UTC), "2027Q1", "2027-01-01"),
        (datetime(2027, 4, 1, tzinfo=UTC), "2027Q2", "2027-04-01"),
    ],
)
def test_days_and_seasons_are_cut_in_utc(moment: datetime, season: str, day: str) -> None:
    assert season_of(moment) == season
    assert utc_day(moment).isoformat() == day
