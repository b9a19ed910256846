"""Small pieces of SVG text: numbers, elements, groups; it knows no card."""

from collections.abc import Iterable

Attribute = str | float | None


def number(value: float) -> str:
    """A number as short as SVG allows, to a tenth of a unit."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    text = text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
    return "0" if text in ("-0", "", "-") else text


def tag(name: str, content: str = "", /, **attributes: Attribute) -> str:
    """An element; underscores in attribute names become hyphens, None leaves an attribute out."""
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            text = number(value) if isinstance(value, (int, float)) else value
            parts.append(f'{key.rstrip("_").replace("_", "-")}="{text}"')
    inside = " ".join(parts)
    return f"<{inside}>{content}</{name}>" if content else f"<{inside}/>"


def path(d: str, fill: str = "none", **attributes: Attribute) -> str:
    """A path; without a fill unless one is given."""
    return tag("path", d=d, fill=fill, **attributes)


def line(d: str, stroke: str, width: float = 1, **attributes: Attribute) -> str:
    """An open line with round ends."""
    return tag("path", d=d, fill="none", stroke=stroke, stroke_width=width, **attributes)


def circle(x: float, y: float, radius: float, fill: str = "none", **attributes: Attribute) -> str:
    """A circle."""
    return tag("circle", cx=x, cy=y, r=radius, fill=fill, **attributes)


def ellipse(x: float, y: float, rx: float, ry: float, fill: str = "none", **attributes: Attribute) -> str:
    """An ellipse."""
    return tag("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=fill, **attributes)


def group(parts: Iterable[str], **attributes: Attribute) -> str:
    """A group of pieces."""
    return tag("g", "".join(parts), **attributes)


def move(x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    """A transform that shifts, turns (degrees) and scales; a negative scale mirrors left and right."""
    parts = [f"translate({number(x)} {number(y)})"]
    if turn:
        parts.append(f"rotate({number(turn)})")
    if scale < 0:
        parts.append(f"scale({scale:g} {-scale:g})")
    elif scale != 1:
        parts.append(f"scale({scale:g})")
    return "".join(parts)
