"""The 100 cards as numbers and the roles that the rules ask for; names, poems and pictures are not known here."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """What a card is to the rules (rules.md, "The deck")."""

    COURTIER = "courtier"
    LADY = "lady"
    MONK = "monk"
    SEMIMARU = "semimaru"


CARDS: Final[tuple[int, ...]] = tuple(range(1, 101))
JITO: Final = 2
SEMIMARU: Final = 10
EMPERORS: Final[frozenset[int]] = frozenset({1, JITO, 13, 15, 68, 77, 99, 100})
LADIES: Final[frozenset[int]] = frozenset(
    {JITO, 9, 19, 38, 53, 54, 56, 57, 58, 59, 60, 61, 62, 65, 67, 72, 80, 88, 89, 90, 92}
)
MONKS: Final[frozenset[int]] = frozenset({8, 12, 21, 47, 66, 69, 70, 82, 85, 86, 87, 95})

ROLES: Final[tuple[Role | None, ...]] = (
    None,
    *(
        Role.SEMIMARU
        if card == SEMIMARU
        else Role.LADY
        if card in LADIES
        else Role.MONK
        if card in MONKS
        else Role.COURTIER
        for card in CARDS
    ),
)
"""Role by card number; index 0 is empty because cards count from 1."""


def role_of(card: int) -> Role:
    """Return the role of a card 1–100; raise ValueError for any other number."""
    role = ROLES[card] if 1 <= card <= len(CARDS) else None
    if role is None:
        raise ValueError(f"no card has the number {card}")
    return role


def is_emperor(card: int) -> bool:
    """Say whether a card is one of the 8 emperors; Jitō, a lady, is one of them."""
    return card in EMPERORS
