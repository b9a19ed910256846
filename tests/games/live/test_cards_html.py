"""How a card looks in HTML."""

import pytest

from games import engine
from games.live.cards_html import CardSize, card, card_title
from games.live.words import words_of
from tests.games.live.pages import Page


@pytest.mark.parametrize("number", engine.CARDS)
def test_the_kind_of_every_card_shows_by_its_class(number):
    for size in CardSize:
        root = Page(card(number, "en", size)).roots[0]
        classes = (root.attributes["class"] or "").split()
        assert engine.role_of(number).value in classes
        assert ("emperor" in classes) is engine.is_emperor(number)
        assert root.attributes["data-card"] == str(number)


def test_a_face_shows_number_and_name_in_the_readers_script_and_an_edge_nothing():
    assert Page(card(9, "en", CardSize.LARGE)).text == "9Komachi"
    assert Page(card(9, "ja", CardSize.LARGE)).text == "9小町"
    assert Page(card(9, "ja", CardSize.EDGE)).text == ""


def test_a_card_is_called_by_its_kind_and_poet():
    words = words_of("en")
    titles = [card_title(words, number) for number in (3, 9, 12, 10, 1, 2)]
    assert titles == ["Courtier Hitomaro", "Lady Komachi", "Monk Henjō", "Semimaru", "Emperor Tenchi", "Empress Jitō"]
