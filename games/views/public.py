"""The mark of pages that are the same for everybody; it must not know what is on them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

# An edit in admin must be seen within a minute. Our own processes notice it within seconds; the rest of the minute is
# for proxies and browsers, whose ages add up to this at most.
PUBLIC_SECONDS: Final = 30


def public_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Return the view with its good answers marked as the same for everybody and kept by caches for half a minute."""

    @wraps(view)
    def marked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if response.status_code == 200:
            patch_cache_control(response, public=True, max_age=PUBLIC_SECONDS)
        return response

    return marked
