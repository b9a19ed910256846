"""Composes the rules page from one rule set and the words of one language; it must not know requests or tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from babel.dates import format_date
from django.utils.safestring import SafeString

from games import engine
from games import rules_sentences as sentences
from games.cards import CARDS_BY_NUMBER
from games.engine import Role, RuleSet
from games.engine.odds import NOTICE_CARDS
from games.rules_parts import (
    Effect,
    Facts,
    Heading,
    Line,
    LocalRule,
    Question,
    Row,
    RulesPage,
    Term,
    ValueHelp,
)
from games.rules_sentences import Kind, Option
from games.rules_text.texts import Texts, locale_of

# How long a match takes among people, roughly; the site says so before anybody plays.
MATCH_MINUTES: Final = 10

# The rank of each of four seats when the first two are equal: the example of the page.
_EXAMPLE_COUNTS: Final = (30, 30, 20, 10)

# The anchors of the page, in its order; the same in every language, for they are in other people's links.
SECTIONS: Final = (
    ("setup", "head.setup"),
    ("how-to-play", "head.how_to_play"),
    ("winning", "head.winning"),
    ("defaults", "head.defaults"),
    ("local-rules", "head.local_rules"),
    ("terms", "head.terms"),
    ("questions", "head.faq"),
    ("play", "play.with_these_rules"),
    ("friends", "play.with_friends"),
)


def compose(facts: Facts, texts: Texts) -> RulesPage:
    """Return the page for what is in force; raises TextError when the language lacks a text."""
    local_rules = _local_rules(facts, texts)
    return RulesPage(
        title=texts.term("head.page"),
        summary=summary(texts),
        is_group=facts.is_group,
        has_differences=facts.rules != facts.site_rules or facts.turn_limit_seconds is not None,
        contents=tuple(Heading(anchor, texts.term(key)) for anchor, key in SECTIONS),
        setup=(
            texts.html("setup.deck", count=len(engine.CARDS)),
            *(texts.html(f"setup.{part}") for part in ("hands", "order", "shuffle")),
        ),
        turn=texts.html("play.turn"),
        effects=tuple(_effect(kind, facts, texts) for kind in _KINDS_IN_ORDER),
        further=_line(f"play.further.{sentences.further_flip(facts.rules)}", facts, texts),
        next_turn=texts.html("play.next"),
        winning=tuple(_line(text_id, facts, texts) for text_id in sentences.winning(facts.rules)),
        defaults=_defaults(facts, texts),
        review=(
            texts.html("foot.reviewed", name=texts.reviewer) if texts.reviewer else texts.html("foot.not_reviewed")
        ),
        local_rules=local_rules,
        terms=_terms(texts),
        questions=tuple(_questions(facts, texts)),
        play_note=texts.html("action.play", count=facts.solo_cpu_seats),
        updated_on=(
            format_date(facts.updated_at, "long", locale=locale_of(texts.language)) if facts.updated_at else ""
        ),
        updated_at=facts.updated_at,
    )


def summary(texts: Texts) -> str:
    """Return the one sentence that says what the game is."""
    return texts.line("page.summary", count=MATCH_MINUTES, min=engine.MIN_SEATS, max=engine.MAX_SEATS)


def role_name(kind: Kind, texts: Texts) -> str:
    """Return what a kind of card is called; Jitō is called by her name."""
    return CARDS_BY_NUMBER[engine.JITO].short(texts.language) if kind is Kind.JITO else texts.term(f"role.{kind}")


def card_effect(card: int, rules: RuleSet, texts: Texts) -> SafeString:
    """Return what a card does under the rules, in the words of the rules page."""
    return texts.html(sentences.effect(sentences.kind_of(card), rules))


def structured_data(page: RulesPage, texts: Texts, url: str) -> dict[str, Any]:
    """Return the page's questions as schema.org knows them."""
    return {
        "@context": "https://schema.org",
        "@type": "FAQPage",
        "url": url,
        "inLanguage": texts.language,
        "name": page.title,
        **({"dateModified": page.updated_at.isoformat()} if page.updated_at else {}),
        "mainEntity": [
            {
                "@type": "Question",
                "name": question.plain_question,
                "url": f"{url}#{question.anchor}",
                "acceptedAnswer": {"@type": "Answer", "text": question.plain_answer},
            }
            for question in page.questions
        ],
    }


