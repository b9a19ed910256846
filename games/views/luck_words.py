"""Luck as people read it: cards with a sign and one decimal; it must not work anything out."""

from __future__ import annotations

from django.utils.formats import number_format


def luck_text(hundredths: int | None) -> str:
    """Return luck in cards such as "+3.4", for text that runs from left to right; a dash where it is not known."""
    if hundredths is None:
        return "–"
    cards = round(hundredths / 100, 1)
    # A true minus is as wide as the plus.
    sign = "+" if cards > 0 else "−" if cards < 0 else "±"
    return sign + number_format(abs(cards), decimal_pos=1, use_l10n=True)
