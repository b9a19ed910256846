"""Admin in the language of whoever uses it: by choice, by browser, from right to left; case I18-14."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.models import RuleSet
from games.services.rules import load_defaults
from tests.games.admin.staff import browser

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("header", "language", "direction"), [("ar", "ar", "rtl"), ("ja", "ja", "ltr"), ("", "en", "ltr")]
)
def test_the_browsers_language_decides_first(header: str, language: str, direction: str) -> None:
    page = Client(SERVER_NAME="127.0.0.1", HTTP_ACCEPT_LANGUAGE=header).get("/admin/login/").content.decode()
    assert f'<html lang="{language}" dir="{direction}">' in page


def test_a_choice_is_kept_and_leads_back_to_the_page_even_before_the_login() -> None:
    visitor = Client(SERVER_NAME="127.0.0.1")
    answer = visitor.post("/admin/language/", {"language": "ar", "next": "/admin/login/?next=/admin/"})
    assert answer.status_code == 302 and answer.headers["Location"] == "/admin/login/?next=/admin/"
    cookie = visitor.cookies["bozu_language"]
    assert cookie.value == "ar" and cookie["httponly"] and cookie["samesite"] == "Lax"
    assert '<html lang="ar" dir="rtl">' in visitor.get("/admin/login/", HTTP_ACCEPT_LANGUAGE="ja").content.decode()


def test_the_choice_leads_to_no_other_site() -> None:
    answer = Client(SERVER_NAME="127.0.0.1").post(
        "/admin/language/", {"language": "ar", "next": "https://evil.example/"}
    )
    assert answer.headers["Location"] == "/"


def test_an_arabic_form_has_arabic_labels_and_saves() -> None:
    load_defaults()
    client = browser("layla", role="Rules editor", language="ar")
    path = reverse("admin:games_ruleset_change", args=[RuleSet.objects.get().pk])
    page = client.get(path).content.decode()
    for text in ("سيميمارو", "خروج فوري", "السماح بالتوقف", "معاينة هذه القواعد"):
        assert text in page
    values = {"name": "قواعدنا", "semimaru": "as_monk", "emperor": "ordinary", "lady": "take_pile"}
    assert client.post(path, {**values, "is_site_default": "on", "loaded_version": "1"}).status_code == 302
    assert RuleSet.objects.get().name == "قواعدنا"
    history = client.get(reverse("admin:games_ruleset_history", args=[RuleSet.objects.get().pk])).content.decode()
    assert "من «خروج فوري» إلى «مثل الراهب»" in history and "as_monk" not in history
    assert "من «نعم» إلى «لا»" in history
