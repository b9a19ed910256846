"""The site's picture on a home screen: a fan of three cards with a monk on the top one; it knows no page and no file."""

from typing import Final

from games.art.colours import FAIR, GOLD, INK, PAPER, ROBES, SKIN_LINE
from games.art.svg import circle, group, line, move, path, tag

SIZE: Final = 512
"""Units across; the drawing is square."""

SAFE_RADIUS: Final = 0.4
"""Systems may cut a maskable icon down to a circle of this share of its side around the middle."""

_GROUND: Final = "#2f4a3c"
_WEAVE: Final = "#3f5f4e"
_MIDDLE: Final = SIZE / 2
_CARD: Final = (156.0, 218.0)  # width and height; with the turn below, the corners stay inside the safe circle


def app_icon(*, is_maskable: bool) -> str:
    """Return the icon as SVG: to the very edge if a system may cut it to its own shape, else with round corners."""
    corner = None if is_maskable else 104
    ground = tag("rect", width=SIZE, height=SIZE, rx=corner, fill=_GROUND)
    scale = 1.0 if is_maskable else 1.22
    fan = group(
        (
            group((_card(ROBES["hanada"][0]),), transform=move(-52, 14, turn=-17)),
            group((_card(ROBES["suo"][0]),), transform=move(52, 14, turn=17)),
            group((_card(PAPER), _monk())),
        ),
        transform=move(_MIDDLE, _MIDDLE - 2, scale),
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" width="{SIZE}" height="{SIZE}">'
        f"{ground}{_weave(is_maskable)}{fan}</svg>"
    )


def _weave(is_maskable: bool) -> str:
    """The border of the mat, as two bands; cut away with the edge where a system cuts the icon."""
    inset = 0 if is_maskable else 4
    return "".join(
        line(f"M{60 + inset} {y}H{SIZE - 60 - inset}", _WEAVE, 10, stroke_linecap="round") for y in (46, SIZE - 46)
    )


def _card(fill: str) -> str:
    width, height = _CARD
    return tag(
        "rect", x=-width / 2, y=-height / 2, width=width, height=height, rx=14, fill=fill, stroke=INK, stroke_width=6
    )


def _monk() -> str:
    """A shaven head over a robe with its stole, in shapes that still read at 32 pixels."""
    robe = path("M-62 97C-60 38-36 14 0 14C36 14 60 38 62 97Z", ROBES["kurozome"][0], stroke=INK, stroke_width=5)
    stole = path("M-44 40L38 97H2L-56 62Z", GOLD, stroke=INK, stroke_width=4)
    collar = path("M-22 16L0 42L22 16Z", PAPER, stroke=INK, stroke_width=4)
    head = circle(0, -32, 46, FAIR, stroke=INK, stroke_width=5)
    ears = group(
        path(f"M{side * 45} -38Q{side * 58} -34 {side * 44} -18", FAIR, stroke=INK, stroke_width=4) for side in (-1, 1)
    )
    brows = line("M-24 -48Q-16 -55-8 -49M8 -49Q16 -55 24 -48", SKIN_LINE, 5, stroke_linecap="round")
    eyes = line("M-23 -34Q-16 -28-9 -34M9 -34Q16 -28 23 -34", INK, 5, stroke_linecap="round")
    mouth = line("M-9 -8Q0 -2 9 -8", "#b8321a", 5, stroke_linecap="round")
    return group((robe, stole, collar, ears, head, brows, eyes, mouth))
