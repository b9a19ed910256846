"""The parts of the rules page and what it is made from; it holds no words of its own and must not know requests."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString

from games.engine import RuleSet
from games.rules_sentences import Kind


@dataclass(frozen=True, slots=True)
class Facts:
    """What is in force where the page speaks from: the site, or one group; durations in seconds.

    `updated_at` is None as long as nobody has ever stored a rule.
    """

    rules: RuleSet
    site_rules: RuleSet
    updated_at: datetime | None
    turn_limits: tuple[int, ...]
    away_after_seconds: float
    away_turn_seconds: float
    solo_cpu_seats: int
    turn_limit_seconds: int | None = None
    is_group: bool = False
    is_rated: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence or two; `differs` where the site's default rules would say something else."""

    text: SafeString
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Effect:
    """What one kind of card does, with a card to show for it."""

    kind: Kind
    anchor: str
    name: str
    card: int
    text: SafeString
    differs: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table of defaults."""

    anchor: str
    item: str
    text: SafeString
    differs: bool


@dataclass(frozen=True, slots=True)
class ValueHelp:
    """One value of a local rule, explained."""

    name: str
    text: SafeString
    is_default: bool
    is_of_group: bool


@dataclass(frozen=True, slots=True)
class LocalRule:
    """A row of the table of local rules; `value` is what the group plays, `note` may be empty."""

    anchor: str
    name: str
    help_label: str
    about: SafeString
    alternatives: str
    note: str
    default: str
    value: str
    differs: bool
    values: tuple[ValueHelp, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A term and what it means; `query` finds its cards in the list of cards, or is empty."""

    anchor: str
    name: str
    text: SafeString
    query: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answer, as markup and as plain words for search engines."""

    anchor: str
    question: SafeString
    answer: SafeString
    plain_question: str
    plain_answer: str
    differs: bool


@dataclass(frozen=True, slots=True)
class RulesPage:
    """Everything on the page, in words, in the order of the fields."""

    title: str
    summary: str
    is_group: bool
    has_differences: bool
    contents: tuple[Heading, ...]
    setup: tuple[SafeString, ...]
    turn: SafeString
    effects: tuple[Effect, ...]
    further: Line
    next_turn: SafeString
    winning: tuple[Line, ...]
    defaults: tuple[Row, ...]
    review: SafeString
    local_rules: tuple[LocalRule, ...]
    terms: tuple[Term, ...]
    questions: tuple[Question, ...]
    play_note: SafeString
    updated_on: str
    updated_at: datetime | None
