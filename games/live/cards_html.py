"""The one builder of a card's HTML; it knows the hundred cards and no match."""

from enum import StrEnum
from functools import cache

from django.utils.html import escape

from games.cards import CARDS_BY_NUMBER
from games.engine import JITO, Role, is_emperor, role_of
from games.live.words import Words, words_of


class CardSize(StrEnum):
    """How much of a card is drawn: its edge in a fan, a small face, or a large face with the name."""

    EDGE = "edge"
    SMALL = "small"
    LARGE = "large"


# 100 cards x 3 sizes x the languages: each is built once per process.
@cache
def card(number: int, language: str, size: CardSize) -> str:
    """Return a card as HTML for sighted readers; whoever places it hides it from the others or names it in text.

    The role shows by class and by the mark in the corner, never by colour alone.
    """
    classes = f"card card-{size} {role_of(number)}{' emperor' if is_emperor(number) else ''}"
    if size is CardSize.EDGE:
        return f'<i class="{classes}" data-card="{number}"></i>'
    words = words_of(language)
    return (
        f'<i class="{classes}" data-card="{number}">'
        f'<b class="card-number">{words.number(number)}</b>'
        f'<span class="card-name">{escape(CARDS_BY_NUMBER[number].short(language))}</span></i>'
    )


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
