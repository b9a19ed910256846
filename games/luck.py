"""How luck went in a match: what each seat lost and won, its choices and chances; it knows no database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from games.engine import (
    CARDS,
    MONKS,
    SEMIMARU,
    Action,
    Board,
    Event,
    EventKind,
    Odds,
    Role,
    State,
    apply_action,
    legal_actions,
    odds,
    public_view,
    ranks_of,
    role_of,
)

# 200 imagined ends of a match give each chance to 3.5 points of percentage (one standard error) or better.
SAMPLES: Final = 200


@dataclass(frozen=True, slots=True)
class ToldStep:
    """One step of a match told again: the state before it, what was done, what happened, the state after it."""

    before: State
    action: Action
    events: tuple[Event, ...]
    after: State

    @property
    def seat(self) -> int:
        """The seat that acted, counted from 0."""
        seat = self.before.turn
        assert seat is not None
        return seat

    @property
    def card(self) -> int | None:
        """The card that was flipped, None for a stop."""
        return self.before.draw_pile[0] if self.action is Action.FLIP else None


@dataclass(frozen=True, slots=True)
class SeatLuck:
    """What fell to one seat, in cards; `biggest_haul_step` is the step of the biggest haul, None without any."""

    seat: int
    flips: int
    monks: int
    lost_to_monks: int
    lost_otherwise: int
    biggest_haul: int
    biggest_haul_step: int | None


@dataclass(frozen=True, slots=True)
class Choice:
    """A moment at which a seat could flip or stop: what it had to lose and to win, and the odds of the next card."""

    step: int
    seat: int
    action: Action
    hand_count: int
    pile_count: int
    odds: Odds


@dataclass(frozen=True, slots=True)
class Chances:
    """What a moment promised each seat: its share of the wins (a draw is shared out) and its mean rank."""

    wins: tuple[float, ...]
    ranks: tuple[float, ...]


def seat_luck(steps: Sequence[ToldStep], seat_count: int) -> tuple[SeatLuck, ...]:
    """Return what fell to each seat in the steps of a match."""
    flips = [0] * seat_count
    monks = [0] * seat_count
    to_monks = [0] * seat_count
    otherwise = [0] * seat_count
    hauls: list[tuple[int, int | None]] = [(0, None)] * seat_count
    for number, step in enumerate(steps, start=1):
        actor = step.seat
        flips[actor] += step.card is not None
        is_monk = any(event.kind is EventKind.LOST_HAND for event in step.events)
        monks[actor] += step.card in MONKS
        for seat in range(seat_count):
            lost = len(set(step.before.hands[seat]) - set(step.after.hands[seat]))
            if is_monk:
                to_monks[seat] += lost
            else:
                otherwise[seat] += lost
        haul = sum(event.count for event in step.events if event.kind in (EventKind.TOOK_PILE, EventKind.TOOK_HANDS))
        if haul > hauls[actor][0]:
            hauls[actor] = (haul, number)
    return tuple(
        SeatLuck(seat, flips[seat], monks[seat], to_monks[seat], otherwise[seat], *hauls[seat])
        for seat in range(seat_count)
    )


def cards_by_luck(steps: Sequence[ToldStep], seat_count: int) -> tuple[float, ...]:
    """Return by how many cards the flips of each seat beat the odds.

    At each flip what the seat's hand gained is compared with the mean over all cards that were still face down, by the
    rules of the match. What others' flips did to the seat, and what it did not flip, plays no part. Takes about a
    millisecond a step.
    """
    luck = [0.0] * seat_count
    for step in steps:
        if step.card is None:
            continue
        seat, before = step.seat, step.before
        hand = len(before.hands[seat])
        gains = []
        for place, card in enumerate(before.draw_pile):
            rest = before.draw_pile[:place] + before.draw_pile[place + 1 :]
            after, _ = apply_action(replace(before, draw_pile=(card, *rest)), Action.FLIP)
            gains.append(len(after.hands[seat]) - hand)
        luck[seat] += len(step.after.hands[seat]) - hand - sum(gains) / len(gains)
    return tuple(luck)


def choices(steps: Sequence[ToldStep]) -> tuple[Choice, ...]:
    """Return every moment of a match at which the seat on turn could flip or stop."""
    return tuple(
        Choice(
            step=number,
            seat=step.seat,
            action=step.action,
            hand_count=len(step.before.hands[step.seat]),
            pile_count=len(step.before.common_pile),
            odds=odds(public_view(step.before)),
        )
        for number, step in enumerate(steps, start=1)
        if len(legal_actions(step.before)) > 1
    )


def imagined_orders(seed: str, count: int) -> tuple[tuple[int, ...], ...]:
    """Return orders of the 100 cards that might have been; the same seed gives the same ones."""
    source = Random(seed)
    cards = list(CARDS)
    orders = []
    for _ in range(count):
        source.shuffle(cards)
        orders.append(tuple(cards))
    return tuple(orders)


def chances(state: State, orders: Sequence[Sequence[int]]) -> Chances:
    """Return what a state promises each seat, from imagined ends; the true order of the draw pile plays no part.

    The unseen cards come up as each of `orders` has them, and every seat decides by `by_cards`. With the same orders
    for all states of a match, two neighbours differ by what the step did rather than by the luck of imagination.
    """
    seats = range(state.seat_count)
    wins = [0.0] * state.seat_count
    rank_sums = [0] * state.seat_count
    unseen = frozenset(state.draw_pile)
    if state.turn is None:
        orders = orders[:1]
    for order in orders:
        board = Board(replace(state, draw_pile=tuple([card for card in order if card in unseen])))
        board.run(by_cards)
        ranks = ranks_of([len(hand) for hand in board.hands], [seat == board.out for seat in seats])
        share = 1 / ranks.count(1)
        for seat, rank in enumerate(ranks):
            rank_sums[seat] += rank
            if rank == 1:
                wins[seat] += share
    return Chances(tuple([won / len(orders) for won in wins]), tuple([total / len(orders) for total in rank_sums]))


def turning_points(by_step: Sequence[Chances], count: int = 3) -> tuple[tuple[int, int, float], ...]:
    """Return the steps that changed some seat's chance to win most, as (step, seat, change), the greatest first.

    `by_step` begins with the chances before the first step.
    """
    changes = []
    for step in range(1, len(by_step)):
        before, after = by_step[step - 1].wins, by_step[step].wins
        seat = max(range(len(after)), key=lambda seat: (round(abs(after[seat] - before[seat]), 6), -seat))
        changes.append((step, seat, after[seat] - before[seat]))
    changes.sort(key=lambda change: (-abs(change[2]), change[0]))
    return tuple(changes[:count])


def by_cards(board: Board) -> Action:
    """Flip when the next card brings more cards than it costs on average, from what everybody sees.

    Far quicker than the CPU's own policy, and good play is worth under one point of percentage in this game.
    """
    seat = board.turn or 0
    unseen = board.deck[board.position :]
    hand = len(board.hands[seat])
    gain = 0
    for card in unseen:
        effect = _EFFECT[card]
        if effect is Role.LADY:
            gain += 1 + len(board.pile)
        elif effect is Role.MONK:
            gain -= hand
        else:
            gain += 1
    return Action.FLIP if gain > 0 else Action.STOP


_EFFECT: Final = {card: Role.MONK if card == SEMIMARU else role_of(card) for card in range(1, 101)}
