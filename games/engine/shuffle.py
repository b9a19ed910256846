"""The fair shuffle: a secret, its commitment, and the deck both sides can derive; it must not store anything.

The derivation, exactly, so that anybody can write it again (the page of a finished match does so in the browser):

1. The server draws a `secret` of 32 bytes and publishes the commitment SHA-256(secret) in lower-case hex.
2. Each seat has a nonce, a text; a seat without one has the empty text. Nonces count in the order of the seats.
3. `context` is the UTF-8 text "bozu-mekuri/deck/1" and one zero byte, then the number of nonces as 4 bytes, then for
   each nonce the length of its UTF-8 form as 4 bytes and that form itself. Lengths first: no two lists of nonces have
   the same context. All numbers are unsigned and big-endian.
4. Block number i (0, 1, 2, …) is HMAC-SHA-256(key = secret, message = context + i as 4 bytes): 32 bytes, read as eight
   4-byte numbers. The blocks together are one endless stream of numbers.
5. Start with the cards 1, 2, …, 100 in this order. For `last` from 99 down to 1: take the next number of the stream;
   while it is at or above the largest multiple of (last + 1) that fits in 2^32, throw it away and take the next; then
   exchange the cards at the places `last` and (number mod (last + 1)), places counted from 0.
6. The card at place 0 is the top of the draw pile.

Throwing away makes each of the last + 1 places equally likely; without it the low places would come up more often.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence
from typing import Final

from games.engine.cards import CARDS
from games.engine.errors import EngineError, EngineErrorCode

SECRET_BYTES: Final = 32
DOMAIN: Final = b"bozu-mekuri/deck/1\x00"
_WORD_BYTES: Final = 4
_WORD_RANGE: Final = 2 ** (8 * _WORD_BYTES)


def new_secret() -> bytes:
    """Return 32 fresh bytes of the operating system's randomness."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of a secret in lower-case hex: what is published before the first flip."""
    _check_secret(secret)
    return hashlib.sha256(secret).hexdigest()


def derive_deck(secret: bytes, nonces: Sequence[str]) -> tuple[int, ...]:
    """Return the 100 cards, top first, that a secret and the seats' nonces give (steps 3–6 above).

    Raises EngineError: bad_secret unless 32 bytes, bad_nonce for a nonce that is no text.
    """
    _check_secret(secret)
    numbers = _numbers(secret, _context(nonces))
    deck = list(CARDS)
    for last in range(len(deck) - 1, 0, -1):
        place = _below(last + 1, numbers)
        deck[last], deck[place] = deck[place], deck[last]
    return tuple(deck)


def _check_secret(secret: bytes) -> None:
    if not isinstance(secret, bytes) or len(secret) != SECRET_BYTES:
        raise EngineError(EngineErrorCode.BAD_SECRET, f"a secret is {SECRET_BYTES} bytes")


def _context(nonces: Sequence[str]) -> bytes:
    parts = [DOMAIN, len(nonces).to_bytes(_WORD_BYTES, "big")]
    for nonce in nonces:
        try:
            encoded = nonce.encode()
        except (AttributeError, UnicodeEncodeError):
            raise EngineError(EngineErrorCode.BAD_NONCE, "a nonce is not a text that UTF-8 can hold") from None
        parts += [len(encoded).to_bytes(_WORD_BYTES, "big"), encoded]
    return b"".join(parts)


def _numbers(secret: bytes, context: bytes) -> Iterator[int]:
    """Yield the endless stream of numbers below 2^32."""
    block_number = 0
    while True:
        block = hmac.digest(secret, context + block_number.to_bytes(_WORD_BYTES, "big"), "sha256")
        for start in range(0, len(block), _WORD_BYTES):
            yield int.from_bytes(block[start : start + _WORD_BYTES], "big")
        block_number += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    """Return the next number of the stream brought below a bound, each value equally likely."""
    limit = _WORD_RANGE - _WORD_RANGE % bound
    while (number := next(numbers)) >= limit:
        pass
    return number % bound
