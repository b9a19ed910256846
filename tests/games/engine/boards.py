"""States laid out by hand and matches made by hypothesis, for the tests of the engine."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from games.engine import (
    CARDS,
    Action,
    EmperorRule,
    EventKind,
    LadyRule,
    RuleSet,
    SemimaruRule,
    State,
    apply_action,
    legal_actions,
    new_match,
)

# Cards by what the rules see in them, so that a test reads as a story.
COURTIER, OTHER_COURTIER, THIRD_COURTIER = 3, 4, 5
LADY, OTHER_LADY = 9, 19
MONK, OTHER_MONK = 8, 12
EMPEROR, OTHER_EMPEROR = 1, 13

rule_sets = st.builds(
    RuleSet,
    st.sampled_from(SemimaruRule),
    st.sampled_from(EmperorRule),
    st.sampled_from(LadyRule),
    st.booleans(),
)
seat_counts = st.integers(2, 6)
full_decks = st.permutations(CARDS)
decks = st.one_of(full_decks, st.lists(st.sampled_from(CARDS), min_size=1, max_size=100, unique=True))


@st.composite
def openings(draw: st.DrawFn) -> State:
    """The first state of a match under any rules."""
    seats = draw(seat_counts)
    return new_match(draw(rule_sets), seats, draw(st.integers(0, seats - 1)), draw(decks))


@st.composite
def played_matches(draw: st.DrawFn) -> list[tuple[State, Action | None]]:
    """A whole match: each state with the action taken in it, the last with None."""
    state = draw(openings())
    # One drawn number decides all choices: a draw for each step would make hypothesis slow.
    bits = draw(st.integers(0, 2**64 - 1))
    told: list[tuple[State, Action | None]] = []
    while legal := legal_actions(state):
        action = legal[bits % len(legal)]
        bits = (bits >> 1) | ((bits & 1) << 63)
        told.append((state, action))
        state, _ = apply_action(state, action)
    told.append((state, None))
    return told


@st.composite
def midway_states(draw: st.DrawFn) -> State:
    """A state somewhere in a match, the first and the last included."""
    told = draw(played_matches())
    return told[draw(st.integers(0, len(told) - 1))][0]


@st.composite
def choice_states(draw: st.DrawFn, most_unseen: int = 60) -> State:
    """A state in which a seat chooses between flip and stop, with any cards anywhere."""
    rules = RuleSet(
        draw(st.sampled_from(SemimaruRule)), draw(st.sampled_from(EmperorRule)), draw(st.sampled_from(LadyRule)), True
    )
    seats = draw(seat_counts)
    cards = draw(full_decks)
    unseen = draw(st.integers(1, most_unseen))
    cuts = sorted(draw(st.lists(st.integers(unseen, 100), min_size=seats, max_size=seats)))
    heaps = [cards[start:end] for start, end in pairwise([unseen, *cuts, 100])]
    # Semimaru has left somebody out, or waiting, if he is among the cards that came.
    has_come = 10 not in cards[:unseen]
    turn = draw(st.integers(0, seats - 1))
    other = (turn + draw(st.integers(1, seats - 1))) % seats
    out = [other] if has_come and rules.semimaru is SemimaruRule.OUT and seats > 2 else []
    skips = [other] if has_come and rules.semimaru is SemimaruRule.SKIP_TURN and draw(st.booleans()) else []
    pile = list(heaps.pop())
    for seat in out:
        pile += heaps[seat]
        heaps[seat] = []
    return laid_out(
        heaps, pile=pile, draw=cards[:unseen], rules=rules, turn=turn, is_further=True, out=out, skips=skips
    )


def laid_out(
    hands: Sequence[Sequence[int]],
    *,
    pile: Sequence[int] = (),
    draw: Sequence[int],
    rules: RuleSet | None = None,
    turn: int = 0,
    is_further: bool = False,
    out: Sequence[int] = (),
    skips: Sequence[int] = (),
) -> State:
    """A state in which the named cards lie where they are said to lie."""
    seats = range(len(hands))
    return State(
        rules=rules or RuleSet(),
        seat_count=len(hands),
        first_seat=0,
        turn=turn,
        is_further_flip=is_further,
        hands=tuple(tuple(hand) for hand in hands),
        common_pile=tuple(pile),
        draw_pile=tuple(draw),
        out=tuple(seat in out for seat in seats),
        skip_pending=tuple(seat in skips for seat in seats),
        step=sum(len(hand) for hand in hands) + len(pile),
    )


def flipped(state: State) -> tuple[State, list[tuple[Any, ...]]]:
    """The state after a flip, and its events as short tuples without the fields they do not use."""
    after, events = apply_action(state, Action.FLIP)
    return after, [
        (event.kind, event.seat)
        if event.card is None
        else (event.kind, event.seat, event.card)
        if event.kind in (EventKind.KEPT, EventKind.WILL_SKIP)
        else (event.kind, event.seat, event.card, event.count)
        for event in events
    ]
