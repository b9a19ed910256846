"""Courtiers in cap and robe, seated, turned to the left; emperors are courtiers with other caps on a mat."""

from dataclasses import dataclass, field

from games.art import head, held
from games.art.colours import INK, WHITE
from games.art.head import Face
from games.art.svg import group, line, path

_KNEES = "M-84-2C-93-19-72-33-46-29C-20-25 14-25 40-29C66-33 92-21 85-2C52 3-52 3-84-2Z"
_TRAIN = "M36-36C64-38 90-24 97-7C98-1 90 1 78 0L30-2Z"
_BODY = "M-13-97C-30-94-40-84-44-62L-47-13C-20-7 20-7 48-13L46-60C44-84 34-94 15-97Z"

# Far and near sleeve of each posture, and the edge of each sleeve's opening: from the hand to the lowest corner and back.
_SLEEVES = {
    "gathered": (
        "M-17-95C-42-92-58-76-69-52C-77-38-84-28-88-21C-78-13-60-10-44-10C-34-10-26-13-20-16C-14-24-12-36-12-46C-8-64-10-82-17-95Z",
        "M-12-46C-12-36-14-24-20-16L-26-13.5C-19-23-17-34-16.5-47Z",
        "M14-96C42-94 60-77 71-54C79-37 86-28 91-20C84-12 60-8 36-9C22-10 10-13 2-17C-6-26-11-35-13-45C-4-55 6-74 14-96Z",
        "M-13-45C-11-35-6-26 2-17L8-14.5C-2-24-7-34-8.5-49Z",
    ),
    "pondering": (
        "M-21-99C-38-90-54-72-66-50C-73-38-80-30-86-23C-70-12-44-12-26-20C-16-38-9-64-7-90Z",
        "M-21-99L-7-90C-8-82-9-74-11-66L-16-66C-13-76-14-84-21-90Z",
        "M14-96C42-94 60-77 71-54C79-37 86-28 91-20C84-12 60-8 36-9C18-10 0-12-14-18C-20-24-22-30-22-36C-6-50 6-74 14-96Z",
        "M-22-36C-22-30-20-24-14-18L-8-15.5C-14-22-16-30-15-42Z",
    ),
    "raised": (
        "M-17-95C-42-92-58-76-69-52C-77-38-84-28-88-21C-78-13-60-10-44-10C-34-10-26-13-20-16C-14-24-12-36-12-46C-8-64-10-82-17-95Z",
        "M-12-46C-12-36-14-24-20-16L-26-13.5C-19-23-17-34-16.5-47Z",
        "M14-96C28-97 42-98 54-94L66-86C75-68 84-44 90-27C74-15 48-16 30-24C20-44 12-70 14-96Z",
        "M54-94L66-86C75-68 84-44 90-27L85-24C78-44 68-70 58-84Z",
    ),
    "spread": (
        "M-17-95C-36-93-50-82-62-64C-76-44-86-34-94-27C-88-14-70-9-54-10C-42-14-36-24-32-38C-26-58-20-78-17-95Z",
        "M-94-27C-88-14-70-9-54-10L-49-12C-64-12-80-17-89-31Z",
        "M14-96C34-95 50-84 62-66C76-46 86-36 94-28C88-14 70-9 54-10C42-14 36-26 31-40C26-60 20-80 14-96Z",
        "M94-28C88-14 70-9 54-10L49-12C64-12 80-17 89-33Z",
    ),
    "writing": (
        "M-17-95C-40-92-54-78-66-56C-74-44-82-36-88-30C-82-16-66-10-50-12C-44-18-42-26-40-34C-24-50-14-74-17-95Z",
        "M-40-34C-42-26-44-18-50-12L-56-11.5C-50-18-47-26-46-38Z",
        "M14-96C42-94 58-78 67-56C76-38 84-29 90-21C70-10 34-10 8-14C-10-18-24-24-31-32C-16-50 4-70 14-96Z",
        "M-31-32C-24-24-10-18 8-14L14-13C-6-18-18-26-23-40Z",
    ),
}
_HANDS = {
    "gathered": (-15, -48, 0.0),
    "pondering": (-18, -96, -28.0),
    "raised": (61, -91, 16.0),
    "spread": (-2, -36, 8.0),
    "writing": (-31, -36, 0.0),
}
_FOLDS = {
    "gathered": "M44-84C38-66 32-48 34-31M60-69C54-53 50-39 54-19M24-78C20-62 8-50 4-42M-44-82C-40-66-38-50-42-32",
    "pondering": "M44-84C38-66 32-48 34-31M60-69C54-53 50-39 54-19M22-78C16-60 4-46-6-38M-40-78C-36-60-34-44-40-28",
    "raised": "M32-88C36-68 44-48 54-34M48-88C54-68 64-48 74-34M-44-82C-40-66-38-50-42-32M-6-76C2-60 8-40 10-22",
    "spread": "M40-84C46-66 56-46 66-30M30-80C34-60 40-44 46-30M-42-82C-48-64-58-46-68-30M-30-78C-34-60-40-44-46-30",
    "writing": "M44-84C38-66 32-48 34-31M60-69C54-53 50-39 54-19M20-76C12-58-4-46-14-40M-44-82C-44-66-48-50-56-34",
}


