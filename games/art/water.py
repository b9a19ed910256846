"""Sea, river and shore, and what floats there; drawn around (0, 0)."""

from games.art.colours import INK
from games.art.svg import circle, line, path

_SEA = "#5f93b0"
_FOAM = "#fff"


def waves() -> str:
    """High waves with curling crests."""
    return (
        path(
            "M-52 20C-50-4-36-16-22-12C-30-8-30 0-24 4C-18-16 0-22 12-12C4-10 2-2 8 4C14-10 30-14 44-4C52 4 54 12 54 20Z",
            _SEA,
            opacity=0.9,
        )
        + line(
            "M-22-12C-14-10-12-4-15 0M12-12C20-10 22-4 18 0M44-4C48-2 49 2 47 5M-40 6c4-8 8-11 12-12M-4 2c3-8 8-10 12-10M26 2c4-5 8-7 12-6",
            _FOAM,
            1.4,
        )
        + line("M-46 14c6-4 10-4 16 0s10 4 16 0 10-4 16 0 10 4 16 0 10-4 16 0", _FOAM, 1, opacity=0.8)
        + "".join(circle(x, y, 1.3, _SEA) for x, y in ((-14, -18), (-8, -14), (20, -18), (26, -13)))
    )


def sea() -> str:
    """The open sea in long lines."""
    rows = "".join(
        f"M{-48 + shift} {y}c6-5 10-5 16 0s10 5 16 0 10-5 16 0 10 5 16 0 10-5 16 0"
        for y, shift in ((0, 0), (8, 6), (16, 2))
    )
    return path("M-56 2H56V24H-56Z", "#b5d2dc", opacity=0.65) + line(rows, "#3f7594", 1.1)


def river() -> str:
    """A stream winding towards the reader."""
    return path(
        "M-6-46C-24-30 18-24-4-8C-26 6 26 10-4 30C8 35 28 34 40 29C54 12-2 6 14-8C30-22-14-28-1-46Z",
        "#a8cfdc",
        opacity=0.9,
    ) + line("M-6-36c-8 8 14 12 4 22M2-6c-14 8 18 14 10 28M12-4c-6 8 14 14 12 28", "#5f93b0", 0.9)


def leafy_river() -> str:
    """Red leaves carried on the water."""
    spots = ((-6, -32), (4, -22), (-2, -12), (6, -2), (-2, 6), (16, 12), (8, 20), (26, 22), (20, 2))
    return river() + "".join(
        path(
            "M0-4L1.5-1.5 4-2 2.5.5 4 3 1 2 0 4.5-1 2-4 3-2.5.5-4-2-1.5-1.5Z",
            "#cf4526" if x % 4 else "#e8923a",
            transform=f"translate({x} {y})rotate({x * 13 % 90})",
        )
        for x, y in spots
    )


def weir() -> str:
    """A wicker weir of stakes that holds the leaves back."""
    return (
        leafy_river()
        + line("M-26 8V-8M-16 12V-6M-6 14V-4M4 16V-3M14 16V-4M24 14V-6M34 10V-8", "#6b4a2c", 2.2)
        + line("M-28 0C-14 8 18 10 36-1M-28 5C-14 13 18 15 36 4", "#8a6a45", 1.6)
    )


def rapids() -> str:
    """A stream that a rock divides."""
    return (
        path(
            "M-2-50C-20-32-42-8-24 8C-12 16-18 24-26 30C-10 37 22 37 38 30C31 22 33 14 40 4C48-12 24-32 6-50Z",
            "#a8cfdc",
            opacity=0.9,
        )
        + line(
            "M-3-42C-14-28-28-10-18 4M6-42C16-28 36-12 30 2M-8 20c6 4 14 4 22 0M-10 27c8 4 20 4 30 0M-18-18c-4 8-4 14-1 20M26-18c6 8 7 14 5 20",
            "#5f93b0",
            1,
        )
        + path("M-12 8C-14-6-6-22 6-22C18-18 22-4 20 8C12 14-4 14-12 8Z", "#7d7a74", stroke=INK, stroke_width=0.8)
        + line("M-4-6c4-8 8-8 12-6M2 4c4-4 8-4 12-3", "#b3afa6", 1)
    )


def waterfall() -> str:
    """A fall between dark rocks."""
    return (
        path(
            "M-34 28C-36-6-32-34-22-46L-8-44L-10 28ZM34 28C36-4 34-30 26-44L10-42L12 28Z",
            "#6f746c",
            stroke=INK,
            stroke_width=0.8,
        )
        + path("M-10-46H12L15 28H-14Z", "#d8ebf0")
        + line("M-6-44L-9 26M0-44V26M6-44L9 26", "#7fb0c4", 1)
        + path("M-28 30a8 8 0 0 1 14-5a10 10 0 0 1 16 0a9 9 0 0 1 16 0a7 7 0 0 1 12 5z", "#fff", opacity=0.95)
    )


