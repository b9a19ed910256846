"""The only writers of ratings; they take results as plain data and must not know the tables of matches."""

from collections import Counter
from collections.abc import Iterable, Mapping, MutableMapping
from typing import Final, TypeAlias

from django.db import connection, transaction
from django.db.models import Q
from django.db.transaction import TransactionManagementError

from accounts.models import Player
from ratings.calculator import Skill, rate
from ratings.models import RatedMatch, Rating, RatingEntry
from ratings.results import (
    ALL_TIME,
    DAILY_LIMIT,
    Ladder,
    MatchResult,
    NotRated,
    Outcome,
    counted_places,
    players_key,
    reason_not_to_rate,
    season_of,
    utc_day,
)

# Which rating: player id, group id (None on everybody's ladder), season ("" for all time).
RatingKey: TypeAlias = tuple[int, int | None, str]

_BATCH: Final = 1_000


def rate_match(*, result: MatchResult) -> Outcome:
    """Rate a finished match inside the transaction that finishes it, and return on which ladders it counts.

    A result that is rated already changes nothing. The caller holds the match row; the players' rows are locked here,
    in the order of their ids, so that of two matches that end at once with the same people one waits and then starts
    from the other's values. Raises TransactionManagementError outside a transaction.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("a match is rated in the transaction that finishes it")
    places = counted_places(result)
    reason = reason_not_to_rate(result, places)
    if reason is not None:
        return Outcome(site=reason, group=NotRated.NO_GROUP if result.group_id is None else reason)

    # No full lock: rows that point at a player, such as seats, may be written meanwhile.
    list(Player.objects.select_for_update(no_key=True).filter(pk__in=places).order_by("pk").values_list("pk"))
    known = RatedMatch.objects.filter(match_id=result.match_id).first()
    if known is not None:
        return _outcome(known)
    # Inserted before any rating is read: where a rebuild is under way, this is what waits for its end.
    rated_match = _rated_match(result, places)
    rated_match.save()
    if _site_matches_that_day(rated_match) < DAILY_LIMIT:
        rated_match.is_on_site = True
        rated_match.save(update_fields=["is_on_site"])

    ratings = _stored_ratings(rated_match, places)
    entries = _apply(rated_match, places, ratings)
    new = [rating for rating in ratings.values() if rating.pk is None]
    changed = [rating for rating in ratings.values() if rating.pk is not None]
    Rating.objects.bulk_create(new)
    # An insert that turns into an update: one plain statement, where bulk_update would build a case for each value.
    Rating.objects.bulk_create(
        changed,
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=["mu", "sigma", "points", "matches", "wins", "draws", "last_match_at"],
    )
    RatingEntry.objects.bulk_create(entries)
    return _outcome(rated_match)


def rebuild_ratings(*, results: Iterable[MatchResult]) -> int:
    """Replace all ratings by what the results give, in one transaction, and return how many matches count.

    Matches that were rated before keep their place in the order, so that the same results give the same values to the
    last bit; others follow in the order of their ends. A match that is not among the results, such as a voided one, is
    forgotten. The results are read when no other match can be rated any more, so a generator that reads them from the
    database misses none.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":
            # SQLite has one writer anyway. Matches that end now wait at their insert in `rate_match`, and end later.
            with connection.cursor() as cursor:
                cursor.execute(f'LOCK TABLE "{RatedMatch._meta.db_table}" IN SHARE ROW EXCLUSIVE MODE')
        sequence = dict(RatedMatch.objects.values_list("match_id", "pk"))
        RatingEntry.objects.all().delete()
        RatedMatch.objects.all().delete()
        Rating.objects.all().delete()

        ratings: dict[RatingKey, Rating] = {}
        rated_matches: list[RatedMatch] = []
        entries: list[RatingEntry] = []
        site_matches: Counter[tuple[str, object]] = Counter()
        count = 0
        for result in _in_finishing_order(results, sequence):
            places = counted_places(result)
            if reason_not_to_rate(result, places) is not None:
                continue
            rated_match = _rated_match(result, places)
            rated_match.pk = sequence.get(result.match_id)
            day = (rated_match.players_key, rated_match.utc_day)
            rated_match.is_on_site = site_matches[day] < DAILY_LIMIT
            site_matches[day] += rated_match.is_on_site
            rated_matches.append(rated_match)
            entries += _apply(rated_match, places, ratings)
            count += 1
            if len(rated_matches) == _BATCH:
                _write(rated_matches, entries)
        _write(rated_matches, entries)
        Rating.objects.bulk_create(ratings.values(), batch_size=_BATCH)
    return count


