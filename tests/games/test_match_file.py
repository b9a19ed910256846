"""The JSON document of a match: enough to play it again elsewhere, nothing of cards that never came up."""

import json
from datetime import UTC, datetime

import pytest

from accounts.models import Player
from games import engine, match_file
from games.models import Match, MatchStatus, PlayedBy
from games.selectors.replays import replay_of
from tests.games.finished import stored_match

NOW = datetime(2026, 8, 1, tzinfo=UTC)

pytestmark = pytest.mark.django_db


def document(match: Match) -> dict:
    replay = replay_of(match.pk)
    assert replay is not None
    return json.loads(json.dumps(match_file.match_document(replay, NOW)))


@pytest.fixture
def anna() -> Player:
    return Player.objects.create(display_name="Anna")


def test_the_document_plays_again_to_the_same_result(anna):
    match = stored_match([anna, None, None], first_seat=2, turn_limit_seconds=30)

    found = document(match)

    assert (found["format"], found["schema"], found["id"]) == ("bozu-mekuri/match", 1, match.pk)
    assert (found["seat_count"], found["first_seat"], found["turn_limit_seconds"]) == (3, 2, 30)
    end = match_file.replayed(found)
    assert list(engine.standings(end)) == found["result"]["ranks"]
    assert [len(hand) for hand in end.hands] == found["result"]["counts"]


def test_the_deck_follows_from_the_secret_and_the_seats_of_the_document(anna):
    found = document(stored_match([anna, None]))

    shuffle = found["shuffle"]
    secret = bytes.fromhex(shuffle["secret"])
    assert shuffle["method"] == "bozu-mekuri/deck/1"
    assert shuffle["commitment"] == engine.commitment(secret)
    assert shuffle["deck"] == list(engine.derive_deck(secret, [seat["nonce"] for seat in found["seats"]]))


def test_each_step_says_who_did_what_when_and_which_card_came_up(anna):
    def by(sequence: int, seat: int) -> str:
        return PlayedBy.TIMEOUT if sequence == 2 else PlayedBy.PERSON

    match = stored_match([anna, None], played_by=by)
    steps = document(match)["steps"]

    assert [step["number"] for step in steps] == list(range(1, len(steps) + 1))
    assert steps[1]["played_by"] == "timeout"
    assert steps[0]["played_at"] == "2026-07-01T12:00:02Z"
    assert [step["card"] for step in steps if step["action"] == "flip"] == match.deck[: len(steps)]


def test_a_stop_turns_no_card():
    match = stored_match([None] * 4, decide=lambda state: engine.legal_actions(state)[-1])

    stops = [step for step in document(match)["steps"] if step["action"] == "stop"]
    assert stops
    assert {step["card"] for step in stops} == {None}


def test_people_and_cpu_seats_are_told_apart(anna):
    seats = document(stored_match([anna, None]))["seats"]

    assert [(seat["number"], seat["kind"], seat["name"]) for seat in seats] == [(0, "person", "Anna"), (1, "cpu", "")]


def test_a_match_without_an_end_keeps_what_lay_face_down():
    match = stored_match([None] * 4, steps=10, status=MatchStatus.ABANDONED)

    found = document(match)

    assert found["result"] is None
    assert found["shuffle"]["deck"] is None and found["shuffle"]["secret"] is None
    assert [step["card"] for step in found["steps"]] == match.deck[:10]
    assert match.deck_secret not in json.dumps(found)


def test_a_match_voided_after_its_end_stays_whole():
    match = stored_match([None] * 4)
    Match.objects.update(status=MatchStatus.VOIDED)

    assert document(match)["shuffle"]["deck"] == match.deck


@pytest.mark.parametrize("status", [MatchStatus.RUNNING, MatchStatus.PAUSED])
def test_a_live_match_has_no_document(status):
    match = stored_match([None] * 4, steps=10, status=status)

    with pytest.raises(ValueError, match="can still go on"):
        document(match)


def test_a_history_says_which_seat_was_ones_own(anna):
    first, second = stored_match([anna, None]), stored_match([None, anna, None])
    replays = [replay for match in (first, second) if (replay := replay_of(match.pk))]

    found = match_file.history_document(replays, anna.pk, NOW)

    assert (found["format"], found["schema"], found["made_at"]) == ("bozu-mekuri/history", 1, "2026-08-01T00:00:00Z")
    assert [(match["id"], match["own_seat"]) for match in found["matches"]] == [(first.pk, 0), (second.pk, 1)]


def test_a_document_of_one_that_was_tampered_with_still_comes(anna):
    match = stored_match([anna, None])
    Match.objects.update(deck=match.deck[:3])

    found = document(match)

    assert found["shuffle"]["deck"] == match.deck[:3]
    assert [step["card"] for step in found["steps"]][3:] == [None] * (match.version - 3)
