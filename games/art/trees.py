"""Trees, boughs and vines of the poems; boughs hang from the left edge at (0, 0), trees stand on (0, 0)."""

from math import cos, radians, sin

from games.art.colours import INK
from games.art.svg import circle, line, move, number, path

_BARK = "#6b4a35"


def _flower(x: float, y: float, size: float, fill: str, heart: str, petals: int = 5) -> str:
    parts = []
    for petal in range(petals):
        angle = radians(360 / petals * petal - 90)
        parts.append(circle(x + size * 0.62 * cos(angle), y + size * 0.62 * sin(angle), size * 0.52, fill))
    return "".join(parts) + circle(x, y, size * 0.3, heart)


def cherry(fill: str = "#f4bcc8", heart: str = "#d9607a") -> str:
    """A branch of cherry blossom."""
    spots = ((14, -4, 7), (28, 6, 8), (42, 2, 7), (22, 18, 7), (38, 20, 8), (54, 14, 6), (46, 32, 6), (60, 26, 5))
    return line(
        "M-2-12C14-6 26 6 40 10C50 14 56 20 62 30M26 3C24 10 24 16 26 22M40 10C44 18 46 26 50 34", _BARK, 2.6
    ) + "".join(_flower(x, y, size, fill, heart) for x, y, size in spots)


def white_cherry() -> str:
    """A branch of wild mountain cherry with its reddish leaves."""
    leaves = path(
        "M12 8c6-2 10 0 12 4-6 2-10 0-12-4zM50 2c4-4 8-4 12-2-4 4-8 5-12 2zM32 32c2-4 6-6 10-5-2 4-5 6-10 5z", "#b5654a"
    )
    return cherry("#fdf0ee", "#d98a8f") + leaves


def double_cherry() -> str:
    """The eightfold cherry of Nara, in full tufts."""
    spots = ((12, -2, 9), (28, 8, 10), (46, 6, 9), (22, 24, 9), (40, 26, 10), (58, 20, 8))
    return line("M-2-12C14-6 26 6 40 10C50 14 56 18 62 26", _BARK, 2.6) + "".join(
        _flower(x, y, size, "#f2a3b6", "#f8cdd6", 8)
        + circle(x, y, size * 0.5, "#f8c8d2")
        + circle(x, y, size * 0.22, "#d9607a")
        for x, y, size in spots
    )


def plum() -> str:
    """A branch of red plum, straight shoots and round flowers."""
    spots = ((16, -6, 6), (30, 4, 7), (44, 14, 6), (26, 20, 6), (50, -6, 5), (56, 26, 5))
    return (
        line("M-2-14C12-10 24 0 38 10L56 28M24-1L20 26M38 10L52-8M10-10L14-26", _BARK, 2.6)
        + "".join(_flower(x, y, size, "#e0566e", "#f7d98a") for x, y, size in spots)
        + "".join(circle(x, y, 2.2, "#c93a56") for x, y in ((14, -28), (40, 28), (58, -14), (22, 32)))
    )


def _maple_leaf(x: float, y: float, size: float, turn: float, fill: str) -> str:
    return path(
        "M0-10L2-4 7-7 5-1 10 1 5 3 6 8 1 5 0 10-1 5-6 8-5 3-10 1-5-1-7-7-2-4Z", fill, transform=move(x, y, size, turn)
    )


def maple() -> str:
    """A branch of red maple."""
    spots = (
        (12, -6, 0.9, 10),
        (27, 4, 1.1, 40),
        (43, 4, 0.9, -20),
        (20, 20, 0.9, 70),
        (38, 21, 1.1, 15),
        (54, 16, 0.9, 50),
        (48, 34, 0.8, -10),
    )
    fills = ("#c93c22", "#dd6a2c", "#b52f26")
    return line("M-2-12C14-8 28 2 42 10C50 14 54 22 58 32M24 0C22 8 22 14 22 20", _BARK, 2.2) + "".join(
        _maple_leaf(*spot, fills[index % 3]) for index, spot in enumerate(spots)
    )


