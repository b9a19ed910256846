"""The table of a day: ranks over the whole list, pages, neighbours, and what it costs."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from games.models import DailyDeal, DailyTry, Match, MatchStatus, new_match_id
from games.selectors.daily import PAGE_SIZE, daily_line, daily_table, neighbouring_days, page_of, planned_deal
from tests.games.finished import stored_match

pytestmark = pytest.mark.django_db

DAY = date(2026, 7, 1)
NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


def deal(day: date = DAY) -> DailyDeal:
    row = planned_deal(day)
    row.save(force_insert=True)
    return row


def tries(results: list[tuple[int, int]], day: date = DAY) -> list[Player]:
    """First tries with these places and cards, each finished a minute after the one before."""
    row = DailyDeal.objects.filter(day=day).first() or deal(day)
    players = Player.objects.bulk_create(Player(display_name=f"Name {number:03}") for number in range(len(results)))
    model = stored_match([players[0], None], steps=0, status=MatchStatus.FINISHED, daily=row)
    for number, (player, (place, cards)) in enumerate(zip(players, results, strict=True)):
        if number:
            model.pk = new_match_id()
            model.save(force_insert=True)
        finished_at = NOON + timedelta(days=(day - DAY).days, minutes=number)
        DailyTry.objects.create(
            match_id=model.pk, deal=row, player=player, place=place, cards=cards, finished_at=finished_at
        )
    return players


def test_place_counts_before_cards_and_equals_share_a_rank() -> None:
    tries([(2, 40), (1, 30), (1, 50), (1, 30), (2, 40), (4, 0)])
    table = [(line.rank, line.name[-3:], line.place, line.cards) for line in daily_table(day=DAY).lines]
    assert table == [
        (1, "002", 1, 50),
        (2, "001", 1, 30),
        (2, "003", 1, 30),
        (4, "000", 2, 40),
        (4, "004", 2, 40),
        (6, "005", 4, 0),
    ]


def test_ranks_go_on_across_pages_and_everybody_is_there_once() -> None:
    players = tries([(1, 60 - number // 10) for number in range(PAGE_SIZE + 15)])
    pages = [daily_table(day=DAY, page=number) for number in (1, 2)]
    lines = [line for page in pages for line in page.lines]
    assert [page.page_count for page in pages] == [2, 2]
    assert [line.player_id for line in lines] == [player.pk for player in players]
    assert [line.rank for line in lines] == [number // 10 * 10 + 1 for number in range(len(lines))]
    assert daily_table(day=DAY, page=99).lines == pages[1].lines
    for number in (0, 49, 50, 64):
        assert daily_line(day=DAY, player=players[number]) == lines[number]
        assert page_of(day=DAY, player=players[number]) == number // PAGE_SIZE + 1


def test_people_who_went_and_running_tries_are_not_listed() -> None:
    players = tries([(1, 60), (1, 50), (1, 40), (1, 30)])
    Player.objects.filter(pk=players[0].pk).update(deleted_at=NOON)
    Player.objects.filter(pk=players[1].pk).update(banned_at=NOON)
    DailyTry.objects.filter(player=players[2]).update(place=None, cards=None, finished_at=None)
    assert [(line.rank, line.name) for line in daily_table(day=DAY).lines] == [(1, "Name 003")]
    assert daily_line(day=DAY, player=players[2]) is None and page_of(day=DAY, player=players[2]) is None


def test_days_without_a_finished_try_are_skipped() -> None:
    days = [DAY + timedelta(days=number) for number in range(6)]
    for number in (0, 1, 4, 5):
        tries([(1, 10)], days[number])
    deal(days[2])
    assert neighbouring_days(days[3]) == (days[1], days[4])
    assert neighbouring_days(days[0]) == (None, days[1])
    assert neighbouring_days(days[5]) == (days[4], None)


def test_a_day_has_a_table_of_its_own() -> None:
    tries([(1, 10)])
    tries([(1, 20), (2, 5)], DAY + timedelta(days=1))
    assert [line.cards for line in daily_table(day=DAY).lines] == [10]


def test_a_page_costs_the_same_queries_for_few_and_for_many() -> None:
    players = tries([(1, 60)])
    with CaptureQueriesContext(
        connection,
    ) as few:
        daily_table(day=DAY), daily_line(day=DAY, player=players[0]), page_of(day=DAY, player=players[0])
    Match.objects.exclude(daily=None).update(daily=None)
    DailyTry.objects.all().delete()
    Match.objects.all().delete()
    players = tries([(1 + number % 4, number % 30) for number in range(120)])
    with CaptureQueriesContext(connection) as many:
        daily_table(day=DAY, page=2), daily_line(day=DAY, player=players[0]), page_of(day=DAY, player=players[0])
    assert len(few) == len(many) <= 8
