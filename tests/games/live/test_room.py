"""A table per process: one rendering per change, what changed to pages that are just behind, all to others."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from games import engine
from games.live import fragments, store
from games.live.room import MOST_PHRASES, Room
from games.live.snapshot import Snapshot, StepLine
from tests.games.live.shown import elements_of, pieces_of, show
from tests.games.live.tables import snapshot_of, state_with, walk
from tests.games.seated import START

RULES = engine.RuleSet()
RULE_SETS = (
    RULES,
    engine.RuleSet(
        semimaru=engine.SemimaruRule.SKIP_TURN,
        emperor=engine.EmperorRule.TAKE_ALL_HANDS,
        lady=engine.LadyRule.TAKE_PILE_AND_ONE_MORE,
    ),
    engine.RuleSet(semimaru=engine.SemimaruRule.ALL_HANDS_TO_PILE, allow_stop=False),
)


@pytest.mark.parametrize(("seat_count", "language"), [(2, "ja"), (3, "en"), (4, "ar"), (6, "en")])
@pytest.mark.parametrize("rules", RULE_SETS)
def test_pages_that_follow_the_changes_show_what_a_reload_shows(
    rules: engine.RuleSet, seat_count: int, language: str
) -> None:
    """The live state equals the page, whatever comes: steps, several at once, absences, phrases, pauses, the end."""
    chance = random.Random(seat_count)
    tables = list(walk(seat_count, rules, seed=seat_count))
    if seat_count == 3:  # one device passed round
        faces = tuple(replace(face, player_id=7, is_away=face.number == 2) for face in tables[0].seats)
        tables[0] = replace(tables[0], seats=faces)
    room = Room(tables[0])
    viewers = (None, 0, 1)
    pages = {viewer: pieces_of(room.text(language, viewer, 0) or "") for viewer in viewers}
    saved = 0

    def compare() -> None:
        nonlocal saved
        for viewer, shown in pages.items():
            text = room.text(language, viewer, room.revision - 1)
            assert text is not None
            show(shown, text)
            reloaded = fragments.pieces(room.snapshot, language, viewer)
            assert shown == reloaded
            saved += sum(map(len, reloaded.values())) - len(text)

    for snapshot in tables[1:]:
        if snapshot.is_live and chance.random() < 0.2:
            continue  # the news was lost; the next one shows both steps
        assert room.show(replace(snapshot, seats=room.snapshot.seats))
        compare()
        if snapshot.is_live and chance.random() < 0.3:
            room.add_phrase(chance.randrange(seat_count), chance.choice(("hello", "wow")))
            compare()
        if snapshot.is_live and chance.random() < 0.3:
            number = chance.randrange(seat_count)
            change: dict[str, Any] = {chance.choice(("is_away", "is_held_by_cpu")): chance.random() < 0.5}
            if room.show_faces(
                tuple(replace(face, **change) if face.number == number else face for face in room.snapshot.seats)
            ):
                compare()
        if snapshot.is_live and chance.random() < 0.1:
            for status in ("paused", "running"):
                assert room.show(replace(room.snapshot, status=status))
                compare()
        if snapshot.is_live and chance.random() < 0.1:
            assert room.show(replace(room.snapshot, host_seat=(room.snapshot.version % seat_count)))
            compare()
    assert not room.snapshot.is_live and saved > 0


def test_a_card_added_to_a_hand_is_all_that_is_sent_of_the_hand_and_an_old_line_goes_with_each_new_one() -> None:
    state = state_with(hands=((3, 4, 5), (6, 7)), draw=tuple(range(20, 60)))
    steps = tuple(StepLine(number, 0, "flip", "person", ()) for number in range(2, 10))
    before = snapshot_of(replace(state, step=9), recent=steps)
    after_state, events = engine.apply_action(replace(state, step=9), engine.Action.FLIP)
    line = StepLine(10, 0, "flip", "person", events)
    room = Room(before)
    room.show(snapshot_of(after_state, recent=(*steps[1:], line)))
    sent = room.text("en", None, room.revision - 1) or ""
    (added,) = [html for html in elements_of(sent) if "#fan-" in html]
    assert added == '<p hx-swap-oob="beforeend:#fan-0"><i class=c20></i></p>'
    assert sent.count("afterbegin:#lines") == sent.count("delete:#lines li:last-child") == 1
    assert 'id="seat-' not in sent and 'id="piles"' not in sent and 'id="events"' not in sent


def test_a_page_that_is_further_behind_gets_everything_and_one_that_is_not_gets_nothing() -> None:
    first, second, third, *_ = walk(4, RULES, seed=5)
    room = Room(first)
    room.text("en", 0, 0)
    room.show(second)
    room.show(third)
    assert pieces_of(room.text("en", 0, room.revision - 2) or "") == fragments.pieces(third, "en", 0)
    assert room.text("en", 0, room.revision) is None


def test_a_language_that_comes_later_gets_what_changed_as_well() -> None:
    first, second, third, *_ = walk(4, RULES, seed=5)
    room = Room(first)
    room.text("en", 0, 0)
    room.show(second)
    shown = pieces_of(room.text("ja", None, 0) or "")
    room.show(third)
    show(shown, room.text("ja", None, room.revision - 1) or "")
    assert shown == fragments.pieces(third, "ja", None)


def test_each_change_is_built_once_for_all_sockets_of_a_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: Counter[str] = Counter()
    shared, own = fragments.shared_changes, fragments.own_changes

    def count_shared(before: Snapshot, after: Snapshot, language: str) -> str | None:
        calls[f"shared {language}"] += 1
        return shared(before, after, language)

    def count_own(before: Snapshot, after: Snapshot, language: str, viewer: int | None) -> str:
        calls[f"own {language} {viewer}"] += 1
        return own(before, after, language, viewer)

    monkeypatch.setattr(fragments, "shared_changes", count_shared)
    monkeypatch.setattr(fragments, "own_changes", count_own)
    first, second, *_ = walk(4, RULES, seed=5)
    room = Room(first)
    room.show(second)
    for _ in range(10):
        for language in ("ja", "en"):
            for viewer in (0, 1, None):
                room.text(language, viewer, room.revision - 1)
    assert set(calls.values()) == {1} and len(calls) == 2 + 6


def test_an_older_or_an_equal_snapshot_changes_nothing() -> None:
    first, second, *_ = walk(4, RULES, seed=5)
    room = Room(second)
    assert not room.show(first)
    assert not room.show(replace(second))
    assert room.version == second.version and room.revision == 1


def test_phrases_stay_over_steps_and_only_the_last_few_are_kept() -> None:
    first, second, *_ = walk(4, RULES, seed=5)
    room = Room(first)
    for number in range(MOST_PHRASES + 3):
        room.add_phrase(number % 4, "hello")
    room.show(second)
    numbers = [line.number for line in room.snapshot.phrases]
    assert numbers == list(range(4, MOST_PHRASES + 4))
    assert room.version == second.version


def test_a_face_that_changes_sends_that_seat_and_not_the_others() -> None:
    tables = list(walk(4, RULES, seed=5))
    room = Room(tables[8])
    room.text("en", None, 0)
    seats = room.snapshot.seats
    waiting = next(seat.number for seat in seats if seat.number != room.snapshot.view.turn and not seat.is_cpu)
    changed = tuple(replace(seat, is_away=True) if seat.number == waiting else seat for seat in seats)
    assert room.show_faces(changed)
    sent = pieces_of(room.text("en", None, room.revision - 1) or "")
    assert f"seat-{waiting}" in sent and len([name for name in sent if name.startswith("seat-")]) == 1
    assert not room.show_faces(changed)


def test_the_clock_is_made_for_each_send(monkeypatch: pytest.MonkeyPatch) -> None:
    first = next(walk(4, RULES, seed=5))
    room = Room(replace(first, turn_limit_seconds=30, deadline_at=START + timedelta(seconds=30)))
    monkeypatch.setattr(store, "clock_now", lambda: START)
    monkeypatch.setattr("games.live.room.clock_now", lambda: START + timedelta(seconds=4))
    assert 'data-remaining="26000"' in (room.text("en", 0, 0) or "")
    monkeypatch.setattr("games.live.room.clock_now", lambda: START + timedelta(seconds=40))
    assert 'data-remaining="0"' in (room.text("en", 0, 0) or "")
