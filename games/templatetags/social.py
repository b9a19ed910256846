"""What places that show shared links ask for; it must not know pages."""

from typing import Final

from django import template
from django.templatetags.static import static

register = template.Library()

# They want a region with each language: the one where most of its readers are.
_LOCALES: Final = {
    "ja": "ja_JP",
    "en": "en_US",
    "id": "id_ID",
    "sw": "sw_KE",
    "ar": "ar_AR",
    "ru": "ru_RU",
    "hi": "hi_IN",
}


@register.simple_tag
def social_locale(language: str) -> str:
    """Return the language as Open Graph writes it."""
    return _LOCALES.get(language, language.replace("-", "_"))


@register.simple_tag
def social_picture(language: str) -> str:
    """Return the path of the picture with the site's name and summary in a language."""
    return static(f"og/{language}.png")
