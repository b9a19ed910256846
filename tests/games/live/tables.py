"""Snapshots of tables for tests, made by playing; no database."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games import engine
from games.live.snapshot import RECENT_STEPS, SeatFace, Snapshot, StepLine

NAMES = ("Murasaki", "Sei", "花子", "محمد", "R2-D2!", "abc (1)")


def faces(seat_count: int, people: int = 1) -> tuple[SeatFace, ...]:
    """Seats of which the first few are people."""
    return tuple(
        SeatFace(number, NAMES[number] if number < people else "", number + 1 if number < people else None)
        for number in range(seat_count)
    )


def snapshot_of(
    state: engine.State,
    *,
    seats: tuple[SeatFace, ...] | None = None,
    recent: tuple[StepLine, ...] = (),
    **changes: Any,
) -> Snapshot:
    """The table of a state; a finished state makes a finished table."""
    is_over = engine.is_terminal(state)
    snapshot = Snapshot(
        match_id="abcdefghjkmn",
        version=state.step,
        status="finished" if is_over else "running",
        view=engine.public_view(state),
        recent=recent,
        seats=seats or faces(state.seat_count),
        turn_limit_seconds=None,
        deadline_at=None,
        is_rated=False,
        group_code=None,
        host_seat=None,
        commitment="ab" * 32,
        ranks=engine.standings(state) if is_over else None,
        winners=engine.winners(state) if is_over else (),
    )
    return replace(snapshot, **changes)


def walk(seat_count: int, rules: engine.RuleSet, seed: int) -> Iterator[Snapshot]:
    """The tables of a whole random match, from before the first card to the result."""
    chance = random.Random(seed)
    deck = list(engine.CARDS)
    chance.shuffle(deck)
    state = engine.new_match(rules, seat_count, 0, tuple(deck))
    recent: tuple[StepLine, ...] = ()
    seats = faces(seat_count, people=2)
    yield snapshot_of(state, seats=seats)
    while state.turn is not None:
        actions = engine.legal_actions(state)
        action = chance.choice(actions)
        seat = state.turn
        state, events = engine.apply_action(state, action)
        played_by = chance.choice(("person", "cpu", "timeout", "away"))
        recent = (*recent, StepLine(state.step, seat, action.value, played_by, events))[-RECENT_STEPS:]
        yield snapshot_of(state, seats=seats, recent=recent)


def state_with(
    *,
    hands: tuple[tuple[int, ...], ...],
    pile: tuple[int, ...] = (),
    draw: tuple[int, ...],
    turn: int = 0,
    rules: engine.RuleSet | None = None,
    **changes: Any,
) -> engine.State:
    """A state laid out by hand."""
    seat_count = len(hands)
    state = engine.new_match(rules or engine.RuleSet(), seat_count, 0, tuple(engine.CARDS))
    return replace(state, hands=hands, common_pile=pile, draw_pile=draw, turn=turn, **changes)
