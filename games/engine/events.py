"""What a step did, as facts for sentences and pictures; the words live outside the engine."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class EventKind(StrEnum):
    """The kinds of facts; each comment says what `card` and `count` hold."""

    KEPT = "kept"  # card: the courtier, emperor or Semimaru that went to the hand
    LOST_HAND = "lost_hand"  # card: the monk (or Semimaru as one); count: cards of the hand, without him
    TOOK_PILE = "took_pile"  # card: the lady; count: cards of the common pile, without her
    TOOK_HANDS = "took_hands"  # card: the emperor; count: cards of the other hands
    WENT_OUT = "went_out"  # card: Semimaru; count: cards of the hand, without him
    WILL_SKIP = "will_skip"  # card: Semimaru; the seat's next turn will be skipped
    ALL_TO_PILE = "all_to_pile"  # card: Semimaru; count: cards of all hands, without him
    SKIPPED = "skipped"  # the seat's turn was passed over
    MAY_GO_ON = "may_go_on"  # the seat chooses: flip or stop
    MUST_GO_ON = "must_go_on"  # the seat must flip once more
    STOPPED = "stopped"  # the seat ended its turn at a choice
    MATCH_OVER = "match_over"  # the seat made the last step


@dataclass(frozen=True, slots=True)
class Event:
    """One fact of a step: the seat it befell, the card that caused it if any, how many cards moved."""

    kind: EventKind
    seat: int
    card: int | None = None
    count: int = 0
