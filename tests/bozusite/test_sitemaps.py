"""What search engines are told of the site."""

import xml.etree.ElementTree as ElementTree

import pytest
from django.test import Client

from bozusite import languages

pytestmark = pytest.mark.django_db

NAMES = {"map": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
CODES = {language.code for language in languages.OFFERED}


@pytest.fixture(scope="module")
def pages(django_db_setup, django_db_blocker) -> dict[str, dict[str, str]]:
    """Each listed address with its alternates."""
    with django_db_blocker.unblock():
        response = Client(SERVER_NAME="127.0.0.1").get("/sitemap.xml")
    assert response.status_code == 200
    assert response["Content-Type"] == "application/xml; charset=utf-8"
    root = ElementTree.fromstring(response.content)
    return {
        url.findtext("map:loc", "", NAMES): {
            link.get("hreflang", ""): link.get("href", "") for link in url.findall("x:link", NAMES)
        }
        for url in root.findall("map:url", NAMES)
    }


def test_every_page_is_listed_in_every_language(pages):
    names = ["", "rules/", "cards/", "rankings/", *(f"cards/{number}/" for number in range(1, 101))]
    assert pages.keys() >= {f"http://127.0.0.1/{code}/{name}" for code in CODES for name in names}


def test_alternates_are_complete_and_mutual(pages):
    for url, alternates in pages.items():
        assert alternates.keys() == {*CODES, "x-default"}
        assert url in alternates.values()
        for other in alternates.values():
            assert pages[other] == alternates


@pytest.mark.parametrize("name", ["", "rules/", "cards/", "cards/1/", "cards/100/", "rankings/"])
def test_every_listed_kind_of_page_is_there_and_lists_the_same(pages, name):
    for code in CODES:
        response = Client(SERVER_NAME="127.0.0.1").get(f"/{code}/{name}")
        assert response.status_code == 200
        for language, address in pages[f"http://127.0.0.1/{code}/{name}"].items():
            assert f'hreflang="{language}" href="{address}"' in response.content.decode()


def test_robots_are_led_to_the_list_and_kept_from_tables():
    response = Client(SERVER_NAME="127.0.0.1").get("/robots.txt")
    lines = response.content.decode().splitlines()
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert "Sitemap: http://127.0.0.1/sitemap.xml" in lines
    for code in CODES:
        assert f"Disallow: /{code}/t/" in lines
        assert not any(
            f"/{code}/rules".startswith(line.removeprefix("Disallow: ")) for line in lines if line[:8] == "Disallow"
        )
