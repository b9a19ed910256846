"""Beasts, birds and insects of the poems; drawn around (0, 0)."""

from games.art.colours import INK
from games.art.svg import circle, line, path


def deer() -> str:
    """A stag calling."""
    return (
        path(
            "M-22 0L-20-18C-24-24-22-32-14-33C-4-34 6-32 12-34C14-40 18-46 22-48L30-44L36-42C36-39 32-38 28-38C26-34 25-28 22-24C22-16 21-8 22 0L18 0L16-15C10-13 0-13-8-16C-12-10-14-6-15 0L-18 0L-18-14Z",
            "#b07a44",
            stroke=INK,
            stroke_width=0.8,
        )
        + line("M22-48C18-56 20-62 16-68M20-57L13-60M24-49C26-56 24-62 28-68M25-58L31-62", "#7a5530", 1.6)
        + "".join(
            circle(x, y, 1.3, "#f3e3c2")
            for x, y in ((-12, -27), (-5, -29), (2, -27), (-8, -22), (8, -29), (-15, -22), (3, -21))
        )
        + circle(28, -43.5, 0.9, INK)
        + path("M-22-30c-5-1-6 3-4 6 3 0 4-3 4-6z", "#f8f0e0", stroke=INK, stroke_width=0.5)
    )


def pheasant() -> str:
    """A copper pheasant with its long, long tail."""
    return (
        path(
            "M0 0C-14 6-26 22-30 46C-32 62-38 76-44 84C-30 74-22 58-20 44C-16 28-8 18 4 10Z",
            "#b5652f",
            stroke=INK,
            stroke_width=0.7,
        )
        + line("M-24 22l9 5M-28 34l9 4M-30 46l9 3M-33 58l8 4M-37 70l6 3", "#f0d9a0", 1.5)
        + path(
            "M-4 6C-6-6 4-16 16-16C18-24 26-26 30-21L37-19L30-16C30-4 22 8 8 12C2 12-2 10-4 6Z",
            "#c8743a",
            stroke=INK,
            stroke_width=0.8,
        )
        + path("M4 2C10-6 18-8 24-6C20 2 12 6 4 2Z", "#8a4526")
        + path("M24-21c2-2 6-1 6 2-2 2-5 1-6-2z", "#c9302c")
        + circle(29, -20, 0.9, INK)
        + line("M10 12l-2 8M15 10l-1 8", "#7a5530", 1.2)
    )


def _flyer(x: float, y: float, body: str, wing: str, size: float = 1) -> str:
    return path(
        "M-16-2C-8-8-4-6 0-3C6-12 16-16 24-14C18-8 12-2 6 1C2 4-6 4-10 2L-20 4Z",
        body,
        stroke=INK,
        stroke_width=0.6,
        transform=f"translate({x} {y})scale({size})",
    ) + path(
        "M-1-3C-4-12-12-18-20-18C-18-10-10-2-2 0Z",
        wing,
        stroke=INK,
        stroke_width=0.6,
        transform=f"translate({x} {y})scale({size})",
    )


def magpies() -> str:
    """Magpies that make a bridge across the sky."""
    return "".join(_flyer(x, y, "#2b2d36", "#f4f1ea", 0.9) for x, y in ((-26, 10), (0, -6), (28, 2))) + line(
        "M-44 22C-20 0 20-6 46 16", "#c9ced8", 3, opacity=0.7
    )


def plovers() -> str:
    """Plovers crying over the strait."""
    bird = "M-12 2C-10-6-2-9 5-7C8-11 13-11 15-7L20-6L15-4C13 3 5 7-2 6C-7 6-10 5-12 2Z"
    parts = []
    for x, y, size in ((-22, -8, 0.9), (14, -18, 0.8), (4, 8, 1.0), (32, 4, 0.7)):
        parts.append(
            path(bird, "#f4efe4", stroke="#55616a", stroke_width=1, transform=f"translate({x} {y})scale({size})")
        )
        parts.append(path("M-8 1C-4-7 4-6 8-3C4 3-3 4-8 1Z", "#8e9aa3", transform=f"translate({x} {y})scale({size})"))
        parts.append(circle(x + 11 * size, y - 7 * size, 0.9, INK))
    return "".join(parts)


def cuckoo() -> str:
    """A cuckoo crossing the dawn sky."""
    return (
        path("M-4-2C-10-16-6-30 8-38C8-26 12-14 14-6Z", "#767b86", stroke=INK, stroke_width=0.7)
        + path(
            "M-38 14L-14 1C-4-8 10-10 20-10C24-14 31-14 33-9L40-7L33-5C31 2 22 7 10 7C-2 8-12 8-20 7Z",
            "#8e939d",
            stroke=INK,
            stroke_width=0.8,
        )
        + path("M2 2C-6 12-20 18-30 30C-14 30 4 20 16 4Z", "#767b86", stroke=INK, stroke_width=0.7)
        + path("M10 7C20 5 28 0 31-4C24-3 14 1 10 7Z", "#f4efe4")
        + line("M14 5l2-2M18 4l2-3M22 2l2-2M-34 12l10-4M4-30L8-12M-18 24L2 10", "#4f545e", 0.9)
        + circle(29, -9, 1, INK)
    )


