"""Finds what is wrong with the words of the rules pages before a reader does; it must not know how they are used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from games.rules_text.texts import COUNT, Text, TextError, Texts, locale_of, placeholders, plural_forms, texts_for

REFERENCE: Final = "en"

# Beyond these, every language's forms repeat.
_COUNTS: Final = range(202)


@register()
def check_rules_texts(**kwargs: Any) -> list[CheckMessage]:
    """Return an error for each fault in the words of an offered language, so that the site does not start with it."""
    found: list[CheckMessage] = []
    for language, _ in settings.LANGUAGES:
        try:
            texts = texts_for(language)
        except TextError as error:
            found.append(Error(str(error), id="games.E101"))
            continue
        found += [Error(f"rules texts, {language}: {problem}", id="games.E102") for problem in problems(texts)]
    return found


def problems(texts: Texts, reference: Texts | None = None) -> list[str]:
    """Return in words each way in which a language's texts do not match those of the reference language."""
    reference = reference or texts_for(REFERENCE)
    missing = sorted(reference.by_id.keys() - texts.by_id.keys())
    unknown = sorted(texts.by_id.keys() - reference.by_id.keys())
    found = [f"{text_id} is missing" for text_id in missing]
    found += [f"{text_id} is in no other language" for text_id in unknown]
    for text_id in sorted(texts.by_id.keys() & reference.by_id.keys()):
        found += [f"{text_id} {what}" for what in _faults(texts, texts.by_id[text_id], reference.by_id[text_id])]
    return found


def _faults(texts: Texts, text: Text, reference: Text) -> Iterator[str]:
    """Yield what is wrong with one text."""
    if isinstance(text, str) != isinstance(reference, str):
        yield "has plural forms in one language and none in the other"
        return
    forms = {"": text} if isinstance(text, str) else dict(text)
    expected = placeholders(reference if isinstance(reference, str) else reference["other"])
    if not isinstance(text, str):
        wanted = plural_forms(texts.language)
        if forms.keys() != wanted:
            yield f"has the plural forms {sorted(forms)} instead of {sorted(wanted)}"
        if COUNT not in expected:
            yield "has plural forms but no count"
    for form, line in forms.items():
        name = f"({form}) " if form else ""
        if not isinstance(line, str) or not line.strip():
            yield f"{name}is empty"
            continue
        used = placeholders(line)
        if used - expected:
            yield f"{name}has the unknown placeholders {sorted(used - expected)}"
        needed = expected - {COUNT} if form and _is_of_one_number(texts.language, form) else expected
        if form != "zero" and needed - used:
            yield f"{name}lacks the placeholders {sorted(needed - used)}"


def _is_of_one_number(language: str, form: str) -> bool:
    """Say whether a form stands for one number alone, so that it may say it in a word: "one card", but not 21."""
    form_of = locale_of(language).plural_form
    return sum(form_of(count) == form for count in _COUNTS) == 1
