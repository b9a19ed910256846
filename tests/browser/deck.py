"""One order of the cards for the matches of browser tests in which it matters what comes; it must not know a test."""

import random

from games import engine

# Semimaru comes last, so that every card is turned. With this order the person of a solo match is offered two choices
# at least, whoever begins and whether the CPU goes on or stops at its own (tried for all), and the tenth card is a
# monk, who sweeps a hand away.
_DECK = [card for card in engine.CARDS if card != engine.SEMIMARU]
random.Random(187).shuffle(_DECK)


def _is_plain(card: int) -> bool:
    """Whether a card is kept and ends the turn."""
    return engine.role_of(card) is engine.Role.COURTIER and not engine.is_emperor(card)


def _named(cards: list[int]) -> str:
    return ",".join(map(str, cards))


# For SITE_ENVIRONMENT. The check of the shuffle rightly fails on such a match.
STACKED = {"BOZU_CPU_PACE_SECONDS": "0.05", "BOZU_STACKED_DECK": _named([*_DECK, engine.SEMIMARU])}
# At the stated pace. The turn goes round and round before anything happens.
PLAIN_FIRST = {"BOZU_STACKED_DECK": _named(sorted(engine.CARDS, key=lambda card: not _is_plain(card)))}
