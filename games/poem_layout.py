"""Sets readings beside the characters of a poem's lines; it must not know pages or languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from games.cards import CARDS_BY_NUMBER

# The collections of the poems as they are written in Japanese; elsewhere they go by their Latin names.
ANTHOLOGIES_JA: Final = {
    "Kokinshū": "古今集",
    "Gosenshū": "後撰集",
    "Shūishū": "拾遺集",
    "Goshūishū": "後拾遺集",
    "Kin'yōshū": "金葉集",
    "Shikashū": "詞花集",
    "Senzaishū": "千載集",
    "Shin kokinshū": "新古今集",
    "Shin chokusenshū": "新勅撰集",
    "Shoku gosenshū": "続後撰集",
}

_RUNS: Final = re.compile(r"[ぁ-ゟ]+|[^ぁ-ゟ]+")
_KANA: Final = re.compile(r"[ぁ-ゟ]+")


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of characters of a line and its reading, which is empty where the characters are kana themselves."""

    text: str
    reading: str = ""


@cache
def poem_lines(card: int) -> tuple[tuple[Piece, ...], ...]:
    """Return the five lines of a card's poem, each reading beside its characters in the spelling of the card."""
    poem = CARDS_BY_NUMBER[card].poem
    return tuple(pieces(text, kana) for text, kana in zip(poem.text, poem.kana_historical, strict=True))


def pieces(text: str, kana: str) -> tuple[Piece, ...]:
    """Return a line in pieces whose readings together are `kana`; raises ValueError if the two do not belong together.

    Where kana could be split in several ways, the readings are as even in length as they can be.
    """
    ways = list(_ways(_RUNS.findall(text), kana))
    if not ways:
        raise ValueError(f"{kana} is not how {text} is read")
    return min(ways, key=_unevenness)


def _ways(runs: list[str], kana: str) -> Iterator[tuple[Piece, ...]]:
    if not runs:
        if not kana:
            yield ()
        return
    run, *others = runs
    if _KANA.fullmatch(run):
        if kana.startswith(run):
            for rest in _ways(others, kana[len(run) :]):
                yield (Piece(run), *rest)
        return
    for length in range(len(run), len(kana) + 1):  # no character is read in less than one kana
        for rest in _ways(others, kana[length:]):
            yield (Piece(run, kana[:length]), *rest)


def _unevenness(way: tuple[Piece, ...]) -> float:
    lengths = [len(piece.reading) / len(piece.text) for piece in way if piece.reading]
    return max(lengths) - min(lengths) if lengths else 0.0
