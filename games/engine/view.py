"""All that somebody at the table can see; the order of the draw pile must never get in here."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.play import Action, legal_actions
from games.engine.rules import RuleSet
from games.engine.scoring import standings
from games.engine.state import State


@dataclass(frozen=True, slots=True)
class PublicView:
    """The public part of a state, the same for every seat and watcher.

    `unseen` holds the cards of the draw pile sorted by number: the multiset is public, the order is not.
    """

    rules: RuleSet
    seat_count: int
    first_seat: int
    turn: int | None
    is_further_flip: bool
    hands: tuple[tuple[int, ...], ...]
    common_pile: tuple[int, ...]
    draw_count: int
    unseen: tuple[int, ...]
    out: tuple[bool, ...]
    skip_pending: tuple[bool, ...]
    step: int
    standings: tuple[int, ...]
    is_over: bool
    legal: tuple[Action, ...]


def public_view(state: State) -> PublicView:
    """Return what everybody may know of a state."""
    return PublicView(
        rules=state.rules,
        seat_count=state.seat_count,
        first_seat=state.first_seat,
        turn=state.turn,
        is_further_flip=state.is_further_flip,
        hands=state.hands,
        common_pile=state.common_pile,
        draw_count=len(state.draw_pile),
        unseen=tuple(sorted(state.draw_pile)),
        out=state.out,
        skip_pending=state.skip_pending,
        step=state.step,
        standings=standings(state),
        is_over=state.turn is None,
        legal=legal_actions(state),
    )
