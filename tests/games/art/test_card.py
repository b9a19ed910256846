"""The pictures of the cards: all there, all different, small, safe in an <img>, and told apart by shape."""

import gzip
import re
import subprocess
import sys
from collections import Counter
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.core.management import call_command

from games import engine
from games.art.card import LOOKS, MOTIFS, draw_card, pictures
from games.art.cloth import WEAVES
from games.art.colours import LAYERS, ROBES
from games.art.frame import HEIGHT, ROLE_COLOURS, WIDTH, draw_back, mark, mat
from games.art.held import HELD
from games.art.looks import CourtierLook, LadyLook, Look, MonkLook, SemimaruLook
from games.cards import CARDS, CARDS_BY_NUMBER

STORED = Path(settings.BASE_DIR) / "static" / "cards"
SVG = "{http://www.w3.org/2000/svg}"
# What a figure is made of; all of it may stand in an <img> under the site's content policy.
ALLOWED = {
    "svg",
    "defs",
    "linearGradient",
    "stop",
    "clipPath",
    "pattern",
    "g",
    "path",
    "rect",
    "circle",
    "ellipse",
    "text",
}

LOOK_OF_ROLE = {
    engine.Role.COURTIER: CourtierLook,
    engine.Role.LADY: LadyLook,
    engine.Role.MONK: MonkLook,
    engine.Role.SEMIMARU: SemimaruLook,
}
DRAWN = dict(pictures())


def looks_of(kind: type[Look]) -> list[Look]:
    return [look for look in LOOKS.values() if type(look) is kind]


def texts(picture: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(picture).iter(f"{SVG}text"))


# -- The files -------------------------------------------------------------------------------------------------------


def test_there_is_a_picture_of_each_card_and_one_of_the_back() -> None:
    assert sorted(DRAWN) == [*(f"{number:03}.svg" for number in range(1, 101)), "back.svg"]
    assert DRAWN["007.svg"] == draw_card(7)
    assert DRAWN["back.svg"] == draw_back()


def test_the_stored_files_are_what_the_program_draws() -> None:
    stored = {path.name: path.read_bytes() for path in STORED.iterdir()}
    assert sorted(stored) == sorted(DRAWN)
    changed = [name for name, picture in DRAWN.items() if stored[name] != picture.encode()]
    assert changed == [], "draw them anew with manage.py draw_cards"


def test_the_command_writes_all_pictures(tmp_path: Path) -> None:
    call_command("draw_cards", "--folder", str(tmp_path), verbosity=0)
    assert {path.name: path.read_text("utf-8") for path in (tmp_path / "cards").iterdir()} == DRAWN


def test_drawing_needs_no_django() -> None:
    check = "import sys, games.art.card as art; art.draw_card(1); sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], cwd=settings.BASE_DIR, check=False).returncode == 0


@pytest.mark.parametrize("name", sorted(DRAWN))
def test_a_picture_takes_six_kilobytes_at_most(name: str) -> None:
    assert len(gzip.compress(DRAWN[name].encode(), 9)) <= 6 * 1024


# -- The documents ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(DRAWN))
def test_a_picture_is_a_plain_self_contained_document(name: str) -> None:
    picture = DRAWN[name]
    root = ElementTree.fromstring(picture)
    assert root.attrib["viewBox"] == f"0 0 {WIDTH} {HEIGHT}"
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= ALLOWED
    attributes = list(chain.from_iterable(element.attrib.items() for element in root.iter()))
    assert not [key for key, _ in attributes if key in ("style", "class", "href") or key.startswith(("on", "{"))]
    defined = [value for key, value in attributes if key == "id"]
    used = set(re.findall(r"url\(#([^)]+)\)", picture))
    assert len(defined) == len(set(defined))
    assert set(defined) == used
    assert picture.count("url(") == picture.count("url(#")
    assert "--" not in picture
    assert "NaN" not in picture


@pytest.mark.parametrize("name", sorted(DRAWN))
def test_every_outline_is_well_formed(name: str) -> None:
    root = ElementTree.fromstring(DRAWN[name])
    needs = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "a": 7, "z": 0}
    for element in root.iter(f"{SVG}path"):
        outline = element.attrib["d"]
        assert re.fullmatch(r"M[MmLlHhVvCcSsQqAaZz0-9eE+\-., ]*", outline), outline
        for command, numbers in re.findall(r"([A-Za-z])([^A-Za-z]*)", outline):
            count = len(re.findall(r"-?(?:\d+\.?\d*|\.\d+)", numbers))
            need = needs[command.lower()]
            if command in "aA":
                # Flags may be written without spaces, so only whole arcs with spaced flags are counted.
                assert count % 7 == 0, outline
            else:
                assert (count == 0) if need == 0 else (count > 0 and count % need == 0), (command, numbers, outline)


