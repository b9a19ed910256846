"""The roles of the 100 cards, against rules.md and the poets' data."""

import pytest

from games.engine import CARDS, EMPERORS, JITO, LADIES, MONKS, SEMIMARU, Role, is_emperor, role_of


def test_the_deck_has_66_courtiers_21_ladies_12_monks_and_semimaru() -> None:
    roles = [role_of(card) for card in CARDS]
    assert len(roles) == 100
    assert {role: roles.count(role) for role in Role} == {
        Role.COURTIER: 66,
        Role.LADY: 21,
        Role.MONK: 12,
        Role.SEMIMARU: 1,
    }


def test_the_eight_emperors_are_seven_courtiers_and_jito() -> None:
    assert {card for card in CARDS if is_emperor(card)} == {1, 2, 13, 15, 68, 77, 99, 100} == EMPERORS
    assert {role_of(card) for card in EMPERORS - {JITO}} == {Role.COURTIER}
    assert role_of(JITO) is Role.LADY


def test_semimaru_is_card_10_and_neither_lady_nor_monk() -> None:
    assert SEMIMARU == 10
    assert role_of(SEMIMARU) is Role.SEMIMARU
    assert SEMIMARU not in LADIES | MONKS | EMPERORS


@pytest.mark.parametrize(
    ("card", "role"),
    [
        (8, Role.MONK),  # Kisen
        (9, Role.LADY),  # Ono no Komachi
        (57, Role.LADY),  # Murasaki Shikibu
        (76, Role.COURTIER),  # the former regent, painted as a monk in some decks
        (96, Role.COURTIER),  # the lay priest and former chancellor, likewise
        (95, Role.MONK),  # Jien
        (100, Role.COURTIER),  # Juntoku
    ],
)
def test_a_poet_has_the_role_of_the_data(card: int, role: Role) -> None:
    assert role_of(card) is role


@pytest.mark.parametrize("card", [0, -1, 101])
def test_a_number_outside_the_deck_has_no_role(card: int) -> None:
    with pytest.raises(ValueError):
        role_of(card)
