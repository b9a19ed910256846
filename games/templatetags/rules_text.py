"""Words of the rules texts in templates that have them as `texts`; it must not know rule sets."""

from typing import Any

from django import template
from django.template import Context
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def say(context: Context, text_id: str, **values: Any) -> SafeString:
    """Return the text of an id as markup, filled with the values given."""
    found: SafeString = context["texts"].html(text_id, **values)
    return found


@register.simple_tag(takes_context=True)
def say_plain(context: Context, text_id: str, **values: Any) -> str:
    """Return the text of an id without markup, for attributes and titles."""
    found: str = context["texts"].line(text_id, **values)
    return found


@register.simple_tag(takes_context=True)
def term(context: Context, key: str) -> str:
    """Return a term of the game."""
    found: str = context["texts"].term(key)
    return found


@register.filter
def written(value: int, texts: Any) -> str:
    """Return a number as the language of the texts writes it."""
    found: str = texts.number(value)
    return found
