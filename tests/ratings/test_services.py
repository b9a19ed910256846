"""Ratings as they are written: once per match, in order, alike when rebuilt."""

import random
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.transaction import TransactionManagementError

from accounts.models import Player
from ratings import calculator
from ratings.calculator import START, Skill
from ratings.models import RatedMatch, Rating, RatingEntry
from ratings.results import DAILY_LIMIT, Ladder, MatchResult, NotRated, Outcome
from ratings.services import rate_match, rebuild_ratings
from tests.ratings.people import NOON, make_group, make_players, rate, result

pytestmark = pytest.mark.django_db

COUNTS_ON_SITE = Outcome(site=None, group=NotRated.NO_GROUP)


def skills(season: str = "", group_id: int | None = None) -> dict[int, Skill]:
    return {rating.player_id: rating.skill for rating in Rating.objects.filter(season=season, group=group_id)}


def everything() -> tuple[list[tuple[Any, ...]], ...]:
    """All that is stored of ratings, but for the keys of rows that nothing points at."""
    ratings = Rating.objects.order_by("player_id", "group_id", "season").values_list(
        *("player_id", "group_id", "season", "mu", "sigma", "points", "matches", "wins", "draws", "last_match_at")
    )
    entries = RatingEntry.objects.order_by("rated_match_id", "ladder", "player_id").values_list(
        *("player_id", "ladder", "rated_match_id", "place", "mu_before", "sigma_before", "mu_after", "sigma_after"),
        *("season_mu_before", "season_sigma_before", "season_mu_after", "season_sigma_after"),
    )
    return list(ratings), list(entries), list(RatedMatch.objects.order_by("pk").values_list())


def test_a_match_moves_the_ratings_of_all_time_and_of_its_season() -> None:
    ids = make_players(3)
    assert rate(result(1, ids, (1, 2, 2))) == COUNTS_ON_SITE
    expected = dict(zip(ids, calculator.rate([START] * 3, (1, 2, 2)), strict=True))
    assert skills() == expected
    assert skills("2026Q3") == expected
    assert skills()[ids[0]].mu > START.mu


def test_matches_wins_and_draws_are_counted() -> None:
    one, two, three = make_players(3)
    rate(result(1, (one, two, three), (1, 2, 3)))
    rate(result(2, (one, two, three), (1, 1, 3)))
    rate(result(3, (one, two, three), (2, 1, 2)))
    counts = {
        rating.player_id: (rating.matches, rating.wins, rating.draws) for rating in Rating.objects.filter(season="")
    }
    assert counts == {one: (3, 1, 1), two: (3, 1, 1), three: (3, 0, 0)}


def test_an_entry_holds_the_values_before_and_after() -> None:
    ids = make_players(2)
    rate(result(1, ids, (1, 2)))
    rate(result(2, ids, (2, 1)))
    first, second = RatingEntry.objects.filter(player=ids[0]).order_by("rated_match")
    assert (first.mu_before, first.sigma_before) == (START.mu, START.sigma)
    assert (first.mu_after, first.sigma_after) == (second.mu_before, second.sigma_before)
    assert Skill(second.mu_after, second.sigma_after) == skills()[ids[0]]
    assert (first.place, second.place) == (1, 2)


def test_rating_a_match_again_changes_nothing() -> None:
    ids = make_players(2)
    group_id = make_group(ids)
    match = result(1, ids, (1, 2), group_id=group_id)
    first = rate(match)
    before = everything()
    assert rate(match) == first == Outcome(site=None, group=None)
    assert everything() == before


def test_the_database_refuses_a_second_entry_for_player_ladder_and_match() -> None:
    ids = make_players(2)
    rate(result(1, ids, (1, 2)))
    entry = RatingEntry.objects.filter(player=ids[0]).get()
    entry.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        entry.save(force_insert=True)


def test_the_database_refuses_a_second_rating_on_a_ladder() -> None:
    ids = make_players(2)
    group_id = make_group(ids)
    rate(result(1, ids, (1, 2), group_id=group_id))
    for group in (None, group_id):
        with pytest.raises(IntegrityError), transaction.atomic():
            Rating.objects.create(player_id=ids[0], group_id=group)


