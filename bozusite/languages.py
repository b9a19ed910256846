"""The offered languages, and how a wish for a language finds one of them; it must not know requests or Django."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    """One offered language: its prefix in addresses, its name in itself, and its direction."""

    code: str
    name: str
    is_rtl: bool = False


DEFAULT_CODE = "en"

OFFERED: tuple[Language, ...] = (
    Language("ja", "日本語"),
    Language("en", "English"),
    Language("id", "Bahasa Indonesia"),
    Language("sw", "Kiswahili"),
    Language("ar", "العربية", is_rtl=True),
    Language("ru", "Русский"),
    Language("hi", "हिन्दी"),
)

CODES: frozenset[str] = frozenset(language.code for language in OFFERED)

# Codes that name the same language, or one so near that its readers are served by it. The first is today's code.
_SAME = (
    ("id", "in", "ind"),
    ("he", "iw", "heb"),
    ("yi", "ji"),
    ("jv", "jw"),
    ("ro", "mo"),
    ("nb", "no", "nn", "nob", "nor"),
    ("fil", "tl"),
    ("sw", "swh", "swa"),
    ("ar", "arb", "ara"),
    ("fa", "pes", "prs", "fas"),
    ("ms", "msa", "zsm", "zlm"),
    ("ja", "jpn"),
    ("en", "eng"),
    ("ru", "rus"),
    ("hi", "hin"),
)
_NAMES_OF = {code: group for group in _SAME for code in group}

# Codes of Chinese from before scripts could be named, and of its spoken forms, mostly read in the long script.
_CHINESE = {
    "cmn": "zh",
    "chi": "zh",
    "zho": "zh",
    "yue": "zh-hant",
    "nan": "zh-hant",
    "hak": "zh-hant",
    "zh-cht": "zh-hant",
    "zh-chs": "zh-hans",
    "zh-yue": "zh-hant",
    "zh-min": "zh-hant",
    "zh-hakka": "zh-hant",
}
_LONG_SCRIPT_REGIONS = frozenset({"tw", "hk", "mo"})

# Longer tags exist on paper only. The limit also bounds the work for a hostile header.
_LONGEST_TAG = 35
_LONGEST_HEADER = 1000
_TAG = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{1,8})*")


def best_match(wish: str, offered: Collection[str] = CODES) -> str | None:
    """Return the code of `offered` that serves a reader of `wish` best, or None.

    Knows case and underscores (`AR`, `pt_BR`), legacy codes (`in`, `iw`), regions that mean a script (`zh-TW`),
    and goes from the narrow to the wide: the tag itself, its shorter forms, then any variant of the same language.
    """
    if len(wish) > _LONGEST_TAG:
        return None
    tag = wish.strip().lower().replace("_", "-")
    if not _TAG.fullmatch(tag):
        return None
    for candidate in _candidates(tag):
        if candidate in offered:
            return candidate
    primary = tag.partition("-")[0]
    primary = _CHINESE.get(primary, primary).partition("-")[0]
    for name in _NAMES_OF.get(primary, (primary,)):
        variants = sorted(code for code in offered if code.partition("-")[0] == name)
        if variants:
            return variants[0]
    return None


def _candidates(tag: str) -> Iterator[str]:
    yield tag
    subtags = tag.split("-")
    old_chinese = _CHINESE.get("-".join(subtags[:2])) or _CHINESE.get(subtags[0])
    if old_chinese:
        subtags = old_chinese.split("-") + subtags[1:]
    if subtags[0] == "zh":
        is_long = "hant" in subtags or ("hans" not in subtags and not _LONG_SCRIPT_REGIONS.isdisjoint(subtags))
        yield from ("zh-hant", "zh") if is_long else ("zh-hans", "zh")
        return
    for name in _NAMES_OF.get(subtags[0], (subtags[0],)):
        for length in range(len(subtags), 0, -1):
            yield "-".join([name, *subtags[1:length]])


def match_header(header: str, offered: Collection[str] = CODES, default: str = DEFAULT_CODE) -> str:
    """Return the offered code that an Accept-Language header asks for most, or `default`."""
    if len(header) > _LONGEST_HEADER:
        header = header[:_LONGEST_HEADER].rpartition(",")[0]
    wishes: list[tuple[float, str]] = []
    for part in header.split(","):
        tag, _, parameter = part.partition(";")
        weight = _weight(parameter)
        if weight > 0:
            wishes.append((weight, tag.strip()))
    for _, tag in sorted(wishes, key=lambda wish: -wish[0]):  # stable: equals stay in the order they were sent
        found = default if tag == "*" else best_match(tag, offered)
        if found:
            return found
    return default


def _weight(parameter: str) -> float:
    if not parameter:
        return 1.0
    match = re.fullmatch(r"\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*", parameter, re.IGNORECASE)
    return min(float(match[1]), 1.0) if match else 0.0


def split_prefix(path: str) -> tuple[str, str]:
    """Return the first segment of `path` and the rest from its slash on ("/ja/rules/" → "ja", "/rules/")."""
    segment, slash, rest = path.removeprefix("/").partition("/")
    return segment, slash + rest
