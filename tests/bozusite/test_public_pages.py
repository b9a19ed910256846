"""The public pages through the whole site: caches, languages, edits and visitors together."""

import re

import pytest
from asgiref.sync import sync_to_async

from bozusite import languages
from bozusite.asgi import http_application
from bozusite.page_cache import PageCache
from games.models import RuleSet
from games.rules_text.texts import texts_for
from games.selectors.pages import public_pages_mark
from games.services.rules import load_defaults
from tests.bozusite.asking import ask
from tests.visitors import new_player

pytestmark = pytest.mark.django_db(transaction=True)

CODES = [language.code for language in languages.OFFERED]


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def process(clock: Clock | None = None) -> PageCache:
    """One process of the site, with memory of its own."""
    return PageCache(http_application, public_pages_mark, clock=clock or Clock())


@pytest.fixture(autouse=True)
def defaults(transactional_db):
    load_defaults()


async def test_a_warm_page_of_one_language_is_never_given_to_another():
    """I18-12: warm in ja, then load ar and en; and CA-01: visitors with other wishes get what the address says."""
    site = process()
    for code in (*CODES, *reversed(CODES)):
        for wish in ("ja", "ar", "de", ""):
            answer = await ask(site, f"/{code}/rules/", accept_language=wish, cookie=f"bozu_language={wish}")
            direction = "rtl" if code == "ar" else "ltr"
            assert f'<html lang="{code}" dir="{direction}">' in answer.text
            assert texts_for(code).term("head.setup") in answer.text
            assert answer.headers["content-language"] == code
            assert answer.headers["vary"] == "Accept-Encoding"
    assert site.misses == len(CODES)


@pytest.mark.parametrize(("wish", "place"), [("ja", "/ja/"), ("ar", "/ar/"), ("de", "/en/")])
async def test_the_bare_address_leads_each_visitor_to_their_own_language(wish, place):
    """CA-01: what is negotiated is never kept, and says what it depends on."""
    site = process()
    for _ in range(2):
        answer = await ask(site, "/", accept_language=wish)
        assert (answer.status, answer.headers["location"]) == (302, place)
        assert {"Accept-Language", "Cookie"} <= {name.strip() for name in answer.headers["vary"].split(",")}


@pytest.mark.parametrize("path", ["/en/", "/en/rules/", "/en/cards/", "/en/cards/9/", "/sitemap.xml", "/robots.txt"])
async def test_a_named_guest_leaves_nothing_in_the_cache(path):
    """CA-02: a guest with name, session and token warms a page; another visitor gets none of it, and no cookie."""
    await sync_to_async(new_player)("Ännchen-Unverkennbar")
    site = process()
    cookie = "bozu_device=secret-of-the-guest; sessionid=session-of-the-guest; csrftoken=token-of-the-guest"
    first = await ask(site, path, cookie=cookie, accept_language="ja")
    second = await ask(site, path)
    assert (first.status, site.hits, site.misses) == (200, 1, 1)
    assert first.body == second.body
    assert not first.cookies
    assert not second.cookies
    assert not re.search("guest|Unverkennbar|csrf", second.text)


@pytest.mark.parametrize("code", CODES)
async def test_an_edit_shows_on_every_process_within_seconds(code):
    clock = Clock()
    processes = [process(clock), process(clock)]
    old, new = texts_for(code).html("effect.semimaru.out"), texts_for(code).html("effect.semimaru.skip_turn")
    for site in processes:
        assert old in (await ask(site, f"/{code}/rules/")).text
    await sync_to_async(_let_semimaru_skip)()
    clock.now += 2.1
    for site in processes:
        # The old sentence is still there, in the explanation of the other values: the new one is so in two places.
        text = (await ask(site, f"/{code}/rules/")).text
        assert text.count(new) == 2
        assert text.count(old) == 1
        assert new in (await ask(site, f"/{code}/cards/10/")).text


def _let_semimaru_skip() -> None:
    rule_set = RuleSet.objects.get(is_site_default=True)
    rule_set.semimaru = "skip_turn"
    rule_set.save()


async def test_choosing_a_language_is_answered_by_the_site_itself():
    answer = await ask(process(), "/en/rules/", query="language-chosen")
    assert answer.status == 302
    assert "bozu_language=en" in answer.cookies[0]


async def test_a_host_that_is_not_ours_is_refused_and_not_kept():
    site = process()
    for _ in range(2):
        assert (await ask(site, "/en/rules/", host="evil.example")).status == 400
    assert site.hits == 0


async def test_the_form_of_a_cached_page_starts_a_match():
    """CA-02: forms work, since they carry no token."""
    site = process()
    page = (await ask(site, "/en/rules/")).text
    assert 'method="post" action="/en/play/"' in page
    answer = await ask(site, "/en/play/", method="POST", sec_fetch_site="same-origin", origin="http://127.0.0.1")
    assert answer.status == 303
    assert answer.cookies
