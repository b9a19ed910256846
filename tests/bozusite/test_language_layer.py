"""Which language a request gets, and what happens to other spellings of an address."""

import pytest
from django.test import Client, override_settings
from django.utils.translation import get_language

from bozusite import languages
from bozusite.pages import CHOSEN

pytestmark = pytest.mark.urls("tests.bozusite.plain_urls")


@pytest.fixture
def visitor() -> Client:
    return Client()


def varies_on(response) -> set[str]:
    return {name.strip().lower() for name in response.headers.get("Vary", "").split(",")}


@pytest.mark.parametrize(
    ("header", "place"), [("ja,en;q=0.5", "/ja/"), ("de", "/en/"), ("en-US", "/en/"), ("x" * 10_240, "/en/")]
)
def test_the_bare_address_leads_to_the_language_of_the_browser(visitor, header, place):
    response = visitor.get("/", headers={"accept-language": header})
    assert (response.status_code, response["Location"]) == (302, place)


def test_the_bare_address_without_any_wish_leads_to_english_and_still_says_what_it_depends_on(visitor):
    response = visitor.get("/")
    assert (response.status_code, response["Location"]) == (302, "/en/")
    assert {"accept-language", "cookie"} <= varies_on(response)


def test_the_bare_address_keeps_the_query(visitor):
    assert visitor.get("/?from=poster&x=%E3%81%82")["Location"] == "/en/?from=poster&x=%E3%81%82"


def test_a_kept_choice_goes_before_the_wish_of_the_browser(visitor):
    visitor.cookies["bozu_language"] = "ja"
    assert visitor.get("/", headers={"accept-language": "en"})["Location"] == "/ja/"


@pytest.mark.parametrize("value", ["xx", "", "javascript:1", "q" * 5_000])
def test_a_cookie_that_is_no_language_is_ignored(visitor, value):
    visitor.cookies["bozu_language"] = value
    assert visitor.get("/", headers={"accept-language": "ja"})["Location"] == "/ja/"


def test_the_prefix_decides_whatever_cookie_and_browser_say(visitor):
    visitor.cookies["bozu_language"] = "en"
    response = visitor.get("/ja/rules/", headers={"accept-language": "en"})
    assert response.content.decode().startswith("GET rules in ja")
    assert response["Content-Language"] == "ja"


def test_reading_pages_sets_no_cookie_and_depends_on_none(visitor):
    for address in ("/", "/ja/", "/en/rules/?x=1", "/xx/rules/", "/JA/rules/"):
        response = visitor.get(address)
        assert not response.cookies, address
    assert "cookie" not in varies_on(visitor.get("/ja/rules/"))


def test_the_language_of_one_request_does_not_leak_into_the_next(visitor):
    before = get_language()
    visitor.get("/ja/rules/")
    assert get_language() == before


@pytest.mark.parametrize("spelling", ["JA", "Ja", "ja-JP", "ja_JP", "jpn"])
def test_another_spelling_is_redirected_once_and_for_good_with_path_and_query(visitor, spelling):
    response = visitor.get(f"/{spelling}/p/%E5%9D%8A%E4%B8%BB/?x=1&y=%20")
    assert response.status_code == 301
    assert response["Location"] == "/ja/p/%E5%9D%8A%E4%B8%BB/?x=1&y=%20"


@pytest.mark.parametrize(
    ("address", "place"), [("/JA", "/ja/"), ("/JA/rules", "/ja/rules/"), ("/JA/rules?x=1", "/ja/rules/?x=1")]
)
def test_a_missing_closing_slash_is_put_right_in_the_same_redirect(visitor, address, place):
    response = visitor.get(address)
    assert (response.status_code, response["Location"]) == (301, place)
    assert visitor.get(place).status_code == 200


def test_a_redirect_never_leaves_the_site(visitor):
    response = visitor.get("/JA//evil.example/")
    assert response["Location"] == "/ja//evil.example/"
    assert visitor.get("/", PATH_INFO="//evil.example/").status_code == 404


def test_a_form_sent_to_another_spelling_keeps_its_method(visitor):
    assert visitor.post("/JA/rules/").status_code == 308


def test_legacy_codes_lead_to_the_offered_language(visitor, monkeypatch):
    offered = frozenset({"en", "ja", "id", "he", "zh-hant", "pt-br"})
    monkeypatch.setattr(languages, "CODES", offered)
    monkeypatch.setattr(languages.best_match, "__defaults__", (offered,))
    for spelling, code in [("in", "id"), ("iw", "he"), ("zh-TW", "zh-hant"), ("ZH-Hant", "zh-hant"), ("pt", "pt-br")]:
        response = visitor.get(f"/{spelling}/rules/?x=1")
        assert (response.status_code, response["Location"]) == (301, f"/{code}/rules/?x=1")


def test_an_unknown_prefix_is_a_page_not_found_in_the_readers_language_with_links(visitor):
    response = visitor.get("/xx/rules/?x=1", headers={"accept-language": "ja"})
    text = response.content.decode()
    assert response.status_code == 404
    assert '<html lang="ja" dir="ltr">' in text
    for language in languages.OFFERED:
        assert f'href="/{language.code}/rules/?x=1&amp;{CHOSEN}"' in text
        assert language.name in text
    assert {"accept-language", "cookie"} <= varies_on(response)


def test_an_address_without_a_prefix_links_to_the_page_that_was_meant(visitor):
    text = visitor.get("/rules/").content.decode()
    assert f'href="/ja/rules/?{CHOSEN}"' in text
    assert f'href="/ja/?{CHOSEN}"' in visitor.get("/nothing/here/").content.decode()


def test_a_page_knows_itself_in_every_language(visitor):
    lines = visitor.get("/ja/links/?b=2&a=%20x").content.decode().splitlines()
    assert lines[0] == "ja ltr"
    assert lines[1:] == [
        f"{language.code} /{language.code}/links/ /{language.code}/links/?b=2&a=%20x "
        f"/{language.code}/links/?b=2&a=%20x&{CHOSEN}"
        for language in languages.OFFERED
    ]


def test_choosing_a_language_keeps_the_choice_and_ends_at_the_same_page_without_the_mark(visitor):
    visitor.get("/en/rules/?b=2&a=%20x")
    response = visitor.get(f"/ja/rules/?b=2&a=%20x&{CHOSEN}")
    assert (response.status_code, response["Location"]) == (302, "/ja/rules/?b=2&a=%20x")
    assert "no-store" in response["Cache-Control"]
    cookie = response.cookies["bozu_language"]
    assert (cookie.value, cookie["samesite"], cookie["httponly"]) == ("ja", "Lax", True)
    assert visitor.get(response["Location"]).content.decode() == "GET rules in ja with b=2&a=%20x"
    assert visitor.get("/", headers={"accept-language": "en"})["Location"] == "/ja/"


def test_a_choice_sent_with_a_form_does_not_lose_the_form(visitor):
    assert visitor.post(f"/ja/rules/?{CHOSEN}").content.decode().startswith("POST rules in ja")


@override_settings(LANGUAGE_COOKIE_SECURE=True)
def test_the_choice_is_kept_by_https_only_in_production(visitor):
    assert visitor.get(f"/ja/?{CHOSEN}").cookies["bozu_language"]["secure"]
