"""The words of the rules and cards pages: complete, alike in every language, and right in their numbers."""

import csv
import re
from dataclasses import replace
from pathlib import Path

import pytest
from babel import Locale
from django.conf import settings

from games.rules_text.checks import check_rules_texts, problems
from games.rules_text.texts import TextError, placeholders, plural_forms, texts_for
from tests.site import ROOT

LANGUAGES = [code for code, _ in settings.LANGUAGES]
COUNTS = (0, 1, 2, 3, 5, 10, 11, 21, 22, 25, 100, 101, 102, 103, 111)

# Terms where the site has a better word than the page they come from.
BETTER_TERMS = {("hi", "head.terms"): "शब्दावली"}


def lines_of(text):
    return [text] if isinstance(text, str) else list(text.values())


def with_text(texts, text_id, text):
    return replace(texts, by_id={**texts.by_id, text_id: text})


def test_the_site_speaks_the_seven_languages():
    assert {"ja", "en", "id", "sw", "ar", "ru", "hi"} <= set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_texts_with_the_same_placeholders(language):
    assert problems(texts_for(language)) == []


def test_the_site_does_not_start_with_a_faulty_text():
    assert check_rules_texts() == []


@pytest.mark.parametrize(
    ("text_id", "text", "problem"),
    [
        ("effect.monk", "", "effect.monk is empty"),
        ("effect.monk", "{card} goes.", "effect.monk has the unknown placeholders ['card']"),
        ("cards.number", "No.", "cards.number lacks the placeholders ['number']"),
        ("cards.found", {"other": "{count} cards"}, "cards.found has the plural forms ['other']"),
        ("cards.found", {"one": "a card", "other": "cards"}, "cards.found (other) lacks the placeholders ['count']"),
        ("cards.found", "{count} cards", "cards.found has plural forms in one language and none in the other"),
        ("cards.unheard", "x", "cards.unheard is in no other language"),
    ],
)
def test_a_fault_in_a_text_is_found(text_id, text, problem):
    faulty = with_text(texts_for("en"), text_id, text)
    found = problems(faulty, reference=texts_for("en"))
    assert len(found) == 1
    assert found[0].startswith(problem)


def test_a_missing_text_is_found():
    texts = texts_for("en")
    without = replace(texts, by_id={key: text for key, text in texts.by_id.items() if key != "effect.monk"})
    assert problems(without, reference=texts) == ["effect.monk is missing"]


def test_a_form_that_stands_for_several_numbers_must_show_the_number():
    russian = texts_for("ru")
    faulty = with_text(
        russian, "cards.found", {**russian.by_id["cards.found"], "one": "Одна карта"}
    )  # 21 is "one", too
    assert problems(faulty) == ["cards.found (one) lacks the placeholders ['count']"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terms_are_those_of_the_list_of_terms(language):
    with (Path(__file__).parent / "terms.csv").open(encoding="utf-8", newline="") as file:
        listed = {row["key"]: row for row in csv.DictReader(file)}
    used = [text_id for text_id in texts_for("en").by_id if text_id.startswith("terms.")]
    assert len(used) > 50
    for text_id in used:
        key = text_id.removeprefix("terms.")
        wanted = BETTER_TERMS.get((language, key), listed[key][language])
        assert texts_for(language).term(key) == wanted


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "ja"])
def test_no_number_is_typed_in_a_text(language):
    """Japanese is left out: there, "one more" and "rank one" are written with figures."""
    for text_id, text in texts_for(language).by_id.items():
        if not text_id.startswith("terms."):
            for line in lines_of(text):
                assert not re.search(r"\d", line), text_id


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_counted_text_has_a_form_for_every_count(language):
    texts = texts_for(language)
    form_of = Locale.parse(language).plural_form
    for text_id, text in texts.by_id.items():
        if isinstance(text, str):
            continue
        others = {name: "x" for line in lines_of(text) for name in placeholders(line) if name != "count"}
        for count in COUNTS:
            line = texts.line(text_id, count=count, **others)
            assert line == text[form_of(count)].format(count=texts.number(count), **others)
            assert "{" not in line


@pytest.mark.parametrize(
    ("count", "arabic", "russian"),
    [
        (0, "لا أوراق", "0 карт"),
        (1, "ورقة واحدة", "1 карта"),
        (2, "ورقتان", "2 карты"),
        (3, "3 أوراق", "3 карты"),
        (5, "5 أوراق", "5 карт"),
        (10, "10 أوراق", "10 карт"),
        (11, "11 ورقة", "11 карт"),
        (21, "21 ورقة", "21 карта"),
        (22, "22 ورقة", "22 карты"),
        (25, "25 ورقة", "25 карт"),
        (100, "100 ورقة", "100 карт"),
        (101, "101 ورقة", "101 карта"),
        (103, "103 أوراق", "103 карты"),
        (111, "111 ورقة", "111 карт"),
    ],
)
def test_cards_are_counted_as_arabic_and_russian_count(count, arabic, russian):
    assert texts_for("ar").line("cards.found", count=count) == arabic
    assert texts_for("ru").line("cards.found", count=count) == russian


def test_a_whole_number_of_seconds_takes_its_form_also_when_it_comes_with_a_fraction():
    assert texts_for("ru").line("defaults.cpu_plays", count=2.0).endswith("через 2 секунды за него играет CPU.")
    assert "1,5 секунды" in texts_for("ru").line("defaults.cpu_plays", count=1.5)
    assert "ثانيتين" in texts_for("ar").line("defaults.cpu_plays", count=2.0)


def test_names_are_isolated_and_escaped_in_markup_and_left_alone_in_plain_words():
    texts = texts_for("ar")
    name = "<b>abc (1)"
    assert "<bdi>&lt;b&gt;abc (1)</bdi>" in texts.html("foot.reviewed", name=name)
    assert texts.line("foot.reviewed", name=name) == "راجعه <b>abc (1)."


def test_a_text_that_does_not_exist_is_an_error():
    with pytest.raises(TextError):
        texts_for("en").line("no.such.text")
    with pytest.raises(TextError):
        texts_for("en").line("cards.found")
    with pytest.raises(TextError):
        texts_for("xx")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_forms_of_a_language_are_those_that_unicode_names(language):
    assert "other" in plural_forms(language)


def test_arabic_has_six_forms_and_russian_four():
    assert len(plural_forms("ar")) == 6
    assert len(plural_forms("ru")) == 4


def test_indonesian_says_you_as_the_rest_of_the_site_does():
    familiar = re.compile(r"\bkamu\b|\b(?:giliran|tangan|kartu|milik|untuk|dengan)mu\b", re.IGNORECASE)
    lines = [line for text in texts_for("id").by_id.values() for line in lines_of(text)]
    assert any("Anda" in line for line in lines)
    assert [line for line in lines if familiar.search(line)] == []
    assert not familiar.search((ROOT / "locale/id/LC_MESSAGES/django.po").read_text(encoding="utf-8"))
