"""What every template may know about languages; it must not know pages."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language, get_language_bidi


def site_languages(request: HttpRequest) -> dict[str, Any]:
    """Return the language and direction of this page."""
    return {
        "language_code": get_language() or settings.LANGUAGE_CODE,
        "language_direction": "rtl" if get_language_bidi() else "ltr",
    }