_KINDS_IN_ORDER: Final = (Kind.COURTIER, Kind.LADY, Kind.MONK, Kind.SEMIMARU, Kind.EMPEROR, Kind.JITO)


def _example_card(kind: Kind) -> int:
    """The card that stands for its kind: the first of them in the collection."""
    return next(card for card in engine.CARDS if sentences.kind_of(card) is kind)


def _effect(kind: Kind, facts: Facts, texts: Texts) -> Effect:
    text_id = sentences.effect(kind, facts.rules)
    return Effect(
        kind=kind,
        anchor=f"card-{kind}",
        name=role_name(kind, texts),
        card=_example_card(kind),
        text=texts.html(text_id),
        differs=text_id != sentences.effect(kind, facts.site_rules),
    )


def _line(text_id: str, facts: Facts, texts: Texts) -> Line:
    """A sentence that belongs to the rules in force, marked where the site's own rules do not have it."""
    of_site = {f"play.further.{sentences.further_flip(facts.site_rules)}", *sentences.winning(facts.site_rules)}
    values = {"ranks": _ranks(texts)} if text_id == "winning.equal" else {}
    return Line(texts.html(text_id, **values), differs=text_id not in of_site)


def _ranks(texts: Texts) -> SafeString:
    """The example as a list that runs in the direction of the sentence, unlike a name."""
    ranks = engine.ranks_of(_EXAMPLE_COUNTS, [False] * len(_EXAMPLE_COUNTS))
    return SafeString(texts.joined(texts.number(rank) for rank in ranks))


def _defaults(facts: Facts, texts: Texts) -> tuple[Row, ...]:
    choices = texts.joined(
        [texts.term("play.turn_limit.none"), *(texts.term(f"play.turn_limit.{limit}") for limit in facts.turn_limits)]
    )
    limit = (
        texts.html("defaults.no_limit.text")
        if facts.turn_limit_seconds is None
        else texts.html("defaults.limit", count=facts.turn_limit_seconds)
    )
    rows = [
        (
            "players",
            texts.html("defaults.players", min=engine.MIN_SEATS, max=engine.MAX_SEATS, count=facts.solo_cpu_seats),
        ),
        ("turn_limit", _paragraph(limit, texts.html("defaults.limit_choices.text", choices=SafeString(choices)))),
        (
            "leaving",
            _paragraph(
                texts.html("defaults.away", count=facts.away_after_seconds),
                texts.html("defaults.cpu_plays", count=facts.away_turn_seconds),
                texts.html("defaults.return.text"),
            ),
        ),
        ("draw", texts.html("defaults.draws")),
        ("source", texts.html("defaults.source")),
    ]
    found = [
        Row(
            anchor=f"default-{name.replace('_', '-')}",
            item=texts.term(f"head.defaults.{name}"),
            text=text,
            differs=name == "turn_limit" and facts.turn_limit_seconds is not None,
        )
        for name, text in rows
    ]
    if facts.is_group:
        kind = texts.html("group.rated" if facts.is_rated else "group.friendly")
        found.append(Row("default-kind", texts.line("group.kind"), kind, differs=False))
    return tuple(found)


def _paragraph(*parts: SafeString) -> SafeString:
    """Sentences one after the other; scripts without spaces between words want none between sentences either."""
    is_spaced = not any(part.endswith("。") for part in parts)
    return SafeString((" " if is_spaced else "").join(parts))


def _local_rules(facts: Facts, texts: Texts) -> tuple[LocalRule, ...]:
    return tuple(_local_rule(option, facts, texts) for option in Option)


