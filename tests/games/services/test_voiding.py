"""Voiding a finished match: the ratings forget it, its page and its record stay."""

import pytest
from django.core.management import call_command

from games.errors import ErrorCode, ServiceError
from games.models import Match, MatchStatus
from games.services.voiding import void_match
from ratings.models import RatedMatch, Rating
from tests.games.finished import stored_match
from tests.visitors import Visitor, new_group

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def ratings() -> set[tuple[object, ...]]:
    return set(Rating.objects.values_list("player_id", "group_id", "season", "mu", "sigma", "matches"))


@pytest.fixture
def matches() -> list[Match]:
    group, players = new_group("Anna", "Ben", "Clara")
    made = [stored_match(players, group=group, secret=bytes([number]) * 32, is_rated=True) for number in range(4)]
    call_command("rebuild_ratings", verbosity=0)
    return made


def test_the_ratings_are_as_if_the_match_had_never_been(matches):
    void_match(match_id=matches[1].pk)
    without = ratings()

    Match.objects.filter(pk=matches[1].pk).delete()
    call_command("rebuild_ratings", verbosity=0)
    assert ratings() == without
    assert not RatedMatch.objects.filter(match_id=matches[1].pk).exists()


def test_the_page_stays_and_says_that_it_does_not_count(matches):
    void_match(match_id=matches[1].pk)

    page = Visitor().get(f"/en/m/{matches[1].pk}/")

    assert page.status_code == 200
    assert "No rating changed" in page.content.decode()
    assert Match.objects.get(pk=matches[1].pk).result == matches[1].result


def test_voiding_twice_changes_nothing(matches):
    void_match(match_id=matches[1].pk)
    before = ratings()

    void_match(match_id=matches[1].pk)
    assert ratings() == before


def test_a_friendly_match_is_voided_without_touching_ratings(matches):
    friendly = stored_match([None, None])
    before = ratings()

    void_match(match_id=friendly.pk)

    assert Match.objects.get(pk=friendly.pk).status == MatchStatus.VOIDED
    assert ratings() == before


@pytest.mark.parametrize("status", [MatchStatus.RUNNING, MatchStatus.PAUSED, MatchStatus.ABANDONED])
def test_a_match_without_an_end_cannot_be_voided(status):
    match = stored_match([None, None], steps=5, status=status)

    with pytest.raises(ServiceError) as caught:
        void_match(match_id=match.pk)
    assert caught.value.code == ErrorCode.RUNNING_MATCH


def test_a_match_that_does_not_exist_is_not_found():
    with pytest.raises(ServiceError) as caught:
        void_match(match_id="222222222222")
    assert caught.value.code == ErrorCode.NOT_FOUND
