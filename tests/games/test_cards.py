"""The facts of the hundred cards, checked against the tradition and against the engine's numbers."""

import re
import unicodedata
from collections import Counter
from dataclasses import FrozenInstanceError
from itertools import chain

import pytest

from games import engine
from games.cards import CARD_DATA, CARDS, CARDS_BY_NUMBER, NAME_LANGUAGES, Card

EMPERORS = {1, 2, 13, 15, 68, 77, 99, 100}
LADIES = {2, 9, 19, 38, 53, 54, 56, 57, 58, 59, 60, 61, 62, 65, 67, 72, 80, 88, 89, 90, 92}
MONKS = {8, 12, 21, 47, 66, 69, 70, 82, 85, 86, 87, 95}

SCRIPTS = {
    "ja": r"[ぁ-ん々\u4e00-\u9fff]+",
    "romaji": r"[A-Za-zĀāĪīŪūĒēŌō' ]+",
    "ru": r"[А-Яа-яЁё\- ]+",
    "ar": r"[\u0621-\u064a ]+",
    "hi": r"[\u0900-\u097f ]+",
    "ko": r"[\uac00-\ud7a3 ]+",
    "zh-hant": r"[\u4e00-\u9fff]+",
    "zh-hans": r"[\u4e00-\u9fff]+",
}

METRE = (5, 7, 5, 7, 7)
# Lines with one mora too many (字余り), as (poem, line from 1); no line is short and none is two over.
LONG_LINES = {
    *((1, 3), (4, 1), (4, 2), (9, 1), (11, 3), (15, 2), (16, 3), (20, 5), (21, 4), (21, 5), (22, 5), (23, 5)),
    *((24, 2), (25, 1), (26, 3), (28, 5), (29, 1), (31, 2), (38, 5), (40, 2), (48, 1), (49, 5), (55, 1), (57, 1)),
    *((70, 2), (73, 5), (74, 3), (75, 1), (76, 2), (77, 5), (79, 4), (80, 5), (85, 2), (92, 3), (99, 4)),
}

ANTHOLOGIES = {
    "Kokinshū": 24,
    "Gosenshū": 7,
    "Shūishū": 11,
    "Goshūishū": 14,
    "Kin'yōshū": 5,
    "Shikashū": 5,
    "Senzaishū": 14,
    "Shin kokinshū": 14,
    "Shin chokusenshū": 4,
    "Shoku gosenshū": 2,
}

# Kana that may stand for one another between the historical and the modern spelling.
SAME_SOUND = {
    kana: group[0] for group in ("はわ", "ひゐい", "ふう", "へゑえ", "ほをお", "むん", "ぢじ", "づず") for kana in group
}
RESPELT = (
    *(("けふ", "きょう"), ("てふ", "ちょう"), ("まがふ", "まごう")),
    *(("あふさか", "おうさか"), ("あふこと", "おうこと")),
)


def morae(kana: str) -> int:
    return len(re.findall(r"[^ゃゅょ]", kana))


def sound(kana: str) -> str:
    for old, new in RESPELT:
        kana = kana.replace(old, new)
    return "".join(SAME_SOUND.get(letter, letter) for letter in kana)


def heard(kana: str) -> str:
    """The kana with おう and おお as the one sound they are when recited."""
    return kana.replace("おう", "おお")


def strings(card: Card) -> list[str]:
    poem = card.poem
    return [
        *chain.from_iterable(card.names.values()),
        *(card.kana, card.short_kana, card.person_ja, card.person_romaji, card.title, card.anthology, card.kimariji),
        *chain(poem.text, poem.kana, poem.kana_historical, poem.romaji),
    ]


def test_the_cards_are_numbered_from_1_to_100_in_order() -> None:
    assert [card.number for card in CARDS] == list(range(1, 101))
    assert all(CARDS_BY_NUMBER[number].number == number for number in range(1, 101))


