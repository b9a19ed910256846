"""The deal of the day: one order for all, one try that counts, and what stays hidden until everybody may know it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import partial

import pytest
from django.db import IntegrityError

from games import engine
from games.models import DailyDeal, DailyTry, Match, MatchStatus, Seat
from games.models.daily import revealed_at
from games.selectors.daily import daily_table, deal_of, is_sealed, planned_deal
from games.selectors.replays import replay_of
from games.services.daily import start_daily_match
from games.services.personal import export_daily_tries, export_matches
from games.services.play import settle_due
from games.services.presence import leave_seat
from games.services.voiding import void_match
from games.verification import Flaw, problems
from tests.games.seated import PLAIN, Clock, Person, be_seen, lay_deck, person, play
from tests.visitors import run_together

pytestmark = pytest.mark.django_db

DAY = date(2026, 7, 1)  # the day of the standing clock


def play_to_the_end(
    match: Match, who: Person, clock: Clock, choose: Callable[[int], str] = lambda step: "flip"
) -> Match:
    """Play one's own steps, and let what is due happen."""
    match.refresh_from_db()
    while match.turn is not None:
        if match.turn == 0:
            state = engine.decode(match.state)
            action = choose(match.version) if len(engine.legal_actions(state)) > 1 else "flip"
            assert play(match, 0, who, match.version, action).error is None
        else:
            clock.pass_seconds(2)
            be_seen(match, 0, clock.now)
            settle_due(match_id=match.pk)
        match.refresh_from_db()
    return match


def short(match: Match, cards: int) -> Match:
    """Lay so few cards that the match is over after them."""
    lay_deck(match, PLAIN[:cards])
    return match


def test_everybody_gets_the_same_order_rules_and_first_seat_on_a_day(clock: Clock) -> None:
    matches = [start_daily_match(player=person(name).player) for name in ("Anna", "Berta")]
    assert matches[0].pk != matches[1].pk
    one, two = (
        {name: getattr(match, name) for name in ("deck", "rules", "first_seat", "daily_id")} for match in matches
    )
    assert one == two and one["daily_id"] == DAY
    assert [seat.player_id for seat in Seat.objects.filter(match=matches[0])][1:] == [None] * 3
    assert {seat.nonce for seat in Seat.objects.filter(match__in=matches)} == {""}


def test_the_next_day_brings_another_order_and_the_next_first_seat(clock: Clock) -> None:
    anna = person("Anna")
    today = start_daily_match(player=anna.player)
    clock.pass_seconds(24 * 3600)
    tomorrow = start_daily_match(player=anna.player)
    assert today.deck != tomorrow.deck
    assert tomorrow.first_seat == (today.first_seat + 1) % 4
    assert DailyTry.objects.filter(player=anna.player).count() == 2


def test_the_fingerprint_is_known_before_the_first_match_and_fits_it(clock: Clock) -> None:
    before = deal_of(DAY)
    match = start_daily_match(player=person().player)
    assert match.commitment == before.commitment == engine.commitment(bytes.fromhex(match.deck_secret))
    assert not [problem for replay in [replay_of(match.pk)] if replay for problem in problems(replay)]


def test_the_order_follows_from_the_key_of_the_site_and_from_the_day(settings) -> None:
    secret = planned_deal(DAY).secret
    assert secret == planned_deal(DAY).secret and len(bytes.fromhex(secret)) == 32
    assert secret != planned_deal(DAY + timedelta(days=1)).secret
    settings.SECRET_KEY = "another key of another site, which nobody outside can guess"
    assert planned_deal(DAY).secret != secret


def test_an_edit_of_the_rules_during_the_day_changes_nothing_for_those_who_come_later(
    clock: Clock, monkeypatch
) -> None:
    first = start_daily_match(player=person("Anna").player)
    changed = engine.RuleSet(semimaru=engine.SemimaruRule.AS_MONK)
    monkeypatch.setattr("games.selectors.daily.site_rules", lambda: changed)
    monkeypatch.setattr("django.conf.settings.SECRET_KEY", "a key that was changed in the middle of the day, too")
    second = start_daily_match(player=person("Berta").player)
    assert (second.rules, second.deck) == (first.rules, first.deck)


