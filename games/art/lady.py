"""Ladies in layered robes with long hair, seated, turned to the left; one is seen from behind."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.art import head, held
from games.art.colours import GOLD, HAIR, HAIR_SHINE, INK, POWDER, WHITE
from games.art.svg import circle, group, line, move, path

_HEM = "M-34-52C-60-40-86-18-97-4C-60 6 60 7 100-3C92-20 66-44 36-54Z"
_SKIRT = "M-30-56C-52-44-74-28-80-19C-50-11 50-11 82-18C74-32 56-48 34-58Z"
_SHOULDERS = "M-13-98C-32-94-46-82-53-66C-41-58-24-56-12-60L-4-86L8-58C24-56 44-62 55-70C46-86 32-95 14-98Z"

_FAR = {
    "low": "M-16-95C-38-90-52-74-64-54C-72-42-78-36-82-31C-70-22-48-18-30-20C-20-28-14-38-10-48C-8-66-10-82-16-95Z",
    "high": "M-18-97C-36-90-52-74-62-56C-70-43-77-37-82-32C-68-20-42-19-26-26C-16-42-8-64-5-88Z",
}
_NEAR = {
    "low": "M13-97C38-94 54-78 64-56C74-38 82-30 88-24C70-14 44-12 22-16C8-24-4-36-11-47C-3-58 7-76 13-97Z",
    "high": "M13-97C38-94 54-78 64-56C74-38 82-30 88-24C70-14 40-12 16-18C0-30-10-60-9-92C-4-92 6-94 13-97Z",
}


@dataclass(frozen=True, slots=True)
class Lady:
    """A lady's looks: five layers from the lowest up, the fills of the outer robe and the short jacket, what she does."""

    layers: Sequence[str]
    robe: str
    jacket: str
    posture: str = "fan"
    holds: str = "fan"
    eyes: str = "mild"
    tilt: float = 0
    hair: str = "behind"
    has_crown: bool = False


def draw(look: Lady) -> str:
    """The figure around (0, 0), the middle of the ground it sits on; about 200 wide and 135 high."""
    if look.posture == "away":
        return _from_behind(look)
    hems = [
        path(
            _HEM,
            layer,
            stroke=INK,
            stroke_width=0.6,
            transform=f"translate(0 {-3.4 * depth:.1f})scale({1 - 0.03 * depth:.2f} 1)",
        )
        for depth, layer in enumerate(look.layers)
    ]
    far_kind = "high" if look.posture in ("sleeve", "veil") else "low"
    near_kind = "high" if look.posture == "hidden" else "low"
    parts = [
        *hems,
        path(_SKIRT, look.robe, stroke=INK, stroke_width=0.9),
        path(
            "M-12-98C-28-94-36-84-40-62L-42-24L42-24L42-60C40-84 30-94 13-98Z",
            look.jacket,
            stroke=INK,
            stroke_width=0.9,
        ),
        *_sleeve(_FAR[far_kind], look, 1, 0.07),
        *_sleeve(_NEAR[near_kind], look, -1, 0),
        path(_SHOULDERS, look.jacket, stroke=INK, stroke_width=0.9)
        if look.posture not in ("sleeve", "veil", "hidden")
        else "",
        *_collars(look),
        path("M-7-106L8-106L9-97L-2-89L-8-98Z", POWDER),
    ]
    top = group([*_head(look)], transform=f"rotate({look.tilt:g} 0 -98)" if look.tilt else None)
    return "".join(parts) + top + _gesture(look)


def _sleeve(outline: str, look: Lady, side: int, shade: float) -> list[str]:
    """A wide sleeve with the layers showing below its opening; `side` is 1 for the far and -1 for the near one."""
    parts = [
        path(
            outline,
            layer,
            stroke=INK,
            stroke_width=0.5,
            transform=f"translate({side * 2 * (3 - depth):g} {2.6 * (4 - depth):.1f})",
        )
        for depth, layer in enumerate(look.layers[1:])
    ]
    parts.append(path(outline, look.robe, stroke=INK, stroke_width=1))
    if shade:
        parts.append(path(outline, "#000", opacity=shade))
    return parts


def _collars(look: Lady) -> list[str]:
    colours = (look.layers[4], look.layers[3], look.layers[2], WHITE)
    return [
        line(
            f"M{-11 + 1.6 * step:.1f} {-99 - 0.8 * step:.1f}L{-3 + 0.2 * step:.1f} {-78 - 3.2 * step:.1f}L{12 - 1.4 * step:.1f} {-99 - 0.8 * step:.1f}",
            colour,
            3.2,
            stroke_linejoin="round",
        )
        for step, colour in enumerate(colours)
    ]


