"""What matches and ratings say of each other; it must not write."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.db.models import Prefetch

from games.models import Match, MatchStatus, Seat
from ratings.calculator import Skill, points
from ratings.models import RatingEntry
from ratings.results import Ladder, MatchResult

_CHUNK: Final = 500


@dataclass(frozen=True, slots=True)
class RatingChanges:
    """What a match did to the ratings, in points by player id, on each ladder; empty where it did not count."""

    site: dict[int, int]
    group: dict[int, int]


def rating_changes(*, match_id: str) -> RatingChanges:
    """Return what a match did to its players' ratings."""
    changes: dict[str, dict[int, int]] = {ladder: {} for ladder in Ladder}
    for entry in RatingEntry.objects.filter(rated_match__match_id=match_id):
        before, after = Skill(entry.mu_before, entry.sigma_before), Skill(entry.mu_after, entry.sigma_after)
        changes[entry.ladder][entry.player_id] = points(after) - points(before)
    return RatingChanges(site=changes[Ladder.SITE], group=changes[Ladder.GROUP])


def rated_results() -> Iterator[MatchResult]:
    """Yield the results of all matches that were played as rated and came to their end, in finishing order.

    Voided matches are not among them. Devices are those that opened the seat.
    """
    finished = Match.objects.filter(status=MatchStatus.FINISHED, is_rated=True, result__isnull=False)
    people = Prefetch("seats", Seat.objects.filter(player__isnull=False).order_by("number"))
    for match in finished.order_by("finished_at", "pk").prefetch_related(people).iterator(chunk_size=_CHUNK):
        if match.finished_at is None or match.result is None:
            continue
        ranks = match.result["ranks"]
        seats = [(seat, seat.player_id) for seat in match.seats.all() if seat.player_id is not None]
        yield MatchResult(
            match_id=match.pk,
            finished_at=match.finished_at,
            places={player_id: ranks[seat.number] for seat, player_id in seats},
            group_id=match.group_id,
            devices={player_id: seat.device_ids for seat, player_id in seats},
        )