def test_a_match_that_goes_on_is_the_one_to_come_back_to(clock: Clock) -> None:
    """Otherwise a second try would show what the first one has still to turn."""
    anna = person()
    first = start_daily_match(player=anna.player)
    assert start_daily_match(player=anna.player).pk == first.pk
    leave_seat(match_id=first.pk, seat=0)
    settle_due(match_id=first.pk)
    assert start_daily_match(player=anna.player).pk == first.pk, "paused or not"


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_two_taps_at_once_make_one_match() -> None:
    anna = person()
    matches = run_together([partial(start_daily_match, player=anna.player)] * 4)
    assert len({match.pk for match in matches}) == 1
    assert Match.objects.count() == DailyTry.objects.count() == DailyDeal.objects.count() == 1


def test_the_first_try_counts_and_later_ones_do_not(clock: Clock) -> None:
    anna = person()
    first = play_to_the_end(short(start_daily_match(player=anna.player), 8), anna, clock)
    second = play_to_the_end(short(start_daily_match(player=anna.player), 20), anna, clock)
    assert second.pk != first.pk and second.daily_id == DAY and second.status == MatchStatus.FINISHED
    kept = DailyTry.objects.get(player=anna.player)
    assert (kept.match_id, kept.cards, kept.finished_at) == (first.pk, 2, first.finished_at)
    assert first.result is not None and kept.place == first.result["ranks"][0]


def test_the_database_refuses_a_second_first_try(clock: Clock) -> None:
    anna = person()
    first = start_daily_match(player=anna.player)
    other = Match.objects.get(pk=first.pk)
    other.pk = "another2match"[:12]
    other.save(force_insert=True)
    with pytest.raises(IntegrityError):
        DailyTry.objects.create(match=other, deal_id=DAY, player=anna.player)


def test_a_whole_match_of_the_day_ends_in_the_table(clock: Clock) -> None:
    anna = person("Anna")
    match = play_to_the_end(start_daily_match(player=anna.player), anna, clock)
    (line,) = daily_table(day=DAY).lines
    assert match.result is not None
    assert (line.rank, line.name) == (1, "Anna")
    assert (line.place, line.cards) == (match.result["ranks"][0], match.result["counts"][0])


def test_a_try_that_ends_after_the_order_was_shown_does_not_count(clock: Clock) -> None:
    anna, berta = person("Anna"), person("Berta")
    late = {who.player.display_name: short(start_daily_match(player=who.player), 4) for who in (anna, berta)}
    clock.now = revealed_at(DAY) - timedelta(minutes=1)
    play_to_the_end(late["Anna"], anna, clock)
    clock.now = revealed_at(DAY)
    play_to_the_end(late["Berta"], berta, clock)
    assert [line.name for line in daily_table(day=DAY).lines] == ["Anna"]


def test_abandoned_and_void_tries_are_in_no_table(clock: Clock) -> None:
    anna, berta = person("Anna"), person("Berta")
    left = start_daily_match(player=anna.player)
    Match.objects.filter(pk=left.pk).update(status=MatchStatus.ABANDONED, turn=None)
    void_match(match_id=play_to_the_end(short(start_daily_match(player=berta.player), 4), berta, clock).pk)
    again = start_daily_match(player=anna.player)
    assert again.pk != left.pk
    play_to_the_end(short(again, 4), anna, clock)
    assert daily_table(day=DAY).lines == ()


def test_the_order_stays_sealed_until_one_hour_after_the_day(clock: Clock) -> None:
    match = start_daily_match(player=person().player)
    assert revealed_at(DAY) == datetime(2026, 7, 2, 1, tzinfo=UTC)
    assert is_sealed(match, revealed_at(DAY) - timedelta(seconds=1))
    assert not is_sealed(match, revealed_at(DAY))


def test_a_match_whose_secret_is_not_that_of_its_day_is_found_out(clock: Clock) -> None:
    match = start_daily_match(player=person().player)
    forged = engine.new_secret()
    deck = list(engine.derive_deck(forged, [""] * 4))
    rules = engine.RuleSet.from_dict(match.rules)
    Match.objects.filter(pk=match.pk).update(
        deck_secret=forged.hex(),
        commitment=engine.commitment(forged),
        deck=deck,
        state=engine.encode(engine.new_match(rules, 4, match.first_seat, deck)),
    )
    replay = replay_of(match.pk)
    assert replay is not None
    assert [problem.flaw for problem in problems(replay)] == [Flaw.COMMITMENT]


def test_a_player_s_own_data_holds_the_first_tries(clock: Clock) -> None:
    anna = person()
    match = play_to_the_end(short(start_daily_match(player=anna.player), 8), anna, clock)
    (told,) = export_daily_tries(anna.player)
    assert (told["day"], told["match"], told["cards"]) == ("2026-07-01", match.pk, 2)
    assert export_matches(anna.player)[0]["deal_of_the_day"] == "2026-07-01"
