"""The hundred picture cards as a reader knows them: names, titles, poems; it knows no match and no database."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from games.engine import Role

CARD_DATA: Final = Path(__file__).parent / "data" / "cards.json"

# A language without a script of its own here reads the names in Latin letters.
FALLBACK: Final = "romaji"
_ALIASES: Final = {"zh": "zh-hans", "zh-cn": "zh-hans", "zh-sg": "zh-hans", "zh-tw": "zh-hant", "zh-hk": "zh-hant"}


@dataclass(frozen=True, slots=True)
class Poem:
    """A poem in its five lines: as printed, in modern and in historical kana, and in Hepburn romaji."""

    text: tuple[str, ...]
    kana: tuple[str, ...]
    kana_historical: tuple[str, ...]
    romaji: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """One of the hundred cards; `title` is English and meant to be translated, and may be empty."""

    number: int
    role: Role
    is_emperor: bool
    kana: str
    short_kana: str
    names: Mapping[str, tuple[str, str]] = field(hash=False)
    person_ja: str
    person_romaji: str
    title: str
    anthology: str
    kimariji: str
    poem: Poem

    def name(self, language: str) -> str:
        """The full name in a language code such as "ja", "zh-hant" or "pt-br"; in romaji where there is no own form."""
        return self.names[_names_key(language)][0]

    def short(self, language: str) -> str:
        """The name for small places, chosen as in `name`."""
        return self.names[_names_key(language)][1]


def _names_key(language: str) -> str:
    """The entry of `Card.names` that a reader of the language can read."""
    code = language.lower().replace("_", "-")
    code = _ALIASES.get(code, code)
    for key in (code, code.partition("-")[0]):
        if key in NAME_LANGUAGES:
            return key
    return FALLBACK


def _card(entry: Mapping[str, Any]) -> Card:
    """A card of one entry of the data file."""
    kana, short_kana = entry["kana"]
    person_ja, person_romaji = entry["person"] or ("", "")
    return Card(
        number=entry["number"],
        role=Role(entry["role"]),
        is_emperor=entry["is_emperor"],
        kana=kana,
        short_kana=short_kana,
        names=MappingProxyType({key: (full, short) for key, (full, short) in entry["names"].items()}),
        person_ja=person_ja,
        person_romaji=person_romaji,
        title=entry["title"],
        anthology=entry["anthology"],
        kimariji=entry["kimariji"],
        poem=Poem(**{form: tuple(lines) for form, lines in entry["poem"].items()}),
    )


# Read once, when the module is first imported: 100 short lines of JSON.
CARDS: Final[tuple[Card, ...]] = tuple(_card(entry) for entry in json.loads(CARD_DATA.read_text(encoding="utf-8")))
CARDS_BY_NUMBER: Final[Mapping[int, Card]] = MappingProxyType({card.number: card for card in CARDS})
NAME_LANGUAGES: Final = frozenset(CARDS[0].names)
