"""Stored matches told again: the table at each step, and who may see it."""

import pytest

from accounts.models import Group, Player
from games import engine
from games.live.snapshot import RECENT_STEPS
from games.models import Match, MatchStatus, Step
from games.selectors.replays import (
    finished_matches_of,
    linkable_ids,
    may_see,
    replay_of,
    replays,
)
from tests.games.finished import stored_match
from tests.visitors import new_group, new_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> Player:
    return new_player("Anna")


@pytest.fixture
def group() -> tuple[Group, list[Player]]:
    return new_group("Anna", "Ben")


def test_the_table_at_every_step_is_what_the_engine_makes_of_the_deck():
    match = stored_match([None] * 4, first_seat=3)
    replay = replay_of(match.pk)
    assert replay is not None

    state = engine.new_match(engine.RuleSet(), 4, 3, match.deck)
    assert replay.snapshot(0).view == engine.public_view(state)
    for number in range(1, replay.last_step + 1):
        state, events = engine.apply_action(state, engine.Action(replay.steps[number - 1].action))
        snapshot = replay.snapshot(number)
        assert snapshot.view == engine.public_view(state)
        assert snapshot.version == number
        assert snapshot.recent[-1].events == events
        assert [line.sequence for line in snapshot.recent] == list(range(max(1, number + 1 - RECENT_STEPS), number + 1))
    assert engine.encode(state) == match.state


def test_only_the_last_step_shows_ranks_and_winners():
    replay = replay_of(stored_match([None] * 4).pk)
    assert replay is not None

    last = replay.snapshot(replay.last_step)
    assert last.ranks == tuple(replay.match.result["ranks"]) and last.winners
    assert (last.status, last.is_live) == (MatchStatus.FINISHED, False)
    before = replay.snapshot(replay.last_step - 1)
    assert (before.ranks, before.winners, before.is_live) == (None, (), True)


def test_a_broken_match_is_told_as_far_as_it_goes():
    match = stored_match([None] * 4)
    Step.objects.filter(sequence=21).delete()

    replay = replay_of(match.pk)
    assert replay is not None
    assert replay.last_step == 20
    assert replay.error == "step 21 is missing"
    assert replay.snapshot(20).view.step == 20


def test_a_match_with_an_unreadable_deck_has_no_states_and_makes_no_fault():
    match = stored_match([None] * 4)
    Match.objects.update(deck=[1, 1, 2])

    replay = replay_of(match.pk)
    assert replay is not None
    assert (replay.states, replay.last_step) == ((), 0)
    assert "bad_deck" in replay.error


def test_a_result_that_cannot_be_shown_is_none():
    match = stored_match([None] * 4)
    Match.objects.update(result={"ranks": [1, "x", 3, 4]})

    replay = replay_of(match.pk)
    assert replay is not None
    assert replay.outcome == (None, ())


def test_reading_many_matches_takes_few_queries(django_assert_num_queries):
    for _ in range(5):
        stored_match([None] * 2)

    with django_assert_num_queries(4):
        assert len(list(replays(Match.objects.all()))) == 5


def test_a_solo_match_is_its_owners_alone(anna):
    match = stored_match([anna, None, None, None])

    assert may_see(match, anna)
    assert not may_see(match, new_player("Ben"))
    assert not may_see(match, None)


def test_a_match_of_a_group_is_for_everybody_with_its_link(group):
    match = stored_match(group[1], group=group[0])

    assert may_see(match, None)


def test_a_match_of_several_people_stays_visible_when_its_group_is_gone(group):
    match = stored_match(group[1], group=None)

    assert may_see(match, None)


def test_ones_own_finished_matches_come_latest_first_without_live_ones(anna, group):
    solo = stored_match([anna, None])
    stored_match(group[1], group=group[0])
    given_up = stored_match([anna, None], steps=3, status=MatchStatus.ABANDONED)
    stored_match([anna, None], steps=3)
    Match.objects.filter(pk=given_up.pk).update(started_at=solo.started_at.replace(year=2027))

    assert [match.pk for match in finished_matches_of(anna)] == [given_up.pk, solo.pk]


def test_links_are_for_those_who_have_them_anyway(anna, group):
    (host, guest), stranger = group[1], new_player("Clara")
    own, groups = stored_match([anna, None]), stored_match([host, None], group=group[0])
    ids = [own.pk, groups.pk]

    assert linkable_ids(ids, anna) == {own.pk}
    assert linkable_ids(ids, guest) == {groups.pk}
    assert linkable_ids(ids, stranger) == set()
    assert linkable_ids(ids, None) == set()