def test_there_are_66_courtiers_21_ladies_12_monks_and_semimaru() -> None:
    assert Counter(card.role.value for card in CARDS) == {"courtier": 66, "lady": 21, "monk": 12, "semimaru": 1}


def test_each_role_is_held_by_the_known_numbers() -> None:
    by_role = {role: {card.number for card in CARDS if card.role == role} for role in ("lady", "monk", "semimaru")}
    assert by_role == {"lady": LADIES, "monk": MONKS, "semimaru": {10}}


def test_the_eight_emperors_are_seven_men_and_jito() -> None:
    emperors = [card for card in CARDS if card.is_emperor]
    assert {card.number for card in emperors} == EMPERORS
    assert Counter(card.role.value for card in emperors) == {"courtier": 7, "lady": 1}
    assert CARDS_BY_NUMBER[engine.JITO].short("en") == "Jitō"


def test_the_cards_and_the_engine_agree_on_every_role() -> None:
    assert {card.number: (card.role, card.is_emperor) for card in CARDS} == {
        number: (engine.role_of(number), engine.is_emperor(number)) for number in engine.CARDS
    }
    assert CARDS_BY_NUMBER[engine.SEMIMARU].name("ja") == "蝉丸"


@pytest.mark.parametrize("language", sorted(NAME_LANGUAGES))
def test_every_name_is_written_in_its_own_script_and_is_unique(language: str) -> None:
    for form in (0, 1):
        names = [card.names[language][form] for card in CARDS]
        assert [name for name in names if not re.fullmatch(SCRIPTS[language], name)] == []
        assert len(set(names)) == 100


def test_every_card_has_a_name_in_the_same_scripts() -> None:
    assert frozenset(SCRIPTS) == NAME_LANGUAGES
    assert {frozenset(card.names) for card in CARDS} == {NAME_LANGUAGES}


@pytest.mark.parametrize(
    ("language", "full", "short"),
    [
        ("ja", "天智天皇", "天智"),
        ("en", "Tenchi Tennō", "Tenchi"),
        ("id", "Tenchi Tennō", "Tenchi"),
        ("sw", "Tenchi Tennō", "Tenchi"),
        ("pt-br", "Tenchi Tennō", "Tenchi"),
        ("ru", "Тэндзи Тэнно", "Тэндзи"),
        ("ar", "تينتشي تيننو", "تينتشي"),
        ("ar-eg", "تينتشي تيننو", "تينتشي"),
        ("hi", "तेन्चि तेन्नो", "तेन्चि"),
        ("ko", "덴치 덴노", "덴치"),
        ("zh-hant", "天智天皇", "天智"),
        ("zh_Hans", "天智天皇", "天智"),
    ],
)
def test_a_name_is_given_in_the_reader_s_script_and_else_in_latin_letters(language: str, full: str, short: str) -> None:
    assert CARDS_BY_NUMBER[1].name(language) == full
    assert CARDS_BY_NUMBER[1].short(language) == short


def test_chinese_readers_get_the_characters_of_their_own_script() -> None:
    jito = CARDS_BY_NUMBER[2]
    assert (jito.short("zh-hant"), jito.short("zh-tw")) == ("持統", "持統")
    assert (jito.short("zh-hans"), jito.short("zh"), jito.short("zh-cn")) == ("持统", "持统", "持统")


def test_a_person_is_named_in_both_scripts_or_in_none() -> None:
    assert [card.number for card in CARDS if bool(card.person_ja) != bool(card.person_romaji)] == []
    assert CARDS_BY_NUMBER[24].person_romaji == "Sugawara no Michizane"


def test_no_text_has_stray_spaces_or_characters_that_cannot_be_seen() -> None:
    for text in chain.from_iterable(map(strings, CARDS)):
        assert text == text.strip()
        assert "  " not in text
        assert text == unicodedata.normalize("NFC", text)
        assert [letter for letter in text if unicodedata.category(letter)[0] == "C" or letter == "\ufffd"] == []