def rock() -> str:
    """A rock that stands in the breakers."""
    return (
        path("M-22 10C-22-8-14-30-2-32C12-30 20-10 24 10Z", "#6f6b66", stroke=INK, stroke_width=0.8)
        + line("M-10-4c2-10 6-16 8-18M4 2c2-8 6-12 8-14", "#a5a098", 1)
        + path(
            "M-40 16C-36 4-28 0-24 4C-18-6-10-2-10 6C-2-2 6 0 8 8C14 0 24 0 26 8C34 2 42 8 44 16Z",
            "#e9f3f5",
            stroke="#7fb0c4",
            stroke_width=0.8,
        )
        + path("M-46 14H48V24H-46Z", _SEA, opacity=0.8)
    )


def boat() -> str:
    """A small boat with its oarsman's oar."""
    return (
        path("M-30-6C-16 2 14 2 34-8L28 4C22 8-18 8-24 4Z", "#a8763f", stroke=INK, stroke_width=0.9)
        + line("M-22-1C-8 3 10 3 26-3", "#6b4420", 0.8)
        + path("M-8-2C-8-16 8-16 8-2Z", "#d6bd86", stroke=INK, stroke_width=0.7)
        + line("M24-14L40 12", "#6b4420", 1.6)
        + line(
            "M-44 8c6-4 10-4 15 0s10 4 15 0 10-4 15 0 10 4 15 0 10-4 14 0M-34 14c6-4 10-4 15 0s10 4 15 0 10-4 15 0",
            "#3f7594",
            1.1,
        )
    )


def islands() -> str:
    """Many islands far out, with pines."""
    return (
        sea()
        + path(
            "M-46 2C-42-8-34-10-28-2L-26 2ZM-14 2C-8-14 4-14 12 2ZM24 2C30-8 40-8 46 2Z",
            "#7f9a72",
            stroke="#5a7050",
            stroke_width=0.7,
        )
        + line("M-36-6v-8M-40-14c3-3 6-3 8 0M0-9v-10M-5-19c4-4 8-4 10 0M36-5v-7M32-12c3-3 6-3 8 0", "#4f6a48", 1.6)
    )


def marker() -> str:
    """A channel marker: crossed stakes in the tide."""
    return line("M-10 18L-4-34M10 18L4-34M-12-20L12-20M-10-6H10", "#7a5536", 3) + line(
        "M-36 12c6-4 10-4 15 0s10 4 15 0 10-4 15 0 10 4 15 0M-26 19c6-4 10-4 15 0s10 4 15 0 10-4 15 0", "#3f7594", 1.2
    )


def stakes() -> str:
    """Fishing stakes that show through the mist on a river."""
    return (
        line("M-30 14V-18M-18 18V-12M-6 14V-20M6 18V-10M18 14V-18M30 16V-8", "#6b5a48", 2.4)
        + line("M-34 2C-10-4 12-2 34 4M-34-8C-10-14 12-12 34-6", "#8a7a64", 1.1)
        + line("M-40-22H10M-26-13H36M-38 6H22M-16 16H38", "#eef2f0", 5, opacity=0.85)
    )


def sandbar() -> str:
    """The bridge of heaven: a bar of sand with pines between two waters."""
    pines = "".join(
        f"M{x} {y}v-7M{x - 5} {y - 6}h10M{x - 3} {y - 10}h6"
        for x, y in ((-34, 6), (-20, 0), (-6, -5), (9, -10), (23, -16))
    )
    return (
        path("M-56-20H52V26H-56Z", "#b5d2dc", opacity=0.6)
        + line("M-50-12h20M10 8h26M-20 20h24M-44 16h10M26-4h18", "#6f9fb8", 1)
        + path("M-56 14C-30 6 10-6 52-26L52-20C14 0-28 14-54 22Z", "#efe0b4", stroke="#c2ab72", stroke_width=0.7)
        + line(pines, "#4f7a50", 2.2)
    )


def shore() -> str:
    """A fisher's net hung up on the shore."""
    return (
        line("M-26 14V-26M26 14V-22", "#6b4a2c", 2.2)
        + line(
            "M-26-24C-10-12 10-12 26-20M-26-16C-10-4 10-4 26-12M-26-8C-10 4 10 4 26-4M-20-21V-6M-12-17V-1M-4-15V1M4-15V1M12-16V0M20-18V-2",
            "#8a7a5a",
            0.9,
        )
        + line("M-40 16c6-4 10-4 15 0s10 4 15 0 10-4 15 0 10 4 15 0 10-4 15 0", "#3f7594", 1.3)
    )
