"""What the next card can be, counted from what everybody sees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.engine.cards import EMPERORS, SEMIMARU, Role, role_of
from games.engine.view import PublicView

NOTICE_CARDS: Final = 15
"""The Semimaru notice stands from this many cards in the draw pile downward."""


@dataclass(frozen=True, slots=True)
class Odds:
    """How many of the unseen cards are of each kind; `emperor` overlaps with `courtier` and, by Jitō, `lady`."""

    courtier: int
    lady: int
    monk: int
    semimaru: int
    emperor: int
    total: int


def odds(view: PublicView) -> Odds:
    """Return the counts of the unseen cards; each count over `total` is the chance of the next flip."""
    roles = [role_of(card) for card in view.unseen]
    return Odds(
        courtier=roles.count(Role.COURTIER),
        lady=roles.count(Role.LADY),
        monk=roles.count(Role.MONK),
        semimaru=roles.count(Role.SEMIMARU),
        emperor=sum(card in EMPERORS for card in view.unseen),
        total=len(roles),
    )


def has_semimaru_notice(view: PublicView) -> bool:
    """Say whether the red notice stands over the draw pile (rules.md, "The Semimaru notice")."""
    return view.draw_count <= NOTICE_CARDS and SEMIMARU in view.unseen
