"""Mountains, fields and what people built on them; drawn around (0, 0), the middle of the foot."""

from games.art.colours import INK
from games.art.svg import circle, line, path


def peaks(near: str = "#6f8f6a", far: str = "#a9bfa6") -> str:
    """Two wooded mountains, one behind the other."""
    return (
        path("M-44 0C-28-34-14-52-4-54C10-50 30-20 46 0Z", far)
        + path("M-58 0C-44-16-34-30-24-32C-10-30 6-12 18 0Z", near)
        + line("M-30-26l-6 10M-22-28l2 10M-14-22l6 10M-2-48l-5 12M6-46l6 12", "#fff", 0.8, opacity=0.5)
    )


def red_peaks() -> str:
    """The mountains in red leaves."""
    dots = (
        (-34, -8),
        (-26, -20),
        (-18, -10),
        (-8, -6),
        (-14, -24),
        (4, -34),
        (14, -24),
        (22, -14),
        (-4, -42),
        (8, -14),
        (30, -6),
        (-2, -24),
    )
    return peaks("#b5532f", "#d68a4a") + "".join(
        circle(x, y, 4, "#e0743a" if x % 3 else "#f0b04a", opacity=0.85) for x, y in dots
    )


def blossom_peaks() -> str:
    """A far ridge covered with cherry blossom."""
    dots = (
        (-34, -8),
        (-24, -18),
        (-14, -10),
        (-4, -44),
        (4, -34),
        (14, -26),
        (22, -14),
        (-8, -30),
        (8, -12),
        (30, -6),
        (-24, -28),
    )
    return peaks("#a7b59a", "#c9d1c4") + "".join(circle(x, y, 5, "#f6c5cd", opacity=0.95) for x, y in dots)


def twin_peak() -> str:
    """Mount Tsukuba with its two tops, a stream coming down."""
    return path("M-50 0C-36-22-28-40-20-44C-14-42-10-34-6-32C-2-36 4-52 12-54C24-44 36-16 50 0Z", "#7d9a8f") + path(
        "M-5-32C-9-22 0-16-5-8C-8-2 0 4-2 10L6 10C8 2 2-2 4-8C8-16-1-22-2-32Z", "#cfe4ea"
    )


def fuji() -> str:
    """Mount Fuji under snow."""
    return path("M-52 0C-34-8-20-36-10-52L8-52C20-34 34-10 56 0Z", "#7a93b0") + path(
        "M-22-34C-16-42-13-48-10-52L8-52C13-46 17-39 22-32L15-36L10-28L3-36L-3-27L-9-36L-15-30Z", "#fff"
    )


def summer_hill() -> str:
    """A green hill with white robes hung out on a line."""
    return (
        path("M-54 0C-40-34-16-50 4-48C26-44 42-18 56 0Z", "#7faa5e")
        + path("M-30 0C-22-14-8-22 4-20C18-18 28-8 34 0Z", "#97bf72")
        + line("M-46-10C-30-15-12-15 6-9", "#6b4a2c", 1)
        + path(
            "M-42-11l-5 3 2 3 3-2v12h9v-12l3 2 2-3-5-3zM-20-13l-5 3 2 3 3-2v12h9v-12l3 2 2-3-5-3z",
            "#fff",
            stroke="#9a9588",
            stroke_width=0.6,
        )
    )


def snow_hills() -> str:
    """A mountain village in snow."""
    return (
        path("M-50 0C-34-30-16-46-4-46C14-42 32-16 50 0Z", "#dfe6ec", stroke="#a9bccb", stroke_width=0.7)
        + path("M-20 0v-11l13-9 13 9V0z", "#8a6a4c", stroke=INK, stroke_width=0.6)
        + path("M-26-9C-18-18-12-23-7-24C-1-23 6-17 12-9C4-12-18-12-26-9Z", "#fff", stroke="#a9bccb", stroke_width=0.7)
    )


def hut() -> str:
    """A thatched hut."""
    return (
        path("M-20 0v-20h40V0z", "#d9bf94", stroke=INK, stroke_width=0.7)
        + path("M-6 0v-14h12V0z", "#5a4130")
        + line("M-14-20V0M14-20V0", "#7a5536", 1)
        + path(
            "M-32-16C-20-26-10-36-4-40H4C10-36 20-26 32-16C16-20-16-20-32-16Z", "#a98a52", stroke=INK, stroke_width=0.8
        )
        + line("M-3-39L-20-19M0-40V-19M3-39L20-19", "#7d6335", 0.7)
    )


def temple() -> str:
    """A pagoda among trees."""
    roofs = "M-18-14L0-22L18-14ZM-15-28L0-35L15-28ZM-12-41L0-47L12-41Z"
    return (
        path("M-9 0v-14H9V0zM-7-16v-12H7v12zM-6-30v-11H6v11z", "#b5452f", stroke=INK, stroke_width=0.5)
        + path(roofs, "#4a5a52", stroke=INK, stroke_width=0.6)
        + line("M0-47V-62M-3-50h6M-2.5-54h5M-2-58h4", "#c9a24a", 1)
        + path("M-34 0C-34-14-28-20-22-20C-16-18-13-8-13 0ZM13 0C13-12 20-22 27-22C34-18 36-8 36 0Z", "#5f8a5a")
    )


