"""The actions and their effects: the one place where cards move; it must not know who acts or why."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from games.engine.cards import CARDS, EMPERORS, JITO, ROLES, Role
from games.engine.errors import EngineError, EngineErrorCode
from games.engine.events import Event, EventKind
from games.engine.rules import MAX_SEATS, EmperorRule, LadyRule, SemimaruRule
from games.engine.state import State


class Action(StrEnum):
    """What a seat can do."""

    FLIP = "flip"
    STOP = "stop"


_FLIP: Final = Action.FLIP
_STOP: Final = Action.STOP
_MUST_FLIP: Final = (_FLIP,)
_MAY_CHOOSE: Final = (_FLIP, _STOP)

# The commonest events, made once: to make a frozen object costs more than all the rest of a plain flip.
_KEPT: Final = tuple(tuple(Event(EventKind.KEPT, seat, card) for card in CARDS) for seat in range(MAX_SEATS))
_STOPPED: Final = tuple(Event(EventKind.STOPPED, seat) for seat in range(MAX_SEATS))
_SKIPPED: Final = tuple(Event(EventKind.SKIPPED, seat) for seat in range(MAX_SEATS))
_MAY_GO_ON: Final = tuple(Event(EventKind.MAY_GO_ON, seat) for seat in range(MAX_SEATS))
_MUST_GO_ON: Final = tuple(Event(EventKind.MUST_GO_ON, seat) for seat in range(MAX_SEATS))
_MATCH_OVER: Final = tuple(Event(EventKind.MATCH_OVER, seat) for seat in range(MAX_SEATS))

Hands = tuple[tuple[int, ...], ...]


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return what the seat on turn may do, FLIP first; nothing when the match is over."""
    if state.turn is None:
        return ()
    return _MAY_CHOOSE if state.is_further_flip and state.rules.allow_stop else _MUST_FLIP


def apply_action(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Return the state after an action of the seat on turn, and what happened in order.

    Raises EngineError: match_over, illegal_action.
    """
    if state.turn is None:
        raise EngineError(EngineErrorCode.MATCH_OVER)
    if action == _FLIP:
        return _flip(state, state.turn)
    if action == _STOP and state.is_further_flip and state.rules.allow_stop:
        return _stop(state, state.turn)
    raise EngineError(EngineErrorCode.ILLEGAL_ACTION)


def _stop(state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
    events = [_STOPPED[seat]]
    turn, skip_pending = _next_turn(seat, state.out, state.skip_pending, events)
    after = State(
        state.rules,
        state.seat_count,
        state.first_seat,
        turn,
        False,
        state.hands,
        state.common_pile,
        state.draw_pile,
        state.out,
        skip_pending,
        state.step + 1,
    )
    return after, tuple(events)


def _flip(state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
    """Apply the top card (rules.md, "Play"); positional arguments and local names keep live play fast."""
    rules = state.rules
    card = state.draw_pile[0]
    draw_pile = state.draw_pile[1:]
    hands = state.hands
    hand = hands[seat]
    pile = state.common_pile
    out = state.out
    skip_pending = state.skip_pending
    role = ROLES[card]
    grants_flip = False
    events: list[Event]

    if role is Role.COURTIER:
        if card in EMPERORS and rules.emperor is EmperorRule.TAKE_ALL_HANDS:
            hands, count = _take_all_hands(hands, seat, (*hand, card))
            events = [Event(EventKind.TOOK_HANDS, seat, card, count)]
        else:
            hands = (*hands[:seat], (*hand, card), *hands[seat + 1 :])
            events = [_KEPT[seat][card - 1]]
            grants_flip = card in EMPERORS and rules.emperor is EmperorRule.KEEP_AND_ONE_MORE
    elif role is Role.LADY:
        events = [Event(EventKind.TOOK_PILE, seat, card, len(pile))]
        # The pile counts as it was when she was flipped, before she took it.
        grants_flip = rules.lady is LadyRule.TAKE_PILE_AND_ONE_MORE or (
            rules.lady is LadyRule.ONE_MORE_IF_PILE_EMPTY and not pile
        )
        hand = (*hand, card, *pile)
        pile = ()
        if card == JITO and rules.emperor is EmperorRule.TAKE_ALL_HANDS:
            hands, count = _take_all_hands(hands, seat, hand)
            events.append(Event(EventKind.TOOK_HANDS, seat, card, count))
        else:
            hands = (*hands[:seat], hand, *hands[seat + 1 :])
            # One further flip at most comes of both rules, hence a flag and not a number.
            grants_flip = grants_flip or (card == JITO and rules.emperor is EmperorRule.KEEP_AND_ONE_MORE)
    elif role is Role.MONK or rules.semimaru is SemimaruRule.AS_MONK:
        events = [Event(EventKind.LOST_HAND, seat, card, len(hand))]
        pile = (*pile, *hand, card)
        hands = (*hands[:seat], (), *hands[seat + 1 :])
    elif rules.semimaru is SemimaruRule.ALL_HANDS_TO_PILE:
        moved = tuple(moved_card for each_hand in hands for moved_card in each_hand)
        events = [Event(EventKind.ALL_TO_PILE, seat, card, len(moved))]
        pile = (*pile, *moved, card)
        hands = ((),) * len(hands)
    elif rules.semimaru is SemimaruRule.OUT:
        events = [Event(EventKind.WENT_OUT, seat, card, len(hand))]
        pile = (*pile, *hand, card)
        hands = (*hands[:seat], (), *hands[seat + 1 :])
        out = (*out[:seat], True, *out[seat + 1 :])
    else:
        events = [_KEPT[seat][card - 1]]
        hands = (*hands[:seat], (*hand, card), *hands[seat + 1 :])
        if rules.semimaru is SemimaruRule.SKIP_TURN:
            events.append(Event(EventKind.WILL_SKIP, seat, card))
            skip_pending = (*skip_pending[:seat], True, *skip_pending[seat + 1 :])

    turn: int | None
    if not draw_pile or out.count(False) == 1:
        turn = None
        grants_flip = False
        events.append(_MATCH_OVER[seat])
    elif grants_flip:
        turn = seat
        events.append((_MAY_GO_ON if rules.allow_stop else _MUST_GO_ON)[seat])
    else:
        turn, skip_pending = _next_turn(seat, out, skip_pending, events)
    after = State(
        rules,
        state.seat_count,
        state.first_seat,
        turn,
        grants_flip,
        hands,
        pile,
        draw_pile,
        out,
        skip_pending,
        state.step + 1,
    )
    return after, tuple(events)


def _take_all_hands(hands: Hands, seat: int, hand: tuple[int, ...]) -> tuple[Hands, int]:
    """Return the hands after a seat with this hand took all others, by seat number, and how many cards it took."""
    taken = tuple(card for other, cards in enumerate(hands) if other != seat for card in cards)
    empty: tuple[int, ...] = ()
    return (*(empty,) * seat, hand + taken, *(empty,) * (len(hands) - seat - 1)), len(taken)


def _next_turn(
    seat: int, out: tuple[bool, ...], skip_pending: tuple[bool, ...], events: list[Event]
) -> tuple[int, tuple[bool, ...]]:
    """Return the seat that acts after this one and the skips still pending; a skip met on the way is used up."""
    seats = len(out)
    turn = seat
    while True:
        turn = turn + 1 if turn + 1 < seats else 0
        if out[turn]:
            continue
        if not skip_pending[turn]:
            return turn, skip_pending
        skip_pending = (*skip_pending[:turn], False, *skip_pending[turn + 1 :])
        events.append(_SKIPPED[turn])
