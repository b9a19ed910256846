"""The rules page as it is composed: every combination in every language, from one rule set."""

import re
from dataclasses import fields, replace
from datetime import UTC, datetime
from html import unescape
from itertools import cycle, product

import pytest
from django.conf import settings

from games import engine
from games.cards import CARDS_BY_NUMBER
from games.engine import EmperorRule, LadyRule, RuleSet, SemimaruRule
from games.rules_page import card_effect, compose, structured_data
from games.rules_parts import Facts
from games.rules_sentences import Kind, Option, effect, has_further_flips, kind_of, with_value
from games.rules_text.texts import texts_for

LANGUAGES = [code for code, _ in settings.LANGUAGES]
FACTS = Facts(
    rules=RuleSet(),
    site_rules=RuleSet(),
    updated_at=datetime(2026, 9, 7, 12, tzinfo=UTC),
    turn_limits=(30, 60),
    away_after_seconds=20.0,
    away_turn_seconds=2.0,
    solo_cpu_seats=3,
)
OTHER_VALUES = {
    Option.SEMIMARU: SemimaruRule.SKIP_TURN,
    Option.EMPEROR: EmperorRule.TAKE_ALL_HANDS,
    Option.LADY: LadyRule.ONE_MORE_IF_PILE_EMPTY,
    Option.STOP: False,
}


def words(value) -> list[str]:
    """All strings of a page, however deep."""
    if isinstance(value, str):
        return [str(value)]
    if isinstance(value, tuple | list):
        return [word for part in value for word in words(part)]
    if hasattr(value, "__dataclass_fields__"):
        return [word for field in fields(value) for word in words(getattr(value, field.name))]
    return []


