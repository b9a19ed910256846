"""The effect of each card as a number, for the two fast loops; `play.py` stays the law they are tested by."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games.engine.cards import CARDS, EMPERORS, JITO, Role, role_of
from games.engine.rules import EmperorRule, LadyRule, RuleSet, SemimaruRule

# What a flip does.
KEEP: Final = 0
LOSE_HAND: Final = 1
TAKE_PILE: Final = 2
TAKE_PILE_AND_HANDS: Final = 3
TAKE_HANDS: Final = 4
GO_OUT: Final = 5
KEEP_AND_SKIP: Final = 6
ALL_TO_PILE: Final = 7
KIND_BITS: Final = 7

# Flags added to it: a further flip comes of it, always or if the common pile was empty.
MORE: Final = 8
MORE_IF_PILE_EMPTY: Final = 16

_SEMIMARU: Final = {
    SemimaruRule.OUT: GO_OUT,
    SemimaruRule.SKIP_TURN: KEEP_AND_SKIP,
    SemimaruRule.AS_MONK: LOSE_HAND,
    SemimaruRule.AS_COURTIER: KEEP,
    SemimaruRule.ALL_HANDS_TO_PILE: ALL_TO_PILE,
}
_LADY_FLAG: Final = {
    LadyRule.TAKE_PILE: 0,
    LadyRule.TAKE_PILE_AND_ONE_MORE: MORE,
    LadyRule.ONE_MORE_IF_PILE_EMPTY: MORE_IF_PILE_EMPTY,
}


@lru_cache(maxsize=90)
def effects(rules: RuleSet) -> tuple[int, ...]:
    """Return the effect of each card number under a rule set; index 0 is unused because cards count from 1."""
    return (KEEP, *(_effect(rules, card) for card in CARDS))


def _effect(rules: RuleSet, card: int) -> int:
    role = role_of(card)
    if role is Role.MONK:
        return LOSE_HAND
    if role is Role.SEMIMARU:
        return _SEMIMARU[rules.semimaru]
    effect = TAKE_PILE + _LADY_FLAG[rules.lady] if role is Role.LADY else KEEP
    if card in EMPERORS and rules.emperor is EmperorRule.KEEP_AND_ONE_MORE:
        effect |= MORE
    if card in EMPERORS and rules.emperor is EmperorRule.TAKE_ALL_HANDS:
        effect += TAKE_PILE_AND_HANDS - TAKE_PILE if card == JITO else TAKE_HANDS
    return effect
