"""What makes the site an app on a home screen: manifest, service worker, the page without network; no game in here."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language, get_language_bidi, gettext
from django.views.decorators.http import require_safe

from bozusite import languages
from games.build import build_mark
from games.views.public import public_page

# The colours of the mat and of paper in static/css/tokens.css: the bar of the app, and what is seen while it starts.
_THEME: Final = "#2f4a3c"
_PAPER: Final = "#faf6ec"

_ICONS: Final = (
    ("icon", 192, "any"),
    ("icon", 512, "any"),
    ("maskable", 192, "maskable"),
    ("maskable", 512, "maskable"),
)


@require_safe
@public_page
def manifest(request: HttpRequest) -> HttpResponse:
    """Answer with the description of the app in the language of the address; it is one app in every language."""
    icons: list[dict[str, str]] = [
        {
            "src": static(f"icons/app/{name}-{side}.png"),
            "sizes": f"{side}x{side}",
            "type": "image/png",
            "purpose": purpose,
        }
        for name, side, purpose in _ICONS
    ]
    icons.append({"src": static("icons/app/icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"})
    described: dict[str, Any] = {
        "id": "/",
        "name": gettext("Bozu Mekuri: the card game of a hundred poets"),
        "short_name": gettext("Bozu Mekuri"),
        "description": gettext(
            "Play Bozu Mekuri, the Japanese card game of a hundred poets, free in your browser: "
            "alone or with 2 to 6 people, without registration."
        ),
        "lang": get_language() or languages.DEFAULT_CODE,
        "dir": "rtl" if get_language_bidi() else "ltr",
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "theme_color": _THEME,
        "background_color": _PAPER,
        "categories": ["games"],
        "icons": icons,
        "shortcuts": [
            {"name": gettext("Play with friends"), "url": reverse("group_new")},
            {"name": gettext("Rules"), "url": reverse("rules")},
        ],
        # What somebody sends on from another app: mostly a message with the link to a group.
        "share_target": {
            "action": reverse("group_shared"),
            "method": "GET",
            "enctype": "application/x-www-form-urlencoded",
            "params": {"title": "title", "text": "text", "url": "url"},
        },
    }
    return JsonResponse(
        described, json_dumps_params={"ensure_ascii": False}, content_type="application/manifest+json; charset=utf-8"
    )


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Answer with the script that browsers keep for the whole site, another one with each version of the program."""
    pages = {}
    for language in languages.OFFERED:
        with translation.override(language.code):
            pages[language.code] = reverse("offline")
    context = {"build": build_mark(), "pages": pages, "fallback": languages.DEFAULT_CODE}
    response = render(request, "service_worker.js", context, content_type="text/javascript; charset=utf-8")
    patch_cache_control(response, no_cache=True)  # asked for anew each time, or a new version would come late
    return response


@require_safe
@public_page
def offline(request: HttpRequest) -> HttpResponse:
    """Show what a reader is told in place of any page while there is no network."""
    return render(request, "offline.html")
