"""Matches that end at the same moment: each is rated once, nobody waits for ever, the sums add up."""

import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import pytest
from django.db import connection, transaction

from accounts.models import Player
from ratings.models import RatedMatch, Rating, RatingEntry
from ratings.results import Ladder, MatchResult
from ratings.services import rate_match, rebuild_ratings
from tests.ratings.people import make_players, rate, result

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


def run_together(jobs: Sequence[Callable[[], None]]) -> None:
    """Run jobs in threads that start at one moment; raise the first error of any."""
    start = threading.Barrier(len(jobs))
    errors: list[BaseException] = []

    def run(job: Callable[[], None]) -> None:
        try:
            start.wait(timeout=10)
            job()
        except BaseException as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
        assert not thread.is_alive()
    if errors:
        raise errors[0]


def entries_follow_each_other(player_id: int) -> bool:
    entries = list(RatingEntry.objects.filter(player=player_id, ladder=Ladder.SITE).order_by("rated_match"))
    rating = Rating.objects.get(player=player_id, group=None, season="")
    return (rating.mu, rating.sigma) == (entries[-1].mu_after, entries[-1].sigma_after) and all(
        (one.mu_after, one.sigma_after) == (next_one.mu_before, next_one.sigma_before)
        for one, next_one in pairwise(entries)
    )


def test_two_tables_of_the_same_six_in_reverse_seats_end_at_once_200_times() -> None:
    ids = make_players(6)
    # SQLite has one writer: nothing there can deadlock, and a slow machine would only wait.
    rounds = 200 if connection.vendor == "postgresql" else 40

    def end_all(table: int, seats: Sequence[int]) -> Callable[[], None]:
        def job() -> None:
            for number in range(rounds):
                # One round a day, so that the daily limit lets all of them count.
                rate(result(10 * number + table, seats, range(1, 7), days=number))

        return job

    run_together([end_all(1, ids), end_all(2, ids[::-1])])
    assert RatedMatch.objects.filter(is_on_site=True).count() == 2 * rounds
    assert {rating.matches for rating in Rating.objects.filter(season="")} == {2 * rounds}
    assert all(map(entries_follow_each_other, ids))


def test_one_match_that_is_finished_by_four_at_once_is_rated_once() -> None:
    ids = make_players(4)
    match = result(1, ids, (1, 2, 3, 4))
    run_together([lambda: (rate(match), None)[1]] * 4)
    assert RatingEntry.objects.count() == 4
    assert {rating.matches for rating in Rating.objects.all()} == {1}


def test_a_rebuild_loses_no_match_that_ends_meanwhile() -> None:
    ids = make_players(4)
    results = {match.match_id: match for match in (result(n, ids, (1, 2, 3, 4), days=n) for n in range(40))}

    def end(match: MatchResult) -> None:
        with transaction.atomic():
            # Stands for the row of the finished match, which is committed together with its rating.
            Player.objects.create(display_name=match.match_id)
            rate_match(result=match)

    def finished() -> Iterator[MatchResult]:
        for match_id in Player.objects.filter(display_name__in=results).values_list("display_name", flat=True):
            yield results[match_id]

    def end_all() -> None:
        for match in results.values():
            end(match)

    def rebuild() -> None:
        for _ in range(8):
            rebuild_ratings(results=finished())

    run_together([end_all, rebuild])
    assert RatedMatch.objects.count() == 40
    assert {rating.matches for rating in Rating.objects.filter(season="")} == {40}
    assert all(map(entries_follow_each_other, ids))
