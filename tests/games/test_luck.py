"""Luck in a match, recomputed by hand for small decks, and what the imagined ends must obey."""

import itertools
import random

import pytest

from games import engine, luck
from games.engine import Action, RuleSet, SemimaruRule
from games.luck import Chances, ToldStep

# Facts of the hundred cards that the decks below need.
LADY, MONK, OTHER_MONK, EMPEROR, SEMIMARU, JITO = 9, 8, 12, 1, 10, 2


def tell(deck, seats, rules=None, actions=()):
    """Play a deck: the actions in order, then flips."""
    state = engine.new_match(rules or RuleSet(), seats, 0, deck)
    told = []
    waiting = list(actions)
    while state.turn is not None:
        action = waiting.pop(0) if waiting else Action.FLIP
        after, events = engine.apply_action(state, action)
        told.append(ToldStep(state, action, events, after))
        state = after
    return told


def test_cards_lost_to_a_monk_are_the_hand_without_him():
    told = tell([3, 4, 5, 6, MONK, 7], seats=2)

    first, second = luck.seat_luck(told, 2)
    assert (first.lost_to_monks, first.lost_otherwise, first.monks, first.flips) == (2, 0, 1, 3)
    assert (second.lost_to_monks, second.lost_otherwise, second.monks, second.flips) == (0, 0, 0, 3)


def test_luck_is_what_a_flip_brought_beyond_the_mean_of_all_cards_face_down():
    # Six cards: three plain ones bring one card each, the monk costs the hand, a lady brings herself and the pile.
    told = tell([3, 4, MONK, LADY, 5, 6], seats=2)
    first, second = luck.cards_by_luck(told, 2)

    # Flip 1: hand and pile are empty, so the monk brings nothing and the five others one card each.
    flip_1 = 1 - 5 / 6
    # Flip 3, hand of one: 4 cards are face down, the monk takes 1 away, the others bring 1 each.
    flip_3 = -1 - (-1 + 3) / 4
    # Flip 5, empty hand and empty pile: 5 and 6 bring one card each.
    flip_5 = 0.0
    assert first == pytest.approx(flip_1 + flip_3 + flip_5)

    # Flip 2: an empty hand, 5 cards, of which the monk brings nothing.
    flip_2 = 1 - 4 / 5
    # Flip 4, the pile holds the monk and a courtier: the lady brings 3, two plain cards 1 each.
    flip_4 = 3 - (3 + 1 + 1) / 3
    assert second == pytest.approx(flip_2 + flip_4 + 0.0)


def test_luck_over_all_orders_is_none():
    """What is compared with the mean is on the mean nothing, by any rules."""
    rules = RuleSet(SemimaruRule.ALL_HANDS_TO_PILE, lady=engine.LadyRule.TAKE_PILE_AND_ONE_MORE)
    cards = [3, MONK, LADY, SEMIMARU, 4]
    totals = [luck.cards_by_luck(tell(list(order), 2, rules), 2) for order in itertools.permutations(cards)]

    assert sum(first for first, _ in totals) == pytest.approx(0, abs=1e-9)
    assert sum(second for _, second in totals) == pytest.approx(0, abs=1e-9)
    assert max(first for first, _ in totals) > 1


def test_the_biggest_haul_is_what_a_lady_takes_without_herself_and_the_first_of_equals():
    # Seat 0 loses 1 card (pile of 2 with the monk), seat 1 takes the 2; then the same once more.
    told = tell([3, 4, MONK, LADY, 5, 6, OTHER_MONK, 19], seats=2)

    assert [step.card for step in told] == [3, 4, MONK, LADY, 5, 6, OTHER_MONK, 19]
    _, second = luck.seat_luck(told, 2)
    assert (second.biggest_haul, second.biggest_haul_step) == (2, 4)


def test_jito_hauls_the_pile_and_the_hands_at_once():
    rules = RuleSet(emperor=engine.EmperorRule.TAKE_ALL_HANDS)
    told = tell([3, 4, MONK, JITO, 5], seats=2, rules=rules)
    # Seat 0 lost its card: the pile is 3 and the monk. Jitō takes both; the other hand is empty by then.
    _, second = luck.seat_luck(told, 2)
    assert second.biggest_haul == 2

    told = tell([3, 4, 5, MONK, 6, JITO], seats=2, rules=rules)
    _, second = luck.seat_luck(told, 2)
    assert second.biggest_haul == 2 + 3  # the pile of 4 and the monk, and the hand of 3, 5, 6


def test_an_emperor_who_takes_the_hands_costs_the_others_their_cards_and_no_monk_does():
    rules = RuleSet(emperor=engine.EmperorRule.TAKE_ALL_HANDS)
    told = tell([3, 4, EMPEROR, 5], seats=2, rules=rules)

    first, second = luck.seat_luck(told, 2)
    assert (first.biggest_haul, first.biggest_haul_step) == (1, 3)
    assert (second.lost_to_monks, second.lost_otherwise) == (0, 1)


