"""What every template may know about the page's languages; it must not know pages."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language, get_language_bidi

from bozusite import languages
from bozusite.pages import page_in_languages


def site_languages(request: HttpRequest) -> dict[str, Any]:
    """Return `language_code`, `language_direction`, and `page_languages`: this page in every language, made when used.

    Each of `page_languages` has code, name, direction, is_current, path (for alternates), url (the same page with its
    query) and choose_url (the same, keeping the choice: for the switcher).
    """
    return {
        "language_code": get_language() or languages.DEFAULT_CODE,
        "language_direction": "rtl" if get_language_bidi() else "ltr",
        "page_languages": SimpleLazyObject(lambda: page_in_languages(request)),
    }