# -- The people ------------------------------------------------------------------------------------------------------


def test_every_card_has_a_look_of_its_role() -> None:
    assert {number: type(look) for number, look in LOOKS.items()} == {
        card.number: LOOK_OF_ROLE[card.role] for card in CARDS
    }


def test_no_two_cards_are_alike_even_without_their_words() -> None:
    wordless = [re.sub(r"<text.*?</text>", "", DRAWN[f"{number:03}.svg"]) for number in LOOKS]
    assert len(set(wordless)) == 100


def test_no_two_cards_have_the_same_scene() -> None:
    scenes = Counter(frozenset(name for name, *_ in look.scene) for look in LOOKS.values())
    assert [sorted(scene) for scene, count in scenes.items() if count > 1] == []


@pytest.mark.parametrize("kind", [CourtierLook, LadyLook])
def test_no_two_people_of_a_kind_wear_the_same_robe(kind: type[Look]) -> None:
    robes = Counter(look.robe for look in looks_of(kind))
    assert [robe for robe, count in robes.items() if count > 1] == []


def test_every_lady_has_layers_of_her_own_and_every_monk_his_robe_and_stole() -> None:
    assert len({look.layers for look in looks_of(LadyLook) if isinstance(look, LadyLook)}) == 21
    assert len({(look.robe, look.stole, look.cut) for look in looks_of(MonkLook) if isinstance(look, MonkLook)}) == 12


def test_every_part_that_can_be_drawn_is_used() -> None:
    looks = LOOKS.values()
    cloths = [cloth for look in looks for name in ("robe", "knees", "jacket") if (cloth := getattr(look, name, None))]
    colours = {getattr(look, name, "") for look in looks for name in ("lining", "under", "stole")}
    assert {name for look in looks for name, *_ in look.scene} == set(MOTIFS)
    assert {weave for _, weave in cloths} == {*WEAVES, "plain"}
    assert {colour for colour, _ in cloths} | colours - {""} == set(ROBES)
    assert {look.layers for look in looks if isinstance(look, LadyLook)} == set(LAYERS)
    assert {look.holds for look in looks} - {""} == set(HELD)


def test_emperors_and_nobody_else_sit_on_the_striped_mat() -> None:
    assert {number for number in LOOKS if mat() in DRAWN[f"{number:03}.svg"]} == engine.EMPERORS


def test_the_corner_tells_the_role_by_its_shape() -> None:
    shapes = {}
    for role, colour in ROLE_COLOURS.items():
        drawn = mark(role, is_emperor=False)
        shapes[role] = drawn.replace(colour, "")
        for number in engine.CARDS:
            assert (drawn in DRAWN[f"{number:03}.svg"]) == (engine.role_of(number) == role)
    assert len(set(shapes.values())) == 4


def test_emperors_have_a_second_mark() -> None:
    extra = mark(engine.Role.LADY, is_emperor=True).removeprefix(mark(engine.Role.LADY, is_emperor=False))
    assert "<circle" in extra
    assert {number for number in LOOKS if extra in DRAWN[f"{number:03}.svg"]} == engine.EMPERORS


# -- The words -------------------------------------------------------------------------------------------------------


def test_name_and_poem_stand_on_each_card_in_upright_columns_from_right_to_left() -> None:
    for number, card in CARDS_BY_NUMBER.items():
        columns = texts(DRAWN[f"{number:03}.svg"])
        assert [column.text for column in columns] == [card.name("ja"), *card.poem.text]
        rights = []
        for column in columns:
            xs, ys = (list(map(float, column.attrib[axis].split())) for axis in "xy")
            assert len(xs) == len(ys) == len(column.text or "")
            assert len(set(xs)) == 1
            assert ys == sorted(ys)
            # Between the upper edge of the paper and the heads.
            assert min(ys) >= 20
            assert max(ys) <= 130
            rights.append(xs[0])
        assert rights == sorted(rights, reverse=True)
        assert rights[-1] >= 90


def test_the_back_tells_nothing() -> None:
    assert texts(draw_back()) == []
    assert not any(mark(role, is_emperor=False) in draw_back() for role in ROLE_COLOURS)
