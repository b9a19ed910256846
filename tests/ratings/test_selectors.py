"""Rankings as they are read: who is listed, which rank, which page; and a player's history."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Membership, Player
from ratings.calculator import START, band, points
from ratings.models import Rating
from ratings.results import Ladder
from ratings.selectors import (
    ACTIVE_FOR,
    MATCHES_TO_ENTER,
    PAGE_SIZE,
    history,
    match_entries,
    page_of,
    places_taken,
    ranked_player,
    ranking,
    rating_of,
    seasons_played,
)
from tests.ratings.people import NOON, make_group, make_players, rate, result

pytestmark = pytest.mark.django_db


def give(player_id: int, mark: int, *, matches: int = 20, group_id: int | None = None, season: str = "") -> None:
    Rating.objects.create(
        player_id=player_id,
        mu=mark,
        points=mark,
        matches=matches,
        group_id=group_id,
        season=season,
        last_match_at=NOON,
    )


def ranks(**filters: object) -> list[tuple[int, int]]:
    return [(line.rank, line.player_id) for line in ranking(now=NOON, **filters).lines]  # type: ignore[arg-type]


def every_page() -> Iterator[tuple[int, int]]:
    page, page_count = 1, 1
    while page <= page_count:
        shown = ranking(now=NOON, page=page)
        yield from ((line.rank, line.player_id) for line in shown.lines)
        page, page_count = page + 1, shown.page_count


def test_equal_ratings_share_a_rank_and_the_next_one_counts_them_all() -> None:
    one, two, three, four = make_players(4)
    for player_id, mark in ((one, 1500), (two, 1520), (three, 1500), (four, 1490)):
        give(player_id, mark)
    assert ranks() == [(1, two), (2, one), (2, three), (4, four)]


def test_among_equals_stand_first_who_played_more_and_then_who_came_first() -> None:
    one, two, three = make_players(3)
    for player_id, matches in ((three, 20), (one, 20), (two, 30)):
        give(player_id, 1500, matches=matches)
    assert ranks() == [(1, two), (1, one), (1, three)]


def test_ten_matches_and_a_recent_one_let_a_player_in() -> None:
    ids = make_players(4)
    give(ids[0], 1500, matches=MATCHES_TO_ENTER)
    give(ids[1], 1600, matches=MATCHES_TO_ENTER - 1)
    give(ids[2], 1400)
    Rating.objects.filter(player=ids[2]).update(last_match_at=NOON - ACTIVE_FOR)
    give(ids[3], 1700)
    Rating.objects.filter(player=ids[3]).update(last_match_at=NOON - ACTIVE_FOR - timedelta(seconds=1))
    assert ranks() == [(1, ids[0]), (2, ids[2])]


def test_a_season_keeps_its_players_for_ever() -> None:
    one, two = make_players(2)
    give(one, 1500, season="2026Q1")
    give(two, 1510, season="2026Q2")
    Rating.objects.update(last_match_at=NOON - timedelta(days=4000))
    assert ranks(season="2026Q1") == [(1, one)]
    assert ranks() == []


def test_deleted_and_banned_people_are_not_listed_and_take_no_rank() -> None:
    one, two, three = make_players(3)
    for player_id, mark in ((one, 1530), (two, 1520), (three, 1510)):
        give(player_id, mark)
    Player.objects.filter(pk=one).update(deleted_at=NOON)
    Player.objects.filter(pk=two).update(banned_at=NOON)
    assert ranks() == [(1, three)]
    assert ranked_player(player_id=one, now=NOON) is None


def test_sixty_players_with_ten_equal_across_a_page_border_are_each_listed_once() -> None:
    ids = make_players(60)
    for place, player_id in enumerate(reversed(ids)):
        give(player_id, 1500 if PAGE_SIZE - 5 <= place < PAGE_SIZE + 5 else 1700 - 5 * place)
    listed = [list(every_page()) for _ in range(3)]
    assert listed[0] == listed[1] == listed[2]
    assert sorted(player_id for _, player_id in listed[0]) == ids
    marks = dict(Rating.objects.values_list("player_id", "points"))
    for rank, player_id in listed[0]:
        assert rank == 1 + sum(mark > marks[player_id] for mark in marks.values())
    for number, (_, player_id) in enumerate(listed[0]):
        assert page_of(player_id=player_id, now=NOON) == number // PAGE_SIZE + 1


@pytest.mark.parametrize(("asked", "given"), [(-3, 1), (0, 1), (2, 2), (99, 2)])
def test_a_page_beyond_the_ends_is_the_nearest_one(asked: int, given: int) -> None:
    for player_id in make_players(PAGE_SIZE + 1):
        give(player_id, 1500)
    shown = ranking(now=NOON, page=asked)
    assert (shown.page, shown.page_count, shown.line_count) == (given, 2, PAGE_SIZE + 1)


def test_an_empty_ranking_is_one_empty_page() -> None:
    shown = ranking(now=NOON)
    assert (shown.lines, shown.line_count, shown.page, shown.page_count) == ((), 0, 1, 1)
    assert page_of(player_id=make_players(1)[0], now=NOON) is None


def test_a_search_keeps_the_ranks_of_the_whole_list() -> None:
    ids = make_players(12)
    for place, player_id in enumerate(ids):
        give(player_id, 1600 - place)
    assert ranks(search="player 1") == [(2, ids[1]), (11, ids[10]), (12, ids[11])]
    assert ranking(now=NOON, search="player 1").line_count == 3
    assert ranks(search="%") == []


def test_a_group_is_ranked_by_itself_under_the_names_used_there() -> None:
    one, two = make_players(2)
    group_id = make_group([one, two])
    Membership.objects.filter(player=two).update(display_name="Oma")
    give(one, 1480, group_id=group_id)
    give(two, 1490, group_id=group_id)
    give(one, 1700)
    lines = ranking(now=NOON, group_id=group_id).lines
    assert [(line.rank, line.name, line.points) for line in lines] == [(1, "Oma", 1490), (2, f"Member {one}", 1480)]
    assert ranks(group_id=group_id, search="oma") == [(1, two)]
    assert ranking(now=NOON).lines[0].name == "Player 0"


def test_a_player_s_own_line_is_that_of_the_ranking() -> None:
    ids = make_players(3)
    for player_id, mark in zip(ids, (1500, 1510, 1500), strict=True):
        give(player_id, mark)
    for line in ranking(now=NOON).lines:
        assert ranked_player(player_id=line.player_id, now=NOON) == line
    assert line.low < line.points < line.high


def test_a_page_costs_the_same_queries_for_few_and_for_many() -> None:
    def queries() -> list[int]:
        counts = []
        for read in (
            lambda: ranking(now=NOON),
            lambda: ranking(now=NOON, page=3, search="player"),
            lambda: ranking(now=NOON, group_id=group_id),
            lambda: ranked_player(player_id=ids[0], now=NOON),
            lambda: page_of(player_id=ids[0], now=NOON),
        ):
            with CaptureQueriesContext(connection) as captured:
                read()
            counts.append(len(captured))
        return counts

    ids = make_players(3)
    group_id = make_group(ids)
    for player_id in ids:
        give(player_id, 1500)
        give(player_id, 1500, group_id=group_id)
    few = queries()
    for number, player_id in enumerate(make_players(3 * PAGE_SIZE)):
        give(player_id, 1400 + number)
        give(player_id, 1400 + number, group_id=group_id)
    assert queries() == few
    assert max(few) <= 4


# -- One player ------------------------------------------------------------------------------------------------------


def test_the_history_follows_the_rating_and_its_band_match_by_match() -> None:
    ids = make_players(3)
    rate(result(1, ids, (1, 2, 2)))
    rate(result(2, ids[:2], (2, 1)))
    rate(result(3, ids, (3, 1, 2), days=47))
    told = history(player_id=ids[0])
    assert [(point.match_id, point.place, point.player_count) for point in told] == [
        ("match1", 1, 3),
        ("match2", 2, 2),
        ("match3", 3, 3),
    ]
    assert [point.sequence for point in told] == sorted(point.sequence for point in told)
    rating = rating_of(player_id=ids[0])
    assert rating is not None
    assert (told[-1].points, told[-1].low, told[-1].high) == (rating.points, *band(rating.skill))
    assert sum(point.change for point in told) == rating.points - points(START)


def test_the_history_of_a_season_starts_afresh() -> None:
    ids = make_players(2)
    rate(result(1, ids, (1, 2)))
    rate(result(2, ids, (1, 2), days=47))
    first, second = history(player_id=ids[0], season="2026Q3"), history(player_id=ids[0], season="2026Q4")
    assert [point.points for point in first] == [point.points for point in second]
    assert len(history(player_id=ids[0])) == 2
    assert seasons_played() == ["2026Q4", "2026Q3"]


def test_a_group_s_history_and_places_are_its_own() -> None:
    ids = make_players(2)
    group_id = make_group(ids)
    rate(result(1, ids, (1, 2)))
    rate(result(2, ids, (2, 1), group_id=group_id))
    assert [point.match_id for point in history(player_id=ids[0], group_id=group_id)] == ["match2"]
    assert [point.match_id for point in history(player_id=ids[0])] == ["match1", "match2"]
    assert places_taken(player_id=ids[0], group_id=group_id) == {(2, 2): 1}
    assert places_taken(player_id=ids[0]) == {(2, 1): 1, (2, 2): 1}
    assert seasons_played(group_id=group_id) == ["2026Q3"]


def test_the_entries_of_a_match_are_listed_best_place_first() -> None:
    ids = make_players(3)
    rate(result(1, ids, (2, 1, 2)))
    assert [(entry.player_id, entry.place) for entry in match_entries(match_id="match1")] == [
        (ids[1], 1),
        (ids[0], 2),
        (ids[2], 2),
    ]
    assert match_entries(match_id="match1", ladder=Ladder.GROUP) == []
    assert match_entries(match_id="unknown") == []


def test_there_is_no_rating_before_the_first_match() -> None:
    assert rating_of(player_id=make_players(1)[0]) is None
