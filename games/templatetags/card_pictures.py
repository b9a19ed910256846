"""Pictures of cards for pages that are read rather than played; it must not know matches."""

from typing import Final

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

# The shape of the drawings; the style sheet decides how large they are shown.
WIDTH: Final = 200
HEIGHT: Final = 280


@register.simple_tag
def card_picture(number: int, alt: str, loading: str = "eager") -> SafeString:
    """Return the picture of a card; `alt` is empty where text beside it says the same, `loading` "lazy" in lists."""
    return format_html(
        '<img class="card-picture" src="{}" alt="{}" width="{}" height="{}" loading="{}">',
        static(f"cards/{number:03d}.svg"),
        alt,
        WIDTH,
        HEIGHT,
        loading,
    )