@dataclass(frozen=True, slots=True)
class Courtier:
    """A courtier's looks; the cloths are fills (a colour or a pattern), the tilt of the head is in degrees."""

    robe: str
    knees: str
    lining: tuple[str, str]
    cap: str = "down"
    posture: str = "gathered"
    holds: str = "tablet"
    face: Face = field(default_factory=Face)
    tilt: float = 0
    # The under-robe that a hunting robe leaves bare at the shoulders, if it is one.
    under: str = ""


def draw(look: Courtier) -> str:
    """The figure around (0, 0), the middle of the ground it sits on; about 190 wide and 155 high."""
    far, far_edge, near, near_edge = _SLEEVES[look.posture]
    parts = [
        path(_TRAIN, look.knees, stroke=INK, stroke_width=1),
        path(_KNEES, look.knees, stroke=INK, stroke_width=1),
        line(
            "M-70-4c-4-8-2-14 4-19M-56-3c-3-8-2-13 2-18M68-4c4-7 3-13-2-18M54-3c3-7 2-12-1-17M-24-3c2-8 2-14 0-19M26-3c-2-8-2-13 0-18",
            INK,
            0.6,
            opacity=0.45,
        ),
        path(_BODY, look.robe, stroke=INK, stroke_width=1),
        path(_BODY, "#000", opacity=0.16),
    ]
    if look.posture == "spread":
        parts.append(line("M0-86C2-64 2-40 0-11M-30-44C-10-38 12-38 32-46", INK, 0.8, opacity=0.6))
        parts.append(
            path("M-32-47C-10-40 12-40 33-49L34-42C12-33-12-33-34-40Z", look.lining[0], stroke=INK, stroke_width=0.7)
        )
    parts += _sleeve(far, far_edge, look, shade=0.09)
    if look.posture == "pondering":
        parts.append(_collar(look))
    parts += _sleeve(near, near_edge, look)
    if look.under:
        parts.append(
            path(
                "M14-96C27-96 38-91 47-84C42-78 36-76 29-77C23-82 18-88 14-96Z",
                look.under,
                stroke=INK,
                stroke_width=0.8,
            )
        )
        parts.append(
            path(
                "M-17-95C-29-93-40-88-48-80C-43-75-37-74-31-76C-26-82-21-88-17-95Z",
                look.under,
                stroke=INK,
                stroke_width=0.8,
            )
        )
    parts.append(line(_FOLDS[look.posture], INK, 0.8, opacity=0.5))
    if look.posture != "pondering":
        parts.append(_collar(look))
    x, y, turn = _HANDS[look.posture]
    hand = held.holding(look.holds, x, y, turn=turn, skin=look.face.skin)
    top = _head(look)
    return "".join(parts) + (top + hand if look.posture == "pondering" else hand + top)


def _sleeve(outline: str, edge: str, look: Courtier, shade: float = 0) -> list[str]:
    first, second = look.lining
    parts = [
        path(outline, second, stroke=INK, stroke_width=0.6, transform="translate(0 4.5)"),
        path(outline, first, stroke=INK, stroke_width=0.5, transform="translate(0 2.3)"),
        path(outline, look.robe, stroke=INK, stroke_width=1.1),
    ]
    if shade:
        parts.append(path(outline, "#000", opacity=shade))
    parts.append(path(edge, first, stroke=INK, stroke_width=0.5))
    return parts


def _collar(look: Courtier) -> str:
    return path(
        "M-13-99C-17-93-8-86 2-87C12-88 19-93 16-99L13-103C8-97-6-96-11-102Z", look.robe, stroke=INK, stroke_width=1
    ) + path("M-11-102C-8-94 9-95 13-103L12-106C6-99-4-98-9-105Z", WHITE, stroke=INK, stroke_width=0.5)


def _head(look: Courtier) -> str:
    caps = {"tall": head.tall_cap, "bent": head.bent_cap}
    cap = caps[look.cap]() if look.cap in caps else head.court_cap(look.cap)
    neck = path("M-8-106L10-106L12-99C6-95-4-95-9-99Z", look.face.skin)
    sides = head.side_hair("#a39c92" if look.face.is_old else "#1f1b1c")
    turn = f"rotate({look.tilt:g} 0 -100)" if look.tilt else None
    return neck + group([head.man(look.face), sides, cap], transform=turn)
