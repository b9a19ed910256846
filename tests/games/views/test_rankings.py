"""The ranking pages: ranks over the whole list, addresses that last, one's own place, and their cost."""

from __future__ import annotations

import re
import time
from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.clock import database_now
from accounts.models import Group, Membership, Player
from games.live.words import signed
from games.views.rating_words import SCALE_HIGH, SCALE_LOW, bar, season_name
from ratings.models import Rating
from ratings.selectors import PAGE_SIZE
from tests.games.finished import visitor_of
from tests.visitors import Visitor, new_group, new_player

pytestmark = pytest.mark.django_db


def give(player: Player, mark: int, *, matches: int = 20, group: Group | None = None, season: str = "") -> None:
    Rating.objects.create(
        player=player, mu=mark, points=mark, matches=matches, group=group, season=season, last_match_at=database_now()
    )


def crowd(marks: list[int]) -> list[Player]:
    """Ranked players with these ratings."""
    players = Player.objects.bulk_create(Player(display_name=f"Name {number:03}") for number in range(len(marks)))
    Rating.objects.bulk_create(
        Rating(player=player, mu=mark, points=mark, matches=20, last_match_at=database_now())
        for player, mark in zip(players, marks, strict=True)
    )
    return players


def text(response) -> str:
    return response.content.decode()


def plain(response) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", text(response))))


def lines(page: str) -> list[tuple[int, str]]:
    """Rank and name of each line."""
    return [
        (int(rank), unescape(name))
        for rank, name in re.findall(r'<td class="number">(\d+)</td>\s*<th scope="row"><a [^>]*><bdi>(.*?)</bdi>', page)
    ]


def test_equal_ratings_share_ranks_across_a_page_border_and_nobody_is_lost():
    marks = [1700 - number for number in range(45)] + [1600] * 10 + [1500 - number for number in range(5)]
    crowd(marks)

    shown = [line for page in (1, 2) for line in lines(text(Visitor().get(f"/en/rankings/?page={page}")))]

    assert len(lines(text(Visitor().get("/en/rankings/")))) == PAGE_SIZE
    assert len({name for _, name in shown}) == len(shown) == 60
    assert [rank for rank, _ in shown[45:55]] == [46] * 10
    assert shown[55][0] == 56
    for _ in range(2):
        again = [line for page in (1, 2) for line in lines(text(Visitor().get(f"/en/rankings/?page={page}")))]
        assert again == shown


def test_links_to_other_pages_keep_season_and_search():
    players = crowd([1500] * 120)
    for player in players:
        give(player, 1510, season="2026Q3")

    page = unescape(text(Visitor().get("/en/rankings/?season=2026Q3&q=Name&page=2")))

    assert 'rel="prev" href="/en/rankings/?season=2026Q3&q=Name&page=1"' in page
    assert 'rel="next" href="/en/rankings/?season=2026Q3&q=Name&page=3"' in page
    assert '<option value="2026Q3" selected>' in page


@pytest.mark.parametrize(("asked", "shown"), [("0", 1), ("-5", 1), ("x", 1), ("99", 3), ("99999999999999999999", 1)])
def test_an_odd_page_number_gives_a_page_that_exists(asked, shown):
    crowd([1500] * 120)

    assert f"Page {shown} of 3" in plain(Visitor().get("/en/rankings/", {"page": asked}))


def test_ones_own_row_is_marked_and_can_be_jumped_to():
    players = crowd([1700 - number for number in range(70)])
    own = visitor_of(players[60])

    first, second = text(own.get("/en/rankings/")), text(own.get("/en/rankings/?page=2"))

    assert 'href="/en/rankings/?page=2#you"' in first
    assert "Your rank is 61, with 1640 points." in plain(own.get("/en/rankings/"))
    assert 'id="you"' not in first
    row = second.split('id="you"', 1)[1].split("</tr>", 1)[0]
    assert "Name 060" in row and "mark-you" in row
    assert 'id="you"' not in text(Visitor().get("/en/rankings/?page=2"))


def test_a_page_with_ones_own_row_is_not_for_shared_caches():
    players = crowd([1500])

    response = visitor_of(players[0]).get("/en/rankings/")

    assert "private" in response.headers["Cache-Control"]
    assert "Cookie" in response.headers["Vary"]
    assert not Visitor().get("/en/rankings/").cookies


def test_whoever_is_not_ranked_yet_is_told_what_is_missing():
    player = new_player("Anna")
    give(player, 1500, matches=7)

    assert "You need 3 more rated matches to enter." in plain(visitor_of(player).get("/en/rankings/"))


def test_whoever_has_been_away_for_long_is_told():
    player = new_player("Anna")
    give(player, 1500, matches=30)
    Rating.objects.update(last_match_at=database_now() - timedelta(days=91))

    page = plain(visitor_of(player).get("/en/rankings/"))

    assert "too long ago" in page
    assert "Nobody has played enough rated matches yet." in page


def test_a_search_finds_names_and_keeps_their_ranks():
    give(new_player("Zoë"), 1600)
    give(new_player("Anna"), 1500)
    give(new_player("Susanna"), 1400)

    response = Visitor().get("/en/rankings/", {"q": " anna "})

    assert lines(text(response)) == [(2, "Anna"), (3, "Susanna")]
    assert "2 players with" in plain(response)
    assert 'value="anna"' in text(response)


def test_a_search_for_nobody_says_so_and_escapes_what_was_typed():
    give(new_player("Anna"), 1500)

    response = Visitor().get("/en/rankings/", {"q": "<script>"})

    assert "<script>" not in text(response).replace('<script src="', "")
    assert "Nobody in this list has such a name." in plain(response)
    assert '<meta name="robots" content="noindex">' in text(response)


