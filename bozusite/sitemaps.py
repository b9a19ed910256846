"""The list of public pages for search engines, each with its other languages; it must not know what is on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import require_safe

from bozusite import languages
from games.cards import CARDS
from games.views.public import public_page

PUBLIC_PAGES: Final = ("home", "rules", "learn", "cards", "rankings", "daily")


@dataclass(frozen=True, slots=True)
class Listed:
    """One page in one language, and the same page in all of them."""

    url: str
    alternates: tuple[tuple[str, str], ...]


def listed_pages(root: str) -> Iterator[Listed]:
    """Yield every public page in every language under a root such as "https://example.org"."""
    names: list[tuple[str, dict[str, int]]] = [(name, {}) for name in PUBLIC_PAGES]
    names += [("card", {"number": card.number}) for card in CARDS]
    for name, values in names:
        urls = []
        for language in languages.OFFERED:
            with translation.override(language.code):
                urls.append((language.code, root + reverse(name, kwargs=values)))
        fallback = next(url for code, url in urls if code == languages.DEFAULT_CODE)
        alternates = (*urls, ("x-default", fallback))
        for _, url in urls:
            yield Listed(url, alternates)


@require_safe
@public_page
def sitemap(request: HttpRequest) -> HttpResponse:
    """Answer with the list of pages in the form that search engines read."""
    context = {"pages": listed_pages(f"{request.scheme}://{request.get_host()}")}
    return render(request, "sitemap.xml", context, content_type="application/xml; charset=utf-8")


@require_safe
@public_page
def robots(request: HttpRequest) -> HttpResponse:
    """Answer with what search engines may read: what is public; tables, groups and people's pages are not."""
    context = {"root": f"{request.scheme}://{request.get_host()}", "codes": sorted(languages.CODES)}
    return render(request, "robots.txt", context, content_type="text/plain; charset=utf-8")
