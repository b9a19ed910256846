"""Grasses, flowers and ferns of the poems, standing on (0, 0)."""

from games.art.svg import circle, group, line, move, number, path


def reeds() -> str:
    """Reeds at the water's edge."""
    stems = "".join(
        f"M{x} 0C{x} -18 {x + lean} -30 {x + 2 * lean} {-tip}"
        for x, lean, tip in ((-26, -3, 44), (-16, 2, 54), (-6, -2, 48), (4, 3, 58), (14, -1, 46), (24, 4, 50))
    )
    blades = "".join(f"M{x}-12c6-6 10-14 10-20M{x}-20c-6-4-9-10-10-16" for x in (-22, -10, 4, 18))
    plumes = "".join(
        path(f"M{x} {-y}c-4-6-4-10-1-15 4 4 5 9 1 15z", "#b59a6a")
        for x, y in ((-32, 43), (-12, 53), (-10, 47), (10, 57), (12, 45), (32, 49))
    )
    return line(stems, "#7f8f4e", 1.4) + line(blades, "#93a35c", 1.8) + plumes


def bamboo_grass() -> str:
    """Low bamboo grass bent by the wind."""
    return "".join(
        line(f"M{x} 0C{x + 1}-12 {x + 4}-20 {x + 9}-28", "#7a9a55", 1.2)
        + group(
            [
                path(
                    "M0 0C7-4 16-4 24 2C15 5 7 5 0 0ZM0 0C6-9 14-13 23-12C16-5 8-1 0 0ZM0 0C3 7 9 12 17 13C13 6 7 1 0 0Z",
                    fill,
                )
            ],
            transform=move(x + 8, -27 + dip, 0.75, -8),
        )
        for x, dip, fill in ((-36, 0, "#86a860"), (-20, -8, "#6f9150"), (-4, 2, "#93b56c"), (10, -9, "#7fa05a"))
    )


def pampas() -> str:
    """Autumn grasses with drops of dew."""
    stems = "".join(
        f"M{x} 0C{x + 2}-20 {x + lean}-34 {x + 2 * lean}-40"
        for x, lean in ((-24, -4), (-12, 4), (0, 8), (12, 5), (22, 9))
    )
    plumes = "".join(f"M{x} -39c5 1 9 4 12 9M{x} -39c6-1 11 0 15 3M{x} -39c3 3 6 8 7 13" for x in (-32, -4, 16, 22, 40))
    return line(stems, "#a39a5a", 1.2) + line(plumes, "#c9ae78", 1.3)


def dew() -> str:
    """Grass with strings of dew."""
    blades = "M-28 0C-26-20-20-32-10-38M-16 0C-15-16-8-26 4-32M-4 0C-6-18-14-30-26-34M8 0C9-18 16-30 28-34M18 0C17-14 10-24 0-28"
    drops = ((-11, -36), (-20, -22), (2, -31), (-24, -33), (-9, -20), (26, -33), (14, -20), (12, -12), (1, -26))
    return line(blades, "#6f9150", 1.8) + "".join(
        circle(x, y, 3, "#e3f2f6", stroke="#6fa0b5", stroke_width=0.8) for x, y in drops
    )


def chrysanthemum(fill: str = "#fffdf4", shade: str = "#cfc7a8") -> str:
    """White chrysanthemums, hard to tell from frost."""
    parts = [
        line(
            "M-14 0C-16-14-14-24-12-32M6 0C8-18 10-34 12-48M24 0C24-10 22-16 24-24M-13-14c-6-2-9 0-12 3M8-18c6-3 10-2 13 1",
            "#5f8a4a",
            1.6,
        )
    ]
    for x, y, size in ((-12, -38, 13), (12, -56, 14), (25, -28, 10)):
        for count, reach, start in ((16, size, 0), (12, size * 0.72, 15), (8, size * 0.45, 0)):
            petal = f"M0 0C-{number(reach * 0.26)}-{number(reach * 0.5)}-{number(reach * 0.2)}-{number(reach)} 0-{number(reach)}C{number(reach * 0.2)}-{number(reach)} {number(reach * 0.26)}-{number(reach * 0.5)} 0 0Z"
            parts += [
                path(
                    petal,
                    fill,
                    stroke=shade,
                    stroke_width=0.6,
                    transform=f"translate({x} {y})rotate({number(start + 360 / count * turn)})",
                )
                for turn in range(count)
            ]
        parts.append(circle(x, y, size * 0.16, "#e0b23c"))
    return "".join(parts)