def test_a_match_of_a_group_counts_on_both_ladders_apart() -> None:
    ids = make_players(2)
    group_id, other_id = make_group(ids), make_group(ids, "HGFEDCBA")
    rate(result(1, ids, (1, 2)))
    assert rate(result(2, ids, (1, 2), group_id=group_id)) == Outcome(site=None, group=None)
    rate(result(3, ids, (2, 1), group_id=other_id))
    once = dict(zip(ids, calculator.rate([START] * 2, (1, 2)), strict=True))
    assert skills(group_id=group_id) == once
    assert skills(group_id=other_id)[ids[0]].mu < START.mu
    assert Rating.objects.get(player=ids[0], group=None, season="").matches == 3
    assert RatingEntry.objects.filter(player=ids[0], ladder=Ladder.SITE).count() == 3
    assert RatingEntry.objects.filter(player=ids[0], ladder=Ladder.GROUP).count() == 2


@pytest.mark.parametrize(
    ("places", "devices", "reason"),
    [((1,), {}, NotRated.TOO_FEW_PEOPLE), ((1, 2), {0: [4], 1: [4]}, NotRated.SAME_DEVICE)],
)
def test_a_result_that_does_not_count_leaves_no_trace(
    places: tuple[int, ...], devices: dict[int, list[int]], reason: NotRated
) -> None:
    ids = make_players(len(places))
    group_id = make_group(ids)
    match = MatchResult(
        "m", NOON, dict(zip(ids, places, strict=True)), group_id, {ids[seat]: held for seat, held in devices.items()}
    )
    assert rate(match) == Outcome(site=reason, group=reason)
    assert everything() == ([], [], [])


def test_seats_of_one_device_are_not_rated_and_the_others_are() -> None:
    ids = make_players(4)
    devices = {ids[0]: [1], ids[1]: [1], ids[2]: [2], ids[3]: [3]}
    rate(MatchResult("m", NOON, dict(zip(ids, (1, 2, 3, 4), strict=True)), devices=devices))
    assert skills() == dict(zip(ids[2:], calculator.rate([START] * 2, (1, 2)), strict=True))


def test_the_eleventh_match_of_a_day_among_the_same_people_counts_in_the_group_only() -> None:
    ids = make_players(3)
    group_id = make_group(ids)
    outcomes = [
        rate(result(number, ids if number % 2 else ids[::-1], (1, 2, 3), group_id=group_id))
        for number in range(1, DAILY_LIMIT + 2)
    ]
    assert outcomes == [Outcome(None, None)] * DAILY_LIMIT + [Outcome(NotRated.DAILY_LIMIT, None)]
    assert Rating.objects.get(player=ids[0], group=None, season="").matches == DAILY_LIMIT
    assert Rating.objects.get(player=ids[0], group=group_id, season="").matches == DAILY_LIMIT + 1


def test_the_daily_limit_is_for_one_set_of_people_and_one_utc_day() -> None:
    ids = make_players(4)
    for number in range(DAILY_LIMIT):
        assert rate(result(number, ids[:3], (1, 2, 3))).site is None
    assert rate(result(20, ids[:3], (1, 2, 3))).site is NotRated.DAILY_LIMIT
    assert rate(result(21, ids, (1, 2, 3, 4))).site is None
    assert rate(result(22, ids[:2], (1, 2))).site is None
    assert rate(result(23, ids[:3], (1, 2, 3), days=0.499)).site is NotRated.DAILY_LIMIT
    assert rate(result(24, ids[:3], (1, 2, 3), days=0.5)).site is None


def test_seasons_start_afresh_and_the_lasting_rating_goes_on() -> None:
    ids = make_players(2)
    rate(result(1, ids, (1, 2), days=46))
    rate(result(2, ids, (1, 2), days=46.5))
    assert set(Rating.objects.values_list("season", flat=True)) == {"", "2026Q3", "2026Q4"}
    assert skills("2026Q3") == skills("2026Q4") == dict(zip(ids, calculator.rate([START] * 2, (1, 2)), strict=True))
    assert skills()[ids[0]].mu > skills("2026Q4")[ids[0]].mu


def test_a_match_is_rated_only_within_a_transaction(transactional_db: None) -> None:
    with pytest.raises(TransactionManagementError):
        rate_match(result=result(1, make_players(2), (1, 2)))


