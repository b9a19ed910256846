"""Honest stored matches pass; each kind of tampering is found and named."""

from datetime import timedelta

import pytest

from accounts.models import Player
from games import engine
from games.models import Match, MatchStatus, Seat, Step
from games.selectors.replays import replay_of
from games.services.matches import SeatPlan, start_match
from games.services.play import play_action
from games.verification import Flaw, problems
from tests.games.finished import SECRET, stored_match

pytestmark = pytest.mark.django_db


def flaws(match: Match) -> list[Flaw]:
    replay = replay_of(match.pk)
    assert replay is not None
    return [problem.flaw for problem in problems(replay)]


@pytest.fixture
def match() -> Match:
    players = [Player.objects.create(display_name=name) for name in ("Anna", "Ben")]
    return stored_match([*players, None, None])


@pytest.mark.parametrize(
    "rules", [engine.RuleSet(), engine.RuleSet.from_dict({"semimaru": "skip_turn", "lady": "take_pile_and_one_more"})]
)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_an_honest_match_has_no_flaw(rules, seats):
    assert flaws(stored_match([None] * seats, rules=rules, first_seat=seats - 1)) == []


@pytest.mark.parametrize("status", [MatchStatus.RUNNING, MatchStatus.ABANDONED, MatchStatus.PAUSED])
def test_a_match_without_an_end_has_no_flaw(status):
    assert flaws(stored_match([None] * 4, steps=17, status=status)) == []


def test_a_voided_match_has_no_flaw(match):
    Match.objects.update(status=MatchStatus.VOIDED)

    assert flaws(match) == []


@pytest.mark.django_db(transaction=True)
def test_a_match_that_the_services_played_has_no_flaw():
    seats = [SeatPlan(None), SeatPlan(None, nonce="ab")]
    # A friendly match without people would wait for them.
    rules = engine.RuleSet(semimaru=engine.SemimaruRule.AS_COURTIER)
    match = start_match(seats=seats, rules=rules, is_rated=True)
    while True:
        row = Match.objects.get(pk=match.pk)
        if row.turn is None:
            break
        long_ago = row.started_at - timedelta(minutes=1)
        Match.objects.update(step_at=long_ago, due_at=long_ago)  # as if the CPU's pause were over
        moved = play_action(
            match_id=match.pk, seat=row.turn, action="flip", version=row.version, played_by="cpu", device_id=None
        )
        assert moved.error is None

    assert row.status == MatchStatus.FINISHED
    assert flaws(row) == []


def test_another_secret_is_found(match):
    Match.objects.update(deck_secret=bytes(reversed(SECRET)).hex())

    assert flaws(match)[:2] == [Flaw.COMMITMENT, Flaw.DECK]


def test_a_secret_that_is_none_is_found(match):
    Match.objects.update(deck_secret="not hex")

    assert flaws(match) == [Flaw.COMMITMENT]


def test_a_commitment_changed_afterwards_is_found(match):
    Match.objects.update(commitment="0" * 64)

    assert flaws(match) == [Flaw.COMMITMENT]


def test_another_nonce_is_found(match):
    Seat.objects.filter(number=1).update(nonce="another")

    assert flaws(match) == [Flaw.DECK]


def test_two_exchanged_cards_are_found_with_their_place(match):
    deck = list(match.deck)
    deck[7], deck[8] = deck[8], deck[7]
    Match.objects.update(deck=deck)

    replay = replay_of(match.pk)
    assert replay is not None
    found = problems(replay)
    assert found[0].flaw is Flaw.DECK
    assert "place 8 from the top" in found[0].detail


def test_a_shortened_deck_is_found(match):
    Match.objects.update(deck=match.deck[:50])

    assert Flaw.DECK in flaws(match)
    assert Flaw.STEPS in flaws(match)


def test_a_missing_step_is_found(match):
    Step.objects.filter(sequence=20).delete()

    assert flaws(match) == [Flaw.STEPS]


def test_a_missing_last_step_is_found(match):
    Step.objects.filter(sequence=match.version).delete()

    assert set(flaws(match)) == {Flaw.STATE, Flaw.STATUS}


def test_a_step_by_another_seat_is_found(match):
    step = Step.objects.get(sequence=20)
    Step.objects.filter(sequence=20).update(seat=(step.seat + 1) % 4)

    assert flaws(match) == [Flaw.STEPS]


def test_a_stop_where_there_was_no_choice_is_found(match):
    Step.objects.filter(sequence=1).update(action="stop")

    assert flaws(match) == [Flaw.STEPS]


def test_other_rules_are_found(match):
    Match.objects.update(rules={**match.rules, "semimaru": "as_courtier"})

    assert {Flaw.STATE, Flaw.STEPS} & set(flaws(match))


def test_a_changed_state_is_found(match):
    state = engine.decode(match.state)
    hands = (state.hands[1], state.hands[0], *state.hands[2:])
    changed = engine.State(**{**{name: getattr(state, name) for name in state.__slots__}, "hands": hands})
    Match.objects.update(state=engine.encode(changed))

    assert flaws(match) == [Flaw.STATE]


def test_an_unreadable_state_is_found(match):
    Match.objects.update(state="{}")

    assert flaws(match) == [Flaw.STATE]


def test_exchanged_ranks_are_found(match):
    ranks = match.result["ranks"]
    Match.objects.update(result={**match.result, "ranks": ranks[::-1]})

    assert flaws(match) == [Flaw.RESULT]


def test_a_result_that_is_no_result_is_found(match):
    Match.objects.update(result=["first"])

    assert set(flaws(match)) == {Flaw.RESULT}


def test_an_end_without_a_result_is_found(match):
    Match.objects.update(result=None)

    assert flaws(match) == [Flaw.STATUS]


def test_a_wrong_turn_of_a_live_match_is_found():
    match = stored_match([None] * 4, steps=10)
    Match.objects.update(turn=(match.turn + 1) % 4)

    assert flaws(match) == [Flaw.STATE]


def test_no_detail_names_a_card_that_is_still_to_come():
    match = stored_match([None] * 4, steps=10)
    deck = list(match.deck)
    deck[50], deck[51] = deck[51], deck[50]
    Match.objects.update(deck=deck)
    replay = replay_of(match.pk)
    assert replay is not None

    assert [problem.detail for problem in problems(replay)] == [
        "the stored deck is not the derived one, first at place 51 from the top",
        "the stored state is not where the steps lead",
    ]
