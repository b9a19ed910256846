"""Reads of rankings and of a player's history, in a number of queries that is the same for any number of players."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, F, Q, QuerySet

from accounts.models import Membership, Player
from ratings.calculator import Skill, band, points
from ratings.models import Rating, RatingEntry
from ratings.results import ALL_TIME, Ladder

# Product rule: a player enters a ranking after this many matches, and stays while the last one is this recent.
MATCHES_TO_ENTER: Final = 10
ACTIVE_FOR: Final = timedelta(days=90)

PAGE_SIZE: Final = 50
# Equal ratings share a rank; among them stand first who has played more, then who came to the site first.
_ORDER: Final = (F("points").desc(), F("matches").desc(), "player_id")


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A line of a ranking; `low` and `high` are the ends of the band."""

    rank: int
    player_id: int
    name: str
    points: int
    low: int
    high: int
    matches: int
    wins: int
    draws: int


@dataclass(frozen=True, slots=True)
class RankingPage:
    """Some lines of a ranking, the number of lines in all, and where the page stands (counted from 1)."""

    lines: tuple[RankedPlayer, ...]
    line_count: int
    page: int
    page_count: int


@dataclass(frozen=True, slots=True)
class HistoryPoint:
    """A player's rating after one match, in finishing order (`sequence`); the match had `player_count` rated seats."""

    sequence: int
    match_id: str
    finished_at: datetime
    season: str
    place: int
    player_count: int
    points: int
    low: int
    high: int
    change: int


