"""Who may look at a table, what runs, and what the CPU did for somebody."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import Membership
from games import engine
from games.errors import ErrorCode, ServiceError
from games.models import Match, MatchStatus
from games.selectors.matches import live_match_of_group, live_matches_of, steps_played_for, table_access
from games.services.groups import join_group, make_group
from games.services.play import settle_due
from games.services.presence import leave_seat, touch_presence
from tests.games.seated import PLAIN, Clock, Person, person, play, seat_people

pytestmark = pytest.mark.django_db


def refused(match_id: str, who: Person | None) -> ErrorCode:
    with pytest.raises(ServiceError) as refusal:
        table_access(match_id, who.player if who else None)
    return refusal.value.code


def test_owners_have_their_seats_and_whoever_has_the_link_watches() -> None:
    anna, berta, other = person(), person(), person()
    match = seat_people([anna, berta])
    assert [table_access(match.pk, one.player).seat for one in (anna, berta, other)] == [0, 1, None]
    assert table_access(match.pk, None).seat is None


def test_a_match_against_cpus_alone_is_nobody_elses() -> None:
    anna, other = person(), person()
    match = seat_people([anna], cpus=3)
    assert table_access(match.pk, anna.player).seat == 0
    assert refused(match.pk, other) is refused(match.pk, None) is ErrorCode.NOT_FOUND
    assert refused("nosuchmatch2", anna) is ErrorCode.NOT_FOUND


def test_a_groups_match_against_cpus_may_be_watched_by_the_others() -> None:
    anna, berta = person("Anna"), person("Berta")
    group = make_group(player=anna.player)
    join_group(group=group, player=berta.player)
    match = seat_people([anna], cpus=3, group=group)
    assert table_access(match.pk, berta.player).seat is None


def test_somebody_removed_is_shut_out_and_somebody_who_left_watches() -> None:
    anna, berta = person("Anna"), person("Berta")
    group = make_group(player=anna.player)
    join_group(group=group, player=berta.player)
    match = seat_people([anna, berta], group=group)
    assert table_access(match.pk, berta.player).seat == 1
    Membership.objects.filter(player=berta.player).update(left_at=timezone.now())
    assert table_access(match.pk, berta.player).seat is None
    Membership.objects.filter(player=berta.player).update(removed_at=timezone.now())
    assert refused(match.pk, berta) is ErrorCode.REMOVED


def test_somebody_banned_is_shut_out_everywhere() -> None:
    anna, berta = person(), person()
    match = seat_people([anna, berta])
    berta.player.banned_at = timezone.now()
    assert refused(match.pk, berta) is ErrorCode.BANNED


def test_running_and_paused_matches_are_live_and_ended_ones_are_not() -> None:
    """Case MP-10: what has ended is not listed as running."""
    anna, berta = person("Anna"), person("Berta")
    group = make_group(player=anna.player)
    join_group(group=group, player=berta.player)
    match = seat_people([anna, berta], group=group)
    for status, is_live in (
        (MatchStatus.PAUSED, True),
        (MatchStatus.RUNNING, True),
        (MatchStatus.FINISHED, False),
        (MatchStatus.ABANDONED, False),
        (MatchStatus.VOIDED, False),
    ):
        Match.objects.filter(pk=match.pk).update(status=status)
        assert (live_match_of_group(group) == match) is is_live
        assert (list(live_matches_of(anna.player)) == [match]) is is_live


def test_what_the_cpu_did_for_somebody_away_is_told_until_they_act_again(clock: Clock) -> None:
    anna, berta = person(), person()
    match = seat_people([anna, berta], deck=(*PLAIN[:3], min(engine.MONKS), *PLAIN[3:]))
    assert steps_played_for(match.pk, 1) == ()
    play(match, 0, anna, 0)
    play(match, 1, berta, 1)
    leave_seat(match_id=match.pk, seat=1)
    play(match, 0, anna, 2)
    clock.pass_seconds(2)
    settle_due(match_id=match.pk)
    lines = steps_played_for(match.pk, 1)
    assert [(line.sequence, line.played_by) for line in lines] == [(4, "away")]
    assert lines[0].events[0].kind is engine.EventKind.LOST_HAND
    touch_presence(match_id=match.pk, seat=1, is_opening=True)
    assert steps_played_for(match.pk, 1) == lines  # a reload shows it again
    assert steps_played_for(match.pk, 0) == ()
    play(match, 0, anna, 4)
    play(match, 1, berta, 5)
    assert steps_played_for(match.pk, 1) == ()


def test_a_cpu_seat_was_not_played_for_anybody(clock: Clock) -> None:
    anna = person()
    match = seat_people([anna], cpus=1, first_seat=1)
    clock.pass_seconds(2)
    settle_due(match_id=match.pk)
    assert steps_played_for(match.pk, 1) == ()
