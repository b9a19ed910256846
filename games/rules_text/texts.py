"""Reads the words of one language and fills in numbers and names; it must not know rule sets or pages."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import Any, Final

from babel import Locale
from babel.numbers import format_decimal
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

FOLDER: Final = Path(__file__).parent
COUNT: Final = "count"

# A text is a line, or its plural forms by the names that Unicode gives them ("other" is in every language).
Text = str | Mapping[str, str]
Value = str | int | float


class TextError(LookupError):
    """A text is missing, or lacks what its use needs."""


@lru_cache(maxsize=64)
def locale_of(language: str) -> Locale:
    """Return Babel's data for a language code such as "ja" or "zh-hant"."""
    return Locale.parse(language, sep="-")


def plural_forms(language: str) -> frozenset[str]:
    """Return the names of the plural forms that a language has, "other" among them."""
    return frozenset(locale_of(language).plural_form.tags | {"other"})


def placeholders(line: str) -> frozenset[str]:
    """Return the names in braces in a line."""
    return frozenset(name for _, name, _, _ in Formatter().parse(line) if name is not None)


def file_of(language: str) -> Path:
    """Return where the words of a language are, whether or not there are any."""
    return FOLDER / f"{language}.toml"


def flattened(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Text]]:
    """Yield each text of nested tables with its id; a table that has "other" is the plural forms of one text."""
    for key, value in table.items():
        text_id = f"{prefix}{key}"
        if isinstance(value, Mapping) and "other" not in value:
            yield from flattened(value, f"{text_id}.")
        else:
            yield text_id, value


@dataclass(frozen=True, slots=True)
class Texts:
    """The words of one language, by id, and how it writes numbers and lists."""

    language: str
    reviewer: str
    list_separator: str
    by_id: Mapping[str, Text]

    def __contains__(self, text_id: str) -> bool:
        return text_id in self.by_id

    def line(self, text_id: str, **values: Value) -> str:
        """Return a text with its values as plain words, for places that take no markup; raises TextError."""
        filled = {name: self._written(value) for name, value in values.items()}
        return self._pattern(text_id, values).format(**filled)

    def html(self, text_id: str, **values: Value) -> SafeString:
        """Return a text as markup, each name in it isolated from the sentence's direction; raises TextError."""
        pattern = conditional_escape(self._pattern(text_id, values))
        filled = {name: self._marked(value) for name, value in values.items()}
        return format_html(pattern, **filled) if filled else pattern

    def term(self, key: str) -> str:
        """Return a term of the game, as headings and labels have it; raises TextError."""
        return self.line(f"terms.{key}")

    def number(self, value: int | float) -> str:
        """Return a number as this language writes it on web pages, in Western digits."""
        return format_decimal(value, locale=locale_of(self.language))

    def names(self, names: Iterable[str]) -> SafeString:
        """Return names as a list in markup, each isolated from the sentence's direction."""
        return mark_safe(self.list_separator.join(format_html("<bdi>{}</bdi>", name) for name in names))

    def joined(self, words: Iterable[str]) -> str:
        """Return words as a list without markup."""
        return self.list_separator.join(words)

    def _written(self, value: Value) -> str:
        return value if isinstance(value, str) else self.number(value)

    def _marked(self, value: Value) -> str:
        if isinstance(value, str) and not isinstance(value, SafeString):
            return format_html("<bdi>{}</bdi>", value)
        return self._written(value)

    def _pattern(self, text_id: str, values: Mapping[str, Value]) -> str:
        text = self.by_id.get(text_id)
        if text is None:
            raise TextError(f"{self.language} has no text {text_id}")
        if isinstance(text, str):
            return text
        count = values.get(COUNT)
        if count is None or isinstance(count, str):
            raise TextError(f"the form of {text_id} depends on a count")
        # A whole number that comes as 20.0 is read out as 20, so it takes the form of 20.
        exact = int(count) if float(count).is_integer() else count
        form: str = locale_of(self.language).plural_form(exact)
        return text[form]


@lru_cache(maxsize=64)
def texts_for(language: str) -> Texts:
    """Return the words of a language, read once; raises TextError when there is no file for it."""
    path = file_of(language)
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise TextError(f"no texts for the language {language}") from error
    meta = table.pop("meta")
    return Texts(
        language=language,
        reviewer=meta["reviewer"],
        list_separator=meta["list_separator"],
        by_id=dict(flattened(table)),
    )
