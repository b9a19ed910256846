"""The headers that every page carries, and how static files are served."""

import pytest
from django.test import Client


@pytest.fixture
def response():
    return Client().get("/healthz")


@pytest.mark.django_db
def test_scripts_and_styles_come_from_our_own_files_only(response):
    policy = dict(part.strip().split(" ", 1) for part in response["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in response["Content-Security-Policy"]


@pytest.mark.django_db
def test_pages_cannot_be_framed_sniffed_or_leak_their_address(response):
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"


def test_a_static_file_is_served_whole_with_its_type():
    response = Client().get("/static/django_htmx/htmx-2.min.js")
    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/javascript")
    assert not response.streaming
    assert b"htmx" in response.content


def test_a_part_of_a_static_file_can_be_asked_for():
    response = Client().get("/static/django_htmx/htmx-2.min.js", headers={"range": "bytes=0-9"})
    assert (response.status_code, len(response.content)) == (206, 10)


@pytest.mark.django_db
def test_a_missing_static_file_is_not_found_and_never_a_page_with_code_200():
    assert Client().get("/static/css/gone.0123456789ab.css").status_code == 404
