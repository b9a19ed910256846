"""Matches on one device that is passed round: who may act for which seat, who comes and goes, what is never done."""

from datetime import timedelta

import pytest

from accounts.clock import database_now
from games.errors import ErrorCode, ServiceError
from games.live.snapshot import load_snapshot
from games.models import Match, MatchStatus, PlayedBy, RuleSet, Seat, Step
from games.selectors.matches import live_matches_of, table_access
from games.selectors.pass_round import last_round_of, round_of
from games.selectors.replays import finished_matches_of, may_see, replay_of
from games.services.matches import start_solo_match
from games.services.pass_round import start_round, start_round_again
from games.services.play import play_action, settle_due
from games.services.presence import leave_seat, touch_presence
from tests.visitors import new_player

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]


@pytest.fixture
def owner():
    return new_player()


def device_of(player):
    return player.devices.get().pk


def play(match, seat, player, action="flip"):
    version = Match.objects.get(pk=match.pk).version
    return play_action(
        match_id=match.pk,
        seat=seat,
        action=action,
        version=version,
        played_by=PlayedBy.PERSON,
        device_id=device_of(player),
    ).error


def play_out(match, player):
    """Flip for whoever is on turn until the match is over."""
    while (turn := Match.objects.get(pk=match.pk).turn) is not None:
        assert play(match, turn, player) is None


def test_names_keep_their_order_and_equal_ones_get_a_number(owner):
    match = start_round(player=owner, names=["Anna", "Berta", "anna"], cpu_seats=1)
    seats = list(Seat.objects.filter(match=match).order_by("number"))
    assert [seat.name for seat in seats] == ["Anna", "Berta", "anna 2", ""]
    assert [seat.player_id for seat in seats] == [owner.pk] * 3 + [None]
    assert [seat.is_shared for seat in seats] == [True] * 3 + [False]
    assert not match.is_rated
    assert match.turn_limit_seconds is None


@pytest.mark.parametrize(
    ("names", "cpu_seats"), [([], 0), (["A"], 3), (["A"] * 7, 0), (["A", "B"], 5), (["A", "B"], -1)]
)
def test_there_are_two_people_at_least_and_six_seats_at_most(owner, names, cpu_seats):
    with pytest.raises(ServiceError) as refused:
        start_round(player=owner, names=names, cpu_seats=cpu_seats)
    assert refused.value.code is ErrorCode.NOT_ENOUGH_SEATS
    assert not Match.objects.exists()


def test_the_device_acts_for_each_of_its_seats_and_no_other_device_does(owner):
    RuleSet.objects.create(name="Nobody goes out", semimaru="as_courtier", is_site_default=True)  # both come to play
    match = start_round(player=owner, names=["Anna", "Berta"])
    stranger = new_player("Carla")
    turn = Match.objects.get(pk=match.pk).turn
    assert play(match, turn, stranger) is ErrorCode.NOT_YOUR_SEAT
    assert play(match, 1 - turn, owner) is ErrorCode.NOT_YOUR_TURN
    play_out(match, owner)
    assert set(Step.objects.filter(match=match).values_list("seat", "played_by")) == {(0, "person"), (1, "person")}
    assert Match.objects.get(pk=match.pk).status == MatchStatus.FINISHED


def test_a_device_with_one_seat_still_cannot_act_for_another(owner):
    match = start_solo_match(player=owner)
    other = next(number for number in range(4) if number != 0)
    if match.turn == 0:
        assert play(match, 0, owner) is None
    assert play(match, other, owner) in (ErrorCode.NOT_YOUR_SEAT, ErrorCode.NOT_YOUR_TURN)
    assert Seat.objects.get(match=match, number=other).player_id is None


def test_the_table_acts_for_the_seat_on_turn_and_belongs_to_its_device_alone(owner):
    match = start_round(player=owner, names=["Anna", "Berta", "Carla"])
    snapshot = load_snapshot(match.pk)
    assert snapshot.is_passed_round
    assert snapshot.acting_seat(0) == snapshot.view.turn
    assert table_access(match.pk, owner).seat == 0
    for stranger in (None, new_player("Dora")):
        with pytest.raises(ServiceError) as refused:
            table_access(match.pk, stranger)
        assert refused.value.code is ErrorCode.NOT_FOUND
        assert not may_see(Match.objects.get(pk=match.pk), stranger)


def test_seats_come_and_go_together_and_the_cpu_never_plays_for_people(owner):
    match = start_round(player=owner, names=["Anna", "Berta"])
    long_ago = database_now() - timedelta(minutes=5)
    Match.objects.filter(pk=match.pk).update(step_at=long_ago, due_at=long_ago)
    Seat.objects.filter(match=match).update(last_seen_at=long_ago)
    settle_due(match_id=match.pk)
    assert Match.objects.get(pk=match.pk).status == MatchStatus.PAUSED
    assert not Step.objects.filter(match=match).exists()

    touch_presence(match_id=match.pk, seat=0, is_opening=True, device_id=device_of(owner))
    assert Match.objects.get(pk=match.pk).status == MatchStatus.RUNNING
    seen = set(Seat.objects.filter(match=match).values_list("last_seen_at", flat=True))
    assert len(seen) == 1
    assert all(device_of(owner) in seat.device_ids for seat in Seat.objects.filter(match=match))

    leave_seat(match_id=match.pk, seat=0, device_id=device_of(owner))
    assert Seat.objects.filter(match=match, left_at=None).count() == 0
    # Whoever flips has come back, with all the others of the device.
    turn = Match.objects.get(pk=match.pk).turn
    assert play(match, turn, owner) is None
    assert Seat.objects.filter(match=match, left_at=None).count() == 2


def test_the_same_people_play_again_and_are_remembered(owner):
    match = start_round(player=owner, names=["Anna", "Berta"], cpu_seats=2)
    assert last_round_of(owner) == round_of(match_id=match.pk, player=owner)
    again = start_round_again(match_id=match.pk, player=owner)
    assert again.pk != match.pk
    assert round_of(match_id=again.pk, player=owner) == round_of(match_id=match.pk, player=owner)
    assert round_of(match_id=start_solo_match(player=owner).pk, player=owner) is None
    with pytest.raises(ServiceError):
        start_round_again(match_id=match.pk, player=new_player("Carla"))


def test_lists_of_matches_name_it_once_and_its_replay_tells_every_step(owner):
    match = start_round(player=owner, names=["Anna", "Berta", "Carla"])
    assert [found.pk for found in live_matches_of(owner)] == [match.pk]
    play_out(match, owner)
    assert [found.pk for found in finished_matches_of(owner)] == [match.pk]
    replay = replay_of(match.pk)
    assert replay is not None
    assert not replay.error
    assert replay.last_step == Match.objects.get(pk=match.pk).version