def test_semimaru_as_a_monk_counts_as_a_loss_to_monks_but_not_as_a_monk_card():
    told = tell([3, 4, SEMIMARU, 5], seats=2, rules=RuleSet(semimaru=SemimaruRule.AS_MONK))

    first, _ = luck.seat_luck(told, 2)
    assert (first.lost_to_monks, first.monks) == (1, 0)


def test_semimaru_who_sends_all_hands_to_the_pile_costs_everybody():
    told = tell([3, 4, SEMIMARU, 5], seats=2, rules=RuleSet(semimaru=SemimaruRule.ALL_HANDS_TO_PILE))

    assert [seat.lost_otherwise for seat in luck.seat_luck(told, 2)] == [1, 1]


def test_a_match_without_hauls_names_no_step():
    told = tell([3, 4, 5], seats=2)

    assert [(seat.biggest_haul, seat.biggest_haul_step) for seat in luck.seat_luck(told, 2)] == [(0, None)] * 2


def test_each_choice_is_told_with_what_was_at_stake():
    told = tell([3, 4, EMPEROR, LADY, MONK], seats=2, actions=[Action.FLIP] * 3 + [Action.STOP])

    (choice,) = luck.choices(told)
    assert (choice.step, choice.seat, choice.action) == (4, 0, Action.STOP)
    assert (choice.hand_count, choice.pile_count) == (2, 0)
    assert (choice.odds.lady, choice.odds.monk, choice.odds.total) == (1, 1, 2)


def test_without_stopping_there_are_no_choices():
    told = tell([3, 4, EMPEROR, LADY, MONK], seats=2, rules=RuleSet(allow_stop=False))

    assert luck.choices(told) == ()


def test_the_chances_of_a_finished_match_are_its_result():
    end = tell([3, 4, 5], seats=2)[-1].after

    assert luck.chances(end, luck.imagined_orders("any", 50)) == Chances(wins=(1.0, 0.0), ranks=(1.0, 2.0))


def test_a_drawn_end_shares_the_win():
    end = tell([3, 4], seats=2)[-1].after

    assert luck.chances(end, luck.imagined_orders("any", 50)) == Chances(wins=(0.5, 0.5), ranks=(1.0, 1.0))


def test_chances_before_the_last_two_cards_are_those_of_a_fair_coin():
    # Two cards each; a monk and a courtier are left, one for each seat.
    state = engine.new_match(RuleSet(), 2, 0, [3, 4, 5, 6, MONK, 7])
    for _ in range(4):
        state, _ = engine.apply_action(state, Action.FLIP)
    assert sorted(state.draw_pile) == [7, MONK]

    chances = luck.chances(state, luck.imagined_orders("coin", 4_000))

    assert chances.wins[0] == pytest.approx(0.5, abs=0.04)
    assert sum(chances.wins) == pytest.approx(1.0)


def test_chances_do_not_know_the_order_of_the_draw_pile():
    cards = list(range(1, 101))
    random.Random(3).shuffle(cards)
    state = engine.new_match(RuleSet(), 4, 0, cards)
    for _ in range(30):
        state, _ = engine.apply_action(state, Action.FLIP)
    reversed_state = engine.new_match(RuleSet(), 4, 0, cards[:30] + cards[:29:-1])
    for _ in range(30):
        reversed_state, _ = engine.apply_action(reversed_state, Action.FLIP)
    orders = luck.imagined_orders("seed", 60)

    assert state.draw_pile != reversed_state.draw_pile
    assert luck.chances(state, orders) == luck.chances(reversed_state, orders)


def test_the_same_seed_imagines_the_same_orders_and_another_seed_others():
    assert luck.imagined_orders("a", 3) == luck.imagined_orders("a", 3)
    assert luck.imagined_orders("a", 3) != luck.imagined_orders("b", 3)


def test_ranks_and_wins_of_the_first_moment_are_even_for_equal_seats():
    state = engine.new_match(RuleSet(), 4, 0, range(1, 101))

    chances = luck.chances(state, luck.imagined_orders("even", 1_500))

    assert sum(chances.wins) == pytest.approx(1.0)
    assert all(share == pytest.approx(0.25, abs=0.06) for share in chances.wins)
    assert all(rank == pytest.approx(2.5, abs=0.2) for rank in chances.ranks)


def test_turning_points_are_the_greatest_changes_first():
    by_step = [Chances((share, 1 - share), (1.5, 1.5)) for share in (0.5, 0.55, 0.15, 0.2, 0.9)]

    points = luck.turning_points(by_step, 2)

    assert [(step, seat) for step, seat, _ in points] == [(4, 0), (2, 0)]
    assert [round(change, 2) for _, _, change in points] == [0.7, -0.4]


def test_the_quick_policy_stops_with_much_to_lose_and_goes_on_with_nothing():
    rich = engine.Board(engine.new_match(RuleSet(), 2, 0, [MONK, OTHER_MONK, 3, 4]))
    rich.hands[0] = [5, 6, 7, 11]
    assert luck.by_cards(rich) is Action.STOP
    rich.hands[0] = []
    assert luck.by_cards(rich) is Action.FLIP