def willow() -> str:
    """Willow strands hanging from a bough, moved by the air."""
    parts = [line("M-2-14C12-16 34-14 58-4", _BARK, 2.4)]
    for x, y, length, sway in (
        (6, -14, 48, 5),
        (16, -14, 62, 7),
        (27, -12, 52, 6),
        (38, -10, 66, 8),
        (48, -7, 46, 6),
        (56, -5, 54, 7),
    ):
        parts.append(line(f"M{x} {y}c{sway} {length // 3}-{sway} {2 * length // 3} {sway // 2} {length}", "#6f9150", 1))
        leaves = "".join(
            f"M{number(x + sway * share * (1 - share) * 2)} {number(y + length * share)}{side}"
            for share, side in (
                (0.15, "l4 6"),
                (0.27, "l-4 6"),
                (0.39, "l4 6"),
                (0.51, "l-4 6"),
                (0.63, "l4 6"),
                (0.75, "l-3 6"),
                (0.87, "l4 5"),
            )
        )
        parts.append(line(leaves, "#93b25b", 1.7))
    return "".join(parts)


def vine() -> str:
    """A trailing vine with red berries."""
    leaves = "".join(
        path("M0 0C5-7 12-7 15-1C10 5 4 5 0 0Z", "#5f8a4a", transform=move(x, y, 0.9, turn))
        for x, y, turn in (
            (10, -6, -40),
            (20, 4, 50),
            (32, 6, -30),
            (36, 20, 60),
            (48, 24, -20),
            (26, 22, 120),
            (44, 40, 80),
        )
    )
    berries = "".join(
        circle(x, y, 3, "#c9302c")
        for x, y in ((16, 14), (20, 18), (14, 19), (40, 12), (44, 16), (38, 34), (34, 38), (39, 40))
    )
    return line("M-2-12C10-12 14 4 26 4C38 4 30 22 42 24C52 26 46 38 52 46", "#7a5a3a", 1.6) + leaves + berries


def _pine_tuft(x: float, y: float, size: float) -> str:
    return path("M-16 4C-18-4-10-10-4-7C0-13 10-11 11-6C18-6 19 2 15 4Z", "#4f7d58", transform=move(x, y, size)) + line(
        f"M{number(x - 9 * size)} {number(y)}l-2-5M{number(x)} {number(y - 1)}v-6M{number(x + 8 * size)} {number(y)}l2-5",
        "#86ab7c",
        0.8,
    )


def pine() -> str:
    """An old pine, bent by the wind."""
    return (
        path(
            "M-6 0C-4-16-12-26-4-38C2-48-6-56-2-66L3-66C0-56 9-48 4-36C-2-24 8-16 7 0Z",
            "#7a5a44",
            stroke=INK,
            stroke_width=0.7,
        )
        + line("M-4-34C-14-36-20-34-26-36M3-44C12-48 20-46 26-50", "#7a5a44", 2.4)
        + _pine_tuft(-26, -38, 0.95)
        + _pine_tuft(26, -53, 0.95)
        + _pine_tuft(-10, -58, 0.8)
        + _pine_tuft(2, -70, 1)
        + _pine_tuft(18, -32, 0.75)
    )


def cedars() -> str:
    """Tall evergreens standing in mist."""
    tree = "M{x} 0V-10L{a} -10L{b} -24L{c} -24L{x} -58L{d} -24L{e} -24L{f} -10L{x} -10Z"
    parts = [
        path(
            tree.format(x=x, a=x - 13, b=x - 7, c=x - 10, d=x + 10, e=x + 7, f=x + 13),
            fill,
            transform=f"translate(0 {shift})",
        )
        for x, shift, fill in ((-26, 4, "#86a08c"), (24, 6, "#86a08c"), (-4, 0, "#567a66"))
    ]
    return "".join(parts) + line("M-44-16H10M-20-6H40M-40 4H30", "#eef1ea", 5, opacity=0.85)


def oak() -> str:
    """A twig of oak over a clear brook, in summer wind."""
    leaf = "M0 0C4-3 3-6 7-7C7-10 11-10 12-12C14-9 17-8 16-5C18-3 16 1 13 1C10 4 4 3 0 0Z"
    return line("M-2-12C12-10 26-2 40 4C48 8 54 16 58 24", _BARK, 2.2) + "".join(
        path(leaf, fill, stroke="#4f7a3a", stroke_width=0.5, transform=move(x, y, 1.15, turn))
        for x, y, turn, fill in (
            (8, -8, -30, "#7fae4e"),
            (20, -2, 60, "#6f9a44"),
            (28, 2, -40, "#93bf62"),
            (38, 6, 50, "#7fae4e"),
            (46, 12, -20, "#6f9a44"),
            (54, 20, 70, "#93bf62"),
        )
    )