def rooster() -> str:
    """A cock crowing before the time."""
    return (
        path(
            "M-10-8C-22-6-32-14-36-30C-28-36-20-30-20-22C-22-32-20-40-12-42C-10-34-10-28-6-22Z",
            "#2f4f4a",
            stroke=INK,
            stroke_width=0.7,
        )
        + path(
            "M-14-16C-12-4 2 2 12-4C20-10 22-22 21-32C24-34 25-38 23-41L29-42L23-46C21-50 15-50 13-45C10-36 6-28-2-26C-8-25-14-22-14-16Z",
            "#e2872f",
            stroke=INK,
            stroke_width=0.8,
        )
        + path("M13-46c-3-4 0-7 2-5 0-4 4-5 5-1 3-2 5 2 3 5z", "#c9302c")
        + path("M22-40c3 1 4 5 1 8-3-1-3-5-1-8z", "#c9302c")
        + path("M-6-18C0-22 8-20 10-14C4-8-4-8-6-18Z", "#b5532f")
        + circle(19, -44, 0.9, INK)
        + line("M2 0v10l-4 2M2 10l5 2M8-2v12l-4 2M8 10l5 2", "#b58a2f", 1.2)
    )


def cricket() -> str:
    """A cricket singing in the frost."""
    return (
        path(
            "M-22 0C-20-10-4-14 10-11C18-12 24-8 24-3C22 3 10 4 0 3C-10 4-20 4-22 0Z",
            "#6b5a36",
            stroke=INK,
            stroke_width=0.8,
        )
        + path("M-20-1C-16-10 0-12 10-9C4-3-8 0-20-1Z", "#93804e", stroke=INK, stroke_width=0.5)
        + line(
            "M24-6C34-14 38-24 40-34M24-5C36-10 44-16 50-24M-4 2L-16-18L-26 8M6 3L2 12M14 2L18 11M-22-1l-10-3M-22 1l-9 4",
            INK,
            0.9,
        )
        + circle(20, -5, 1.2, INK)
    )


def butterfly() -> str:
    """Two butterflies."""
    one = "M0 0C-4-14-18-18-20-10C-21-3-10 1 0 0C-10 2-14 10-9 13C-4 14 0 6 0 0C0 6 5 14 10 12C14 9 10 2 0 0C10 0 21-5 19-12C16-19 4-13 0 0Z"
    return (
        path(one, "#f0c45a", stroke="#8a5a20", stroke_width=0.8, transform="rotate(-18)")
        + path(one, "#e7a3b8", stroke="#8a3f5a", stroke_width=1, transform="translate(28 30)scale(.7)rotate(24)")
        + line("M-1-3C-6-10-6-14-9-17M1-3C2-10 4-13 3-18", "#8a5a20", 0.7)
    )


def cranes() -> str:
    """Cranes, which live for a thousand years."""
    bird = "M-30-14C-18-14-8-8-2-4C0-14 8-24 22-28C18-16 14-8 8-2C16 0 22-2 28-8C30-12 34-12 36-9L44-7L36-6C32 2 20 8 6 7C-4 7-12 6-24 10C-18 4-14 0-10-2C-18-6-24-10-30-14Z"
    parts = []
    for x, y, size in ((-6, -10, 0.85), (8, 22, 0.65)):
        place = f"translate({x} {y})scale({size})"
        parts.append(path(bird, "#fdfaf2", stroke=INK, stroke_width=0.9, transform=place))
        parts.append(path("M-30-14C-22-14-14-11-8-8L-14-6ZM22-28C20-20 17-14 14-10L10-14Z", "#3a3a40", transform=place))
        parts.append(path("M31-11c1-2 4-2 5 0z", "#c9302c", transform=place))
        parts.append(line("M-24 10L-40 15M-22 9L-38 11", INK, 0.8, transform=place))
    return "".join(parts)


def geese() -> str:
    """Wild geese in a line."""
    return line(
        "".join(
            f"M{x - 10} {y - 3}C{x - 5} {y - 6} {x - 2} {y - 3} {x} {y}C{x + 2} {y - 4} {x + 6} {y - 6} {x + 11} {y - 4}"
            for x, y in ((-28, 12), (-10, 0), (8, -10), (26, -18), (4, 14), (24, 6))
        ),
        "#5a5a62",
        1.6,
    )
