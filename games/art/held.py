"""Hands and what they hold, drawn around (0, 0) where the hand is; it knows no figure."""

from collections.abc import Callable, Mapping
from math import cos, pi, radians, sin
from typing import Final

from games.art.colours import FAIR, GOLD, INK, SKIN_LINE
from games.art.svg import circle, group, line, move, number, path


def hand(skin: str = FAIR) -> str:
    """A closed hand, fingers to the left."""
    return path("M-7 1C-6-4 0-7 5-4C7 0 6 5 0 6C-5 6-7 4-7 1Z", skin, stroke=SKIN_LINE, stroke_width=0.7) + line(
        "M-5.5-.5c2 .3 3 .2 4.2-.4M-6 2c2 .3 3 .2 4-.3", SKIN_LINE, 0.4
    )


def tablet() -> str:
    """The narrow tablet (shaku) of an official, upright."""
    return path("M-4 2L-9-38C-9-42-2-43-1-39L4 1Z", "#f6eccf", stroke=INK, stroke_width=0.8) + line(
        "M-3.5-37L1 0", "#cdb98a", 0.5
    )


def open_fan(paper: str = "#fdf3d6", edge: str = "#b5342b", sign: str = "sun", radius: float = 31) -> str:
    """An open fan, its pivot in the hand; the sign on it is "sun", "moon", "mist" or "plain"."""
    spread, ribs = 84, 9
    ends = []
    for rib in range(ribs):
        angle = radians(-90 - spread / 2 + spread * rib / (ribs - 1))
        ends.append((radius * cos(angle), radius * sin(angle)))
    (left, left_y), (right, right_y) = ends[0], ends[-1]
    outline = f"M0 0L{number(left)} {number(left_y)}A{radius} {radius} 0 0 1 {number(right)} {number(right_y)}Z"
    inner = radius - 2.5
    rim = (
        f"M{number(left * inner / radius)} {number(left_y * inner / radius)}"
        f"A{inner} {inner} 0 0 1 {number(right * inner / radius)} {number(right_y * inner / radius)}"
    )
    signs = {
        "sun": circle(0, -radius * 0.67, 5, "#d9473b"),
        "moon": circle(0, -radius * 0.67, 5, "#fff") + circle(2, -radius * 0.7, 4.5, paper),
        "mist": line("M-10-18h9M-6-22h14M2-18h9", GOLD, 2),
        "plain": "",
    }
    return (
        path(outline, paper, stroke=INK, stroke_width=0.8)
        + line("".join(f"M0 0L{number(x)} {number(y)}" for x, y in ends[1:-1]), "#b59a5a", 0.45)
        + line(rim, edge, 1.6)
        + signs[sign]
        + circle(0, 0, 1.4, "#6b4a26")
    )


def closed_fan() -> str:
    """A folded fan."""
    return path("M-2 3L-4.5-30L4.5-30L2 3Z", "#f2e3bb", stroke=INK, stroke_width=0.8) + line(
        "M-1.5-29L-.6 2M1.5-29L.6 2M-4.3-26h8.6", "#b5342b", 0.7
    )


def rosary(beads: str = "#5b2f1e") -> str:
    """A string of prayer beads hanging from the hand, with a tassel."""
    parts = []
    for bead in range(13):
        angle = pi * (1 + bead / 12)
        parts.append(circle(10 * cos(angle), 2 - 17 * sin(angle), 1.9, beads))
    parts.append(circle(0, 20.5, 2.6, beads))
    parts.append(line("M-.8 23v7M.8 23v7", "#b5342b", 1))
    return "".join(parts)


def brush_and_paper() -> str:
    """A brush in the hand and a sheet of writing before it."""
    sheet = path("M-34 6L-10 0L-4 20L-30 27Z", "#fffdf6", stroke=INK, stroke_width=0.7)
    writing = line("M-14 4l4 14M-19 5.5l3 11M-24 7l3 14M-29 8.5l2 9", "#4a4240", 0.8, stroke_dasharray="3 1 2 1.5")
    brush = line("M5-26L-8 5", "#8a5f34", 2) + path("M-9.5 4L-6.5 5.3L-10 12Z", INK)
    return sheet + writing + brush


def letter() -> str:
    """A letter folded and tied in a knot."""
    return path("M-26-9L2-3L3 2L-25-3Z", "#fbe9e4", stroke=INK, stroke_width=0.7) + path(
        "M-16-14L-10-13L-13 6L-18 5Z", "#f2c9c4", stroke=INK, stroke_width=0.7
    )


def scroll() -> str:
    """A scroll half unrolled."""
    return (
        path("M-30-4C-20-8-8 0 4-3L6 15C-6 18-18 10-29 14Z", "#fbf3df", stroke=INK, stroke_width=0.7)
        + line("M-4 1v12M-9 1v12M-14 0v11M-19-1v11M-24-1v11", "#6a5d52", 0.7, stroke_dasharray="2.5 1")
        + path("M-33-6h5v22h-5z", "#8f2f3a", stroke=INK, stroke_width=0.7)
        + line("M-30.5-9v28", "#d9b35a", 1.6)
    )


def staff() -> str:
    """A ringed pilgrim's staff."""
    return (
        line("M0 42L0-66", "#6b4a2c", 2.4)
        + circle(0, -73, 6.5, "none", stroke=GOLD, stroke_width=1.8)
        + line("M0-66v-14M-4-70a3 3 0 1 0 1 5M4-70a3 3 0 1 1-1 5", GOLD, 1.3)
    )


def whisk() -> str:
    """A fly whisk of white hair, a teacher's sign."""
    return line("M3 8L-6-20", "#5b2f1e", 2.4) + path(
        "M-7-19C-18-22-24-10-24 6C-20 0-17 2-16 6C-13-2-9-8-5-18Z", "#f8f4ea", stroke="#a89f8e", stroke_width=0.6
    )


def sprig(leaf: str) -> str:
    """A twig with leaves or blossoms of one colour."""
    return line("M3 6C0-8-6-18-14-26M-4-13c4-4 8-6 10-11M-9-20c-4-1-7-1-10 1", "#6b4a2c", 1.3) + "".join(
        circle(x, y, 3.2, leaf)
        for x, y in ((-15, -27), (-8, -26), (6, -25), (2, -19), (-19, -19), (-2, -28), (-12, -18))
    )


HELD: Final[Mapping[str, Callable[[], str]]] = {
    "tablet": tablet,
    "fan": open_fan,
    "closed fan": closed_fan,
    "rosary": rosary,
    "brush": brush_and_paper,
    "letter": letter,
    "scroll": scroll,
    "staff": staff,
    "whisk": whisk,
    "blossom": lambda: sprig("#f3b6c0"),
    "plum": lambda: sprig("#e05a6e"),
    "maple": lambda: sprig("#d5472c"),
    "green": lambda: sprig("#7fae4e"),
    "white": lambda: sprig("#fff"),
}


def holding(thing: str, x: float, y: float, *, turn: float = 0, skin: str = FAIR) -> str:
    """A hand at a place with something in it, or nothing for ""."""
    if not thing:
        return ""
    return group([HELD[thing](), hand(skin) if thing not in ("rosary",) else ""], transform=move(x, y, 1, turn)) + (
        group([hand(skin)], transform=move(x, y)) if thing == "rosary" else ""
    )
