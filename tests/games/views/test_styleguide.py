"""The style guide: complete, and only there in debug."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client, RequestFactory

from games.views.styleguide import COLOURS, SIZES, SPACES, styleguide
from tests.games.live.pages import Page

CSS = Path(settings.BASE_DIR) / "static" / "css"


@pytest.mark.django_db
def test_there_is_no_style_guide_on_a_site_that_runs_for_people():
    assert not settings.DEBUG
    assert Client().get("/styleguide/").status_code == 404


def test_every_token_of_colour_type_and_space_is_shown():
    light = (CSS / "tokens.css").read_text("utf-8").partition("@media")[0]
    colours = re.findall(r"--([\w-]+): #", light)
    assert sorted(colours) == sorted(COLOURS)
    assert tuple(re.findall(r"--text-(\w+):", light)) == SIZES
    assert tuple(re.findall(r"--(s\d):", light)) == SPACES
    shown = (CSS / "styleguide.css").read_text("utf-8")
    assert [name for name in COLOURS if f".swatch-{name} {{" not in shown] == []


def test_all_parts_and_states_are_on_the_page(rf: RequestFactory):
    page = Page(styleguide(rf.get("/styleguide/")).content.decode().replace("<!doctype html>", ""))
    assert len(page.ids) == len(set(page.ids))
    classes = {name for element in page.elements for name in (element.attributes.get("class") or "").split()}
    assert {
        "is-turn",
        "is-out",
        "is-leading",
        "is-first",
        "crown",
        "fan",
        "stack",
        "card-back",
        "card-space",
    } <= classes
    assert {f"mark-{mark}" for mark in ("you", "cpu", "host", "out", "will_skip", "held", "away", "missed")} <= classes
    assert {"courtier", "lady", "monk", "semimaru", "emperor", "semimaru-notice", "notice", "connection"} <= classes
    assert not any("style" in element.attributes for element in page.elements)
