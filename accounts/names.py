"""What a person may be called: one normaliser, one uniqueness key and one way to show old rows; knows no database."""

from __future__ import annotations

import unicodedata
from typing import Final

import regex

from accounts.errors import AccountsError, ErrorCode

NAME_MAX_GRAPHEMES: Final = 20
# Twenty family emoji need eleven code points each; anything longer is not a name.
NAME_STORAGE_LENGTH: Final = 240
# Vietnamese, Thai, pointed Hebrew and vocalised Arabic need up to three marks on a letter; towers of marks need more.
MARKS_IN_A_ROW: Final = 3

_EMOJI_FLAG = r"\U0001F3F4[\U000E0030-\U000E0039\U000E0061-\U000E007A]{1,6}\U000E007F"
_PICTURE = r"\p{Extended_Pictographic}[\uFE0F\U0001F3FB-\U0001F3FF]*"
# Invisible characters stay only where a script or an emoji is misspelt without them:
#   emoji families (pictures joined by ZWJ), flags of regions, keycaps and the emoji form of a sign;
#   ZWNJ between two Arabic-script letters (Persian, Urdu, Kurdish compounds);
#   ZWJ and ZWNJ after a virama (Hindi, Bengali, Malayalam and their kin choose the form of a conjunct with them);
#   one ideographic variation selector after a Chinese character (the registered forms of Japanese family names).
_KEPT = regex.compile(
    rf"(?:{_EMOJI_FLAG})"
    rf"|(?:{_PICTURE}(?:\u200D{_PICTURE})+)"
    r"|(?:[0-9#*]\uFE0F?\u20E3)"
    r"|(?:\p{Emoji}(?<![0-9#*])\uFE0F)"
    r"|(?:(?<=\p{Script=Arabic}\p{M}?)\u200C(?=\p{Script=Arabic}))"
    r"|(?:(?<=\p{Canonical_Combining_Class=9})[\u200C\u200D](?=\p{L}))"
    r"|(?:(?<=\p{Script=Han})[\U000E0100-\U000E01EF])"
)
# Braille blank, null note head and the empty filler of Ogham look like nothing without being spaces or ignorable.
_LOOKS_BLANK = regex.compile(r"[\u2800\U0001D159\u1680]")
_DROPPED = regex.compile(r"[\p{C}\p{Default_Ignorable_Code_Point}\p{Me}]")
_SPACES = regex.compile(r"[\s\p{Z}]+")
_MARK_RUN = regex.compile(rf"(\p{{M}}{{{MARKS_IN_A_ROW}}})\p{{M}}+")
_LEADING_MARKS = regex.compile(r"(?:(?<=^)|(?<= ))\p{M}+")
_VISIBLE = regex.compile(r"[\p{L}\p{N}\p{P}\p{S}]")
_GRAPHEME = regex.compile(r"\X")
_NOT_IN_KEY = regex.compile(r"[\s\p{Default_Ignorable_Code_Point}]+")

# Letters of other scripts that look like a Latin letter in one of their cases. Keys are compared after casefolding,
# so a capital twin (В for B) counts as much as a small one.
_TWINS: Final = str.maketrans(
    "авекмнорстухісјѕԁԛԝһӏґԍԑзьпгӕүѡ" + "αβεζηικμνορτυχϲϳγωϝ" + "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ" + "օսոհցյզ" + "ıɩɑɡℓ",
    "abekmhopctyxicjsdqwhlrgezbnræyw" + "abezhikmnoptyxcjywf" + "abcdefghijklmnoprstuvwyz" + "ounhgjq" + "iiagl",
)
_RESERVED = regex.compile(r"(?:cpu|bot|computer|admin|administrator|moderator|staff|system|bozumekuri)[0-9]*")


def grapheme_count(text: str) -> int:
    """Return how many characters a reader sees in the text."""
    return len(_GRAPHEME.findall(text))


def _without_hidden(text: str) -> str:
    """Drop what cannot be seen, keeping the few invisible characters that a script or an emoji needs."""
    parts: list[str] = []
    position = 0
    for match in _KEPT.finditer(text):
        parts.append(_DROPPED.sub("", text[position : match.start()]))
        parts.append(match.group())
        position = match.end()
    parts.append(_DROPPED.sub("", text[position:]))
    return "".join(parts)


def _cleaned(text: str) -> str:
    # A lone surrogate has no encoding, so no database could keep it.
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\ufffd", "")
    # Taking characters out can bring others together that compose, so the steps run until nothing changes.
    for _ in range(4):
        before = text
        text = unicodedata.normalize("NFKC", text)
        text = _LOOKS_BLANK.sub(" ", text)
        text = _SPACES.sub(" ", text).strip()
        text = _without_hidden(text)
        text = _LEADING_MARKS.sub("", text)
        text = _MARK_RUN.sub(r"\1", text)
        text = _SPACES.sub(" ", text).strip()
        if text == before:
            break
    return text if _VISIBLE.search(text) else ""


def _shortened(text: str, graphemes: int, code_points: int = NAME_STORAGE_LENGTH) -> str:
    """Cut the text between graphemes, so that no letter or emoji is torn."""
    kept: list[str] = []
    size = 0
    for grapheme in _GRAPHEME.findall(text)[:graphemes]:
        size += len(grapheme)
        if size > code_points:
            break
        kept.append(grapheme)
    return "".join(kept).rstrip()


def normalise_name(text: str) -> str:
    """Return the name as it is stored: NFKC, trimmed, nothing invisible, 1 to 20 graphemes.

    Raises AccountsError with NAME_EMPTY when nothing visible is left, NAME_TOO_LONG above the limit and NAME_RESERVED
    for words that would pass for a mark of the site.
    """
    # No honest name comes near this; the cut keeps the work bounded whatever is sent.
    if len(text) > NAME_STORAGE_LENGTH * 8:
        raise AccountsError(ErrorCode.NAME_TOO_LONG)
    name = _cleaned(text)
    if not name:
        raise AccountsError(ErrorCode.NAME_EMPTY)
    if grapheme_count(name) > NAME_MAX_GRAPHEMES or len(name) > NAME_STORAGE_LENGTH:
        raise AccountsError(ErrorCode.NAME_TOO_LONG)
    if _RESERVED.fullmatch(name_key(name)):
        raise AccountsError(ErrorCode.NAME_RESERVED)
    return name


def shown_name(text: str) -> str:
    """Return the name as it may be shown, whatever an old row holds; empty when nothing visible is left."""
    return _shortened(_cleaned(text[: NAME_STORAGE_LENGTH * 8]), NAME_MAX_GRAPHEMES)


def name_key(name: str) -> str:
    """Return the key by which two names in one group count as the same: case, spaces and look-alike letters aside."""
    folded = unicodedata.normalize("NFKC", name).casefold().translate(_TWINS)
    return str(_NOT_IN_KEY.sub("", unicodedata.normalize("NFKC", folded)))


def numbered_name(name: str, number: int) -> str:
    """Return the name with a number behind it, shortened so that both fit the limits."""
    ending = f" {number}"
    return _shortened(name, NAME_MAX_GRAPHEMES - len(ending), NAME_STORAGE_LENGTH - len(ending)) + ending


def free_name(name: str, taken_keys: set[str]) -> str:
    """Return the name, or the name with the lowest number from 2 whose key is not taken."""
    candidate = name
    number = 2
    while name_key(candidate) in taken_keys:
        candidate = numbered_name(name, number)
        number += 1
    return candidate
