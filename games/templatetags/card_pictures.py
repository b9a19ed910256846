"""Pictures of cards for pages that are read rather than played; it must not know matches."""

from functools import cache

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.live.cards_html import CardSize
from games.live.cards_html import card as card_html

register = template.Library()

# The shape of the drawings; the style sheet decides how large they are shown.
WIDTH, HEIGHT = 250, 350


@register.simple_tag
def card_picture(number: int, alt: str) -> SafeString:
    """Return the picture of a card; an empty `alt` where the text beside it says the same."""
    path = f"cards/{number:03d}.svg"
    if not _is_drawn(path):
        face = mark_safe(card_html(number, get_language() or "en", CardSize.LARGE))
        return (
            format_html('<span class="card-picture" role="img" aria-label="{}">{}</span>', alt, face) if alt else face
        )
    return format_html(
        '<img class="card-picture" src="{}" alt="{}" width="{}" height="{}" loading="lazy">',
        static(path),
        alt,
        WIDTH,
        HEIGHT,
    )


@cache
def _is_drawn(path: str) -> bool:
    return finders.find(path) is not None
