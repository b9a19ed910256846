"""Things people keep: lamps, letters, beads, mallets and the like; drawn around (0, 0)."""

from math import cos, pi, sin

from games.art.colours import GOLD, INK
from games.art.svg import circle, line, path


def lamp() -> str:
    """An oil lamp on its stand, burning through the night."""
    return (
        circle(0, -40, 22, "#f8d98a", opacity=0.4)
        + line("M0 12V-30M-14 14H14M-14 14L0 4L14 14", "#5a3a2a", 2.2)
        + path("M-14-30C-12-22 12-22 14-30Z", "#8a4a34", stroke=INK, stroke_width=0.7)
        + path("M0-31C-6-38-2-42 0-50C3-43 6-38 0-31Z", "#f0882f")
    )


def incense() -> str:
    """Incense that betrays itself by its smoke."""
    return (
        line("M0-18C-14-28 14-36 0-48C-8-56 4-62 2-70M6-18C-2-28 20-34 12-46", "#b5a9bd", 2.6, opacity=0.7)
        + path("M-16-12C-18 0-12 8 0 8C12 8 18 0 16-12Z", "#4f7a72", stroke=INK, stroke_width=0.8)
        + path("M-18-14H18V-10H-18Z", "#c9a24a", stroke=INK, stroke_width=0.6)
        + line("M-10 6l-3 8M10 6l3 8M-9-4c6 3 12 3 18 0", "#2f4f4a", 1.6)
    )


def letters() -> str:
    """A knotted letter on a flowering twig."""
    return (
        line("M-28 26C-14 10 4 0 26-22M-4 4C-2-8 2-14 8-20M6-5c8 0 14-2 18-6", "#6b4a35", 1.8)
        + "".join(circle(x, y, 3.6, "#f0a9b8") for x, y in ((26, -24), (9, -23), (25, -10), (15, -15)))
        + path("M-24 2L12 12L10 20L-26 10Z", "#fdf0e6", stroke=INK, stroke_width=0.8)
        + path("M-12-4L-2-1L-9 25L-18 22Z", "#f3cfc6", stroke=INK, stroke_width=0.8)
    )


def beads() -> str:
    """A string of jewels, about to break."""
    parts = [line("M-30-26C-20 20 20 20 30-20", "#b58a3a", 1.2)]
    for bead in range(13):
        share = bead / 12
        x = (
            (1 - share) ** 3 * -30
            + 3 * (1 - share) ** 2 * share * -20
            + 3 * (1 - share) * share**2 * 20
            + share**3 * 30
        )
        y = (
            (1 - share) ** 3 * -26
            + 3 * (1 - share) ** 2 * share * 20
            + 3 * (1 - share) * share**2 * 20
            + share**3 * -20
        )
        parts.append(circle(x, y, 4, ("#6fa8a0", "#e7d9a0", "#c4626e")[bead % 3], stroke=INK, stroke_width=0.6))
    parts.append("".join(circle(x, y, 3.4, "#6fa8a0", stroke=INK, stroke_width=0.6) for x, y in ((-8, 24), (6, 30))))
    return "".join(parts)


def comb() -> str:
    """A comb and a lock of black hair in tangles."""
    teeth = "".join(f"M{x} -6V12" for x in range(-16, 18, 3))
    return (
        line(
            "M-30-40C-10-30-26-16-6-12C16-8 0 10 24 16C36 20 28 32 36 40M-26-42C-4-30-20-16 2-12C22-8 8 8 30 14M-34-36C-18-26-30-10-10-8C8-4-6 12 16 20",
            "#2b2528",
            1.8,
        )
        + line(teeth, "#b5803a", 1.3)
        + path("M-19-6C-19-18 19-18 19-6Z", "#c4853a", stroke=INK, stroke_width=0.8)
        + circle(0, -11, 2, "#8a3a2a")
    )


def cord() -> str:
    """Two cords tied in a knot that is meant to hold."""
    return line("M-34-6C-20-22-4-20 0-4C4 14 20 14 34-2", "#c4404a", 3.4) + line(
        "M-34 2C-20 18-6 14-2-2C2-20 20-20 34-6M-34-6c-4 8-2 18-6 26M34-2c4 8 4 16 8 24", "#7356a0", 3.4
    )


def vow() -> str:
    """Sacred branch with paper strips: an oath before the gods."""
    leaf = "M0 0C6-6 14-6 18-2C12 4 5 4 0 0Z"
    return (
        line("M-4 26C-2 6 0-14 6-40", "#6b4a35", 2)
        + "".join(
            path(leaf, "#4f7d58", transform=f"translate({x} {y})rotate({turn})")
            for x, y, turn in (
                (-2, 8, -20),
                (-2, 4, 200),
                (0, -10, -30),
                (1, -14, 205),
                (4, -26, -40),
                (4, -30, 215),
                (6, -40, -80),
            )
        )
        + path(
            "M10-8l8 0-3 8 8 0-3 8 8 0-4 10-6 0 3-8-8 0 3-8-8 0zM-14 0l-8 0 3 8-8 0 3 8-8 0 4 10 6 0-3-8 8 0-3-8 8 0z",
            "#fffdf6",
            stroke="#8f8a80",
            stroke_width=0.7,
        )
    )


