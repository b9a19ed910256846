"""A match told again from its rules, its deck and its actions; it must not know where they are stored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.engine.events import Event
from games.engine.play import Action, apply_action
from games.engine.rules import RuleSet
from games.engine.state import State, new_match


def replay(
    rules: RuleSet, seat_count: int, first_seat: int, deck: Sequence[int], actions: Iterable[Action]
) -> tuple[tuple[State, tuple[Event, ...]], ...]:
    """Return, for each action in order, the state after it and its events; `new_match` gives the state before all.

    Raises EngineError as `new_match` and `apply_action` do.
    """
    state = new_match(rules, seat_count, first_seat, deck)
    steps = []
    for action in actions:
        state, events = apply_action(state, action)
        steps.append((state, events))
    return tuple(steps)
