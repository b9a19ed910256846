"""The page for a fault of ours. No test here may use the database, as the page may not."""

import pytest
from django.template import TemplateSyntaxError
from django.test import Client, override_settings

from bozusite import faults, languages
from games.views import home


@pytest.fixture
def broken(monkeypatch):
    """A client of a site whose home page fails."""

    def fail(*_):
        raise RuntimeError("on purpose")

    monkeypatch.setattr(home, "render", fail)
    return Client(raise_request_exception=False)


@pytest.mark.parametrize("code", sorted(languages.CODES))
def test_a_fault_is_told_in_the_language_of_the_address_with_the_looks_of_the_site(broken, code):
    response = broken.get(f"/{code}/")
    html = response.content.decode()
    assert response.status_code == 500
    assert f'<html lang="{code}" dir="{"rtl" if code == "ar" else "ltr"}">' in html
    assert "css/base" in html
    assert "css/tokens" in html
    assert f'href="/{code}/"' in html
    assert code == "en" or "Something went wrong" not in html
    assert response["Cache-Control"] == "no-store"


def test_without_a_language_in_the_address_the_readers_wish_counts(broken, rf):
    response = faults.server_error(rf.get("/healthz", headers={"accept-language": "ja"}))
    assert response["Content-Language"] == "ja"


def test_where_even_the_page_for_faults_fails_a_line_of_text_is_left(broken, monkeypatch, rf):
    def fail(*_):
        raise TemplateSyntaxError("on purpose")

    monkeypatch.setattr(faults, "render_to_string", fail)
    response = faults.server_error(rf.get("/en/"))
    assert response.status_code == 500
    assert response["Content-Type"].startswith("text/plain")


@override_settings(DEBUG=False)
def test_the_page_has_nothing_that_the_content_policy_refuses(broken):
    html = broken.get("/en/").content.decode()
    assert "<style" not in html
    assert "style=" not in html
    assert "<script" not in html