def prose(page) -> list[str]:
    """The sentences that tell how to play and how it ends."""
    return [*(item.text for item in page.effects), page.further.text, *(line.text for line in page.winning)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_combination_and_turn_limit_reads_without_a_gap(language):
    texts = texts_for(language)
    # The limit and the group have sentences of their own, so they need not meet every combination.
    frames = cycle(product((None, 30, 60), (False, True)))
    combinations = list(zip(engine.all_rule_sets(), frames, strict=False))
    assert len(combinations) == 90
    for rules, (limit, is_group) in combinations:
        page = compose(replace(FACTS, rules=rules, turn_limit_seconds=limit, is_group=is_group), texts)
        for line in words(page):
            assert not re.search(r"[{}]|\bNone\b|\s\s", line), line
        assert all(line.strip() for line in prose(page))


@pytest.mark.parametrize("language", LANGUAGES)
def test_different_rules_never_read_the_same(language):
    texts = texts_for(language)
    pages = [compose(replace(FACTS, rules=rules, site_rules=rules), texts) for rules in engine.all_rule_sets()]
    told = {tuple(words((page.effects, page.further, page.winning, page.local_rules))) for page in pages}
    assert len(told) == 90


@pytest.mark.parametrize("option", list(Option))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_change_of_any_option_changes_prose_table_and_questions(language, option):
    texts = texts_for(language)
    rules = with_value(RuleSet(), option, OTHER_VALUES[option])
    before, after = compose(FACTS, texts), compose(replace(FACTS, rules=rules, site_rules=rules), texts)
    assert prose(before) != prose(after)
    assert words(before.local_rules) != words(after.local_rules)
    assert words(before.questions) != words(after.questions)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_default_is_named_as_such_and_the_alternatives_are_listed(language):
    texts = texts_for(language)
    for rules in engine.all_rule_sets():
        for row in compose(replace(FACTS, rules=rules, site_rules=rules), texts).local_rules:
            assert [help.name for help in row.values if help.is_default] == [row.default]
            others = [help.name for help in row.values if not help.is_default]
            assert row.alternatives == texts.joined(others)
            assert row.default not in others


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_numbers_are_those_of_the_cards(language):
    texts = texts_for(language)
    page = compose(FACTS, texts)
    terms = {term.anchor: unescape(term.text) for term in page.terms}
    figures = {anchor: re.findall(r"\d+", text) for anchor, text in terms.items()}
    assert figures["term-courtier"] == ["66", "7"]
    assert figures["term-lady"][0] == "21"
    assert figures["term-monk"] == ["12"]
    assert figures["term-semimaru"] == ["10"]
    assert figures["term-emperor"] == ["8"]
    assert figures["term-notice"] == ["15"]
    for number in engine.EMPERORS:
        assert f"<bdi>{CARDS_BY_NUMBER[number].short(language)}</bdi>" in terms["term-emperor"]


def test_arabic_and_russian_agree_with_the_numbers_of_the_page():
    arabic = {term.anchor: str(term.text) for term in compose(FACTS, texts_for("ar")).terms}
    assert arabic["term-courtier"].startswith("66 ورقة ")
    assert "منهم 7 أباطرة" in arabic["term-courtier"]
    assert arabic["term-emperor"].startswith("8 أوراق ")
    assert "15 ورقة" in arabic["term-notice"]
    russian = {term.anchor: str(term.text) for term in compose(FACTS, texts_for("ru")).terms}
    assert russian["term-courtier"].startswith("66 карт:")
    assert russian["term-lady"].startswith("21 карта:")
    assert "15 карт " in russian["term-notice"]


@pytest.mark.parametrize(("limit", "arabic", "russian"), [(30, "30 ثانية", "30 секунд"), (60, "60 ثانية", "60 секунд")])
def test_a_turn_limit_is_told_in_the_right_number(limit, arabic, russian):
    facts = replace(FACTS, turn_limit_seconds=limit, is_group=True)
    for language, phrase in (("ar", arabic), ("ru", russian)):
        row = next(row for row in compose(facts, texts_for(language)).defaults if row.anchor == "default-turn-limit")
        assert row.text.startswith(phrase)
        assert row.differs


def test_site_policy_values_are_told_as_they_are():
    page = compose(replace(FACTS, away_after_seconds=31, away_turn_seconds=4), texts_for("ru"))
    text = next(row.text for row in page.defaults if row.anchor == "default-leaving")
    assert "31 секунду" in text
    assert "4 секунды" in text


def anchors(page) -> list[str]:
    found = [heading.anchor for heading in page.contents]
    for part in (page.effects, page.defaults, page.local_rules, page.terms, page.questions):
        found += [entry.anchor for entry in part]
    return found


def test_anchors_are_the_same_in_every_language_and_never_double():
    found = [anchors(compose(FACTS, texts_for(language))) for language in LANGUAGES]
    assert all(each == found[0] for each in found)
    assert len(set(found[0])) == len(found[0])
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", anchor) for anchor in found[0])


def test_nothing_is_marked_on_the_page_of_the_site():
    page = compose(FACTS, texts_for("en"))
    marked = (*page.effects, page.further, *page.winning, *page.defaults, *page.local_rules)
    assert not any(part.differs for part in (*marked, *page.questions))
    assert not page.has_differences


def test_a_group_page_marks_what_differs_and_nothing_else():
    rules = RuleSet(semimaru=SemimaruRule.AS_MONK)
    page = compose(replace(FACTS, rules=rules, is_group=True), texts_for("en"))
    assert [item.kind for item in page.effects if item.differs] == [Kind.SEMIMARU]
    assert not page.further.differs
    assert [row.anchor for row in page.local_rules if row.differs] == ["rule-semimaru"]
    assert [question.anchor for question in page.questions if question.differs] == ["question-semimaru"]
    row = page.local_rules[0]
    assert (row.default, row.value) == ("Out at once", "Like a monk")
    assert [help.name for help in row.values if help.is_of_group] == ["Like a monk"]
    # The match can now only end with the last card: that sentence is the one in the list that is new.
    assert [line.text for line in page.winning if line.differs] == [
        "The match ends when the last card of the draw pile has taken effect."
    ]


def test_stopping_is_said_to_be_idle_where_no_card_leads_to_a_further_flip():
    idle = RuleSet(emperor=EmperorRule.ORDINARY, lady=LadyRule.TAKE_PILE)
    assert not has_further_flips(idle)
    assert compose(replace(FACTS, rules=idle, site_rules=idle), texts_for("en")).local_rules[3].note
    assert not compose(FACTS, texts_for("en")).local_rules[3].note


@pytest.mark.parametrize(
    "rules", list(engine.all_rule_sets()), ids=lambda rules: "-".join(map(str, rules.to_dict().values()))
)
def test_the_sentences_tell_what_the_engine_does(rules):
    """Flip each kind of card in a real match and compare who holds what and who moves next with the sentence's id."""
    for kind, (card, has_pile) in product(Kind, ((None, False), (None, True))):
        card = next(number for number in engine.CARDS if kind_of(number) is kind)
        told = effect(kind, rules)
        if told == "effect.jito.ordinary":  # "she counts as an ordinary lady"
            told = effect(Kind.LADY, rules)
        seen = _play_one(rules, card, has_pile=has_pile)
        grants = "keep_and_one_more" in told or "take_pile_and_one_more" in told
        grants = grants or ("one_more_if_pile_empty" in told and not has_pile)
        assert seen.is_further == grants, (told, has_pile)
        if grants:
            assert told.endswith("choice" if seen.may_stop else "must")
        assert seen.took_hands == ("take_all_hands" in told)
        assert seen.is_out == (told == "effect.semimaru.out")
        assert seen.will_skip == (told == "effect.semimaru.skip_turn")
        assert seen.all_lost == (told == "effect.semimaru.all_hands_to_pile")


class _Seen:
    def __init__(self, state, took_hands: bool, all_lost: bool) -> None:
        self.is_further = state.is_further_flip
        self.may_stop = engine.Action.STOP in engine.legal_actions(state)
        self.took_hands = took_hands
        self.is_out = state.out[0]
        self.will_skip = state.skip_pending[0]
        self.all_lost = all_lost


def _play_one(rules: RuleSet, card: int, *, has_pile: bool) -> _Seen:
    """Let three seats take a courtier each (or the third a monk, for a pile), then seat 0 flips the card."""
    plain = [number for number in engine.CARDS if kind_of(number) is Kind.COURTIER and number != card]
    monk = next(number for number in engine.CARDS if kind_of(number) is Kind.MONK and number != card)
    opening = [plain[0], plain[1], monk if has_pile else plain[2], card]
    rest = [number for number in engine.CARDS if number not in opening]
    state = engine.new_match(rules, 3, 0, [*opening, *rest])
    for _ in range(4):
        state, _events = engine.apply_action(state, engine.Action.FLIP)
    others = [len(hand) for hand in state.hands[1:]]
    return _Seen(
        state,
        took_hands=not any(others) and plain[1] in state.hands[0],
        all_lost=not any(map(len, state.hands)) and plain[1] in state.common_pile,
    )


def test_the_structured_questions_are_plain_words():
    texts = texts_for("ar")
    data = structured_data(compose(FACTS, texts), texts, "https://example.org/ar/rules/")
    assert data["@type"] == "FAQPage"
    assert len(data["mainEntity"]) == 6
    for question in data["mainEntity"]:
        assert question["name"]
        assert "<" not in question["name"] + question["acceptedAnswer"]["text"]


@pytest.mark.parametrize(
    ("language", "date"),
    [
        ("ja", "2026年9月7日"),
        ("en", "September 7, 2026"),
        ("id", "7 September 2026"),
        ("sw", "7 Septemba 2026"),
        ("ar", "7 سبتمبر 2026"),
        ("ru", "7 сентября 2026\u202fг."),
        ("hi", "7 सितंबर 2026"),
    ],
)
def test_the_date_is_written_as_the_language_writes_it(language, date):
    assert compose(FACTS, texts_for(language)).updated_on == date


def test_an_unreviewed_text_says_so_and_a_reviewed_one_names_the_reader():
    texts = texts_for("en")
    assert "no native reader has reviewed it yet" in compose(FACTS, replace(texts, reviewer="")).review
    assert compose(FACTS, replace(texts, reviewer="Ann")).review == "Reviewed by <bdi>Ann</bdi>."


def test_a_card_does_on_its_own_page_what_the_rules_page_says():
    texts = texts_for("hi")
    page = compose(FACTS, texts)
    for item in page.effects:
        assert card_effect(item.card, FACTS.rules, texts) == item.text
