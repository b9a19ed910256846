"""The rules pages as they are answered: in every language, from the rules in force, with nothing of the visitor."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import unescape
from string import Formatter

import pytest
from django.conf import settings
from django.utils import timezone

from games.models import RuleSet, SitePolicy
from games.rules_text.texts import texts_for
from games.selectors.rules import house_rules_of
from games.services.rules import change_house_rules, load_defaults, wish_of
from tests.visitors import Visitor, new_group

pytestmark = pytest.mark.django_db(transaction=True)

LANGUAGES = [code for code, _ in settings.LANGUAGES]


@pytest.fixture(autouse=True)
def defaults():
    load_defaults()


def page(path: str, **headers) -> str:
    response = Visitor().get(path, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def text_of(html: str) -> str:
    """What a reader sees of a page, in one line."""
    shown = re.sub(r"<(script|style|head)\b.*?</\1>", " ", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", "", shown)).split())


def part(html: str, anchor: str) -> str:
    """The text of the section with an anchor."""
    found = re.search(rf'<(section|footer) id="{anchor}".*?</\1>', html, re.DOTALL)
    assert found, anchor
    return text_of(found[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_all_parts_in_their_order(language):
    html = page(f"/{language}/rules/")
    texts = texts_for(language)
    parts = [
        "setup",
        "how-to-play",
        "winning",
        "defaults",
        "local-rules",
        "terms",
        "questions",
        "play",
        "friends",
        "updated",
    ]
    places = [re.search(rf'<(?:section|footer) id="{part}"', html).start() for part in parts]
    assert places == sorted(places)
    assert unescape(re.search("<h1>(.*?)</h1>", html)[1]) == texts.term("head.page")
    review = texts.html("foot.not_reviewed")
    assert html.index('id="default-source"') < html.index(review) < html.index('id="local-rules"')
    assert texts.term("play.with_these_rules") in part(html, "play")
    assert f'action="/{language}/play/"' in html


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_its_language_and_direction_and_no_id_is_double(language):
    html = page(f"/{language}/rules/")
    direction = "rtl" if language == "ar" else "ltr"
    assert f'<html lang="{language}" dir="{direction}">' in html
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    targets = re.findall(r'href="#([^"]+)"', html)
    assert targets
    assert set(targets) <= set(ids)


def test_anchors_are_the_same_in_every_language():
    found = [re.findall(r'\bid="([^"]+)"', page(f"/{language}/rules/")) for language in LANGUAGES]
    assert all(ids == found[0] for ids in found)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["rules/", "cards/", "cards/10/"])
def test_no_text_of_another_language_is_on_a_page(language, path):
    shown = text_of(page(f"/{language}/{path}"))
    own = {line for text in texts_for(language).by_id.values() for line in _lines(text)}
    for other in LANGUAGES:
        if other == language:
            continue
        for text_id, text in texts_for(other).by_id.items():
            for line in set(_lines(text)) - own:
                # Names and short words may be the same in two languages; a sentence may not.
                pieces = [piece for piece, *_ in Formatter().parse(line) if len(piece.strip()) > 14]
                for piece in pieces:
                    if not any(piece.strip() in mine for mine in own):
                        assert piece.strip() not in shown, (other, text_id)


def _lines(text):
    return [text] if isinstance(text, str) else list(text.values())


CHANGES = [
    ("semimaru", "all_hands_to_pile", "question-semimaru"),
    ("emperor", "take_all_hands", "question-jito"),
    ("lady", "take_pile_and_one_more", "question-empty"),
    ("allow_stop", False, "question-stop"),
]


@pytest.mark.parametrize("language", ["ar", "hi", "ja", "en"])
@pytest.mark.parametrize(("field", "value", "question"), CHANGES)
def test_an_edit_of_a_rule_changes_prose_table_question_and_date_at_once(language, field, value, question):
    RuleSet.objects.update(updated_at=datetime(2026, 1, 2, tzinfo=UTC))
    SitePolicy.objects.update(updated_at=datetime(2026, 1, 1, tzinfo=UTC))
    path = f"/{language}/rules/"
    before = page(path)
    rule_set = RuleSet.objects.get(is_site_default=True)
    setattr(rule_set, field, value)
    rule_set.save()
    after = page(path)
    for anchor in ("how-to-play", "local-rules", "updated"):
        assert part(before, anchor) != part(after, anchor)
    answer = rf'<div id="{question}">.*?</div>'
    assert re.search(answer, before, re.DOTALL)[0] != re.search(answer, after, re.DOTALL)[0]
    assert f"{timezone.now():%Y}" in part(after, "updated")


def test_an_edit_of_the_site_policy_is_told_too():
    page("/ar/rules/")
    SitePolicy.objects.update(away_after_seconds=45)
    assert "مدة 45 ثانية" in part(page("/ar/rules/"), "defaults")


def test_a_bad_row_leaves_the_page_with_the_built_in_rules():
    RuleSet.objects.filter(is_site_default=True).update(semimaru="eats_everybody")
    assert "Out at once" in part(page("/en/rules/"), "local-rules")


def test_a_site_without_any_row_has_a_page_without_a_date():
    RuleSet.objects.all()._raw_delete("default")
    SitePolicy.objects.all().delete()
    html = page("/en/rules/")
    assert "<time" not in html
    assert "Operator" in part(html, "updated")


def test_the_date_is_the_latest_change_of_what_the_page_tells():
    old = timezone.now() - timedelta(days=400)
    RuleSet.objects.update(updated_at=old)
    SitePolicy.objects.update(updated_at=old)
    assert f'datetime="{old:%Y-%m-%d}' in page("/en/rules/")
    SitePolicy.objects.update(updated_at=old + timedelta(days=1))
    assert f'datetime="{old + timedelta(days=1):%Y-%m-%d}' in page("/en/rules/")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["", "rules/", "cards/", "cards/100/"])
def test_reading_a_public_page_sets_no_cookie_and_is_open_to_caches(language, path):
    visitor = Visitor(HTTP_ACCEPT_LANGUAGE="ja")
    visitor.cookies["bozu_language"] = "ja"
    response = visitor.get(f"/{language}/{path}")
    assert response.status_code == 200
    assert not response.cookies
    cache_control = response["Cache-Control"]
    assert "public" in cache_control
    assert 0 < int(re.search(r"max-age=(\d+)", cache_control)[1]) <= 60
    assert response["Content-Language"] == language
    assert response.get("Vary", "Accept-Encoding") == "Accept-Encoding"  # the packing may differ, the page may not


@pytest.mark.parametrize("path", ["", "rules/", "cards/", "cards/2/", "rankings/"])
def test_each_page_lists_all_its_languages_with_itself_and_a_default(path):
    wanted = {*LANGUAGES, "x-default"}
    for language in LANGUAGES:
        html = page(f"/{language}/{path}")
        alternates = dict(re.findall(r'<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"', html))
        assert alternates.keys() == wanted
        assert alternates == {
            **{code: f"http://127.0.0.1/{code}/{path}" for code in LANGUAGES},
            "x-default": f"http://127.0.0.1/en/{path}",
        }
        canonical = re.findall(r'<link rel="canonical" href="([^"]+)"', html)
        assert canonical == [f"http://127.0.0.1/{language}/{path}"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_search_engines_get_the_questions_as_data_that_cannot_end_its_element(language):
    html = page(f"/{language}/rules/")
    written = re.search(r'<script type="application/ld\+json">(.*?)</script>', html, re.DOTALL)[1]
    assert "<" not in written
    data = json.loads(written)
    assert data["inLanguage"] == language
    assert data["url"] == f"http://127.0.0.1/{language}/rules/"
    shown = part(html, "questions")
    for question in data["mainEntity"]:
        assert question["name"] in shown
        assert question["acceptedAnswer"]["text"] in shown
        assert f'id="{question["url"].partition("#")[2]}"' in html


@pytest.mark.parametrize("language", LANGUAGES)
def test_shared_links_show_title_summary_and_a_picture_in_the_language(language):
    html = page(f"/{language}/rules/")
    shared = dict(re.findall(r'<meta property="(og:[a-z_:]+)" content="([^"]*)"', html))
    texts = texts_for(language)
    assert unescape(shared["og:title"]) == texts.term("head.page")
    assert unescape(shared["og:description"]) == texts.line("page.summary", count=10, min=2, max=6)
    assert f'<meta name="description" content="{shared["og:description"]}">' in html
    assert shared["og:locale"].startswith(f"{language}_")
    assert shared["og:image"] == f"http://127.0.0.1/static/og/{language}.png"
    picture = Visitor().get(f"/static/og/{language}.png")
    assert picture.status_code == 200
    assert len(picture.content) < 60_000


def group_with_own_rules(**changes):
    group, (host, *_) = new_group("Anna (1)")
    house = house_rules_of(group)
    change_house_rules(group=group, by=host, version=house.version, wish=replace(wish_of(house), **changes))
    return group


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_a_group_tells_and_marks_what_the_group_plays(language):
    group = group_with_own_rules(semimaru="as_monk", turn_limit_seconds=60, is_rated=True)
    response = Visitor().get(f"/{language}/g/{group.code}/rules/")
    html = response.content.decode()
    texts = texts_for(language)
    assert texts.term("rule.semimaru.monk") in part(html, "local-rules")
    assert texts.line("effect.semimaru.as_monk") in part(html, "how-to-play")
    assert texts.line("group.rated") in part(html, "defaults")
    assert texts.line("defaults.limit", count=60) in part(html, "defaults")
    mark = f'<span class="differs">{texts.line("group.mark")}</span>'
    assert html.count(mark) == 5  # what Semimaru does, the end, the limit, the table, the question
    assert f'href="/{language}/g/{group.code}/"' in html


def test_the_page_of_a_group_keeps_out_of_search_engines_and_shared_caches():
    group = group_with_own_rules(allow_stop=False)
    response = Visitor().get(f"/en/g/{group.code}/rules/")
    html = response.content.decode()
    assert response["X-Robots-Tag"] == "noindex"
    assert '<meta name="robots" content="noindex">' in html
    assert "public" not in response["Cache-Control"]
    assert "hreflang" not in html.partition("<body")[0]
    assert "application/ld+json" not in html


def test_a_group_without_own_rules_is_said_to_play_by_the_defaults():
    group, _ = new_group("Anna")
    html = page(f"/en/g/{group.code}/rules/")
    assert "This group plays by the site" in text_of(html)
    assert 'class="differs"' not in html


def test_the_page_of_a_group_that_does_not_exist_is_not_there():
    assert Visitor().get("/en/g/CCCCCCCC/rules/").status_code == 404


@pytest.mark.parametrize("language", ["ar", "hi"])
def test_machines_get_plain_numbers_and_readers_western_digits(language):
    html = page(f"/{language}/cards/100/")
    assert not re.search(r"[٠-٩०-९]", html)
    for value in re.findall(r'(?:href|id|src|width|height|datetime)="([^"]*)"', html):
        assert value.isascii() or "/static/" not in value
