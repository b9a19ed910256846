"""Which text tells what a card does under given rules; it holds ids of texts, not words, and knows no page."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import Final

from games import engine
from games.engine import EmperorRule, LadyRule, Role, RuleSet, SemimaruRule


class Kind(StrEnum):
    """What a card is to a reader: the roles, and the emperors apart from them."""

    COURTIER = "courtier"
    LADY = "lady"
    MONK = "monk"
    SEMIMARU = "semimaru"
    EMPEROR = "emperor"
    JITO = "jito"


class Option(StrEnum):
    """The four local rules, in the order of the page."""

    SEMIMARU = "semimaru"
    EMPEROR = "emperor"
    LADY = "lady"
    STOP = "stop"


OptionValue = SemimaruRule | EmperorRule | LadyRule | bool

VALUES: Final[dict[Option, tuple[OptionValue, ...]]] = {
    Option.SEMIMARU: tuple(SemimaruRule),
    Option.EMPEROR: tuple(EmperorRule),
    Option.LADY: tuple(LadyRule),
    Option.STOP: (True, False),
}

_FIELDS: Final = {
    Option.SEMIMARU: "semimaru",
    Option.EMPEROR: "emperor",
    Option.LADY: "lady",
    Option.STOP: "allow_stop",
}

_NAMES: Final[dict[OptionValue, str]] = {
    SemimaruRule.OUT: "rule.semimaru.out",
    SemimaruRule.SKIP_TURN: "rule.semimaru.skip",
    SemimaruRule.AS_MONK: "rule.semimaru.monk",
    SemimaruRule.AS_COURTIER: "rule.semimaru.courtier",
    SemimaruRule.ALL_HANDS_TO_PILE: "rule.semimaru.all_hands",
    EmperorRule.KEEP_AND_ONE_MORE: "rule.emperor.keep_and_more",
    EmperorRule.TAKE_ALL_HANDS: "rule.emperor.take_all",
    EmperorRule.ORDINARY: "rule.emperor.ordinary",
    LadyRule.TAKE_PILE: "rule.lady.take_pile",
    LadyRule.TAKE_PILE_AND_ONE_MORE: "rule.lady.take_and_more",
    LadyRule.ONE_MORE_IF_PILE_EMPTY: "rule.lady.more_if_empty",
    True: "rule.stop.on",
    False: "rule.stop.off",
}


def kind_of(card: int) -> Kind:
    """Return the kind of a card 1–100; raises ValueError for any other number."""
    role = engine.role_of(card)
    if not engine.is_emperor(card):
        return Kind(role)
    return Kind.JITO if role is Role.LADY else Kind.EMPEROR


def value_of(rules: RuleSet, option: Option) -> OptionValue:
    """Return what the rules have for an option."""
    value: OptionValue = getattr(rules, _FIELDS[option])
    return value


def with_value(rules: RuleSet, option: Option, value: OptionValue) -> RuleSet:
    """Return the rules with one option changed."""
    return replace(rules, **{_FIELDS[option]: value})  # type: ignore[arg-type]


def term_of(value: OptionValue) -> str:
    """Return the key of the term that names a value."""
    return _NAMES[value]


def has_further_flips(rules: RuleSet) -> bool:
    """Say whether any card can lead to a further flip under the rules."""
    return rules.emperor is EmperorRule.KEEP_AND_ONE_MORE or rules.lady is not LadyRule.TAKE_PILE


def further_flip(rules: RuleSet) -> str:
    """Return the last part of the ids that speak of the further flip: one's choice, compulsory, or there is none."""
    return _choice(rules) if has_further_flips(rules) else "none"


def effect(kind: Kind, rules: RuleSet) -> str:
    """Return the id of the sentence that tells what a card of a kind does to the one who flips it."""
    if kind is Kind.SEMIMARU:
        return f"effect.semimaru.{rules.semimaru}"
    if kind is Kind.LADY:
        return f"effect.lady.{_lady(rules)}"
    if kind is Kind.EMPEROR:
        return f"effect.emperor.{_emperor(rules)}"
    if kind is Kind.JITO:
        # Where emperors take all hands, the lady rule alone decides about a further flip; else the emperor rule does.
        if rules.emperor is EmperorRule.TAKE_ALL_HANDS:
            return f"effect.jito.take_all_hands.{_lady(rules)}"
        return f"effect.jito.{_emperor(rules)}"
    return f"effect.{kind}"


def explanation(option: Option, rules: RuleSet) -> str:
    """Return the id of the sentence that explains the value which the rules have for an option."""
    if option is Option.STOP:
        return "local.stop.on" if rules.allow_stop else "local.stop.off"
    return effect(Kind(option), rules)


def winning(rules: RuleSet) -> tuple[str, ...]:
    """Return the ids of the sentences on the end, the ranks and draws, in reading order."""
    is_out = rules.semimaru is SemimaruRule.OUT
    return (
        "winning.last_card_or_one_left" if is_out else "winning.last_card",
        "winning.most_cards",
        "winning.equal",
        *(("winning.out_last", "winning.two_players") if is_out else ()),
        *(("winning.pending_skip",) if rules.semimaru is SemimaruRule.SKIP_TURN else ()),
    )


def questions(rules: RuleSet) -> tuple[tuple[str, str, str], ...]:
    """Return the questions in reading order: their short names, and the ids of question and answer."""
    answers = {
        "semimaru": f"faq.semimaru.answer.{rules.semimaru}",
        "pile": "faq.pile.answer",
        "equal": "faq.equal.answer",
        "jito": f"faq.jito.answer.{rules.emperor}",
        "empty": f"faq.empty.answer.{_lady(rules)}",
        "stop": f"faq.stop.answer.{further_flip(rules)}",
    }
    return tuple((name, f"faq.{name}.question", answer) for name, answer in answers.items())


def _choice(rules: RuleSet) -> str:
    return "choice" if rules.allow_stop else "must"


def _lady(rules: RuleSet) -> str:
    """The lady's part of an id; without a further flip it does not matter whether stopping is allowed."""
    return rules.lady if rules.lady is LadyRule.TAKE_PILE else f"{rules.lady}.{_choice(rules)}"


def _emperor(rules: RuleSet) -> str:
    is_further = rules.emperor is EmperorRule.KEEP_AND_ONE_MORE
    return f"{rules.emperor}.{_choice(rules)}" if is_further else rules.emperor
