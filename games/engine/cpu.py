"""The CPU's decision at a choice, from the public view alone; it must never meet a State."""

from __future__ import annotations

from games.engine.cards import Role, role_of
from games.engine.errors import EngineError, EngineErrorCode
from games.engine.play import Action
from games.engine.view import PublicView


def choose(view: PublicView) -> Action:
    """Return the action with the higher expected final rank of the seat on turn; the same view gives the same action.

    Raises EngineError (no_choice) when nobody is on turn.
    """
    seat = view.turn
    if seat is None:
        raise EngineError(EngineErrorCode.NO_CHOICE, "the match is over")
    if Action.STOP not in view.legal:
        return Action.FLIP
    hand = len(view.hands[seat])
    gain = 0
    for card in view.unseen:
        role = role_of(card)
        if role is Role.LADY:
            gain += 1 + len(view.common_pile)
        elif role is Role.MONK:
            gain -= hand
        else:
            gain += 1
    return Action.FLIP if gain > 0 else Action.STOP
