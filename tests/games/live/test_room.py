"""A table per process: one rendering per change, what changed to pages that are just behind, all to others."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest

from games import engine
from games.live import fragments, store
from games.live.room import MOST_PHRASES, Room
from games.live.snapshot import Snapshot
from tests.games.live.sockets import pieces_of
from tests.games.live.tables import walk
from tests.games.seated import START

RULES = engine.RuleSet()


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_page_that_follows_the_changes_shows_what_a_reload_shows(language: str, viewer: int | None) -> None:
    """The live state equals the page: pieces left out are exactly those that did not change."""
    tables = list(walk(4, RULES, seed=5))
    room = Room(tables[0])
    shown = pieces_of(room.text(language, viewer, 0) or "")
    saved = 0
    for snapshot in tables[1:]:
        assert room.show(snapshot)
        text = room.text(language, viewer, room.revision - 1) or ""
        shown |= pieces_of(text)
        saved += len("".join(fragments.pieces(snapshot, language, viewer).values())) - len(text)
        assert shown == fragments.pieces(snapshot, language, viewer)
    assert saved > 0


def test_a_page_that_is_further_behind_gets_everything_and_one_that_is_not_gets_nothing() -> None:
    first, second, third, *_ = walk(4, RULES, seed=5)
    room = Room(first)
    room.text("en", 0, 0)
    room.show(second)
    room.show(third)
    assert pieces_of(room.text("en", 0, room.revision - 2) or "") == fragments.pieces(third, "en", 0)
    assert room.text("en", 0, room.revision) is None


def test_a_language_that_missed_a_revision_gets_everything() -> None:
    first, second, third, *_ = walk(4, RULES, seed=5)
    room = Room(first)
    room.text("en", 0, 0)
    room.show(second)
    room.show(third)
    assert pieces_of(room.text("ja", None, room.revision - 1) or "") == fragments.pieces(third, "ja", None)


def test_each_change_is_built_once_for_all_sockets_of_a_language(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: Counter[str] = Counter()
    shared, own = fragments.shared_pieces, fragments.own_pieces

    def count_shared(snapshot: Snapshot, language: str, memo: object) -> dict[str, str]:
        calls[f"shared {language}"] += 1
        return shared(snapshot, language, memo)  # type: ignore[arg-type]

    def count_own(snapshot: Snapshot, language: str, viewer: int | None, memo: object) -> dict[str, str]:
        calls[f"own {language} {viewer}"] += 1
        return own(snapshot, language, viewer, memo)  # type: ignore[arg-type]

    monkeypatch.setattr(fragments, "shared_pieces", count_shared)
    monkeypatch.setattr(fragments, "own_pieces", count_own)
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
