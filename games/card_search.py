"""Finds cards by what a reader types: a name in any script, or a number; it must not know requests."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Final

from games.cards import CARDS, Card
from games.engine import Role

LONGEST_QUERY: Final = 60

_KATAKANA: Final = re.compile("[ァ-ヶ]")
_KATAKANA_TO_HIRAGANA: Final = ord("ぁ") - ord("ァ")

# Letters that people write for one another in foreign names: hamzas left out, long vowels for short ones.
_SAME_LETTERS: Final = str.maketrans(
    {
        **{"أ": "ا", "إ": "ا", "آ": "ا", "ى": "ي", "ئ": "ي", "ؤ": "و", "ة": "ه"},
        **{"ी": "ि", "ू": "ु", "ँ": "ं", "ё": "е", "ー": ""},
    }
)
_NOT_A_LETTER: Final = re.compile(r"[\W_]+")
_MARKS: Final = frozenset({"Mn", "Mc"})


def folded(text: str) -> str:
    """Return text as it is compared: without case, accents, spaces and signs, katakana as hiragana."""
    text = unicodedata.normalize("NFKC", text).casefold().translate(_SAME_LETTERS)
    decomposed = unicodedata.normalize("NFD", text)
    # The marks of Latin, Cyrillic and Arabic letters go; those of Japanese and Indic scripts make another letter.
    bare = "".join(sign for sign in decomposed if not _is_accent(sign))
    text = unicodedata.normalize("NFC", bare)
    text = _KATAKANA.sub(lambda match: chr(ord(match[0]) + _KATAKANA_TO_HIRAGANA), text)
    return "".join(sign for sign in text if not _NOT_A_LETTER.fullmatch(sign) or unicodedata.category(sign) in _MARKS)


def matching_cards(query: str = "", role: Role | None = None, *, emperors_only: bool = False) -> tuple[Card, ...]:
    """Return the cards that fit all that is asked, in the order of the collection; no wish fits every card."""
    wanted = folded(query[:LONGEST_QUERY])
    return tuple(
        card
        for card in CARDS
        if (role is None or card.role is role)
        and (card.is_emperor or not emperors_only)
        and (not query.strip() or _fits(card, wanted))
    )


def _fits(card: Card, wanted: str) -> bool:
    if not wanted:  # only signs were typed
        return False
    if wanted.isdecimal():
        return int(wanted) == card.number
    return any(wanted in form for form in _forms(card.number))


@cache
def _forms(number: int) -> tuple[str, ...]:
    """Every way in which a card is called, folded."""
    card = CARDS[number - 1]
    names: Iterable[str] = (name for pair in card.names.values() for name in pair)
    readings = (card.kana, card.short_kana, card.person_ja, card.person_romaji)
    return tuple({folded(name) for name in (*names, *readings)} - {""})


def _is_accent(sign: str) -> bool:
    if unicodedata.category(sign) != "Mn":
        return False
    name = unicodedata.name(sign, "")
    if name.startswith("COMBINING KATAKANA-HIRAGANA"):
        return False
    return name.startswith(("COMBINING", "ARABIC")) or name == "DEVANAGARI SIGN NUKTA"
