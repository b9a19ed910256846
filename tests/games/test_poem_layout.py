"""Readings stand beside the characters they belong to."""

import pytest

from games.cards import CARDS
from games.poem_layout import ANTHOLOGIES_JA, Piece, pieces, poem_lines


@pytest.mark.parametrize("card", CARDS, ids=lambda card: str(card.number))
def test_each_line_of_a_poem_keeps_its_text_and_its_reading(card):
    lines = poem_lines(card.number)
    for line, text, kana in zip(lines, card.poem.text, card.poem.kana_historical, strict=True):
        assert "".join(piece.text for piece in line) == text
        assert "".join(piece.reading or piece.text for piece in line) == kana


@pytest.mark.parametrize(
    ("text", "kana", "readings"),
    [
        ("秋の田の", "あきのたの", ["あき", "", "た", ""]),
        ("吉野の里に", "よしののさとに", ["よしの", "", "さと", ""]),
        ("人の命の", "ひとのいのちの", ["ひと", "", "いのち", ""]),
        ("小野の篠原", "をののしのはら", ["をの", "", "しのはら"]),
        ("香に匂ひける", "かににほひける", ["か", "", "にほ", ""]),
    ],
)
def test_a_reading_that_could_be_split_in_two_ways_is_split_evenly(text, kana, readings):
    assert [piece.reading for piece in pieces(text, kana)] == readings


def test_a_line_of_kana_needs_no_reading():
    assert pieces("ながめせしまに", "ながめせしまに") == (Piece("ながめせしまに"),)


def test_a_reading_of_another_line_is_refused():
    with pytest.raises(ValueError):
        pieces("秋の田の", "ながめせしまに")


def test_every_anthology_has_its_japanese_name():
    assert {card.anthology for card in CARDS} == set(ANTHOLOGIES_JA)
