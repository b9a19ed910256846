"""The woven patterns of robes and mats, each a tile of one colour on another; it knows no figure."""

from dataclasses import dataclass
from typing import Final

from games.art.svg import tag


@dataclass(frozen=True, slots=True)
class Weave:
    """A tile: lines drawn in the thread's colour, areas filled with it, and the angle at which it is laid."""

    width: float
    height: float
    lines: str = ""
    areas: str = ""
    thickness: float = 0.9
    turn: float = 0
    scales: tuple[tuple[float, float], ...] = ()


# Names as the weavers have them, in plain letters. A cloth without figures ("plain") needs no tile.
WEAVES: Final = {
    # Each wave hides part of those behind it, so it is drawn as scales, back to front.
    "seigaiha": Weave(16, 8, scales=((0, 4), (16, 4), (8, 8), (0, 12), (16, 12)), thickness=0.7),
    "asanoha": Weave(
        14,
        24,
        "M7 0v24M0 4l7 4 7-4M0 20l7-4 7 4M0 4v16M14 4v16M7 0L0 4M7 0l7 4M7 24l-7-4M7 24l7-4M0 12l7-4 7 4-7 4z"
        "M0 12h14M0 4l14 0M0 20h14",
        thickness=0.5,
    ),
    "shippo": Weave(
        14,
        14,
        "M7 0a7 7 0 0 1 0 14a7 7 0 0 1 0-14M0-7a7 7 0 0 1 0 14M14-7a7 7 0 0 0 0 14M0 7a7 7 0 0 1 0 14"
        "M14 7a7 7 0 0 0 0 14",
        "M7 6l1 1-1 1-1-1zM0 0m-1 0l1-1 1 1-1 1zM14 0m-1 0l1-1 1 1-1 1zM0 14m-1 0l1-1 1 1-1 1zM14 14m-1 0l1-1 1 1-1 1z",
    ),
    "kikko": Weave(
        15,
        26,
        "M7.5 0v4.3l7.5 4.3v8.7l-7.5 4.4v4.3M7.5 4.3L0 8.6v8.7l7.5 4.4",
        "M7.5 10.5l2.2 2.5-2.2 2.5-2.2-2.5zM0-2.5L2.2 0 0 2.5-2.2 0zM15-2.5L17.2 0 15 2.5 12.8 0z"
        "M0 23.5l2.2 2.5L0 28.5-2.2 26zM15 23.5l2.2 2.5-2.2 2.5-2.2-2.5z",
    ),
    "tatewaku": Weave(
        16,
        24,
        "M4 0c0 6 5 6 5 12s-5 6-5 12M12 0c0 6-5 6-5 12s5 6 5 12",
        "M0 12m-2.2 0l2.2-3 2.2 3-2.2 3z"
        "M16 12m-2.2 0l2.2-3 2.2 3-2.2 3zM8 0m-1.5 0l1.5-2 1.5 2-1.5 2zM8 24m-1.5 0l1.5-2 1.5 2-1.5 2z",
    ),
    "hishi": Weave(14, 10, "M0 5l7-5 7 5-7 5z", "M7 3l2.8 2L7 7 4.2 5z"),
    "uroko": Weave(12, 11, "", "M0 11l6-11 6 11z"),
    "yagasuri": Weave(10, 16, "", "M0 0l5 4v8L0 8zM10 8L5 12v8l5-4z"),
    "kanoko": Weave(9, 9, "", "M4.5 2.9a1.6 1.6 0 1 1 0 3.2a1.6 1.6 0 1 1 0-3.2z", turn=45),
    "ichimatsu": Weave(14, 14, "", "M0 0h7v7H0zM7 7h7v7H7z"),
    "stripes": Weave(6, 6, "", "M0 0h2.5v6H0z"),
    "kagome": Weave(12, 20.8, "M0 0l12 20.8M12 0L0 20.8M0 5.2h12M0 15.6h12", thickness=0.7),
    "ryusui": Weave(
        24,
        12,
        "M0 3c6-4 6 4 12 0s6 4 12 0M0 6c6-4 6 4 12 0s6 4 12 0M-6 10.5c6-4 6 4 12 0M14 10.5c6-4 6 4 12 0",
        thickness=0.8,
    ),
    "karakusa": Weave(
        22,
        22,
        "M0 16c4 0 6-3 6-6s-4-4-5-1M6 10c0-6 6-9 10-6s2 8-2 7M11 22c0-5 4-8 8-7s4 6 1 6M16 4c3-3 6-1 6-1",
        thickness=0.9,
    ),
    "sakura": Weave(
        20,
        20,
        "",
        "M5 2.5c1.3-1.5 3.3 0 2.4 1.7 1.9-.2 2.6 2.2.8 2.8 1.1 1.5-.9 3.1-2.2 1.7"
        "-.5 1.8-3 1.6-2.9-.3C1.4 9 .5 6.7 2.1 5.9.9 4.5 2.9 2.7 4.1 4z"
        "M15 12.5c1.3-1.5 3.3 0 2.4 1.7 1.9-.2 2.6 2.2.8 2.8 1.1 1.5-.9 3.1-2.2 1.7"
        "-.5 1.8-3 1.6-2.9-.3-1.7.6-2.6-1.7-1-2.5-1.2-1.4.8-3.2 2-1.9z",
    ),
    "matsuba": Weave(14, 14, "M3 12L7 3l4 9M10 7l4-6 3 5M-4 7l4-6 3 5", thickness=0.9),
    "bishamon": Weave(18, 20, "M3 0v4l6 3.5L15 4V0M9 7.5v6M3 20v-3.5L9 13l6 3.5V20M0 9l3 1.5-3 2M18 9l-3 1.5 3 2"),
    "bamboo": Weave(
        18,
        18,
        "",
        "M4 2c3 2 4 5 3 9-2-2-4-5-3-9zM4 2C1 4 0 7 .5 11 2.5 9 4 6 4 2z"
        "M13 9c3 2 4 5 3 9-2-2-4-5-3-9zM13 9c-3 2-4 5-3.5 9 2-2 3.5-5 3.5-9z",
    ),
    "maru": Weave(
        18,
        18,
        "M9 3.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11",
        "M9 6.5l1 1.8 2 .7-2 .7-1 1.8-1-1.8-2-.7 2-.7z"
        "M0-1.5L1.5 0 0 1.5-1.5 0zM18-1.5L19.5 0 18 1.5 16.5 0zM0 16.5L1.5 18 0 19.5-1.5 18z"
        "M18 16.5l1.5 1.5-1.5 1.5-1.5-1.5z",
    ),
}


def woven(name: str, weave: str, ground: str, thread: str, *, scale: float = 1) -> str:
    """A pattern element called `name`: the thread's figures on the ground, scaled as asked."""
    tile = WEAVES[weave]
    drawing = tag("path", d=f"M0 0h{tile.width}v{tile.height}H0z", fill=ground)
    if tile.areas:
        drawing += tag("path", d=tile.areas, fill=thread)
    for x, y in tile.scales:
        drawing += tag(
            "path",
            d=f"M{x - 8} {y}a8 8 0 0 1 16 0zM{x - 5} {y}a5 5 0 0 1 10 0M{x - 2} {y}a2 2 0 0 1 4 0",
            fill=ground,
            stroke=thread,
            stroke_width=tile.thickness,
        )
    if tile.lines:
        drawing += tag("path", d=tile.lines, fill="none", stroke=thread, stroke_width=tile.thickness)
    change = (f"rotate({tile.turn:g})" if tile.turn else "") + (f"scale({scale:g})" if scale != 1 else "")
    return tag(
        "pattern",
        drawing,
        id=name,
        width=tile.width,
        height=tile.height,
        patternUnits="userSpaceOnUse",
        patternTransform=change or None,
    )
