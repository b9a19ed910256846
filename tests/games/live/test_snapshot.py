"""Reading a table from its rows; cases MP-12 and MP-14."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import timedelta

import pytest

from games import engine
from games.live.known import Known, forget_all, known_match, known_state, note_seats, remember
from games.live.snapshot import RECENT_STEPS, Snapshot, load_snapshot, remaining_ms
from games.models import Match, MatchStatus, Step
from games.services.groups import join_group, make_group
from tests.games.live.tables import walk
from tests.games.seated import PLAIN, START, Clock, person, play, seat_people

pytestmark = pytest.mark.django_db


def played(steps: int) -> Match:
    """A match of two people after some steps."""
    people = [person("Anna"), person("Berta")]
    match = seat_people(people, deck=engine.derive_deck(b"c" * 32, ("", "")))
    for version in range(steps):
        match.refresh_from_db()
        assert match.turn is not None
        play(match, match.turn, people[match.turn], version)
    match.refresh_from_db()
    return match


def test_a_table_is_the_same_read_afresh_or_from_what_is_known() -> None:
    match = played(5)
    forget_all()
    whole = load_snapshot(match.pk)
    assert load_snapshot(match.pk) == whole
    assert [line.sequence for line in whole.recent] == [1, 2, 3, 4, 5]
    assert all(line.events for line in whole.recent)


def test_only_the_last_steps_are_told_in_order() -> None:
    match = played(RECENT_STEPS + 4)
    forget_all()
    assert [line.sequence for line in load_snapshot(match.pk).recent] == list(range(5, RECENT_STEPS + 5))


def test_a_process_that_starts_anew_reads_the_same_rest_of_the_deck() -> None:
    """Case MP-14: order, hands, pile and turn are those of the row, not dealt again."""
    match = played(6)
    before = engine.decode(match.state)
    forget_all()
    after = engine.decode(Match.objects.get(pk=match.pk).state)
    assert after == before and after.draw_pile == tuple(match.deck[len(match.deck) - len(after.draw_pile) :])


def test_a_snapshot_holds_nothing_hidden() -> None:
    """Case MP-12: an allow-list, and the multiset of unseen cards only in sorted order."""
    match = played(3)
    snapshot = load_snapshot(match.pk)
    names = {field.name for field in fields(Snapshot)} | {field.name for field in fields(engine.PublicView)}
    assert not {"deck", "draw_pile", "deck_secret", "secret", "state", "nonce"} & names
    assert snapshot.view.unseen == tuple(sorted(snapshot.view.unseen))
    text = repr(snapshot)
    assert match.deck_secret not in text and str(match.deck[3:8])[1:-1] not in text


def test_steps_that_do_not_lead_to_the_state_cost_only_the_sentences(caplog: pytest.LogCaptureFixture) -> None:
    match = played(4)
    Step.objects.filter(match=match, sequence=2).delete()
    forget_all()
    snapshot = load_snapshot(match.pk)
    assert snapshot.recent == () and snapshot.version == 4
    assert "do not lead to its state" in caplog.text


def test_the_hosts_seat_and_the_groups_code_are_shown() -> None:
    anna, berta = person("Anna"), person("Berta")
    group = make_group(player=berta.player)
    join_group(group=group, player=anna.player)
    snapshot = load_snapshot(seat_people([anna, berta], group=group).pk)
    assert (snapshot.group_code, snapshot.host_seat) == (group.code, 1)


def test_a_voided_match_keeps_its_ranks_and_an_abandoned_one_has_none() -> None:
    match = played(0)
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.ABANDONED, turn=None)
    snapshot = load_snapshot(match.pk)
    assert not snapshot.is_live and snapshot.ranks is None
    people = [person(), person()]
    over = seat_people(people, deck=PLAIN[:1])
    play(over, 0, people[0], 0)
    Match.objects.filter(pk=over.pk).update(status=MatchStatus.VOIDED)
    snapshot = load_snapshot(over.pk)
    assert snapshot.status == MatchStatus.VOIDED and snapshot.ranks == (1, 2)


def test_remaining_time_counts_by_the_databases_clock_and_never_below_nought(clock: Clock) -> None:
    match = seat_people([person(), person()], turn_limit_seconds=30)
    snapshot = load_snapshot(match.pk)
    assert remaining_ms(snapshot, START + timedelta(seconds=12.5)) == 17_500
    assert remaining_ms(snapshot, START + timedelta(seconds=99)) == 0
    assert remaining_ms(replace(snapshot, deadline_at=None), START) is None
    assert remaining_ms(replace(snapshot, status="finished"), START) is None


def test_what_is_known_never_goes_back_to_an_older_version() -> None:
    tables = list(walk(2, engine.RuleSet(), seed=1))
    state = engine.new_match(engine.RuleSet(), 2, 0, engine.CARDS)
    remember("m", Known(5, state, tables[0]))
    remember("m", Known(4, state))
    entry = known_match("m")
    assert entry is not None and entry.version == 5
    assert known_state("m", 5) == state and known_state("m", 4) is None and known_state("other", 5) is None
    note_seats("m", 4, ())
    assert entry.seats is None
    note_seats("m", 5, ())
    again = known_match("m")
    assert again is not None and again.seats == ()
    assert "draw_pile" not in repr(again) and "state" not in repr(again)


def test_a_process_knows_a_bounded_number_of_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.live.known._MOST", 3)
    state = engine.new_match(engine.RuleSet(), 2, 0, engine.CARDS)
    for number in range(10):
        remember(str(number), Known(1, state))
    assert [known_match(str(number)) is not None for number in range(10)] == [False] * 7 + [True] * 3
