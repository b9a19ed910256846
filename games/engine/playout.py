"""A match played fast for simulations, in lists instead of frozen states; `play.py` stays the law it is tested by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.effects import (
    ALL_TO_PILE,
    GO_OUT,
    KEEP_AND_SKIP,
    KIND_BITS,
    LOSE_HAND,
    MORE,
    MORE_IF_PILE_EMPTY,
    TAKE_HANDS,
    TAKE_PILE,
    TAKE_PILE_AND_HANDS,
    effects,
)
from games.engine.play import Action
from games.engine.rules import RuleSet
from games.engine.state import State, new_match
from games.engine.view import PublicView, public_view

_NO_SEAT: Final = -1
_NO_LIMIT: Final = 1_000


class Board:
    """A match in the making that is changed in place: `run` moves it on, `state` freezes it.

    Semimaru is one card, so one seat at most is out and one at most waits for its skip.
    """

    __slots__ = (
        "choices",
        "deck",
        "first_seat",
        "hands",
        "is_further",
        "out",
        "pile",
        "position",
        "rules",
        "skip",
        "steps",
        "turn",
    )

    def __init__(self, state: State) -> None:
        """Set the board up as a state stands."""
        self.rules = state.rules
        self.first_seat = state.first_seat
        self.turn = state.turn
        self.is_further = state.is_further_flip
        self.hands = [list(hand) for hand in state.hands]
        self.pile = list(state.common_pile)
        self.deck: Sequence[int] = state.draw_pile
        self.position = 0
        self.out = state.out.index(True) if True in state.out else _NO_SEAT
        self.skip = state.skip_pending.index(True) if True in state.skip_pending else _NO_SEAT
        self.steps = state.step
        self.choices = 0

    def state(self) -> State:
        """Return the frozen state at this moment."""
        seats = range(len(self.hands))
        return State(
            rules=self.rules,
            seat_count=len(self.hands),
            first_seat=self.first_seat,
            turn=self.turn,
            is_further_flip=self.is_further,
            hands=tuple([tuple(hand) for hand in self.hands]),
            common_pile=tuple(self.pile),
            draw_pile=tuple(self.deck[self.position :]),
            out=tuple([seat == self.out for seat in seats]),
            skip_pending=tuple([seat == self.skip for seat in seats]),
            step=self.steps,
        )

    def view(self) -> PublicView:
        """Return what everybody may know at this moment."""
        return public_view(self.state())

    def run(self, policy: Policy, steps_at_most: int = _NO_LIMIT) -> None:
        """Play on to the end, or for a number of steps; the policy is asked at each choice only."""
        if self.turn is None:
            return
        hands = self.hands
        seats = len(hands)
        pile = self.pile
        deck = self.deck
        size = len(deck)
        position = self.position
        seat = self.turn
        is_further = self.is_further
        out = self.out
        skip = self.skip
        effect_of = effects(self.rules)
        allow_stop = self.rules.allow_stop
        steps = self.steps
        last_step = steps + steps_at_most
        is_over = False

        while steps < last_step:
            steps += 1
            if is_further and allow_stop:
                self.turn, self.is_further, self.pile = seat, True, pile
                self.position, self.out, self.skip, self.steps = position, out, skip, steps - 1
                self.choices += 1
                is_stop = policy(self) is Action.STOP
            else:
                is_stop = False
            is_further = False
            if not is_stop:
                card = deck[position]
                position += 1
                effect = effect_of[card]
                if not effect:
                    hands[seat].append(card)
                else:
                    kind = effect & KIND_BITS
                    is_further = bool(effect & MORE) or (effect >= MORE_IF_PILE_EMPTY and not pile)
                    hand = hands[seat]
                    if kind == LOSE_HAND:
                        pile += hand
                        pile.append(card)
                        hands[seat] = []
                    elif kind == ALL_TO_PILE:
                        for each_hand in hands:
                            pile += each_hand
                            each_hand.clear()
                        pile.append(card)
                    elif kind == GO_OUT:
                        pile += hand
                        pile.append(card)
                        hands[seat] = []
                        out = seat
                        is_over = seats == 2
                    else:
                        hand.append(card)
                        if kind in (TAKE_PILE, TAKE_PILE_AND_HANDS):
                            hand += pile
                            pile = []
                        if kind in (TAKE_HANDS, TAKE_PILE_AND_HANDS):
                            for other, each_hand in enumerate(hands):
                                if other != seat:
                                    hand += each_hand
                                    each_hand.clear()
                        elif kind == KEEP_AND_SKIP:
                            skip = seat
                if is_over or position == size:
                    is_over = True
                    is_further = False
                    break
                if is_further:
                    continue
            seat = seat + 1 if seat + 1 < seats else 0
            while seat in (out, skip):
                if seat == skip:
                    skip = _NO_SEAT
                seat = seat + 1 if seat + 1 < seats else 0

        self.turn = None if is_over else seat
        self.is_further, self.pile = is_further, pile
        self.position, self.out, self.skip, self.steps = position, out, skip, steps


Policy = Callable[[Board], Action]
"""Decides at a choice; it may look at the board's public part only (`Board.view`)."""


@dataclass(frozen=True, slots=True)
class Playout:
    """How a match that was played out ended: its last state and how many choices came up."""

    state: State
    choices: int


def play_out(rules: RuleSet, seat_count: int, first_seat: int, deck: Sequence[int], policy: Policy) -> Playout:
    """Return the end of a match whose every choice a policy decides.

    The result equals that of `apply_action` with the same decisions. Raises EngineError as `new_match` does.
    """
    return play_out_from(new_match(rules, seat_count, first_seat, deck), policy)


def play_out_from(state: State, policy: Policy) -> Playout:
    """Return the end of a match that stands at a state."""
    board = Board(state)
    board.run(policy)
    return Playout(board.state(), board.choices)
