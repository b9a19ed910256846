"""Players, groups and results that the tests of the ratings start from."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from django.db import transaction

from accounts.models import Group, Membership, Player
from ratings.results import MatchResult, Outcome
from ratings.services import rate_match

NOON = datetime(2026, 8, 15, 12, 0, tzinfo=UTC)


def make_players(count: int) -> list[int]:
    """Make players and return their ids in ascending order."""
    return [Player.objects.create(display_name=f"Player {number}").pk for number in range(count)]


def make_group(player_ids: Sequence[int], code: str = "ABCDEFGH") -> int:
    """Make a group of players, who go by other names there, and return its id."""
    group = Group.objects.create(code=code, host_id=player_ids[0])
    for player_id in player_ids:
        Membership.objects.create(
            group=group, player_id=player_id, display_name=f"Member {player_id}", name_key=f"member {player_id}"
        )
    return group.pk


def result(
    number: int,
    players: Sequence[int],
    places: Sequence[int],
    *,
    group_id: int | None = None,
    days: float | None = None,
) -> MatchResult:
    """A result with a match id of its own, so many days after noon of 15 August; a minute per number when not given."""
    later = timedelta(days=days) if days is not None else timedelta(minutes=number)
    return MatchResult(
        match_id=f"match{number}",
        finished_at=NOON + later,
        places=dict(zip(players, places, strict=True)),
        group_id=group_id,
    )


def rate(match_result: MatchResult) -> Outcome:
    """Rate a result in a transaction of its own."""
    with transaction.atomic():
        return rate_match(result=match_result)
