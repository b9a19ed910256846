"""The local rules a match is played under, with their keys as stored; it must not know who sets them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from typing import Final, TypeVar

from games.engine.errors import EngineError, EngineErrorCode

MIN_SEATS: Final = 2
MAX_SEATS: Final = 6


class SemimaruRule(StrEnum):
    """What Semimaru does (rules.md, "Local rules"); the turn ends in every case."""

    OUT = "out"
    SKIP_TURN = "skip_turn"
    AS_MONK = "as_monk"
    AS_COURTIER = "as_courtier"
    ALL_HANDS_TO_PILE = "all_hands_to_pile"


class EmperorRule(StrEnum):
    """What an emperor does beyond going to the hand."""

    KEEP_AND_ONE_MORE = "keep_and_one_more"
    TAKE_ALL_HANDS = "take_all_hands"
    ORDINARY = "ordinary"


class LadyRule(StrEnum):
    """What a lady does beyond taking the common pile."""

    TAKE_PILE = "take_pile"
    TAKE_PILE_AND_ONE_MORE = "take_pile_and_one_more"
    ONE_MORE_IF_PILE_EMPTY = "one_more_if_pile_empty"


_Rule = TypeVar("_Rule", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One of the 90 rule combinations; `RuleSet()` is the site's initial default."""

    semimaru: SemimaruRule = SemimaruRule.OUT
    emperor: EmperorRule = EmperorRule.KEEP_AND_ONE_MORE
    lady: LadyRule = LadyRule.TAKE_PILE
    allow_stop: bool = True

    @classmethod
    def from_dict(cls, values: Mapping[str, object]) -> RuleSet:
        """Return the rule set of a stored mapping; a missing key takes the initial default.

        Raises EngineError (bad_rules) for an unknown key, an unknown value or a value of another type.
        """
        if not isinstance(values, Mapping):
            raise EngineError(EngineErrorCode.BAD_RULES, "the rules are not a mapping")
        for key in values:
            if key not in _KEYS:
                raise EngineError(EngineErrorCode.BAD_RULES, f"unknown rule {str(key)[:40]!r}")
        allow_stop = values.get("allow_stop", True)
        if not isinstance(allow_stop, bool):
            raise EngineError(EngineErrorCode.BAD_RULES, "allow_stop is neither true nor false")
        return cls(
            semimaru=_value_of(values, "semimaru", SemimaruRule.OUT),
            emperor=_value_of(values, "emperor", EmperorRule.KEEP_AND_ONE_MORE),
            lady=_value_of(values, "lady", LadyRule.TAKE_PILE),
            allow_stop=allow_stop,
        )

    def to_dict(self) -> dict[str, str | bool]:
        """Return the four keys with plain values, ready for JSON."""
        return {
            "semimaru": self.semimaru.value,
            "emperor": self.emperor.value,
            "lady": self.lady.value,
            "allow_stop": self.allow_stop,
        }


_KEYS: Final = frozenset({"semimaru", "emperor", "lady", "allow_stop"})


def _value_of(values: Mapping[str, object], key: str, default: _Rule) -> _Rule:
    """Return the rule under a key as a member of the default's enumeration."""
    value = values.get(key, default)
    kind = type(default)
    if isinstance(value, str):
        try:
            return kind(value)
        except ValueError:
            pass
    raise EngineError(EngineErrorCode.BAD_RULES, f"unknown value of {key}")


def all_rule_sets() -> Iterator[RuleSet]:
    """Yield the 90 rule combinations in the order of rules.md, the initial default first."""
    for semimaru, emperor, lady, allow_stop in product(SemimaruRule, EmperorRule, LadyRule, (True, False)):
        yield RuleSet(semimaru, emperor, lady, allow_stop)
