"""Ways from one page of admin to another."""

from __future__ import annotations

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext


def matches_link(lookup: str, key: int | None) -> SafeString:
    """Return the link to the list of matches that a lookup leaves."""
    address = reverse("admin:games_match_changelist", query={lookup: key})
    return format_html('<a href="{}">{}</a>', address, gettext("Show the matches"))
