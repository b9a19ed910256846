"""A player's page: rating, chart, results, opponents, matches; and whose pages there are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from html import unescape

import pytest
from django.core.management import call_command

from accounts.clock import database_now
from accounts.models import Group, Player
from games.models import Match, MatchStatus, SeatLuck
from games.selectors.rankings import opponents_of, records_of, visible_player
from games.services import luck as luck_service
from games.services.luck import work_out_luck
from games.views.luck_words import luck_text
from ratings.models import Rating, RatingEntry
from ratings.selectors import HistoryPoint, history
from tests.games.finished import stored_match, visitor_of
from tests.visitors import Visitor, new_group, new_player

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def text(response) -> str:
    return response.content.decode()


def plain(response) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", text(response))))


@pytest.fixture
def group() -> tuple[Group, list[Player]]:
    return new_group("Anna", "Ben", "Clara")


@pytest.fixture
def matches(group) -> list[Match]:
    """Twelve rated matches of the group, one a day, the last one today."""
    now = database_now()
    made = [
        stored_match(
            group[1][: 2 + number % 2],
            group=group[0],
            secret=bytes([number + 1]) * 32,
            is_rated=True,
            started_at=now - timedelta(days=12 - number),
        )
        for number in range(12)
    ]
    call_command("rebuild_ratings", verbosity=0)
    return made


def test_the_page_of_a_ranked_player_shows_rank_rating_band_and_chart(group, matches):
    anna = group[1][0]
    rating = Rating.objects.get(player=anna, group=None, season="")

    response = Visitor().get(f"/en/p/{anna.pk}/")

    low, high = rating.band
    page = plain(response)
    assert f"Rating {rating.points}" in page
    assert f"{low}–{high}" in page
    assert re.search(r"Rank [12] Rating", page)
    assert text(response).count("<polyline") == 1 and text(response).count("<polygon") == 1
    assert not re.search(r"\sstyle=", text(response))


def test_results_by_place_add_up(group, matches):
    anna = group[1][0]

    body = text(Visitor().get(f"/en/p/{anna.pk}/")).split("Results by place", 1)[1].split("</table>", 1)[0]
    rows = re.findall(r'<th scope="row">(\d)</th>(.*?)</tr>', body, re.S)

    assert [size for size, _ in rows] == ["2", "3"]
    for _, cells in rows:
        numbers = [int(cell) for cell in re.findall(r'<td class="number">(\d+)</td>', cells)]
        assert sum(numbers[:-1]) == numbers[-1] == 6


def test_opponents_are_counted_ahead_level_and_behind(group, matches):
    anna, ben, _ = group[1]
    entries = {
        (entry.rated_match_id, entry.player_id): entry.place for entry in RatingEntry.objects.filter(ladder="site")
    }
    pairs = [(entries[key, anna.pk], entries[key, ben.pk]) for key in {key for key, _ in entries}]

    found = {each.player_id: each for each in opponents_of(player_id=anna.pk)}

    met = found[ben.pk]
    assert (met.matches, met.ahead, met.level, met.behind) == (
        12,
        sum(mine < theirs for mine, theirs in pairs),
        sum(mine == theirs for mine, theirs in pairs),
        sum(mine > theirs for mine, theirs in pairs),
    )
    assert found[group[1][2].pk].matches == 6
    assert list(found) == [ben.pk, group[1][2].pk]


def test_opponents_on_a_groups_ladder_are_counted_there_alone(group, matches):
    anna, ben, _ = group[1]
    other, (others_host,) = new_group("Zoë")
    stored_match([anna, others_host], group=other, is_rated=True, started_at=database_now() - timedelta(days=1))
    call_command("rebuild_ratings", verbosity=0)

    assert others_host.pk in {each.player_id for each in opponents_of(player_id=anna.pk)}
    assert {each.player_id for each in opponents_of(player_id=anna.pk, group_id=group[0].pk)} == {
        ben.pk,
        group[1][2].pk,
    }


def test_links_to_matches_are_for_those_who_have_them_anyway(group, matches):
    anna = group[1][0]

    friends = text(visitor_of(group[1][2]).get(f"/en/p/{anna.pk}/"))
    assert all(f'href="/en/m/{match.pk}/"' in friends for match in matches)
    assert all(match.pk not in text(Visitor().get(f"/en/p/{anna.pk}/")) for match in matches)


def test_matches_come_in_pages_that_have_addresses(group, matches, monkeypatch):
    monkeypatch.setattr("games.views.players._MATCHES_ON_PAGE", 5)
    anna = group[1][0]

    third = text(Visitor().get(f"/en/p/{anna.pk}/?page=3"))

    assert "Page 3 of 3" in plain(Visitor().get(f"/en/p/{anna.pk}/?page=3"))
    assert 'href="?page=2#matches"' in third
    assert third.split('id="matches"', 1)[1].count("<time ") == 2


def test_a_player_before_the_tenth_match_is_told_how_many_are_missing(group):
    anna, ben, _ = group[1]
    stored_match([anna, ben], group=group[0], is_rated=True)
    call_command("rebuild_ratings", verbosity=0)

    page = plain(Visitor().get(f"/en/p/{anna.pk}/"))

    assert "9 more rated matches are needed" in page
    assert "Rank " not in page.split("Rating", 1)[0]


def test_a_player_who_never_played_rated_has_a_page_for_friends_only(group):
    anna, ben, _ = group[1]
    stranger = new_player("Zoë")

    assert Visitor().get(f"/en/p/{anna.pk}/").status_code == 404
    assert visitor_of(stranger).get(f"/en/p/{anna.pk}/").status_code == 404
    assert "No rated match yet." in plain(visitor_of(ben).get(f"/en/p/{anna.pk}/"))
    assert visitor_of(anna).get(f"/en/p/{anna.pk}/").status_code == 200


@pytest.mark.parametrize("number", ["0", "999", "99999999999999999999999", "-1", "1e3"])
def test_a_player_who_does_not_exist_is_a_404(number):
    assert Visitor().get(f"/en/p/{number}/").status_code == 404


def test_ones_own_page_lists_solo_matches_too_for_oneself_alone(group):
    anna, ben, _ = group[1]
    solo = stored_match([anna, None, None, None])
    given_up = stored_match([anna, None], steps=5, status=MatchStatus.ABANDONED)
    live = stored_match([anna, None], steps=5)

    own = visitor_of(anna).get(f"/en/p/{anna.pk}/")

    assert f"/en/m/{solo.pk}/" in text(own) and f"/en/m/{given_up.pk}/" in text(own)
    assert live.pk not in text(own)
    assert f"{solo.result['ranks'][0]} of 4" in plain(own)
    assert "/en/me/matches.json" in text(own)
    assert solo.pk not in text(visitor_of(ben).get(f"/en/p/{anna.pk}/"))


def test_somebody_removed_from_the_group_is_no_friend_any_more(group):
    anna, ben, _ = group[1]
    group[0].memberships.filter(player=ben).update(removed_at=database_now())

    assert visible_player(player_id=anna.pk, viewer=ben) is None


def test_a_player_who_left_has_a_neutral_name_and_the_others_keep_their_numbers(group, matches):
    anna, ben, _ = group[1]
    before = Rating.objects.get(player=ben, group=None, season="").mu
    Player.objects.filter(pk=anna.pk).update(display_name="", deleted_at=database_now())

    page = plain(Visitor().get(f"/en/p/{anna.pk}/"))

    assert page.split("Former player", 1)[0] != page
    assert "Former player" in plain(Visitor().get(f"/en/p/{ben.pk}/"))
    assert Rating.objects.get(player=ben, group=None, season="").mu == before


def test_a_groups_ladder_has_its_own_page_of_a_player_with_the_name_used_there(group, matches):
    anna = group[1][0]
    group[0].memberships.filter(player=anna).update(display_name="Annie")

    response = Visitor().get(f"/en/g/{group[0].code}/p/{anna.pk}/")

    assert "<bdi>Annie</bdi>" in text(response)
    assert "In the ranking of the group" in plain(response)
    assert Visitor().get(f"/en/g/{group[0].code}/p/{new_player('Zoë').pk}/").status_code == 404


@pytest.fixture
def asked(monkeypatch) -> Iterator[list[str]]:
    """The matches for whose luck a worker was asked."""
    found: list[str] = []
    monkeypatch.setattr(luck_service._luck_sender, "put", found.append)
    luck_service._asked_at.clear()
    yield found
    luck_service._asked_at.clear()


def test_luck_is_worked_out_on_request_and_its_extremes_are_shown(group, matches, asked):
    anna = group[1][0]
    assert "Some matches are still being worked out." in plain(Visitor().get(f"/en/p/{anna.pk}/"))
    Visitor().get(f"/en/p/{anna.pk}/")
    assert sorted(asked) == sorted(match.pk for match in matches), "once, however often the page is read"

    assert all(work_out_luck(match_id=match_id) for match_id in asked)
    assert not work_out_luck(match_id=asked[0])
    lucks = SeatLuck.objects.filter(player=anna).order_by("hundredths")
    assert lucks.count() == 12
    least, most = lucks.first(), lucks.last()
    page = plain(Visitor().get(f"/en/p/{anna.pk}/"))
    assert f"Most luck {luck_text(most.hundredths)} cards" in page
    assert f"Least luck {luck_text(least.hundredths)} cards" in page
    assert "being worked out" not in page
    assert f"/en/m/{most.match_id}/" not in text(Visitor().get(f"/en/p/{anna.pk}/"))
    assert f"/en/m/{most.match_id}/" in text(visitor_of(group[1][1]).get(f"/en/p/{anna.pk}/"))


def test_the_luck_of_a_solo_match_is_for_its_player_alone(group, matches, asked):
    anna = group[1][0]
    solo = stored_match([anna, None, None, None], secret=bytes([99]) * 32)
    for match in [*matches, solo]:
        work_out_luck(match_id=match.pk)
    SeatLuck.objects.filter(match=solo, player=anna).update(hundredths=99_910)
    assert "+999.1" not in plain(Visitor().get(f"/en/p/{anna.pk}/"))
    assert "+999.1" not in plain(visitor_of(group[1][1]).get(f"/en/p/{anna.pk}/"))
    assert "+999.1" not in plain(visitor_of(anna).get(f"/en/g/{group[0].code}/p/{anna.pk}/"))
    own = plain(visitor_of(anna).get(f"/en/p/{anna.pk}/"))
    assert "Most luck +999.1 cards" in own
    assert "also those that only you see" in own


def test_a_void_match_gives_no_record_of_luck(group, matches, asked):
    anna = group[1][0]
    for match in matches:
        work_out_luck(match_id=match.pk)
    SeatLuck.objects.filter(match=matches[0], player=anna).update(hundredths=99_910)
    Match.objects.filter(pk=matches[0].pk).update(status=MatchStatus.VOIDED)
    assert "+999.1" not in plain(Visitor().get(f"/en/p/{anna.pk}/"))


@pytest.mark.parametrize(
    ("hundredths", "shown"), [(340, "+3.4"), (-1_205, "−12.1"), (3, "±0.0"), (0, "±0.0"), (None, "–")]
)
def test_luck_is_written_with_a_sign_and_one_decimal(hundredths, shown):
    assert luck_text(hundredths) == shown


def point(change: int, place: int, total: int) -> HistoryPoint:
    return HistoryPoint(1, "m", database_now(), "2026Q3", place, 4, total, total - 100, total + 100, change)


def test_records_are_the_extremes_and_a_peak_needs_enough_matches():
    points = [point(20, 1, 1520)] + [point(-1, 2, 1519 - number) for number in range(9)] + [point(-8, 4, 1502)]

    found = records_of(points)

    assert found is not None and found.peak is not None
    assert (found.best_match.change, found.worst_match.change) == (20, -8)
    assert found.peak.points == 1511  # the 1520 came before the tenth match
    assert records_of(points[:9]).peak is None
    assert records_of([]) is None


def test_the_longest_run_of_first_places_is_found():
    places = [1, 1, 2, 1, 1, 1, 3, 1]

    found = records_of([point(1, place, 1500) for place in places])

    assert found is not None and found.longest_run_of_firsts == 3


def test_the_number_of_queries_does_not_grow_with_the_history(group, matches, django_assert_max_num_queries):
    assert len(history(player_id=group[1][0].pk)) == 12
    for player in group[1]:
        with django_assert_max_num_queries(17):
            Visitor().get(f"/en/p/{player.pk}/")


def test_a_long_history_is_thinned_for_the_chart_and_keeps_its_last_point(group, matches, monkeypatch):
    monkeypatch.setattr("games.views.players._MOST_POINTS", 5)

    page = text(Visitor().get(f"/en/p/{group[1][0].pk}/"))

    (points,) = re.findall(r'<polyline[^>]* points="([^"]+)"', page)
    assert len(points.split()) == 5
    last = points.split()[-1]
    assert f'cx="{last.split(",")[0]}"' in page