def ranking(
    *, now: datetime, group_id: int | None = None, season: str = ALL_TIME, page: int = 1, search: str = ""
) -> RankingPage:
    """A page of the ranking of the site (no group) or a group; `search` keeps the ranks of the whole list.

    Equal ratings have equal ranks and the next rank counts them all: 1, 2, 2, 4. A page number beyond the ends gives
    the nearest page.
    """
    listed = _listed(now=now, group_id=group_id, season=season)
    shown = _named_like(listed, search, group_id) if search else listed
    line_count = shown.count()
    page_count = max(1, -(-line_count // PAGE_SIZE))
    page = min(max(1, page), page_count)
    start = (page - 1) * PAGE_SIZE
    ratings = list(shown.select_related("player").order_by(*_ORDER)[start : start + PAGE_SIZE])
    return RankingPage(_lines(listed, ratings, group_id), line_count, page, page_count)


def ranked_player(
    *, player_id: int, now: datetime, group_id: int | None = None, season: str = ALL_TIME
) -> RankedPlayer | None:
    """A player's own line of a ranking, or None where the conditions to enter are not met."""
    listed = _listed(now=now, group_id=group_id, season=season)
    lines = _lines(listed, list(listed.filter(player_id=player_id).select_related("player")), group_id)
    return lines[0] if lines else None


def page_of(*, player_id: int, now: datetime, group_id: int | None = None, season: str = ALL_TIME) -> int | None:
    """The page of a ranking on which a player stands, counted from 1, or None."""
    listed = _listed(now=now, group_id=group_id, season=season)
    own = listed.filter(player_id=player_id).first()
    if own is None:
        return None
    before = Q(points__gt=own.points) | Q(points=own.points, matches__gt=own.matches)
    before |= Q(points=own.points, matches=own.matches, player_id__lt=player_id)
    return listed.filter(before).count() // PAGE_SIZE + 1


def rating_of(*, player_id: int, group_id: int | None = None, season: str = ALL_TIME) -> Rating | None:
    """A player's rating, ranked or not yet; None before the first rated match."""
    return Rating.objects.filter(player_id=player_id, group=group_id, season=season).first()


def seasons_played(*, group_id: int | None = None) -> list[str]:
    """The seasons in which somebody was rated on a ladder, newest first."""
    rated = Rating.objects.filter(group=group_id).exclude(season=ALL_TIME)
    return list(rated.order_by("-season").values_list("season", flat=True).distinct())


def history(*, player_id: int, group_id: int | None = None, season: str = ALL_TIME) -> list[HistoryPoint]:
    """How a player's rating went, match by match, in finishing order."""
    entries = _entries(player_id, group_id).select_related("rated_match").order_by("rated_match_id")
    if season == ALL_TIME:
        return [
            _history_point(entry, Skill(entry.mu_before, entry.sigma_before), Skill(entry.mu_after, entry.sigma_after))
            for entry in entries
        ]
    return [
        _history_point(
            entry,
            Skill(entry.season_mu_before, entry.season_sigma_before),
            Skill(entry.season_mu_after, entry.season_sigma_after),
        )
        for entry in entries.filter(rated_match__season=season)
    ]


def places_taken(*, player_id: int, group_id: int | None = None) -> dict[tuple[int, int], int]:
    """How often a player took which place, by (number of rated seats, place)."""
    rows = _entries(player_id, group_id).order_by().values_list("rated_match__player_count", "place")
    return dict(sorted(Counter(rows).items()))


def match_entries(*, match_id: str, ladder: Ladder = Ladder.SITE) -> list[RatingEntry]:
    """What a match did to the ratings of one ladder, best place first; empty where it did not count."""
    entries = RatingEntry.objects.filter(rated_match__match_id=match_id, ladder=ladder)
    return list(entries.order_by("place", "player_id"))


def _entries(player_id: int, group_id: int | None) -> QuerySet[RatingEntry]:
    entries = RatingEntry.objects.filter(player_id=player_id)
    if group_id is None:
        return entries.filter(ladder=Ladder.SITE)
    return entries.filter(ladder=Ladder.GROUP, rated_match__group=group_id)


def _history_point(entry: RatingEntry, before: Skill, after: Skill) -> HistoryPoint:
    match = entry.rated_match
    low, high = band(after)
    return HistoryPoint(
        sequence=match.pk,
        match_id=match.match_id,
        finished_at=match.finished_at,
        season=match.season,
        place=entry.place,
        player_count=match.player_count,
        points=points(after),
        low=low,
        high=high,
        change=points(after) - points(before),
    )


def _listed(*, now: datetime, group_id: int | None, season: str) -> QuerySet[Rating]:
    """The ratings that have entered a ranking; a recent match is asked for in the lasting one only."""
    # Not a join: with a hundred thousand players it would look up each one to find the few who are gone.
    gone = Player.objects.exclude(deleted_at=None, banned_at=None)
    listed = Rating.objects.filter(group=group_id, season=season, matches__gte=MATCHES_TO_ENTER).exclude(
        player__in=gone.values("pk")
    )
    if season == ALL_TIME:
        listed = listed.filter(last_match_at__gte=now - ACTIVE_FOR)
    return listed


def _named_like(listed: QuerySet[Rating], search: str, group_id: int | None) -> QuerySet[Rating]:
    """Those whose name, as the ranking shows it, holds the text."""
    if group_id is None:
        return listed.filter(player__display_name__icontains=search)
    members = Membership.objects.filter(group=group_id, display_name__icontains=search)
    return listed.filter(player__in=members.values("player"))


def _lines(listed: QuerySet[Rating], ratings: Sequence[Rating], group_id: int | None) -> tuple[RankedPlayer, ...]:
    """Lines of a ranking for some of its ratings, with ranks in the whole of it."""
    better = _better(listed, {rating.points for rating in ratings})
    names = _group_names(group_id, [rating.player_id for rating in ratings])
    return tuple(
        RankedPlayer(
            rank=better[rating.points] + 1,
            player_id=rating.player_id,
            name=names.get(rating.player_id, rating.player.display_name),
            points=rating.points,
            low=rating.band[0],
            high=rating.band[1],
            matches=rating.matches,
            wins=rating.wins,
            draws=rating.draws,
        )
        for rating in ratings
    )


def _better(listed: QuerySet[Rating], marks: Iterable[int]) -> dict[int, int]:
    """For each rating in points, how many of the list have more. Points are whole, so few numbers come back."""
    marks = sorted(marks, reverse=True)
    if not marks:
        return {}
    above = listed.filter(points__gt=marks[-1]).order_by().values_list("points").annotate(Count("pk"))
    counts = dict(above)
    return {mark: sum(count for number, count in counts.items() if number > mark) for mark in marks}


def _group_names(group_id: int | None, player_ids: Sequence[int]) -> dict[int, str]:
    """The names that players go by in a group, by player id; none on the site's ladder."""
    if group_id is None:
        return {}
    members = Membership.objects.filter(group=group_id, player__in=player_ids)
    return dict(members.values_list("player_id", "display_name"))
