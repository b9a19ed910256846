"""Judges a season that was played: nothing lost, nothing doubled, rebuilt bit by bit, a changed match found out."""

from __future__ import annotations

import io
import json
import re
import time
from collections import Counter
from itertools import pairwise
from typing import Any

from django.core.management import CommandError, call_command
from django.db import connection

from games.models import Match, MatchStatus, Step
from games.selectors.ratings import rated_results
from ratings.models import RatedMatch, Rating, RatingEntry
from ratings.results import DAILY_LIMIT, Ladder, counted_places, players_key, utc_day

_RATING = ("player_id", "group_id", "season", "mu", "sigma", "points", "matches", "wins", "draws", "last_match_at")


class Verdict:
    """The checks, each a line of the report, and whether all of them came out right."""

    def __init__(self, *, workers: dict[str, int]) -> None:
        self.workers = workers
        self.is_right = True

    def judge(self, *, matches: int, refusals: Counter[str], logs: str) -> bool:
        """Print what was found and return whether everything was right."""
        steps = Counter(Step.objects.values_list("played_by", flat=True))
        print(f"steps: {sum(steps.values())}, by {dict(steps)}; refused to people: {dict(refusals)}")
        print(f"jobs by worker: {self.workers}")
        self.say("both workers worked", len(self.workers) == 2 and min(self.workers.values()) > 0)
        finished = Match.objects.filter(status=MatchStatus.FINISHED, is_rated=True).count()
        self.say(f"{finished} of {matches} matches finished", finished == matches == Match.objects.count())
        self._entries()
        deadlocks = self._deadlocks()
        faults = len(re.findall(r"deadlock|Traceback|ERROR", logs))
        self.say(
            f"deadlocks in the database: {deadlocks}; faults in the logs of the workers: {faults}",
            not deadlocks + faults,
        )
        self._rebuild()
        self._verify()
        return self.is_right

    def say(self, text: str, is_right: bool) -> None:
        """Print a line of the report."""
        self.is_right &= is_right
        print(f"{'right' if is_right else 'WRONG'}: {text}")

    def _entries(self) -> None:
        """Every match that counts has one entry for each of its people on each of its ladders, and histories add up."""
        expected: Counter[tuple[str, str, int]] = Counter()
        order = dict(RatedMatch.objects.values_list("match_id", "pk"))
        on_site: Counter[tuple[str, Any]] = Counter()
        unrated = limited = 0
        for result in sorted(rated_results(), key=lambda it: order.get(it.match_id, 0)):
            places = counted_places(result)
            if len(places) < 2:
                unrated += 1
                continue
            day = (players_key(places), utc_day(result.finished_at))
            on_site[day] += 1
            limited += on_site[day] > DAILY_LIMIT
            ladders = [Ladder.GROUP, *([Ladder.SITE] if on_site[day] <= DAILY_LIMIT else [])]
            expected.update((result.match_id, ladder, player) for ladder in ladders for player in places)
        found = Counter(RatingEntry.objects.values_list("rated_match__match_id", "ladder", "player_id"))
        lost, extra = expected - found, found - expected
        doubled = sum(count > 1 for count in found.values())
        self.say(
            f"{sum(found.values())} entries; lost {len(lost)}, too many {len(extra)}, doubled {doubled}",
            not (lost or extra or doubled),
        )
        print(
            f"       matches that count nowhere (one device): {unrated}; beyond the daily limit of the site: {limited}"
        )
        gaps = 0
        for rating in Rating.objects.filter(season="").iterator():
            entries = RatingEntry.objects.filter(
                player=rating.player_id, ladder=Ladder.SITE if rating.group_id is None else Ladder.GROUP
            )
            if rating.group_id is not None:
                entries = entries.filter(rated_match__group=rating.group_id)
            rows = list(
                entries.order_by("rated_match").values_list("mu_before", "sigma_before", "mu_after", "sigma_after")
            )
            is_whole = all(one[2:] == two[:2] for one, two in pairwise(rows))
            gaps += not is_whole or rows[-1][2:] != (rating.mu, rating.sigma) or len(rows) != rating.matches
        self.say(
            f"{Rating.objects.filter(season='').count()} ratings, of which {gaps} do not follow from their entries",
            not gaps,
        )

    def _deadlocks(self) -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_stat_force_next_flush()")
            cursor.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
            return int(cursor.fetchone()[0])

    def _rebuild(self) -> None:
        before = _all_bits()
        start = time.monotonic()
        call_command("rebuild_ratings", stdout=io.StringIO())
        seconds = time.monotonic() - start
        self.say(
            f"rebuilt in {seconds:.1f} s; the same to the last bit: {before == _all_bits()}", before == _all_bits()
        )

    def _verify(self) -> None:
        """All matches are right; one whose order of cards or result was changed afterwards is named."""
        start = time.monotonic()
        self.say(f"all matches verified: {_verified()}", _verified() == "")
        print(f"       (twice, in {time.monotonic() - start:.1f} s)")
        for title, field, forge in (("order of cards", "deck", _swapped), ("result", "result", _forged)):
            match = Match.objects.order_by("pk")[Match.objects.count() // 2]
            honest = getattr(match, field)
            Match.objects.filter(pk=match.pk).update(**{field: forge(json.loads(json.dumps(honest)))})
            told = _verified()
            self.say(f"a changed {title} is found: {told}", told.startswith(match.pk) and "1 of " in told)
            Match.objects.filter(pk=match.pk).update(**{field: honest})


def _verified() -> str:
    """Return what verify_match finds wrong with the stored matches, nothing where all are right."""
    output = io.StringIO()
    try:
        call_command("verify_match", "--all", stdout=output)
    except CommandError as error:
        return f"{output.getvalue().strip()} ({error})"
    return ""


def _swapped(deck: list[int]) -> list[int]:
    return [*deck[:-2], deck[-1], deck[-2]]


def _forged(result: dict[str, Any]) -> dict[str, Any]:
    return {**result, "ranks": result["ranks"][::-1], "counts": [count + 1 for count in result["counts"]]}


def _all_bits() -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """Every rating and every entry, without the numbers of their rows; equal floats are equal bits."""
    entries = [field.attname for field in RatingEntry._meta.concrete_fields if not field.primary_key]
    return (
        sorted(Rating.objects.values_list(*_RATING), key=str),
        sorted(RatingEntry.objects.values_list(*entries), key=str),
    )
