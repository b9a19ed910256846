"""Moon, sun, clouds, rain, snow, wind and night, as the poems have them; drawn around (0, 0)."""

from math import cos, radians, sin

from games.art.colours import GOLD
from games.art.svg import circle, line, number, path


def moon() -> str:
    """The full moon with a soft ring of light."""
    return (
        circle(0, 0, 31, "#f3dfa0", opacity=0.35)
        + circle(0, 0, 25, "#f6e3a1")
        + circle(0, 0, 25, "none", stroke=GOLD, stroke_width=0.8)
    )


def crescent() -> str:
    """The thin moon that is left at dawn."""
    return path("M6-22A22 22 0 1 0 20 12A19 19 0 1 1 6-22Z", "#f1d98a", stroke=GOLD, stroke_width=0.7)


def veiled_moon() -> str:
    """The moon half hidden by clouds."""
    return moon() + _cloud("#dfe3e4", 0.95, -8, 10) + _cloud("#eceff0", 0.95, 14, 18)


def sun() -> str:
    """The red sun of morning or evening."""
    return circle(0, 0, 24, "#e2604a", opacity=0.85) + line("M-40 6H40M-34 13H30", "#fbf4e2", 2.4)


def _cloud(fill: str = "#e7e9e6", opacity: float = 0.9, x: float = 0, y: float = 0) -> str:
    """A bank of cloud with a flat foot."""
    return path(
        f"M{number(x - 34)} {number(y)}a9 9 0 0 1 11-9a13 13 0 0 1 23-4a11 11 0 0 1 20 4a9 9 0 0 1 12 9z",
        fill,
        opacity=opacity,
    )


def clouds() -> str:
    """Clouds one above the other."""
    return _cloud("#d9e2e6", 0.95, 6, -14) + _cloud("#eef0ee", 0.95, -10, 2) + line("M-36 6H20M-20 10H34", "#c3ced3", 1)


def heaven() -> str:
    """Curled clouds of heaven and a maiden's scarf blown between them."""
    curl = "M-32 10c-8-2-8-14 2-14 2-10 18-12 20-2 8-6 18 0 14 8M-24 4a4 4 0 1 1 6 4M-6 0a4 4 0 1 1 6 5"
    return (
        path("M-34 12c-8-3-7-16 4-16 2-10 18-12 21-2 8-6 20 0 16 9 8 0 9 9 1 9z", "#dbe8ee", opacity=0.9)
        + line(curl, "#8fb0c2", 1)
        + path(
            "M-28-36C-10-30 0-48 14-44C26-40 18-26 30-22C20-20 14-28 10-34C2-40-12-24-28-36Z", "#ee9fae", opacity=0.9
        )
        + path("M-20-46C-8-40 2-56 12-52C2-52-8-34-20-46Z", "#a790cb", opacity=0.85)
    )


def mist() -> str:
    """Bands of mist."""
    return line("M-34 0H26M-22 9H38M-40 18H16M-14 27H34", "#b9c9cb", 5, opacity=0.55)


def rain() -> str:
    """Slanting spring rain."""
    return line(
        "M-30-34l-6 22M-16-30l-7 26M-2-38l-7 26M12-32l-7 26M26-36l-6 22M-24-2l-6 22M-8 2l-7 24M8 0l-7 24M22-4l-6 22",
        "#7f9db0",
        1.1,
        opacity=0.75,
    )


def snow() -> str:
    """Large flakes of snow."""
    flakes = (
        (-30, -34, 3),
        (-12, -24, 4),
        (8, -38, 3),
        (24, -20, 4),
        (-26, -4, 4),
        (-4, 0, 3),
        (18, 6, 3.5),
        (-16, 18, 3),
        (6, 24, 4),
        (30, 26, 3),
    )
    return "".join(circle(x, y, radius, "#fff", stroke="#86a3ba", stroke_width=1) for x, y, radius in flakes)


def stars() -> str:
    """A winter night's stars."""
    points = (
        (-28, -26, 1.6),
        (-14, -36, 1.1),
        (2, -24, 2),
        (18, -34, 1.3),
        (30, -18, 1.7),
        (-24, -6, 1.1),
        (-6, -8, 1.4),
        (12, -6, 1.1),
    )
    return "".join(
        path(
            f"M{number(x)} {number(y - 3 * r)}l{number(r)} {number(2 * r)} {number(2 * r)} {number(r)}-{number(2 * r)} {number(r)}-{number(r)} {number(2 * r)}-{number(r)}-{number(2 * r)}-{number(2 * r)}-{number(r)} {number(2 * r)}-{number(r)}z",
            GOLD,
        )
        for x, y, r in points
    )


def wind() -> str:
    """Gusts, each ending in a curl."""
    return line(
        "M-38-20C-20-28-4-12 14-20C26-25 26-38 17-36C12-34 14-28 18-29M-34 0C-14-8 4 8 26-2C38-8 36-20 28-18M-30 16C-12 10 4 22 22 14",
        "#8ea3a6",
        1.4,
        opacity=0.9,
    )


def _falling(fill: str, count: int = 12, size: float = 4) -> str:
    """Petals or leaves coming down in a turning stream."""
    parts = []
    for petal in range(count):
        turn = radians(137.5 * petal)
        x = 34 * cos(turn) * (0.4 + petal / count)
        y = -38 + 80 * petal / count + 6 * sin(turn)
        parts.append(
            path(
                f"M0-{number(size)}C{number(size)}-{number(size)} {number(size)} {number(size)} 0 {number(size)}C-{number(size * 0.7)} {number(size * 0.4)}-{number(size * 0.7)}-{number(size * 0.4)} 0-{number(size)}Z",
                fill,
                transform=f"translate({number(x)} {number(y)})rotate({(petal * 67) % 360})",
            )
        )
    return "".join(parts)


def petals() -> str:
    """Falling cherry petals."""
    return _falling("#f0a9b8")


def leaves() -> str:
    """Falling red leaves."""
    return _falling("#cf4f2c", 10, 4.6)
