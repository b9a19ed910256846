"""Every page in every language answers, lists the other ones and speaks its own; cases I18-07, I18-08, I18-11."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from html.parser import HTMLParser
from itertools import product

import pytest
from babel import Locale
from django.conf import settings
from django.utils import translation

from accounts.models import Group
from bozusite.catalogues import catalogue_path, compile_catalogues, read_catalogue
from bozusite.sitemaps import listed_pages
from games.rules_text.texts import texts_for
from games.services.group_matches import start_group_match
from games.services.rules import load_defaults
from ratings.models import Rating
from tests.games.finished import stored_match, visitor_of
from tests.site import ROOT
from tests.visitors import Visitor, new_group

pytestmark = pytest.mark.django_db(transaction=True)

CODES = [code for code, _ in settings.LANGUAGES]
COUNTS = (0, 1, 2, 3, 5, 10, 11, 21, 22, 25, 100, 101, 102, 103, 111)
CARDS = ("1", "2", "9", "10", "12", "100")  # of every role; the other pages differ in their names alone
LETTERS = {"ja": r"[\u3040-\u30ff]", "ar": r"[\u0600-\u06ff]", "ru": r"[\u0400-\u04ff]", "hi": r"[\u0900-\u097f]"}
# Shorter pieces may be the same words in two languages.
SHORTEST = 16
_PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|%%|<[^>]*>|[{}\n]")


class Shown(HTMLParser):
    """Collects the words of a page in its own language: names, parts in another language and code are left out."""

    VOID = frozenset({"meta", "link", "img", "input", "br", "hr", "path", "use", "rect", "circle", "line", "source"})

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language
        self._open: list[tuple[str, bool]] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        is_apart = tag in ("bdi", "script", "style", "noscript") or values.get("lang", self._language) != self._language
        if tag not in self.VOID:
            self._open.append((tag, is_apart))
        if not is_apart and not self._is_apart:
            names = ("title", "aria-label", "placeholder", "alt", "data-title-turn")
            self.words += [str(values[name]) for name in names if values.get(name)]
            if tag == "meta" and values.get("name") == "description":
                self.words.append(str(values["content"]))

    def handle_endtag(self, tag: str) -> None:
        while self._open and any(tag == name for name, _ in self._open) and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self._is_apart:
            self.words.append(data)

    @property
    def _is_apart(self) -> bool:
        return any(is_apart for _, is_apart in self._open)


def shown_words(html: str, language: str) -> str:
    """Return what a reader of a page sees and hears of its own words."""
    parser = Shown(language)
    parser.feed(html)
    return " ".join(" ".join(parser.words).split())


@cache
def texts_of(language: str) -> frozenset[str]:
    """All texts of a language, those of the catalogue and those of the rules pages."""
    lines = [text for value in texts_for(language).by_id.values() for text in _forms(value)]
    for code in CODES:
        if code != "en" and (language in (code, "en")):
            for message in read_catalogue(catalogue_path(ROOT, code), code):
                if message.id and "bozusite/admin_texts.py" not in [place for place, _ in message.locations]:
                    lines += _forms(message.id if language == "en" else message.string)
    return frozenset(lines)


def _forms(text: object) -> list[str]:
    if isinstance(text, dict):
        return list(text.values())
    return [str(form) for form in text] if isinstance(text, list | tuple) else [str(text)]


@cache
def pieces_of(language: str) -> frozenset[str]:
    """What of a language's texts can be looked for in pages: the words between names and numbers."""
    pieces = {" ".join(piece.split()) for text in texts_of(language) for piece in _PLACEHOLDER.split(text)}
    return frozenset(piece for piece in pieces if len(piece) >= SHORTEST)


@cache
def foreign_pieces(language: str) -> tuple[tuple[str, str], ...]:
    """What may stand on no page of a language, each with the language it belongs to."""
    own = "\n".join(texts_of(language))
    others = ((other, piece) for other in CODES if other != language for piece in pieces_of(other))
    return tuple((other, piece) for other, piece in others if piece not in own)


def assert_speaks(html: str, language: str, address: str) -> None:
    """Fail if a page is in another language, in whole or in part, or shows what should have been filled in."""
    direction = "rtl" if language == "ar" else "ltr"
    assert f'<html lang="{language}" dir="{direction}">' in html, address
    words = shown_words(html, language)
    letters = {code for code, pattern in LETTERS.items() if re.search(pattern, words)}
    assert letters <= {language}, (address, letters)
    assert not [(other, piece) for other, piece in foreign_pieces(language) if piece in words], address
    assert not re.search(r"%\(\w+\)|\{\w+\}|\bNone\b|\{%|\{\{", words), address


