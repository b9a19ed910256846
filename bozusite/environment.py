"""Reads typed values from environment variables; it must not know which settings they feed."""

import os

_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"", "0", "false", "no", "off"})


def flag(name: str, default: bool = False) -> bool:
    """Return the on/off value of variable `name`; raise ValueError for a word that is neither."""
    word = os.environ.get(name)
    if word is None:
        return default
    if word.strip().lower() in _TRUE:
        return True
    if word.strip().lower() in _FALSE:
        return False
    raise ValueError(f"{name} must be 1 or 0, not {word!r}")


def words(name: str, default: tuple[str, ...] = ()) -> list[str]:
    """Return the comma-separated words of variable `name`, without empty ones."""
    text = os.environ.get(name)
    if text is None:
        return list(default)
    return [word.strip() for word in text.split(",") if word.strip()]
