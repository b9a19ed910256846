"""Cards in page templates; the drawing itself is in games.live.cards_html."""

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.live.cards_html import CardSize
from games.live.cards_html import card as card_html

register = template.Library()


@register.simple_tag
def card(number: int, size: str) -> SafeString:
    """Return a card in the language of the page, for sighted readers: "edge", "small" or "large"."""
    return mark_safe(card_html(number, get_language() or "en", CardSize(size)))
