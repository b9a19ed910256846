"""What a page may say over its socket, parsed strictly; it must not act on anything."""

import json
from dataclasses import dataclass
from typing import Final

from games.errors import ErrorCode
from games.live.phrases import PHRASES

# A form with htmx's headers is well under 1,000 characters.
LONGEST: Final = 8_000
_LARGEST_NUMBER: Final = 1_000_000
_MOST_SEATS: Final = 6

# What each action carries besides its name: fields it needs, and whether it may name the version it was made for.
_NEEDED: Final = {
    "flip": ("version",),
    "stop": ("version",),
    "beat": (),
    "sync": (),
    "take_back": (),
    "leave": (),
    "phrase": ("phrase",),
    "guess": ("seat",),
    "review": ("step",),
    "review_end": (),
}
_EVERYWHERE: Final = frozenset({"action", "version", "HEADERS"})


class MessageError(ValueError):
    """A message that is not one of ours; `code` says why."""

    def __init__(self, code: ErrorCode) -> None:
        super().__init__(code.value)
        self.code = code


@dataclass(frozen=True, slots=True)
class Message:
    """One message. Fields that the action does not carry are None."""

    action: str
    version: int | None = None
    phrase: str | None = None
    seat: int | None = None
    step: int | None = None


def parse(text: str) -> Message:
    """Return the message of a text frame as htmx sends a form: JSON with text values, and HEADERS, which are ignored.

    Raises MessageError: too_big, bad_message (not JSON, not an object, an unknown action, a missing, unknown or
    ill-shaped field).
    """
    if len(text) > LONGEST:
        raise MessageError(ErrorCode.TOO_BIG)
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        raise MessageError(ErrorCode.BAD_MESSAGE) from None
    if not isinstance(values, dict) or not isinstance(values.get("HEADERS", {}), dict):
        raise MessageError(ErrorCode.BAD_MESSAGE)
    action = values.get("action")
    if not isinstance(action, str) or (needed := _NEEDED.get(action)) is None:
        raise MessageError(ErrorCode.BAD_MESSAGE)
    for name in values:
        if name not in _EVERYWHERE and name not in needed:
            raise MessageError(ErrorCode.BAD_MESSAGE)
    for name in needed:
        if name not in values:
            raise MessageError(ErrorCode.BAD_MESSAGE)
    version = _number(values["version"], _LARGEST_NUMBER) if "version" in values else None
    phrase = _phrase(values["phrase"]) if "phrase" in values else None
    seat = _number(values["seat"], _MOST_SEATS - 1) if "seat" in values else None
    step = _number(values["step"], _LARGEST_NUMBER) if "step" in values else None
    return Message(action, version, phrase, seat, step)


def _number(value: object, largest: int) -> int:
    """A whole number from 0, as JSON number or in ASCII digits as forms send it."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= len(str(largest)):
        value = int(value)
    if type(value) is not int or not 0 <= value <= largest:
        raise MessageError(ErrorCode.BAD_MESSAGE)
    return value


def _phrase(value: object) -> str:
    if not isinstance(value, str) or value not in PHRASES:
        raise MessageError(ErrorCode.BAD_MESSAGE)
    return value
