"""The fair shuffle: its test vectors, and that every order is equally likely."""

import hashlib
import hmac
import json
import logging
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import CARDS, EngineError, commitment, derive_deck, new_secret

VECTORS = json.loads((Path(__file__).parent / "shuffle_vectors.json").read_text(encoding="utf-8"))
SECRET = bytes(range(32))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_a_vector_gives_its_commitment_and_its_deck(vector: dict[str, Any]) -> None:
    secret = bytes.fromhex(vector["secret"])
    assert commitment(secret) == vector["commitment"]
    assert list(derive_deck(secret, vector["nonces"])) == vector["deck"]


def derived_again(secret: bytes, nonces: list[str]) -> list[int]:
    """The derivation written a second time, in other words, from the description alone."""
    context = b"bozu-mekuri/deck/1" + bytes([0]) + len(nonces).to_bytes(4, "big")
    for nonce in nonces:
        context += len(nonce.encode("utf-8")).to_bytes(4, "big") + nonce.encode("utf-8")
    stream = b"".join(
        hmac.new(secret, context + block.to_bytes(4, "big"), hashlib.sha256).digest() for block in range(60)
    )
    numbers = [int(stream[at : at + 4].hex(), 16) for at in range(0, len(stream), 4)]
    deck = list(range(1, 101))
    used = 0
    for last in reversed(range(1, 100)):
        while numbers[used] >= (2**32 // (last + 1)) * (last + 1):
            used += 1
        place = numbers[used] % (last + 1)
        used += 1
        deck[last], deck[place] = deck[place], deck[last]
    return deck


@given(st.binary(min_size=32, max_size=32), st.lists(st.text(max_size=8), max_size=6))
def test_the_description_gives_the_same_deck(secret: bytes, nonces: list[str]) -> None:
    assert list(derive_deck(secret, nonces)) == derived_again(secret, nonces)


@given(st.binary(min_size=32, max_size=32), st.lists(st.text(max_size=8), max_size=6))
def test_a_derived_deck_is_the_100_cards(secret: bytes, nonces: list[str]) -> None:
    assert sorted(derive_deck(secret, nonces)) == list(CARDS)


def test_each_nonce_counts_and_so_does_its_seat() -> None:
    decks = {
        derive_deck(SECRET, nonces)
        for nonces in ([], [""], ["", ""], ["ab"], ["a", "b"], ["b", "a"], ["", "ab"], ["ab", ""], ["a\x00b"])
    }
    assert len(decks) == 9


def test_a_number_beyond_the_last_whole_multiple_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """For 100 places the numbers from 4,294,967,200 on would favour the first 96 places."""
    highest = (2**32 - 1).to_bytes(4, "big")
    first_kept = (4_294_967_199).to_bytes(4, "big")
    zeros = bytes(32)
    blocks = iter([highest + (4_294_967_200).to_bytes(4, "big") + first_kept + bytes(20), *[zeros] * 20])
    monkeypatch.setattr("games.engine.shuffle.hmac.digest", lambda key, message, name: next(blocks))
    deck = derive_deck(SECRET, [])
    # Place 4,294,967,199 mod 100 = 99 is the last itself; all further numbers are 0 and move the first card down.
    assert deck[99] == 100
    assert deck[98] == 1


def test_a_secret_is_32_bytes_and_never_the_same_twice() -> None:
    secrets = {new_secret() for _ in range(100)}
    assert len(secrets) == 100
    assert {len(secret) for secret in secrets} == {32}


@pytest.mark.parametrize("secret", [b"", b"x" * 31, b"x" * 33, "x" * 32, None])
def test_another_secret_is_refused(secret: Any) -> None:
    for use in (commitment, lambda value: derive_deck(value, [])):
        with pytest.raises(EngineError) as caught:
            use(secret)
        assert caught.value.code == "bad_secret"


@pytest.mark.parametrize("nonces", [[None], [5], [b"x"], ["\ud800"]])
def test_a_nonce_that_is_no_text_is_refused(nonces: Any) -> None:
    with pytest.raises(EngineError) as caught:
        derive_deck(SECRET, nonces)
    assert caught.value.code == "bad_nonce"


def test_neither_secret_nor_deck_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        derive_deck(SECRET, ["nonce"])
    assert caplog.text == ""


DEALS = 4_000


@pytest.fixture(scope="module")
def deals() -> list[tuple[int, ...]]:
    """Decks of secrets that are made of a count, so that the statistics below come out the same each time."""
    return [derive_deck(hashlib.sha256(str(number).encode()).digest(), ["a", "b"]) for number in range(DEALS)]


def chi_square(counts: list[int], expected: float) -> float:
    return sum((count - expected) ** 2 for count in counts) / expected


def is_plausible(value: float, freedom: int) -> bool:
    """Whether a chi-square value lies within five standard deviations (mean = freedom, variance = 2 × freedom)."""
    return abs(value - freedom) < 5 * (2 * freedom) ** 0.5


def test_each_card_comes_equally_often_at_each_place(deals: list[tuple[int, ...]]) -> None:
    found = Counter((place, card) for deck in deals for place, card in enumerate(deck))
    counts = [found[place, card] for place in range(100) for card in CARDS]
    # Rows and columns are fixed sums, hence 99 × 99 free cells and the factor 99/100.
    assert is_plausible(chi_square(counts, DEALS / 100) * 99 / 100, 99 * 99)


def test_each_card_follows_each_other_equally_often(deals: list[tuple[int, ...]]) -> None:
    found = Counter(pair for deck in deals for pair in pairwise(deck))
    counts = [found[first, second] for first in CARDS for second in CARDS if first != second]
    assert is_plausible(chi_square(counts, DEALS * 99 / 9_900), 99 * 99)


def test_the_statistics_notice_a_shuffle_without_its_last_exchanges(deals: list[tuple[int, ...]]) -> None:
    """A check of the checks: decks whose five lowest places were left as they lay are found out."""
    spoilt = [tuple(sorted(deck[:5])) + deck[5:] for deck in deals]
    found = Counter((place, card) for deck in spoilt for place, card in enumerate(deck))
    counts = [found[place, card] for place in range(100) for card in CARDS]
    assert not is_plausible(chi_square(counts, DEALS / 100) * 99 / 100, 99 * 99)