def offerings() -> str:
    """A travelling shrine's strips of brocade, scattered like leaves."""
    parts = []
    for x, y, turn, fill in (
        (-26, -14, 20, "#c9405c"),
        (-10, 6, -30, "#e0a53a"),
        (6, -18, 50, "#6fa3a8"),
        (20, 4, -10, "#7356a0"),
        (-20, 26, 40, "#75923f"),
        (8, 26, -40, "#d98032"),
    ):
        parts.append(
            path("M-6-8H6V8H-6Z", fill, stroke=INK, stroke_width=0.5, transform=f"translate({x} {y})rotate({turn})")
        )
        parts.append(line("M-4-4H4M-4 0H4M-4 4H4", GOLD, 0.7, transform=f"translate({x} {y})rotate({turn})"))
    return "".join(parts)


def mallet() -> str:
    """A fulling mallet and its block: the sound of cloth beaten at night."""
    return (
        path("M-28 4H22V18H-28Z", "#a8763f", stroke=INK, stroke_width=0.8)
        + path("M-30 0C-16-6 10-6 26 0V6H-30Z", "#d8cce6", stroke=INK, stroke_width=0.7)
        + line("M-20 1c8-2 16-2 24 0", "#a794c4", 1)
        + path("M-8-30L10-38L18-20L0-12Z", "#8a5a30", stroke=INK, stroke_width=0.8)
        + line("M14-30L38-42", "#6b4420", 3)
        + line("M-14-14l-6-5M-16-6l-8-1M-8-18l-2-8", "#8a7a64", 1.1)
    )


def sleeve() -> str:
    """A wet sleeve, drops falling from it."""
    return (
        path(
            "M-30-30C-6-34 18-24 34-8L22 22C10 12-6 10-22 14C-18 0-22-16-30-30Z",
            "#a394c4",
            stroke=INK,
            stroke_width=0.9,
        )
        + path("M34-8L22 22L17 18.5L29-13Z", "#f3c6c8", stroke=INK, stroke_width=0.5)
        + line("M-16-20C-8-10-8 0-12 8M2-22C10-12 10-2 6 8", "#66498a", 0.8)
        + "".join(
            path(f"M{x} {y}c-3 5-3 8 0 8s3-3 0-8z", "#8fbcd0", stroke="#4f86a0", stroke_width=0.5)
            for x, y in ((-18, 18), (-4, 16), (10, 20), (20, 28), (-10, 30), (4, 32))
        )
    )


def crest() -> str:
    """The chrysanthemum crest."""
    parts = [
        path(
            "M0 0C-4.5-10-4-22 0-24C4-22 4.5-10 0 0Z",
            "#e6c25a",
            stroke="#a97f2f",
            stroke_width=0.7,
            transform=f"rotate({petal * 22.5:g})",
        )
        for petal in range(16)
    ]
    return "".join(parts) + circle(0, 0, 4, "#a97f2f")


def wheel() -> str:
    """A water wheel of a carriage: what turns and comes back."""
    spokes = "".join(f"M0 0L{24 * cos(pi * k / 6):.1f} {24 * sin(pi * k / 6):.1f}" for k in range(12))
    return (
        circle(0, 0, 27, "none", stroke="#5a3a2a", stroke_width=4)
        + circle(0, 0, 27, "none", stroke=GOLD, stroke_width=0.8)
        + line(spokes, "#7a5536", 2)
        + circle(0, 0, 6, "#5a3a2a", stroke=GOLD, stroke_width=1)
    )


def curtain() -> str:
    """A standing curtain between two who do not meet."""
    return (
        line("M-30-46H30M0-46V18M-12 18H12", "#5a3a2a", 2.4)
        + path(
            "M-28-45H-10L-8 12C-14 15-22 15-30 12ZM-9-45H9L9 13C2 16-4 16-8 13ZM10-45H28L30 12C24 15 16 15 10 12Z",
            "#f0d9c4",
            stroke=INK,
            stroke_width=0.7,
        )
        + line("M-20-44L-22 12M0-44V14M19-44L21 12", "#c4404a", 1.6)
        + line(
            "M-26-24c6 3 10 3 15 0M-8-20c6 3 10 3 16 0M12-24c6 3 10 3 16 0M-27-4c6 3 12 3 18 0M-8 0c6 3 10 3 16 0M12-4c6 3 11 3 17 0",
            "#c9a24a",
            1,
        )
    )