def fern() -> str:
    """Fronds of the fern called longing."""
    parts = []
    for x, turn, size in ((-14, -24, 1.0), (2, 4, 1.15), (18, 30, 0.9)):
        leaflets = "".join(f"M0 {-y}l{10 - y // 6} -5M0 {-y}l-{10 - y // 6} -5" for y in range(8, 50, 6))
        parts.append(
            group([line("M0 0V-52", "#5f7f3f", 1.4), line(leaflets, "#7fa050", 2.2)], transform=move(x, 0, size, turn))
        )
    return "".join(parts)


def herbs() -> str:
    """Young greens of early spring in the snow."""
    parts = [path("M-40 4C-30-6-18-4-10-2C0-8 16-6 24-2C32-6 42-2 46 4Z", "#fff", stroke="#b5c4d0", stroke_width=0.8)]
    for x in (-24, -4, 18):
        parts.append(
            path(
                f"M{x}-2c-9-4-11-12-8-17 6 3 9 9 8 17zM{x}-2c8-4 11-11 9-17-6 3-9 8-9 17zM{x}-3c-3-8-1-15 1-20 4 6 3 13-1 20z",
                "#86b04e",
                stroke="#5f8a3a",
                stroke_width=0.5,
            )
        )
    return "".join(parts)


def mugwort() -> str:
    """Mugwort and the smoke of its burning."""
    return (
        line("M0-34C-8-44 10-50 2-60C-4-68 6-72 4-78", "#a9a4a0", 3, opacity=0.55)
        + line("M-10 0C-10-14-6-24-2-32M8 0C8-12 12-20 18-26", "#6f8a5a", 1.5)
        + path(
            "M-9-8c-10-2-14-8-16-14 8 0 14 6 16 14zM-7-16c8-4 12-10 12-16-8 2-12 8-12 16zM-4-26c-6-4-8-10-7-15 6 3 8 9 7 15zM9-8c8 0 14-4 17-10-8-1-15 3-17 10zM13-18c-4-5-4-11-2-15 5 4 5 10 2 15z",
            "#86a06f",
            stroke="#5f7a4e",
            stroke_width=0.5,
        )
    )


def thicket() -> str:
    """A garden gone wild: creepers over a fence."""
    return (
        line("M-34 4V-24M-20 4V-26M-6 4V-24M8 4V-26M22 4V-24M36 4V-26M-38-8H40M-38-18H40", "#8a6a45", 1.8)
        + line(
            "M-36 2C-30-20-16-6-12-24C-8-36 4-22 8-30C14-40 26-22 34-30M-22 4C-14-14 4 0 10-16C16-28 28-12 38-20",
            "#6f8a4a",
            1.4,
        )
        + "".join(
            path("M0 0C-5-3-6-8-3-11C0-9 3-9 5-11C8-7 6-2 0 0Z", fill, transform=f"translate({x} {y})")
            for x, y, fill in (
                (-30, -8, "#86a860"),
                (-14, -20, "#a39a4a"),
                (-2, -26, "#86a860"),
                (10, -30, "#b5803a"),
                (24, -26, "#86a860"),
                (0, -4, "#a39a4a"),
                (20, -18, "#7a9a50"),
                (34, -18, "#b5803a"),
            )
        )
    )
