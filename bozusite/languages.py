"""The languages the site offers and how a wish for a language is matched to one; it must not know requests or Django."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    """One offered language: its prefix in addresses, its name in itself, and its direction."""

    code: str
    name: str
    is_rtl: bool = False


DEFAULT_CODE = "en"

OFFERED: tuple[Language, ...] = (
    Language("en", "English"),
    Language("ja", "日本語"),
)
