"""`rebuild_ratings` over stored results: bit-equal to what rating at each end gave, without voided matches."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import transaction

from games.models import Match, MatchStatus, Seat
from games.selectors.ratings import rated_results, rating_changes
from games.services.ratings import rate_finished_match
from ratings.models import RatedMatch, Rating, RatingEntry
from tests.games.finished import STARTED_AT, stored_match
from tests.visitors import new_group

pytestmark = [pytest.mark.django_db, pytest.mark.both]

_VALUES = ("player_id", "group_id", "season", "mu", "sigma", "points", "matches", "wins", "draws", "last_match_at")


def ratings() -> set[tuple[object, ...]]:
    return set(Rating.objects.values_list(*_VALUES))


def rebuild() -> str:
    output = StringIO()
    call_command("rebuild_ratings", stdout=output)
    return output.getvalue()


def rate(match: Match) -> None:
    """Rate a match as its end does."""
    assert match.finished_at is not None and match.result is not None
    with transaction.atomic():
        rate_finished_match(
            match_id=match.pk, finished_at=match.finished_at, group_id=match.group_id, ranks=match.result["ranks"]
        )


@pytest.fixture
def matches() -> list[Match]:
    group, players = new_group("Anna", "Ben", "Clara", "Dora")
    made = [
        stored_match(
            [*players[: 2 + number % 3], None],
            group=group,
            secret=bytes([number]) * 32,
            is_rated=True,
            started_at=STARTED_AT + timedelta(hours=number),
        )
        for number in range(12)
    ]
    for match in made:
        rate(match)
    return made


def test_a_rebuild_gives_bit_equal_ratings(matches):
    before, entries = ratings(), RatingEntry.objects.count()

    assert rebuild() == "matches that count: 12\n"
    assert ratings() == before
    assert RatingEntry.objects.count() == entries


def test_a_voided_match_no_longer_counts(matches):
    Match.objects.filter(pk=matches[3].pk).update(status=MatchStatus.VOIDED)

    assert rebuild() == "matches that count: 11\n"
    assert not RatedMatch.objects.filter(match_id=matches[3].pk).exists()
    assert Rating.objects.filter(group=None, season="").order_by("-matches").first().matches == 11


def test_friendly_and_unfinished_matches_never_count(matches):
    players = [seat.player for seat in Seat.objects.filter(match=matches[2], player__isnull=False)]
    stored_match([*players, None])
    stored_match([*players, None], is_rated=True, steps=5)

    assert rebuild() == "matches that count: 12\n"


def test_results_name_places_devices_and_order(matches):
    Seat.objects.filter(match=matches[0], number=1).update(device_ids=[5, 6])

    results = list(rated_results())

    assert [result.match_id for result in results] == [match.pk for match in matches]
    first = results[0]
    seats = {seat.player_id: seat for seat in Seat.objects.filter(match=matches[0], player__isnull=False)}
    assert first.places == {player: matches[0].result["ranks"][seat.number] for player, seat in seats.items()}
    assert sorted(map(list, first.devices.values())) == [[], [5, 6]]


def test_the_changes_of_a_match_add_up_to_the_ratings(matches):
    totals: dict[int, int] = {}
    for match in matches:
        for player_id, change in rating_changes(match_id=match.pk).site.items():
            totals[player_id] = totals.get(player_id, 0) + change

    for rating in Rating.objects.filter(group=None, season=""):
        assert 1500 + totals[rating.player_id] == rating.points


def test_a_second_rebuild_changes_nothing(matches):
    rebuild()
    before = ratings()

    rebuild()
    assert ratings() == before