def _in_finishing_order(results: Iterable[MatchResult], sequence: Mapping[str, int]) -> list[MatchResult]:
    """Results in the order in which they were rated, and then those that never were."""
    last = float("inf")
    return sorted(results, key=lambda it: (sequence.get(it.match_id, last), it.finished_at, it.match_id))


def _rated_match(result: MatchResult, places: Mapping[int, int]) -> RatedMatch:
    return RatedMatch(
        match_id=result.match_id,
        finished_at=result.finished_at,
        group_id=result.group_id,
        season=season_of(result.finished_at),
        utc_day=utc_day(result.finished_at),
        players_key=players_key(places),
        player_count=len(places),
    )


def _site_matches_that_day(rated_match: RatedMatch) -> int:
    """How many matches of the same people count on the site's ladder that day; their locks keep it from growing."""
    return RatedMatch.objects.filter(
        players_key=rated_match.players_key, utc_day=rated_match.utc_day, is_on_site=True
    ).count()


def _ladders(rated_match: RatedMatch) -> list[tuple[Ladder, int | None]]:
    """The ladders that a match counts on, each with the group id of its ratings."""
    ladders: list[tuple[Ladder, int | None]] = []
    if rated_match.is_on_site:
        ladders.append((Ladder.SITE, None))
    if rated_match.group_id is not None:
        ladders.append((Ladder.GROUP, rated_match.group_id))
    return ladders


def _stored_ratings(rated_match: RatedMatch, player_ids: Iterable[int]) -> dict[RatingKey, Rating]:
    """The ratings that a match may change, as far as they exist."""
    on_ladders = Q(pk__in=[])
    for _, group_id in _ladders(rated_match):
        on_ladders |= Q(group=group_id)
    stored = Rating.objects.filter(
        on_ladders, player_id__in=list(player_ids), season__in=(ALL_TIME, rated_match.season)
    )
    return {(rating.player_id, rating.group_id, rating.season): rating for rating in stored}


def _apply(
    rated_match: RatedMatch, places: Mapping[int, int], ratings: MutableMapping[RatingKey, Rating]
) -> list[RatingEntry]:
    """Change the ratings by one match, in memory, adding those that are missing, and return its entries."""
    entries = []
    for ladder, group_id in _ladders(rated_match):
        all_time = _play(rated_match, places, ratings, group_id, ALL_TIME)
        season = _play(rated_match, places, ratings, group_id, rated_match.season)
        for player_id, place in places.items():
            before, after = all_time[player_id]
            season_before, season_after = season[player_id]
            entries.append(
                RatingEntry(
                    player_id=player_id,
                    ladder=ladder,
                    rated_match=rated_match,
                    place=place,
                    mu_before=before.mu,
                    sigma_before=before.sigma,
                    mu_after=after.mu,
                    sigma_after=after.sigma,
                    season_mu_before=season_before.mu,
                    season_sigma_before=season_before.sigma,
                    season_mu_after=season_after.mu,
                    season_sigma_after=season_after.sigma,
                )
            )
    return entries


def _play(
    rated_match: RatedMatch,
    places: Mapping[int, int],
    ratings: MutableMapping[RatingKey, Rating],
    group_id: int | None,
    season: str,
) -> dict[int, tuple[Skill, Skill]]:
    """Change the ratings of one ladder and season by one match; return each player's skill before and after."""
    playing = []
    for player_id in places:
        key = (player_id, group_id, season)
        if key not in ratings:
            ratings[key] = Rating(player_id=player_id, group_id=group_id, season=season)
        playing.append(ratings[key])
    before = [rating.skill for rating in playing]
    after = rate(before, list(places.values()))
    is_draw = sum(place == 1 for place in places.values()) > 1
    for rating, skill, place in zip(playing, after, places.values(), strict=True):
        rating.skill = skill
        rating.matches += 1
        rating.wins += place == 1 and not is_draw
        rating.draws += place == 1 and is_draw
        rating.last_match_at = max(rating.last_match_at or rated_match.finished_at, rated_match.finished_at)
    return dict(zip(places, zip(before, after, strict=True), strict=True))


def _write(rated_matches: list[RatedMatch], entries: list[RatingEntry]) -> None:
    """Store and forget what a rebuild has piled up; the matches first, whose keys the entries need."""
    RatedMatch.objects.bulk_create(rated_matches)
    RatingEntry.objects.bulk_create(entries, batch_size=_BATCH)
    rated_matches.clear()
    entries.clear()


def _outcome(rated_match: RatedMatch) -> Outcome:
    return Outcome(
        site=None if rated_match.is_on_site else NotRated.DAILY_LIMIT,
        group=NotRated.NO_GROUP if rated_match.group_id is None else None,
    )