def gate() -> str:
    """The barrier gate on a road."""
    return (
        line("M-20 0V-38M20 0V-38", "#7a5536", 4)
        + path("M-34-38H34L28-46H-28Z", "#8a6a45", stroke=INK, stroke_width=0.8)
        + line("M-24-30H24M-20-18L20-18", "#7a5536", 2.4)
        + line("M-34 0V-18M-40-4h14M-40-12h14M34 0V-18M26-4h14M26-12h14", "#8a6a45", 1.6)
    )


def eaves() -> str:
    """The eaves of an old palace with ferns growing on them."""
    tiles = "M-40 4a5 5 0 0 1 10 0M-30 4a5 5 0 0 1 10 0M-20 4a5 5 0 0 1 10 0M-10 4a5 5 0 0 1 10 0M0 4a5 5 0 0 1 10 0M10 4a5 5 0 0 1 10 0"
    ferns = "M-28-14c0-10-6-14-10-16M-28-14c2-10 0-16-2-20M-28-14c4-8 8-10 12-11M6-16c0-10-5-14-9-16M6-16c2-10 0-16-1-20M6-16c4-8 8-10 12-11"
    return (
        line(ferns, "#5f8a4a", 1.6)
        + path("M-44 4L-34-16H14L24 4Z", "#6f7a80", stroke=INK, stroke_width=0.8)
        + line("M-30-15L-36 3M-22-15L-26 3M-14-15L-16 3M-6-15V3M2-15L4 3M9-15L14 3", "#4a5459", 0.8)
        + path(tiles + "z", "#59646a", stroke=INK, stroke_width=0.6)
        + path("M-40 8H20V13H-40Z", "#8a5a3a")
    )


def blinds() -> str:
    """A reed blind with its tassels, half rolled up."""
    return (
        path("M-24-44H24V14H-24Z", "#cfc37a", stroke="#7a7440", stroke_width=0.8)
        + line("".join(f"M-24 {y}H24" for y in range(-40, 14, 4)), "#9a9150", 0.6)
        + path("M-24-44H24V-36H-24ZM-24-36h5V14h-5zM19-36h5V14h-5zM-2.5-36h5V14h-5z", "#4f7d5a", opacity=0.95)
        + path("M-26 12H26V18H-26Z", "#b8a95c", stroke="#7a7440", stroke_width=0.7)
        + line("M-12-36V-20M12-36V-20", "#b5342b", 1.2)
        + path("M-15-20h6l1 10h-8zM9-20h6l1 10H8z", "#c9405c")
    )


def lattice() -> str:
    """The lattice of a bedroom with a streak of night."""
    return (
        path("M-24-42H24V14H-24Z", "#2f3f63", stroke="#5a4130", stroke_width=2)
        + path("M-20-38h18v48h-18z", "#f4ead0")
        + line("M-20-26h18M-20-14h18M-20-2h18M-14-38v48M-8-38v48", "#7a5536", 1)
        + circle(12, -26, 5, "#f3dfa0")
        + line("M-2-42V14", "#5a4130", 2)
    )


def road() -> str:
    """Hills with a road over the pass."""
    return path("M-54 0C-42-22-26-34-14-32C0-28 8-14 14-10C22-20 34-26 42-22C52-14 56-6 58 0Z", "#9fb08c") + path(
        "M2 0C8-6 0-10 8-14L12-14C8-10 20-6 20 0Z", "#ead9b0"
    )


def rice() -> str:
    """A field of ripe rice."""
    stalk = "M{x} 0C{x} -14 {x} -22 {y} -28"
    parts = [line(stalk.format(x=x, y=x + 5), "#9aa33f", 1) for x in range(-34, 36, 9)]
    ears = "".join(f"M{x + 4}-27c5 2 6 6 5 11M{x + 6}-25l4-1M{x + 8}-21l4 0M{x + 8}-17l3 2" for x in range(-34, 36, 9))
    return "".join(parts) + line(ears, "#d0a23a", 2)


def kiln() -> str:
    """Seaweed burning for salt on the beach at evening."""
    return (
        line("M2-18C-12-30 14-38 0-52C-8-62 6-66 4-74", "#a9a4a0", 4, opacity=0.6)
        + line("M8-18C0-30 20-36 14-50", "#b9b4b0", 3, opacity=0.5)
        + path("M-26 0C-24-14-12-20 0-20C14-20 24-12 26 0Z", "#8a7450", stroke=INK, stroke_width=0.7)
        + path("M-10 0C-9-8-4-8-2-13C2-8 8-9 9 0Z", "#e8792f")
        + line("M-22-8l8 3M-14-15l6 4M12-16l-4 4M20-8l-6 3", "#5a4a30", 1)
    )


def bonfire() -> str:
    """The guards' fire in its iron basket."""
    return (
        circle(0, -28, 24, "#f6c46a", opacity=0.3)
        + path("M-12-18C-16-32-4-34-4-48C4-42 4-36 8-40C16-30 14-22 11-18Z", "#e5622c")
        + path("M-6-18C-8-26-1-28 0-36C6-30 8-24 6-18Z", "#f8c44a")
        + line("M-14-18H14L9-8H-9ZM-9-8L-15 8M9-8L15 8M0-8V8M-8-18l2 10M0-18v10M8-18l-2 10", INK, 1.3)
    )
