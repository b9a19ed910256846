"""How people and links are shown in templates: names in isolation, QR codes as inline SVG; reads no database."""

from __future__ import annotations

import segno
from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import pgettext

from accounts.names import shown_name

register = template.Library()


@register.filter
def person(name: str) -> SafeString:
    """Return a name as HTML in its own direction, cleaned of whatever an old row holds; never empty."""
    return format_html("<bdi>{}</bdi>", shown_name(name) or pgettext("a player who was deleted", "Former player"))


@register.filter
def plain_person(name: str) -> str:
    """Return a name for attributes and fields, cleaned; empty when nothing visible is left."""
    return shown_name(name)


@register.simple_tag
def list_comma() -> str:
    """Return what stands between two names of a list in the reader's language."""
    return pgettext("list of names", "{names}, {next}").format(names="", next="")


@register.simple_tag
def qr_code(text: str) -> SafeString:
    """Return a QR code as inline SVG without any style, so that the content policy has nothing to object to."""
    code = segno.make(text, error="m", micro=False)
    drawing = code.svg_inline(border=4, svgclass="qr", lineclass="", omitsize=True, light="#fff", dark="#000")
    return mark_safe(drawing)
