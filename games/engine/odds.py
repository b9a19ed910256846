"""What the next card can be, counted from what everybody sees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.engine.cards import EMPERORS, LADIES, MONKS, SEMIMARU
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
    unseen = view.unseen
    total = len(unseen)
    lady = len(LADIES.intersection(unseen))
    monk = len(MONKS.intersection(unseen))
    semimaru = int(SEMIMARU in unseen)
    return Odds(
        courtier=total - lady - monk - semimaru,  # every card is of exactly one kind
        lady=lady,
        monk=monk,
        semimaru=semimaru,
        emperor=len(EMPERORS.intersection(unseen)),
        total=total,
    )


def has_semimaru_notice(view: PublicView) -> bool:
    """Say whether the red notice stands over the draw pile (rules.md, "The Semimaru notice")."""
    return view.draw_count <= NOTICE_CARDS and SEMIMARU in view.unseen