def _local_rule(option: Option, facts: Facts, texts: Texts) -> LocalRule:
    name = texts.term(f"rule.{option}")
    default = sentences.value_of(facts.site_rules, option)
    value = sentences.value_of(facts.rules, option)
    is_idle = option is Option.STOP and not sentences.has_further_flips(facts.rules)
    about = {"count": len(engine.EMPERORS)} if option is Option.EMPEROR else {}
    return LocalRule(
        anchor=f"rule-{option}",
        name=name,
        help_label=texts.line("local.help", name=name),
        about=texts.html(f"local.about.{option}", **about),
        alternatives=texts.joined(
            texts.term(sentences.term_of(other)) for other in sentences.VALUES[option] if other != default
        ),
        note=texts.line("local.no_effect") if is_idle else "",
        default=texts.term(sentences.term_of(default)),
        value=texts.term(sentences.term_of(value)),
        differs=value != default,
        values=tuple(
            ValueHelp(
                name=texts.term(sentences.term_of(other)),
                text=texts.html(sentences.explanation(option, sentences.with_value(facts.rules, option, other))),
                is_default=other == default,
                is_of_group=facts.is_group and other == value,
            )
            for other in sentences.VALUES[option]
        ),
    )


def _terms(texts: Texts) -> tuple[Term, ...]:
    courtiers, ladies = _cards_of(Role.COURTIER), _cards_of(Role.LADY)
    return (
        Term(
            "term-courtier",
            texts.term("role.courtier"),
            _paragraph(
                texts.html("glossary.courtier", count=len(courtiers)),
                texts.html("glossary.courtier_emperors", count=len(_emperors_among(courtiers))),
            ),
            query=f"role={Role.COURTIER}",
        ),
        Term(
            "term-lady",
            texts.term("role.lady"),
            _paragraph(
                texts.html("glossary.lady", count=len(ladies)),
                texts.html(
                    "glossary.lady_emperors",
                    count=len(_emperors_among(ladies)),
                    names=_names(_emperors_among(ladies), texts),
                ),
            ),
            query=f"role={Role.LADY}",
        ),
        Term(
            "term-monk",
            texts.term("role.monk"),
            texts.html("glossary.monk", count=len(_cards_of(Role.MONK))),
            query=f"role={Role.MONK}",
        ),
        Term(
            "term-semimaru",
            texts.term("role.semimaru"),
            texts.html("glossary.semimaru", number=engine.SEMIMARU),
            query=f"role={Role.SEMIMARU}",
        ),
        Term(
            "term-emperor",
            texts.term("role.emperor"),
            texts.html(
                "glossary.emperor",
                count=len(engine.EMPERORS),
                names=_names(sorted(engine.EMPERORS), texts),
            ),
            query="emperor=1",
        ),
        Term("term-common-pile", texts.term("table.common_pile"), texts.html("glossary.common_pile")),
        Term("term-draw-pile", texts.term("table.deck"), texts.html("glossary.draw_pile")),
        Term("term-hand", texts.term("table.hand"), texts.html("glossary.hand")),
        Term("term-notice", texts.term("table.semimaru_in_deck"), texts.html("glossary.notice", count=NOTICE_CARDS)),
    )


def _cards_of(role: Role) -> list[int]:
    return [card for card in engine.CARDS if engine.role_of(card) is role]


def _emperors_among(cards: Sequence[int]) -> list[int]:
    return [card for card in cards if engine.is_emperor(card)]


def _names(cards: Sequence[int], texts: Texts) -> SafeString:
    return texts.names(CARDS_BY_NUMBER[card].short(texts.language) for card in cards)


def _questions(facts: Facts, texts: Texts) -> list[Question]:
    of_site = {answer for _, _, answer in sentences.questions(facts.site_rules)}
    values = {"ranks": _ranks(texts), "name": CARDS_BY_NUMBER[engine.JITO].short(texts.language)}
    return [
        Question(
            anchor=f"question-{name}",
            question=texts.html(question_id, **values),
            answer=texts.html(answer_id, **values),
            plain_question=texts.line(question_id, **values),
            plain_answer=texts.line(answer_id, **values),
            differs=answer_id not in of_site,
        )
        for name, question_id, answer_id in sentences.questions(facts.rules)
    ]