def _head(look: Lady) -> list[str]:
    if look.hair == "behind":
        fall = "M12-108C12.5-100 11-94 14-88C20-70 40-40 64-20C74-12 86-8 96-6C98-10 92-14 86-18C66-34 44-64 32-88C24-100 22-112 18-121L8-124Z"
        shine = "M16-112C22-90 44-56 72-28M13-104C20-82 40-52 66-26M20-114C27-94 48-62 78-30"
    else:
        fall = "M12-108C12-98 12-88 16-76C20-62 20-40 14-16C20-11 30-11 38-15C42-40 40-66 33-86C26-100 24-112 18-121L8-124Z"
        shine = "M16-110C20-86 28-60 24-18M19-112C25-88 34-62 31-18"
    parts = [
        path("M-4-133C-18-133-19-118-17.5-106L14-100C18-108 18-118 15-124C11-131 4-133-4-133Z", HAIR),
        path(fall, HAIR),
        line(shine, HAIR_SHINE, 0.6),
        head.lady(look.eyes),
        path(
            "M-4-134C-20-134-19.5-118-17.5-106C-17-98-19-90-19-82C-15-88-13.5-94-13.6-100C-15-108-14.5-118-5.5-126"
            "C3-122.5 10-118 11.5-108C12-101 10.5-96 13-91L22-96C20-106 20-114 17-122C13-131 5-134-4-134Z",
            HAIR,
        ),
        line("M-5-126C-2-130 4-131 8-129M-5.5-126C-8-130-12-130-14-127", HAIR_SHINE, 0.6),
    ]
    if look.has_crown:
        parts.append(line("M-14-131L-17-142M-4-134.5V-149M7-133L11-144", GOLD, 1.2))
        parts.append(path("M-16-129C-10-139 4-140 12-130C4-135-8-134-16-129Z", GOLD, stroke=INK, stroke_width=0.6))
        parts.append(
            "".join(
                circle(x, y, 2.2, "#d9473b", stroke=GOLD, stroke_width=0.8)
                for x, y in ((-17.4, -143), (-4, -151), (11.5, -145.5))
            )
        )
    return parts


def _gesture(look: Lady) -> str:
    if look.posture == "fan":
        return (
            group([held.HELD[look.holds](), held.hand(POWDER)], transform=move(-31, -46, 1, -14)) if look.holds else ""
        )
    if look.posture == "veil":
        return group(
            [held.open_fan("#f9e3d2", look.layers[4], "mist", 30), held.hand(POWDER)],
            transform=move(-17, -79, 0.9, -10),
        )
    if look.posture == "sleeve":
        # The sleeve's end at the mouth, its layers in sight.
        cuff = "M-24-103C-16-107-6-104-1-97C-3-90-8-85-14-84C-20-88-24-95-24-103Z"
        return path(cuff, look.robe, stroke=INK, stroke_width=0.9) + line(
            "M-24-103C-16-107-6-104-1-97", look.layers[3], 2.2
        )
    if look.posture == "writing":
        return group([held.brush_and_paper(), held.hand(POWDER)], transform=move(-26, -42))
    return ""


def _from_behind(look: Lady) -> str:
    """Seen from behind, the head turned to show a cheek: the hair falls down the whole back."""
    hems = [
        path(
            _HEM,
            layer,
            stroke=INK,
            stroke_width=0.6,
            transform=f"translate(0 {-3.4 * depth:.1f})scale({1 - 0.03 * depth:.2f} 1)",
        )
        for depth, layer in enumerate(look.layers)
    ]
    sleeve = "M14-97C42-92 58-74 68-52C76-38 84-30 90-24C74-14 48-13 28-20C22-44 16-70 14-97Z"
    sides = []
    for side in (-1, 1):
        for depth, layer in enumerate(look.layers[1:]):
            sides.append(
                path(
                    sleeve,
                    layer,
                    stroke=INK,
                    stroke_width=0.5,
                    transform=f"translate(0 {2.6 * (4 - depth):.1f})scale({side} 1)",
                )
            )
        sides.append(path(sleeve, look.robe, stroke=INK, stroke_width=1, transform=f"scale({side} 1)"))
    return "".join(
        [
            *hems,
            path(_SKIRT, look.robe, stroke=INK, stroke_width=0.9),
            *sides,
            path(
                "M-16-97C-40-92-52-78-58-66C-36-54 36-54 58-66C52-78 40-92 16-97Z",
                look.jacket,
                stroke=INK,
                stroke_width=0.9,
            ),
            path(
                "M-30-62C-34-40-36-24-38-14C-12-8 12-8 38-14C36-24 34-40 30-62Z",
                look.jacket,
                stroke=INK,
                stroke_width=0.9,
            ),
            path("M-15-119C-19-112-18-104-13-99C-9-96-4-96 0-98L4-122Z", POWDER, stroke="#8a5f45", stroke_width=0.6),
            line("M-17-112.5c-1.2.6-1.8 1.5-2 2.4M-14.5-104c-1 .3-1.7.3-2.3 0", "#8a5f45", 0.7),
            path("M-15-116c1-.8 2.3-.8 3.2-.2", "none", stroke=HAIR, stroke_width=1),
            path(
                "M-2-134C-16-134-18-124-13-117C-8-112-8-104-10-98C-16-84-20-50-24-22C-26-10-20-2-8-2C0 2 12 0 20-3C27-10 24-30 22-50C20-72 18-88 16-98C20-110 18-134-2-134Z",
                HAIR,
            ),
            line(
                "M-4-130C2-110-2-80-8-30M4-130C8-106 6-70 4-20M10-126C14-106 14-70 14-24M-8-96C-12-70-14-50-16-24",
                HAIR_SHINE,
                0.6,
            ),
            path("M-11-78h26v4h-26z", WHITE, stroke=INK, stroke_width=0.6),
        ]
    )
