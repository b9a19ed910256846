"""The pages of the hundred cards."""

import re
from html import unescape

import pytest
from django.conf import settings

from games.cards import CARDS, CARDS_BY_NUMBER
from games.models import RuleSet
from games.rules_text.texts import texts_for
from games.services.rules import load_defaults
from tests.visitors import Visitor

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _ in settings.LANGUAGES]


def page(path: str) -> str:
    response = Visitor().get(path)
    assert response.status_code == 200
    return response.content.decode()


def shown_numbers(html: str, language: str = "en") -> list[int]:
    return [int(number) for number in re.findall(rf'<li><a class="[a-z]+" href="/{language}/cards/(\d+)/"', html)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_shows_all_cards_with_their_names(language):
    html = page(f"/{language}/cards/")
    assert shown_numbers(html, language) == list(range(1, 101))
    for card in CARDS:
        assert f"<bdi>{card.name(language)}</bdi>" in unescape(html)


def test_the_list_is_filtered_by_a_plain_form():
    assert len(shown_numbers(page("/en/cards/?role=monk"))) == 12
    assert shown_numbers(page("/en/cards/?emperor=1")) == [1, 2, 13, 15, 68, 77, 99, 100]
    assert shown_numbers(page("/en/cards/?q=%E5%B0%8F%E7%94%BA&role=&emperor=")) == [9]
    html = page("/en/cards/?q=komachi&role=lady&emperor=1")
    assert shown_numbers(html) == []
    assert "No card matches" in html
    assert 'value="komachi"' in html
    assert '<option value="lady" selected>' in html
    assert re.search(r'name="emperor" value="1" checked', html)


def test_what_is_typed_is_shown_as_text():
    html = page('/en/cards/?q="><img src=x onerror=1>')
    assert "<img src=x" not in html
    assert "&lt;img src=x" in html


@pytest.mark.parametrize("query", ["role=king", "emperor=yes", "q=", "role=%00", "q=%FF"])
def test_senseless_wishes_do_no_harm(query):
    page(f"/en/cards/?{query}")


def test_a_filtered_list_stays_out_of_search_engines():
    assert 'content="noindex, follow"' in page("/en/cards/?role=monk")
    assert "noindex" not in page("/en/cards/")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", [1, 2, 9, 10, 24, 85, 100])
def test_a_card_has_its_poem_in_japanese_with_readings_and_romaji(language, number):
    html = unescape(page(f"/{language}/cards/{number}/"))
    card = CARDS_BY_NUMBER[number]
    sheet = re.search(r'<div class="poem-sheet" lang="ja" dir="ltr">(.*?)</div>', html, re.DOTALL)[1]
    bare = re.sub(r"<rp>.*?</rp>|<rt>.*?</rt>|<[^>]+>|\s", "", re.sub(r"{#.*?#}", "", sheet))
    assert bare == "".join(card.poem.text)
    for line in (*card.poem.kana, *card.poem.romaji):
        assert f"<span>{line}</span>" in html
    assert f"<h1><bdi>{card.name(language)}</bdi></h1>" in html
    assert texts_for(language).term("role.hooded_poet" if number == 10 else f"role.{card.role}") in html


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_does_what_the_site_has_by_default(language):
    load_defaults()
    texts = texts_for(language)
    assert texts.html("effect.semimaru.out") in page(f"/{language}/cards/10/")
    RuleSet.objects.filter(is_site_default=True).update(semimaru="as_courtier")
    assert texts.html("effect.semimaru.as_courtier") in page(f"/{language}/cards/10/")


def test_one_can_walk_from_card_to_card():
    first, middle, last = (page(f"/en/cards/{number}/") for number in (1, 50, 100))
    assert 'rel="prev"' not in first
    assert 'rel="next" href="/en/cards/2/"' in first
    assert 'rel="prev" href="/en/cards/49/"' in middle
    assert 'rel="next" href="/en/cards/51/"' in middle
    assert 'rel="next"' not in last


@pytest.mark.parametrize("number", ["0", "101", "999999999999999999999", "-1", "x"])
def test_there_is_no_other_card(number):
    assert Visitor().get(f"/en/cards/{number}/").status_code == 404
