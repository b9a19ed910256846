"""The site as an app: its manifest, its icons, the service worker's headers, and the page without network."""

import json
import re
import struct
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import override

from bozusite import languages
from games.art.icon import SAFE_RADIUS, app_icon
from games.build import build_mark
from games.management.commands.draw_icons import SIZES

pytestmark = pytest.mark.django_db

CODES = sorted(languages.CODES)
APP_ICONS = Path(settings.BASE_DIR) / "static" / "icons" / "app"


def manifest_of(code):
    response = Client().get(f"/{code}/manifest.webmanifest")
    assert response.status_code == 200
    assert response["Content-Type"].startswith("application/manifest+json")
    return json.loads(response.content)


@pytest.mark.parametrize("code", CODES)
def test_the_manifest_speaks_the_language_of_its_address_and_is_one_app_in_all(code):
    manifest = manifest_of(code)
    assert manifest["id"] == manifest["scope"] == "/"
    assert (manifest["lang"], manifest["dir"]) == (code, "rtl" if code == "ar" else "ltr")
    assert manifest["start_url"] == f"/{code}/"
    assert manifest["share_target"]["action"].startswith(f"/{code}/")
    assert all(shortcut["url"].startswith(f"/{code}/") for shortcut in manifest["shortcuts"])
    assert len(manifest["short_name"]) <= 14


def test_names_of_the_app_are_translated():
    names = {manifest_of(code)["name"] for code in CODES}
    assert len(names) == len(CODES)
    assert len({manifest_of(code)["description"] for code in CODES}) == len(CODES)


def test_the_manifest_and_the_page_without_network_are_the_same_for_everybody():
    for path in ("/ja/manifest.webmanifest", "/ja/offline/"):
        response = Client().get(path)
        assert "public" in response["Cache-Control"]
        assert "Set-Cookie" not in response


def test_each_icon_of_the_manifest_is_a_file_of_the_size_it_says():
    manifest = manifest_of("en")
    for icon in manifest["icons"]:
        path = Path(settings.BASE_DIR) / icon["src"].removeprefix("/")
        if icon["type"] == "image/png":
            data = path.read_bytes()
            assert data.startswith(b"\x89PNG")
            assert "{}x{}".format(*struct.unpack(">II", data[16:24])) == icon["sizes"]
            assert len(data) < 40_000
        else:
            assert path.is_file()
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}


def test_the_icons_are_those_that_the_program_draws():
    assert (APP_ICONS / "icon.svg").read_text(encoding="utf-8") == app_icon(is_maskable=False)
    assert {path.stem for path in APP_ICONS.glob("*.png")} == set(SIZES)


def test_all_that_matters_of_a_maskable_icon_stays_when_it_is_cut_to_a_circle():
    drawing = app_icon(is_maskable=True)
    cards = re.findall(r'<g transform="translate\(([-\d.]+) ([-\d.]+)\)(?:rotate\(([-\d.]+)\))?"><rect', drawing)
    assert len(cards) == 2
    width, height = (float(value) for value in re.search(r'width="(156)" height="(218)"', drawing).groups())
    for x, y, _ in cards:
        corner = (width**2 + height**2) ** 0.5 / 2
        shift = (float(x) ** 2 + float(y) ** 2) ** 0.5
        assert corner + shift <= 512 * SAFE_RADIUS


@pytest.mark.parametrize("path", ["/ja/", "/ja/rules/", "/ja/learn/", "/ja/me/", "/ja/groups/new/", "/ja/nothing/"])
def test_every_page_leads_to_the_manifest_of_its_language(path):
    html = Client().get(path).content.decode()
    assert '<link rel="manifest" href="/ja/manifest.webmanifest">' in html
    assert 'rel="apple-touch-icon"' in html


def test_the_service_worker_rules_the_whole_site_and_is_asked_for_anew_each_time():
    response = Client().get("/service-worker.js")
    assert response["Content-Type"].startswith("text/javascript")
    assert response["Cache-Control"] == "no-cache"
    assert "'self'" in response["Content-Security-Policy"]
    script = response.content.decode()
    assert build_mark() in script
    assert all(f'"{code}": "/{code}/offline/"' in script for code in CODES)


@pytest.mark.parametrize("code", CODES)
def test_the_page_without_network_speaks_the_readers_language(code):
    response = Client().get(f"/{code}/offline/")
    html = response.content.decode()
    assert f'<html lang="{code}" dir="{"rtl" if code == "ar" else "ltr"}">' in html
    assert 'href="" id="again"' in html
    with override(code):
        assert code == "en" or "No network" not in html


def test_a_missing_static_file_is_not_answered_with_a_page():
    response = Client().get("/static/css/base.0123456789ab.css")
    assert response.status_code == 404
    assert response["Content-Type"].startswith("text/plain")
