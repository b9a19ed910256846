"""Starting a match: seats, lot, shuffle, first look; cases MP-02, MP-13, CE-07."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import transaction

from games import engine
from games.errors import ErrorCode, ServiceError
from games.models import Match, MatchStatus, Seat
from games.services.groups import make_group
from games.services.matches import SeatPlan, start_match, start_solo_match
from tests.games.seated import Clock, Queued, person
from tests.visitors import run_together

pytestmark = pytest.mark.django_db


def test_a_solo_match_seats_one_person_and_three_cpus_under_the_sites_rules(clock: Clock) -> None:
    anna = person("Anna")
    match = start_solo_match(player=anna.player)
    seats = list(Seat.objects.filter(match=match).order_by("number"))
    assert [seat.player_id for seat in seats] == [anna.player.pk, None, None, None]
    assert [seat.name for seat in seats] == ["Anna", "", "", ""]
    assert seats[0].last_seen_at == clock.now
    assert match.rules == engine.RuleSet().to_dict()
    assert (match.status, match.version, match.turn) == (MatchStatus.RUNNING, 0, match.first_seat)
    assert engine.decode(match.state).draw_pile == tuple(match.deck)


def test_the_deck_follows_from_the_secret_and_the_nonces_and_only_the_commitment_is_public() -> None:
    secret = bytes(range(32))
    plans = [SeatPlan(person().player, "A", "one"), SeatPlan(person().player, "B", "two")]
    match = start_match(seats=plans, rules=engine.RuleSet(), secret=secret)
    assert match.deck == list(engine.derive_deck(secret, ["one", "two"]))
    assert (match.deck_secret, match.commitment) == (secret.hex(), engine.commitment(secret))


def test_every_match_has_its_own_secret_and_order() -> None:
    """Case MP-13."""
    players = [person().player, person().player]
    matches = [start_match(seats=[SeatPlan(player) for player in players], rules=engine.RuleSet()) for _ in range(30)]
    assert len({match.deck_secret for match in matches}) == len({tuple(match.deck) for match in matches}) == 30


def test_the_first_seat_is_drawn_by_lot_unless_given() -> None:
    plans = [SeatPlan(person().player), SeatPlan(None)]
    firsts = Counter(start_match(seats=plans, rules=engine.RuleSet()).first_seat for _ in range(40))
    assert set(firsts) == {0, 1}  # both are left out once in 2^39 runs
    assert start_match(seats=plans, rules=engine.RuleSet(), first_seat=1).turn == 1


@pytest.mark.parametrize("count", [0, 1, 7])
def test_only_two_to_six_seats_make_a_match(count: int) -> None:
    with pytest.raises(ServiceError) as refusal:
        start_match(seats=[SeatPlan(None)] * count, rules=engine.RuleSet())
    assert refusal.value.code is ErrorCode.NOT_ENOUGH_SEATS
    assert not Match.objects.exists()


def test_the_first_look_is_asked_for_after_the_commit_only(
    clock: Clock, queued: Queued, django_capture_on_commit_callbacks: Any
) -> None:
    """Case CE-07."""
    plans = [SeatPlan(person().player), SeatPlan(None)]
    with django_capture_on_commit_callbacks(execute=True):
        match = start_match(seats=plans, rules=engine.RuleSet(), first_seat=1)
        assert queued.jobs == []
    assert queued.jobs == [(match.pk, 0, 1.2)]
    assert match.due_at == clock.now + timedelta(seconds=1.2)


def test_a_start_that_is_rolled_back_asks_for_nothing(queued: Queued) -> None:
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        start_match(seats=[SeatPlan(person().player), SeatPlan(None)], rules=engine.RuleSet(), first_seat=1)
        raise ZeroDivisionError
    assert queued.jobs == [] and not Match.objects.exists()


def test_a_limit_gives_a_person_a_deadline_and_a_cpu_seat_none(clock: Clock) -> None:
    plans = [SeatPlan(person().player), SeatPlan(None)]
    for first_seat, expected in ((0, clock.now + timedelta(seconds=30)), (1, None)):
        match = start_match(seats=plans, rules=engine.RuleSet(), first_seat=first_seat, turn_limit_seconds=30)
        assert match.deadline_at == expected


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_many_starts_at_once_make_one_match_of_a_group() -> None:
    """Case MP-02: the constraint has the last word."""
    anna, berta = person("Anna"), person("Berta")
    group = make_group(player=anna.player)
    plans = [SeatPlan(anna.player), SeatPlan(berta.player)]
    start = partial(start_match, seats=plans, rules=engine.RuleSet(), group=group)
    results = run_together([start] * 6)
    made = [result for result in results if isinstance(result, Match)]
    refused = [result for result in results if isinstance(result, ServiceError)]
    assert len(made) == 1 and len(refused) == 5
    assert {refusal.code for refusal in refused} == {ErrorCode.RUNNING_MATCH}
    assert Seat.objects.count() == 2
    Match.objects.update(status=MatchStatus.PAUSED)
    with pytest.raises(ServiceError):
        start()
    Match.objects.update(status=MatchStatus.FINISHED)
    assert start().pk != made[0].pk


def test_a_stacked_deck_is_laid_only_where_test_switches_are_on(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    monkeypatch.setenv("BOZU_STACKED_DECK", "5,4,3")
    plans = [SeatPlan(person().player), SeatPlan(None)]
    settings.TEST_SWITCHES = False
    assert len(start_match(seats=plans, rules=engine.RuleSet()).deck) == 100
    settings.TEST_SWITCHES = True
    assert start_match(seats=plans, rules=engine.RuleSet()).deck == [5, 4, 3]