@pytest.mark.parametrize("sign", ["%", "_", "\\"])
def test_signs_that_databases_know_are_letters_in_a_search(sign):
    give(new_player("Anna"), 1500)

    assert lines(text(Visitor().get("/en/rankings/", {"q": sign}))) == []


def test_an_unknown_season_shows_all_time():
    give(new_player("Anna"), 1500)

    assert lines(text(Visitor().get("/en/rankings/", {"season": "1999Q9'--"}))) == [(1, "Anna")]


def test_the_rules_of_rating_are_stated():
    page = plain(Visitor().get("/en/rankings/"))

    for rule in (
        "finished 10 rated matches",
        "within 90 days",
        "1, 2, 2, 4",
        "at most 10 matches a day",
        "one and the same device",
        "quarter of the year in UTC",
        "95 of 100 cases",
        "CPU seats are left out",
    ):
        assert rule in page


def test_a_group_has_a_ranking_of_its_own_with_its_own_names():
    group, (anna, ben) = new_group("Anna", "Ben")
    Membership.objects.filter(player=anna).update(display_name="Annie")
    give(anna, 1600, group=group)
    give(ben, 1500, group=group)
    give(ben, 1700)

    page = text(visitor_of(ben).get(f"/en/g/{group.code}/rankings/"))

    assert lines(page) == [(1, "Annie"), (2, "Ben")]
    assert f'href="/en/g/{group.code}/p/{anna.pk}/"' in page
    assert lines(text(Visitor().get("/en/rankings/"))) == [(1, "Ben")]


def test_the_ranking_of_a_group_is_not_for_those_who_were_removed_or_guess():
    group, (_, ben) = new_group("Anna", "Ben")
    Membership.objects.filter(player=ben).update(removed_at=database_now())

    assert visitor_of(ben).get(f"/en/g/{group.code}/rankings/").status_code == 403
    assert Visitor().get("/en/g/CCCCCCCC/rankings/").status_code == 404


def test_no_style_attribute_draws_the_bars():
    crowd([1500, 1400])

    page = text(Visitor().get("/en/rankings/"))

    assert page.count('class="band-reach"') == 2
    assert not re.search(r"\sstyle=", page)


def test_numbers_of_the_bars_stay_plain_in_languages_with_a_decimal_comma():
    crowd([1503, 1407])

    page = text(Visitor().get("/ru/rankings/"))

    assert all(re.fullmatch(r"[\d.]+", value) for value in re.findall(r'band-reach" x="([^"]+)"', page))


@pytest.mark.parametrize(
    ("points", "low", "high", "expected"),
    [
        (1500, 1300, 1700, (25.0, 50.0, 50.0)),
        (SCALE_LOW - 500, SCALE_LOW - 700, SCALE_LOW + 80, (0.0, 10.0, 0.5)),
        (SCALE_HIGH + 500, SCALE_HIGH - 80, SCALE_HIGH + 900, (90.0, 10.0, 99.5)),
    ],
)
def test_a_bar_lies_on_the_scale_and_is_cut_at_its_ends(points, low, high, expected):
    found = bar(points, low, high)

    assert (found.start, found.width, found.middle) == expected


def test_changes_are_written_with_their_sign():
    assert [signed(change) for change in (12, 0, -7, None)] == ["+12", "±0", "−7", ""]


def test_seasons_are_named_by_year_and_quarter():
    assert season_name("2026Q3") == "2026, quarter 3"


def fill(count: int) -> None:
    """Make so many ranked players, by one statement for each table."""
    numbers = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})"
    is_true = "TRUE" if connection.vendor == "postgresql" else "1"
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM ratings_rating")
        cursor.execute("DELETE FROM accounts_device")
        cursor.execute("DELETE FROM accounts_player")
        cursor.execute(
            "INSERT INTO accounts_player (id, display_name, is_named, created_at) "
            f"{numbers} SELECT 1000000 + i, 'Player ' || i, {is_true}, %s FROM n",
            [database_now()],
        )
        cursor.execute(
            "INSERT INTO ratings_rating (player_id, season, mu, sigma, points, matches, wins, draws, last_match_at) "
            f"{numbers} SELECT 1000000 + i, '', 1500, 50, 1300 + (i * 7919) %% 401, 10 + i %% 500, 3, 1, %s FROM n",
            [database_now()],
        )
        cursor.execute("ANALYZE")  # as the databases do by themselves in daily life


@pytest.mark.both
def test_a_hundred_thousand_players_cost_as_many_queries_as_a_few():
    counts: dict[int, list[int]] = {}
    seconds: list[float] = []
    for size in (400, 100_000):
        fill(size)
        own = visitor_of(Player.objects.order_by("-pk")[0])
        own.get("/en/rankings/")
        counts[size] = []
        for address in ("/en/rankings/", "/en/rankings/?page=5", "/en/rankings/?q=player+19"):
            started = time.process_time()
            with CaptureQueriesContext(connection) as queries:
                page = own.get(address)
            seconds.append(time.process_time() - started)
            assert len(lines(text(page))) == PAGE_SIZE or size < 1_000
            counts[size].append(len(queries))

    assert counts[400] == counts[100_000]
    assert max(counts[400]) <= 12
    print("queries:", counts[100_000], "seconds a page of 100,000:", [round(each, 3) for each in seconds[3:]])
    # Time of this process alone: it is for a query that reads the list row by row in Python, not for a busy machine.
    assert max(seconds[3:]) < 5
