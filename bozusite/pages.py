"""The address of the same page in another language; it must not know views."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import is_valid_path
from django.utils.encoding import iri_to_uri
from django.utils.translation import get_language, override

from bozusite import languages

# A link with this word in its query says: the reader chose this language. The answer keeps the choice in a cookie and
# sends the browser on to the plain address, so that the pages themselves never set a cookie.
CHOSEN = "language-chosen"


@dataclass(frozen=True, slots=True)
class PageInLanguage:
    """The page at hand in one language: where it is, and the link by which a reader chooses it."""

    code: str
    name: str
    direction: str
    is_current: bool
    path: str
    url: str
    choose_url: str


def without_choice(query: str) -> tuple[str, bool]:
    """Return `query` without the word that marks a choice, the rest untouched, and whether the word was there."""
    parts = query.split("&") if query else []
    kept = [part for part in parts if part.partition("=")[0] != CHOSEN]
    return "&".join(kept), len(kept) < len(parts)


def with_query(path: str, query: str) -> str:
    """Return `path`, already escaped, followed by `query` if there is one."""
    return f"{path}?{iri_to_uri(query)}" if query else path


def page_in_languages(request: HttpRequest) -> list[PageInLanguage]:
    """Return the page of `request` in every offered language, in the order of the list of languages.

    An address without a language of ours stands for the page it would be with one, or else for the home page.
    """
    path, _, raw_query = request.get_full_path().partition("?")
    query, _ = without_choice(raw_query)
    segment, rest = languages.split_prefix(path)
    if segment not in languages.CODES:
        rest = _page_meant(segment, rest)
        query = "" if rest == "/" else query
    current = get_language()
    pages = []
    for language in languages.OFFERED:
        page_path = f"/{language.code}{rest or '/'}"
        pages.append(
            PageInLanguage(
                code=language.code,
                name=language.name,
                direction="rtl" if language.is_rtl else "ltr",
                is_current=language.code == current,
                path=page_path,
                url=with_query(page_path, query),
                choose_url=with_query(page_path, f"{query}&{CHOSEN}" if query else CHOSEN),
            )
        )
    return pages


def _page_meant(segment: str, rest: str) -> str:
    with override(languages.DEFAULT_CODE):
        for path in (f"/{segment}{rest}", rest):
            if path.startswith("/") and is_valid_path(f"/{languages.DEFAULT_CODE}{path}"):
                return path
    return "/"