@pytest.mark.parametrize("language", CODES)
def test_every_public_page_answers_lists_its_languages_and_speaks_its_own(language: str) -> None:
    """Cases I18-07 and I18-11: every page of the sitemap, before anybody played and with a ranking."""
    load_defaults()
    root = "http://127.0.0.1"
    _group, (player, *_) = new_group("Anna")
    visitor = Visitor()
    listed = [page for page in listed_pages(root) if page.url.startswith(f"{root}/{language}/")]
    listed = [page for page in listed if "/cards/" not in page.url or page.url.split("/")[-2] in (*CARDS, "cards")]
    assert len(listed) > len(CARDS) + 4
    for page in listed:
        response = visitor.get(page.url.removeprefix(root))
        html = response.content.decode()
        assert response.status_code == 200, page.url
        alternates = re.findall(r'<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"', html)
        assert sorted(alternates) == sorted(page.alternates), page.url
        assert sorted(code for code, _ in alternates) == sorted([*CODES, "x-default"])
        assert re.findall(r'<link rel="canonical" href="([^"]+)"', html) == [page.url]
        assert_speaks(html, language, page.url)
    assert not visitor.cookies
    Rating.objects.create(
        player=player, mu=25.9, sigma=1.2, matches=21, wins=2, draws=11, last_match_at=datetime.now(tz=UTC)
    )
    assert_speaks(visitor.get(f"/{language}/rankings/").content.decode(), language, "rankings")


def own_pages(language: str) -> Iterator[tuple[str, str]]:
    """Yield address and page of what people see who play: groups, tables, matches, oneself; empty, filled and wrong."""
    group, players = new_group("Anna", "Berta", "Carla")
    host, guest, stranger = visitor_of(players[0]), visitor_of(players[1]), Visitor()
    prefix, place = f"/{language}", f"/{language}/g/{group.code}"
    empty = [f"{place}/", f"{place}/rankings/", f"{prefix}/p/{players[0].pk}/"]
    for address in empty:
        yield address, host.get(address).content.decode()
    rated = stored_match(players[:2], group=group, is_rated=True)
    running = start_group_match(group=group, by=players[0])
    for visitor, path in product((host, guest, stranger), ("", "rules/", "rankings/")):
        yield path, visitor.get(f"{place}/{path}").content.decode()
    for path in ("settings/", "close/", "leave/"):
        yield path, host.get(f"{place}/{path}").content.decode()
    for match, path in product((rated, running), ("t/{}/", "m/{}/", "m/{}/luck/")):
        for visitor in (host, stranger):
            address = f"{prefix}/{path.format(match.pk)}"
            yield address, visitor.get(address, follow=True).content.decode()
    for path in ("me/", "me/delete/", "groups/new/", "groups/find/", f"p/{players[1].pk}/"):
        yield path, guest.get(f"{prefix}/{path}").content.decode()
    for path, values in (
        ("groups/new/", {"name": "\u200b"}),
        ("me/name/", {"name": "x" * 99}),
        (f"g/{group.code}/join/", {"name": ""}),
    ):
        yield f"POST {path}", Visitor().post(f"{prefix}/{path}", values, follow=True).content.decode()
    wrong = {"version": "1", "semimaru": "x", "turn_limit": "7"}
    yield "wrong settings", host.post(f"{place}/settings/", wrong).content.decode()
    yield "old settings", host.post(f"{place}/settings/", {"version": "0"}).content.decode()
    elsewhere = Visitor()
    elsewhere.defaults |= {"HTTP_ORIGIN": "https://elsewhere.example", "HTTP_SEC_FETCH_SITE": "cross-site"}
    yield "from elsewhere", elsewhere.post(f"{prefix}/play/").content.decode()
    for path in ("nothing/", "p/987654/", "m/cccccccccccc/", "g/CDFGHJKM/", "g/!/", "cards/101/", "t/cccccccccccc/"):
        yield path, stranger.get(f"{prefix}/{path}").content.decode()
    for path in (
        "groups/find/?code=!",
        "groups/find/?code=CDFGHJKM",
        "cards/?q=zzzzzz",
        "cards/?role=x",
        "rankings/?q=zzzzzz",
        "rankings/?season=1999-1",
    ):
        yield path, stranger.get(f"{prefix}/{path}").content.decode()
    Group.objects.update(closed_at=datetime.now(tz=UTC))
    yield "closed", guest.get(f"{place}/").content.decode()


@pytest.mark.parametrize("language", CODES)
def test_pages_of_those_who_play_errors_and_empty_lists_speak_their_own_language(language: str) -> None:
    """Case I18-11: whatever goes wrong, the answer is a page in its reader's language."""
    load_defaults()
    for address, html in own_pages(language):
        assert "<html" in html, address
        assert_speaks(html, language, address)


@pytest.mark.parametrize("language", [code for code in CODES if code != "en"])
def test_every_count_gets_the_form_that_its_language_has_for_it(language: str) -> None:
    """Case I18-08: what Django shows for each text with a number, against the plural rules of Unicode."""
    compile_catalogues(ROOT)
    locale = Locale.parse(language)
    order: list[str] = [name for name in ("zero", "one", "two", "few", "many") if name in locale.plural_form.tags]
    order.append("other")
    messages = [each for each in read_catalogue(catalogue_path(ROOT, language), language) if each.pluralizable]
    assert len(messages) > 20
    with translation.override(language):
        for message, count in product(messages, COUNTS):
            singular, plural = str(message.id[0]), str(message.id[1])
            shown = (
                translation.npgettext(message.context, singular, plural, count)
                if message.context
                else translation.ngettext(singular, plural, count)
            )
            forms = _forms(message.string)
            # Russian keeps its last form for fractions, which no count of ours is.
            number = min(order.index(locale.plural_form(count)), len(forms) - 1)
            assert shown == forms[number], (singular, count)
            values = dict.fromkeys(re.findall(r"%\((\w+)\)", shown), count)
            if values:
                assert "%" not in (shown % values).replace("%", "", shown.count("%%")), (singular, count)