def test_the_data_file_is_plain_utf_8_with_line_feeds() -> None:
    raw = CARD_DATA.read_bytes()
    assert not raw.startswith(b"\xef\xbb\xbf")
    assert b"\r" not in raw
    assert raw.endswith(b"\n")


def test_every_poem_has_five_lines_in_each_form() -> None:
    for card in CARDS:
        poem = card.poem
        assert [len(form) for form in (poem.text, poem.kana, poem.kana_historical, poem.romaji)] == [5, 5, 5, 5]


def test_no_two_poems_are_the_same() -> None:
    for form in ("text", "kana", "kana_historical", "romaji"):
        assert len({getattr(card.poem, form) for card in CARDS}) == 100


def test_readings_are_plain_hiragana() -> None:
    for card in CARDS:
        readings = (card.kana, card.short_kana, card.kimariji, *card.poem.kana, *card.poem.kana_historical)
        assert [reading for reading in readings if not re.fullmatch(r"[ぁ-ん]+", reading)] == []


def test_every_line_has_its_metre_but_for_the_known_long_ones() -> None:
    long_lines = set()
    for card in CARDS:
        for form in (card.poem.kana, card.poem.kana_historical):
            for line, (kana, usual) in enumerate(zip(form, METRE, strict=True), 1):
                assert morae(kana) - usual in (0, 1), (card.number, line, kana)
                if morae(kana) > usual:
                    long_lines.add((card.number, line))
    assert long_lines == LONG_LINES


def test_modern_and_historical_kana_spell_the_same_sounds() -> None:
    for card in CARDS:
        modern, historical = map(sound, ("".join(card.poem.kana), "".join(card.poem.kana_historical)))
        assert modern == historical, card.number


def test_modern_kana_has_no_letter_of_the_old_spelling() -> None:
    for card in CARDS:
        assert not re.search(r"[ゐゑ]", "".join(card.poem.kana)), card.number


def test_the_kana_printed_in_a_line_are_those_of_its_reading() -> None:
    for card in CARDS:
        for text, reading in zip(card.poem.text, card.poem.kana_historical, strict=True):
            assert re.fullmatch(r"[ぁ-ん々\u4e00-\u9fff]+", text)
            rest = iter(reading)
            assert all(kana in rest for kana in re.findall(r"[ぁ-ん]", text)), (card.number, text, reading)


def test_romaji_has_latin_letters_only_and_starts_the_poem_with_a_capital() -> None:
    for card in CARDS:
        assert all(re.fullmatch(r"[A-Za-zōūŌŪ' ]+", line) for line in card.poem.romaji), card.number
        assert card.poem.romaji[0][0].isupper()


def test_deciding_syllables_decide_and_are_as_short_as_can_be() -> None:
    poems = {card.number: heard("".join(card.poem.kana)) for card in CARDS}
    for card in CARDS:
        deciding = heard(card.kimariji)
        assert [number for number, poem in poems.items() if poem.startswith(deciding)] == [card.number]
        if len(deciding) > 1:
            assert sum(poem.startswith(deciding[:-1]) for poem in poems.values()) > 1, card.number


def test_deciding_syllables_have_the_traditional_lengths() -> None:
    lengths = Counter(len(heard(card.kimariji)) for card in CARDS)
    assert lengths == {1: 7, 2: 42, 3: 37, 4: 6, 5: 2, 6: 6}
    assert {card.kimariji for card in CARDS if len(card.kimariji) == 1} == set("むすめふさほせ")


def test_the_anthologies_give_the_traditional_numbers() -> None:
    assert Counter(card.anthology for card in CARDS) == ANTHOLOGIES


def test_a_card_cannot_be_changed() -> None:
    card = CARDS_BY_NUMBER[1]
    with pytest.raises(FrozenInstanceError):
        card.number = 2  # type: ignore[misc]
    assert len(set(CARDS)) == 100
    with pytest.raises(TypeError):
        card.names["ja"] = ("", "")  # type: ignore[index]
