"""Deals are fair: every card is equally likely at every place and beside every other, and no two deals are alike."""

import hashlib
import random
import statistics
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from math import sqrt
from multiprocessing import get_context

import pytest

from games import engine
from games.engine import CARDS, SEMIMARU

SIZE = len(CARDS)
DEALS = 3_000
# A fair shuffle passes this in all but about seven of a million samples. The samples of these tests are always the
# same ones, so they pass or fail for ever.
Z_LIMIT = 4.5

Deck = Sequence[int]


def secret(number: int) -> bytes:
    return hashlib.sha256(f"deal {number}".encode()).digest()


@pytest.fixture(scope="module")
def decks() -> list[Deck]:
    return [engine.derive_deck(secret(number), [f"seat {seat}" for seat in range(4)]) for number in range(DEALS)]


@pytest.fixture(scope="module")
def naive_decks() -> Sequence[Deck]:
    """What the well-known wrong shuffle deals: each place exchanged with any place, which favours some orders."""
    source = random.Random(1)
    decks = []
    for _ in range(DEALS):
        deck = list(CARDS)
        for place in range(SIZE):
            other = source.randrange(SIZE)
            deck[place], deck[other] = deck[other], deck[place]
        decks.append(deck)
    return decks


@pytest.fixture(scope="module")
def riffled_decks() -> Sequence[Deck]:
    """What five riffles deal: many neighbours of the sorted deck stay neighbours."""
    source = random.Random(2)
    decks = []
    for _ in range(DEALS):
        deck: list[int] = list(CARDS)
        for _ in range(5):
            cut = sum(source.random() < 0.5 for _ in range(SIZE))
            left, right = deck[:cut], deck[cut:]
            deck = []
            while left or right:
                pile = left if source.random() * (len(left) + len(right)) < len(left) else right
                deck.append(pile.pop(0))
        decks.append(deck)
    return decks


def z_of_places(decks: Sequence[Deck]) -> float:
    """How far the counts of (place, card) are from even, in standard deviations.

    All rows and all columns have fixed sums: the usual sum of random permutations of n, times (n - 1) / n, goes as a
    chi-square with (n - 1)² degrees of freedom.
    """
    counts = [[0] * SIZE for _ in range(SIZE)]
    for deck in decks:
        for place, card in enumerate(deck):
            counts[place][card - 1] += 1
    expected = len(decks) / SIZE
    total = sum((count - expected) ** 2 / expected for row in counts for count in row)
    return z_of_chi_square(total * (SIZE - 1) / SIZE, (SIZE - 1) ** 2)


def z_of_neighbours(decks: Sequence[Deck]) -> float:
    """How far the counts of the steps from a card to the next one (around the circle of 100) are from even.

    Each of the 99 steps is expected once a deck, with variance 1 (for half the circle 98/99), where 99 independent
    draws would have 98/99: hence the factor.
    """
    counts = [0] * SIZE
    for deck in decks:
        for place in range(SIZE - 1):
            counts[(deck[place + 1] - deck[place]) % SIZE] += 1
    assert counts[0] == 0
    total = sum((count - len(decks)) ** 2 / len(decks) for count in counts[1:])
    return z_of_chi_square(total * (SIZE - 2) / (SIZE - 1), SIZE - 2)


def z_of_chi_square(value: float, degrees: int) -> float:
    """Wilson and Hilferty's normal form of a chi-square value."""
    part = 2 / (9 * degrees)
    return ((value / degrees) ** (1 / 3) - (1 - part)) / sqrt(part)


def test_every_card_is_equally_likely_at_every_place(decks):
    assert abs(z_of_places(decks)) < Z_LIMIT


def test_every_card_is_equally_likely_beside_every_other(decks):
    assert abs(z_of_neighbours(decks)) < Z_LIMIT


@pytest.mark.parametrize(
    ("sample", "measure"),
    [("naive_decks", z_of_places), ("riffled_decks", z_of_neighbours)],
    ids=["places", "neighbours"],
)
def test_the_measures_find_a_bad_shuffle(request, sample: str, measure: Callable[[Sequence[Deck]], float]):
    assert measure(request.getfixturevalue(sample)) > 2 * Z_LIMIT


def test_neighbouring_places_hold_rising_cards_half_of_the_time(decks):
    rises = [sum(low < high for low, high in pairwise(deck)) for deck in decks]

    # The number of rises of a permutation of n has mean (n - 1) / 2 and variance (n + 1) / 12.
    error = sqrt((SIZE + 1) / 12 / DEALS)
    assert abs(statistics.fmean(rises) - (SIZE - 1) / 2) < Z_LIMIT * error


def deal_some(count: int) -> list[tuple[bytes, tuple[int, ...]]]:
    """Deal as the site does, from the operating system's randomness."""
    deals = []
    for _ in range(count):
        fresh = engine.new_secret()
        deals.append((fresh, engine.derive_deck(fresh, ["", "", "", ""])))
    return deals


def test_five_hundred_matches_started_at_once_in_several_processes_all_differ():
    with ProcessPoolExecutor(4, mp_context=get_context("forkserver")) as processes:
        deals = [deal for some in processes.map(deal_some, [125] * 4) for deal in some]

    assert len({fresh for fresh, _ in deals}) == 500
    assert len({deck for _, deck in deals}) == 500
    counts = [0] * 10  # Semimaru's place, by tenths of the deck
    for _, deck in deals:
        counts[deck.index(SEMIMARU) // 10] += 1
    total = sum((count - 50) ** 2 / 50 for count in counts)
    # A true sample, new each time: it fails by chance once in about a hundred million runs.
    assert z_of_chi_square(total, 9) < 5.6


def test_every_seat_changes_the_deck():
    for seat in range(4):
        nonces = ["one", "two", "three", "four"]
        before = engine.derive_deck(secret(0), nonces)
        nonces[seat] += "!"
        after = engine.derive_deck(secret(0), nonces)

        # Two independent orders agree at one place on average.
        assert sum(a == b for a, b in zip(before, after, strict=True)) < 10
