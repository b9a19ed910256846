"""How a card looks in HTML."""

import pytest

from games import engine
from games.live.cards_html import CardSize, card, card_title
from games.live.words import words_of
from tests.games.live.pages import Page


@pytest.mark.parametrize("number", engine.CARDS)
def test_every_card_is_told_by_its_class(number):
    for size in CardSize:
        root = Page(card(number, "en", size)).roots[0]
        assert f"c{number}" in (root.attributes["class"] or "").split()


def test_a_large_card_has_the_poets_name_in_the_readers_script_and_no_other_says_anything():
    assert Page(card(9, "en", CardSize.LARGE)).text == "Komachi"
    assert Page(card(9, "ja", CardSize.LARGE)).text == "小町"
    assert Page(card(9, "ja", CardSize.SMALL)).text == ""
    assert Page(card(9, "ja", CardSize.FAN)).text == ""


def test_a_card_in_a_hand_takes_twenty_bytes_at_most():
    assert max(len(card(number, "ja", CardSize.FAN).encode()) for number in engine.CARDS) <= 20


def test_a_card_is_called_by_its_kind_and_poet():
    words = words_of("en")
    titles = [card_title(words, number) for number in (3, 9, 12, 10, 1, 2)]
    assert titles == ["Courtier Hitomaro", "Lady Komachi", "Monk Henjō", "Semimaru", "Emperor Tenchi", "Empress Jitō"]
