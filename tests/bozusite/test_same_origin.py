"""Changes are accepted from our own pages only; /admin/ keeps Django's token."""

import pytest
from django.test import Client

REFUSED = 403


@pytest.fixture
def stranger() -> Client:
    """A client whose requests are checked like those of a browser."""
    return Client(enforce_csrf_checks=True, headers={"host": "localhost:8000"})


@pytest.fixture(autouse=True)
def plain_pages(settings):
    settings.ROOT_URLCONF = "tests.bozusite.plain_urls"


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
        {"origin": "http://localhost:8000"},
        {"origin": "HTTP://LocalHost:8000"},
        {"sec-fetch-site": "same-origin", "origin": "null"},
    ],
)
def test_a_form_of_our_own_page_is_accepted_without_a_token(stranger, headers):
    assert stranger.post("/en/rules/", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "http://evil.example"},
        {"origin": "http://localhost"},
        {"origin": "http://localhost:8001"},
        {"origin": "https://localhost:8000"},
        {"origin": "http://localhost:8000.evil.example"},
        {"origin": "http://localhost:8000@evil.example"},
        {"origin": "http://localhost:8000/path"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "cross-site", "origin": "http://localhost:8000"},
        {"referer": "http://localhost:8000/en/"},
    ],
)
def test_a_form_of_any_other_page_changes_nothing(stranger, headers):
    response = stranger.post("/ja/rules/", headers=headers)
    assert response.status_code == REFUSED
    assert '<html lang="ja"' in response.content.decode()


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_every_changing_method_is_checked(stranger, method):
    assert getattr(stranger, method)("/en/rules/").status_code == REFUSED


@pytest.mark.parametrize("method", ["get", "head", "options"])
def test_reading_is_open_to_every_origin(stranger, method):
    assert getattr(stranger, method)("/en/rules/", headers={"origin": "http://evil.example"}).status_code == 200


def test_behind_a_proxy_the_visitors_scheme_counts(stranger, settings):
    headers = {"origin": "https://localhost:8000", "x-forwarded-proto": "https"}
    assert stranger.post("/en/rules/", headers=headers).status_code == REFUSED
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert stranger.post("/en/rules/", headers=headers).status_code == 200


@pytest.mark.django_db
def test_the_admin_still_asks_for_its_token(stranger, settings):
    settings.ROOT_URLCONF = "bozusite.urls"
    page = stranger.get("/admin/login/")
    token = page.cookies["csrftoken"].value
    headers = {"origin": "http://localhost:8000", "sec-fetch-site": "same-origin"}
    data = {"username": "nobody", "password": "wrong"}
    assert stranger.post("/admin/login/", data, headers=headers).status_code == REFUSED
    with_token = data | {"csrfmiddlewaretoken": token}
    assert stranger.post("/admin/login/", with_token, headers=headers).status_code == 200