def test_ratings_go_when_the_match_that_gave_them_is_rolled_back() -> None:
    ids = make_players(2)
    with pytest.raises(RuntimeError, match="finish"), transaction.atomic():
        rate_match(result=result(1, ids, (1, 2)))
        raise RuntimeError("the match could not finish")
    assert everything() == ([], [], [])


# -- Rebuilding ------------------------------------------------------------------------------------------------------


def season_of_play(player_count: int, match_count: int) -> list[MatchResult]:
    """Random results of people and a group over some months, in finishing order."""
    rng = random.Random(7)
    ids = make_players(player_count)
    group_id = make_group(ids[:6])
    results = []
    for number in range(match_count):
        in_group = rng.random() < 0.5
        seats = rng.sample(ids[:6] if in_group else ids, rng.randint(2, 6))
        results.append(
            MatchResult(
                match_id=f"m{number}",
                finished_at=NOON + timedelta(hours=2 * number),
                places={player_id: rng.randint(1, len(seats)) for player_id in seats},
                group_id=group_id if in_group else None,
                devices={player_id: [1 + player_id % 40] for player_id in seats},
            )
        )
    # The same two people, more often in one day than counts.
    results += [result(1000 + number, ids[:2], (1, 2), days=300) for number in range(DAILY_LIMIT + 3)]
    return results


def test_a_rebuild_gives_the_same_values_to_the_last_bit() -> None:
    results = season_of_play(45, 250)
    for match in results:
        rate(match)
    before = everything()
    assert len(before[0]) > 100
    random.Random(1).shuffle(results)
    assert rebuild_ratings(results=iter(results)) == len(before[2])
    assert everything() == before


def test_a_rebuild_keeps_the_order_in_which_matches_were_rated() -> None:
    one, two, three = make_players(3)
    # The second ended a little earlier but came to the ratings later.
    results = [result(2, (one, two), (1, 2)), result(1, (two, three), (1, 2))]
    for match in results:
        rate(match)
    before = everything()
    rebuild_ratings(results=results[::-1])
    assert everything() == before


def test_a_rebuild_without_a_voided_match_gives_what_would_have_been() -> None:
    results = season_of_play(10, 50)
    kept = [match for number, match in enumerate(results) if number != 13]
    for match in kept:
        rate(match)
    wanted = skills()
    for match in results:
        rate(match)
    rebuild_ratings(results=[])
    assert everything() == ([], [], [])
    for match in results:
        rate(match)
    assert skills() != wanted
    rebuild_ratings(results=kept)
    assert skills() == wanted
    assert not RatedMatch.objects.filter(match_id="m13").exists()


def test_voiding_one_of_ten_lets_the_eleventh_count() -> None:
    ids = make_players(2)
    results = [result(number, ids, (1, 2)) for number in range(DAILY_LIMIT + 1)]
    for match in results:
        rate(match)
    rebuild_ratings(results=results[1:])
    assert RatedMatch.objects.filter(is_on_site=True).count() == DAILY_LIMIT
    assert rate(results[-1]).site is None


def test_a_rebuild_reads_the_results_after_it_has_begun() -> None:
    ids = make_players(2)
    rate(result(1, ids, (1, 2)))

    def read() -> Iterator[MatchResult]:
        assert not Rating.objects.exists()
        yield result(1, ids, (1, 2))

    assert rebuild_ratings(results=read()) == 1


def test_matches_go_on_being_rated_after_a_rebuild() -> None:
    ids = make_players(2)
    results = [result(number, ids, (1, 2)) for number in range(4)]
    rate(results[0])
    rebuild_ratings(results=results[:3])
    rate(results[3])
    assert list(RatedMatch.objects.order_by("pk").values_list("match_id", flat=True)) == [f"match{n}" for n in range(4)]
    assert Rating.objects.get(player=ids[0], season="").matches == 4


def test_deleting_a_person_leaves_the_ratings_of_the_others() -> None:
    ids = make_players(3)
    rate(result(1, ids, (1, 2, 3)))
    before = everything()
    Player.objects.filter(pk=ids[0]).update(display_name="", deleted_at=NOON)
    assert everything() == before
    rebuild_ratings(results=[result(1, ids, (1, 2, 3))])
    assert everything() == before
