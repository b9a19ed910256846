"""The style sheet of the cards and the marks of the roles: complete, and stored as the program makes them."""

import gzip
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from games import engine
from games.art.sheet import marks, sheet

STATIC = Path(settings.BASE_DIR) / "static"


def test_the_stored_files_are_what_the_program_makes():
    assert (STATIC / "css" / "faces.css").read_text("utf-8") == sheet(), "make it anew with manage.py draw_cards"
    stored = {path.name: path.read_text("utf-8") for path in (STATIC / "marks").iterdir()}
    assert stored == dict(marks()), "draw them anew with manage.py draw_cards"


def test_the_command_writes_the_sheet_and_the_marks(tmp_path):
    call_command("draw_cards", "--folder", str(tmp_path), verbosity=0)
    assert (tmp_path / "css" / "faces.css").read_text("utf-8") == sheet()
    assert sorted(path.name for path in (tmp_path / "marks").iterdir()) == sorted(name for name, _ in marks())


@pytest.mark.parametrize("number", engine.CARDS)
def test_every_card_has_its_picture_and_its_roles_mark(number):
    rules = re.findall(r"([^{}]+)\{([^{}]+)\}", sheet().partition("*/")[2])
    own = ";".join(body for selectors, body in rules if f".c{number}" in selectors.strip().split(","))
    assert f"url(../cards/{number:03}.svg)" in own
    assert f"url(../marks/{engine.role_of(number)}.svg)" in own
    assert ("marks/emperor.svg" in own) is engine.is_emperor(number)


def test_every_file_that_the_sheet_names_is_there():
    for name in re.findall(r"url\(([^)]+)\)", sheet()):
        assert (STATIC / "css" / name).resolve().is_file(), name


def test_the_sheet_is_small():
    assert len(gzip.compress(sheet().encode(), 9)) < 1_500
