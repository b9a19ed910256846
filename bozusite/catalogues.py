"""Collects, checks and compiles the translation catalogues with Babel; it must not know which page uses a message."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po
from django.utils.translation import to_locale
from django.utils.translation.template import templatize

_SOURCES = ("accounts", "bozusite", "games", "ratings")
_FUNCTIONS = {
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "_": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
_STRING = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_TEMPLATE_CALL = re.compile(rf"\b(n?p?gettext|_)\(\s*({_STRING}(?:\s*,\s*{_STRING})*)")
_PLACEHOLDER = re.compile(r"%\([^)]*\)[#0\- +]*[\d.]*[a-zA-Z]|%[#0\- +]*[\d.]*[sdifr]|\{[^{}]*\}")


@dataclass(frozen=True, slots=True)
class Found:
    """One text that the program asks to be translated, and where."""

    text: str
    plural: str | None
    context: str | None
    place: str


def catalogue_path(root: Path, code: str) -> Path:
    """Return where the catalogue of language `code` is kept."""
    return root / "locale" / to_locale(code) / "LC_MESSAGES" / "django.po"


def found_messages(root: Path) -> Iterator[Found]:
    """Yield every text marked for translation in Python code and templates under `root`."""
    for source in _SOURCES:
        for path in sorted((root / source).rglob("*.py")):
            yield from _in_python(path, path.relative_to(root).as_posix())
    for folder in ("templates", *(f"{source}/templates" for source in _SOURCES)):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".html", ".txt", ".xml", ".svg"):
                yield from _in_template(path.read_text(encoding="utf-8"), path.relative_to(root).as_posix())


def _in_python(path: Path, place: str) -> Iterator[Found]:
    for _, texts, _, context in extract_from_file("python", path, keywords=_FUNCTIONS):
        if isinstance(texts, tuple):
            yield Found(texts[0], texts[1] if len(texts) > 1 else None, context, place)
        else:
            yield Found(texts, None, context, place)


def _in_template(source: str, place: str) -> Iterator[Found]:
    for function, arguments in _TEMPLATE_CALL.findall(templatize(source, origin=place)):
        texts = list(ast.literal_eval(f"({arguments},)"))
        context = texts.pop(0) if "p" in function.removesuffix("gettext") else None
        yield Found(texts[0], texts[1] if len(texts) > 1 else None, context, place)


def template_catalogue(root: Path) -> Catalog:
    """Return a catalogue of all texts of the program, without translations."""
    catalogue = Catalog(charset="utf-8")
    for found in found_messages(root):
        if not found.text:
            continue  # the empty text is the header of a catalogue
        id_: str | tuple[str, ...] = (found.text, found.plural) if found.plural else found.text
        known = catalogue.get(found.text, found.context)
        if known is not None and isinstance(known.id, tuple) and not found.plural:
            id_ = tuple(known.id)  # the same text with and without plural is one entry, the one with plural
        catalogue.add(id_, locations=[(found.place, 0)], context=found.context)
    return catalogue


def read_catalogue(path: Path, code: str) -> Catalog:
    """Return the catalogue stored at `path` for language `code`."""
    with path.open("rb") as file:
        return read_po(file, locale=to_locale(code))


def update_catalogue(root: Path, code: str, template: Catalog) -> int:
    """Bring the catalogue of `code` up to the texts of the program and return how many lack a translation.

    Translations are kept, texts that are gone are dropped, and nothing is guessed from a similar text.
    """
    path = catalogue_path(root, code)
    if path.exists():
        catalogue = read_catalogue(path, code)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        catalogue = Catalog(locale=to_locale(code), project="Bozu Mekuri", charset="utf-8", fuzzy=False)
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.fuzzy = False
    with path.open("wb") as file:
        write_po(file, catalogue, width=0, sort_output=True, omit_header=False, include_lineno=False)
    return sum(1 for message in catalogue if message.id and not _is_complete(message))


def compile_catalogues(root: Path) -> list[Path]:
    """Write the binary form of each catalogue that is newer than it, and return what was written."""
    written = []
    for source in sorted((root / "locale").glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime > source.stat().st_mtime:
            continue
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.parent.parent.name)
        draft = target.with_suffix(f".{source.stat().st_size}.tmp")
        with draft.open("wb") as file:
            write_mo(file, catalogue)
        draft.replace(target)  # whoever reads meanwhile sees the old or the new file, never half of one
        written.append(target)
    return written


def catalogue_problems(root: Path, codes: list[str], source_code: str) -> list[str]:
    """Return a line for every fault in the catalogues of `codes`, compared with the program's texts.

    The source language needs no catalogue; every other one must translate every text, once, with the same
    placeholders, in as many plural forms as the language has, and nothing else.
    """
    template = template_catalogue(root)
    problems = []
    for code in codes:
        path = catalogue_path(root, code)
        if path.exists():
            problems += [f"{code}: {line}" for line in _faults(read_catalogue(path, code), template, code)]
        elif code != source_code and len(template):
            problems.append(f"{code}: no catalogue at {path.relative_to(root)}")
    return problems


def _faults(catalogue: Catalog, template: Catalog, code: str) -> Iterator[str]:
    expected = get_plural(to_locale(code))
    if catalogue.num_plurals != expected.num_plurals:
        yield f"{catalogue.num_plurals} plural forms instead of {expected.num_plurals}"
    for wanted in template:
        if wanted.id and catalogue.get(_key(wanted), wanted.context) is None:
            yield f"not in the catalogue: {_key(wanted)!r}"
    for message in catalogue:
        if not message.id:
            continue
        name = repr(_key(message))
        if template.get(_key(message), message.context) is None:
            yield f"no longer in the program: {name}"
        elif "fuzzy" in message.flags:
            yield f"fuzzy: {name}"
        elif not _is_complete(message):
            yield f"not translated: {name}"
        elif message.pluralizable and len(_forms(message)) != expected.num_plurals:
            yield f"{len(_forms(message))} plural forms instead of {expected.num_plurals}: {name}"
        elif not _has_same_placeholders(message):
            yield f"other placeholders than the source: {name}"


def _key(message: Message) -> str:
    return _texts(message)[0]


def _texts(message: Message) -> tuple[str, ...]:
    return tuple(message.id) if isinstance(message.id, tuple | list) else (message.id,)


def _forms(message: Message) -> tuple[str, ...]:
    forms = message.string if isinstance(message.string, tuple | list) else (message.string,)
    return tuple(form or "" for form in forms)


def _is_complete(message: Message) -> bool:
    return bool(_forms(message)) and all(form.strip() for form in _forms(message))


def _placeholders(text: str) -> frozenset[str]:
    return frozenset(_PLACEHOLDER.findall(text.replace("%%", "")))


def _has_same_placeholders(message: Message) -> bool:
    texts = [_placeholders(text) for text in _texts(message)]
    # A form for one certain number may leave the number out where the source does so as well.
    needed, allowed = frozenset.intersection(*texts), frozenset.union(*texts)
    return all(needed <= _placeholders(form) <= allowed for form in _forms(message))
