"""The one builder of a card's HTML; it knows the hundred cards and no match."""

from enum import StrEnum
from functools import cache

from django.utils.html import escape

from games.cards import CARDS_BY_NUMBER
from games.engine import JITO, Role, is_emperor, role_of
from games.live.words import Words


class CardSize(StrEnum):
    """How much of a card is said: nothing but which one it is, in a fan; a card by itself; one with the poet's name."""

    FAN = "fan"
    SMALL = "small"
    LARGE = "large"


# 100 cards x 3 sizes x the languages: each is built once per process.
@cache
def card(number: int, language: str, size: CardSize) -> str:
    """Return a card as HTML for sighted readers; whoever places it hides it from the others or names it in text.

    Its picture, its colour and the mark of its role come from `faces.css` by the class. A fan is sent with every
    change of a hand, to every page: its cards are as short as HTML can be, without quotes.
    """
    if size is CardSize.FAN:
        return f"<i class=c{number}></i>"
    name = ""
    if size is CardSize.LARGE:
        name = f"<b class=card-name>{escape(CARDS_BY_NUMBER[number].short(language))}</b>"
    return f'<i class="card c{number}">{name}</i>'


def card_title(words: Words, number: int) -> str:
    """Return kind and poet of a card as text for HTML, such as "Monk Henjō"."""
    if number == JITO:
        kind = "empress"
    elif is_emperor(number):
        kind = "emperor"
    else:
        kind = role_of(number).value
    return words.label(f"card.{kind}").format(poet=escape(CARDS_BY_NUMBER[number].short(words.language)))


def role_mark(role: Role | str) -> str:
    """Return the small mark of a kind of card, as it stands in the cards' corners."""
    return f'<i class="mark-role {role}" aria-hidden="true"></i>'
