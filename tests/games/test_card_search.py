"""Cards are found by a name in any script and spelling, or by their number."""

import pytest

from games.card_search import folded, matching_cards
from games.cards import CARDS
from games.engine import Role


def numbers(*args, **kwargs) -> list[int]:
    return [card.number for card in matching_cards(*args, **kwargs)]


@pytest.mark.parametrize(
    "query",
    [
        "小野小町",
        "小町",
        "おののこまち",
        "オノノコマチ",
        "Ono no Komachi",
        "  ONO NO KOMACHI ",
        "ononokomachi",
        "komachi",
        "Комати",
        "комати",
        "كوماتشي",
        "कोमाचि",
        "कोमाची",
        "9",
        "９",
        "٩",
        "९",
    ],
)
def test_a_poet_is_found_in_any_script_and_by_number(query):
    assert numbers(query) == [9]


@pytest.mark.parametrize(("query", "number"), [("Jito", 2), ("jitō", 2), ("Shun'e", 85), ("shune", 85), ("Едзэй", 13)])
def test_long_vowels_signs_and_accents_may_be_left_out(query, number):
    assert numbers(query) == [number]


def test_a_person_is_found_whose_card_has_a_title_only():
    assert numbers("Sugawara no Michizane") == [24]
    assert numbers("菅原道真") == [24]


@pytest.mark.parametrize("query", ["nobody at all", "!!!", "101", "0", "九" * 200])
def test_what_fits_no_card_finds_none(query):
    assert numbers(query) == []


def test_no_wish_finds_all():
    assert numbers() == numbers("   ") == list(range(1, 101))


def test_wishes_add_up():
    assert len(numbers(role=Role.MONK)) == 12
    assert numbers(emperors_only=True) == [1, 2, 13, 15, 68, 77, 99, 100]
    assert numbers(role=Role.LADY, emperors_only=True) == [2]
    assert numbers("komachi", Role.MONK) == []


@pytest.mark.parametrize("card", CARDS, ids=lambda card: str(card.number))
def test_every_card_is_found_by_each_of_its_names(card):
    for full, short in card.names.values():
        assert card.number in numbers(full)
        assert card.number in numbers(short)
    assert card.number in numbers(card.kana)


def test_folding_keeps_letters_apart_that_are_different_letters():
    assert folded("が") != folded("か")
    assert folded("ぱ") != folded("は")
    assert folded("कोमाचि") != folded("कमचि")
