"""What all cards share: paper and border, gold flecks, the mark of the role, the emperors' mat, and the back."""

from random import Random
from typing import Final

from games.art.cloth import woven
from games.art.colours import GOLD, INK, PAPER
from games.art.svg import circle, group, line, move, number, path, tag
from games.engine import Role

WIDTH: Final = 200
HEIGHT: Final = 280

# The colour of each kind of card, in the border and the mark: the same as on the table.
ROLE_COLOURS: Final = {Role.COURTIER: "#23577a", Role.LADY: "#a12a58", Role.MONK: "#7d5312", Role.SEMIMARU: "#2a2735"}
_MARKS: Final = {
    Role.COURTIER: path(
        "M3 18.5h18V22H3zM5 17c0-4.6 2.8-7.6 6-8.4V5.6C11 3 13 2 14.6 2 16.4 2 17 3.4 17 5c0 1.3-.3 3-.9 4.7C18 11.3 19 14 19 17z",
        "#fff",
    ),
    Role.LADY: path(
        "M11.2 20 1 10.3a15.5 15.5 0 0 1 4.4-3.4zM11.7 19 6.5 6.3A15 15 0 0 1 11.4 5.2zM12.3 19l.3-13.8a15 15 0 0 1 4.9 1.1z"
        "M12.8 20l5.8-13.1a15.5 15.5 0 0 1 4.4 3.4z",
        "#fff",
    )
    + circle(12, 21, 1.7, "#fff"),
    Role.MONK: "".join(
        circle(x, y, 2.3, "#fff")
        for x, y in ((12, 3.6), (17, 5.6), (19.2, 10.5), (17, 15.3), (7, 15.3), (4.8, 10.5), (7, 5.6))
    )
    + circle(12, 17, 2.8, "#fff")
    + path("M11 19h2v4h-2z", "#fff"),
    Role.SEMIMARU: path(
        "M8 1h8v2.2h-2.6v4.2c.8 3.2 5.1 4.6 5.1 9 0 4-2.9 6.6-6.5 6.6s-6.5-2.6-6.5-6.6c0-4.4 4.3-5.8 5.1-9V3.2H8z"
        "M9.2 13.5a1 1 0 0 0-1 1v2a1 1 0 0 0 2 0v-2a1 1 0 0 0-1-1zm5.6 0a1 1 0 0 0-1 1v2a1 1 0 0 0 2 0v-2a1 1 0 0 0-1-1zM9.5 19v1.3h5V19z",
        "#fff",
        fill_rule="evenodd",
    ),
}


def document(defs: str, parts: list[str], colour: str, top: str = "") -> str:
    """A whole card: the parts on the paper, inside a gold border with a line of the colour, and `top` over it all."""
    gold = tag(
        "linearGradient",
        tag("stop", stop_color="#b08a3a")
        + tag("stop", offset=0.5, stop_color="#efe0ab")
        + tag("stop", offset=1, stop_color="#a97f2f"),
        id="gold",
        x1=0,
        y1=0,
        x2=1,
        y2=1,
    )
    clip = tag("clipPath", tag("rect", x=8, y=8, width=184, height=264, rx=6), id="paper")
    return (
        tag(
            "svg",
            tag("defs", gold + clip + defs)
            + tag("rect", width=WIDTH, height=HEIGHT, rx=12, fill="url(#gold)")
            + tag("rect", x=5, y=5, width=190, height=270, rx=8, fill=colour)
            + tag("rect", x=8, y=8, width=184, height=264, rx=6, fill=PAPER)
            + group(parts, clip_path="url(#paper)")
            + top,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {WIDTH} {HEIGHT}",
            width=WIDTH,
            height=HEIGHT,
        )
        + "\n"
    )


def flecks(seed: int) -> str:
    """Bands of golden mist and flecks of gold leaf, different on every card."""
    rng = Random(seed)
    top = rng.randint(112, 122)
    bands = path(
        f"M8 {top}H{rng.randint(60, 90)}a4 4 0 0 1 0 8H{rng.randint(36, 52)}a4 4 0 0 0 0 8H{rng.randint(70, 110)}a4 4 0 0 1 0 8H8z"
        f"M192 {top - 2}H{rng.randint(120, 150)}a4 4 0 0 0 0 8H{rng.randint(150, 170)}a4 4 0 0 1 0 8H{rng.randint(100, 140)}a4 4 0 0 0 0 8H192z",
        "#dcb352",
        opacity=0.26,
    )
    squares = "".join(
        f"M{rng.randint(12, 186)} {rng.randint(12, 200)}l{rng.choice((2, 3))} {rng.choice((-1, 1))} {rng.choice((-1, 1))} {rng.choice((2, 3))}-3-1z"
        for _ in range(16)
    )
    return bands + path(squares, GOLD, opacity=0.55)


def mat() -> str:
    """The raised mat with the rainbow-striped edge, on which only emperors sit."""
    stripes = ("#b5342b", "#e8a93c", "#f5efe0", "#3f7a5a", "#2c4066", "#8f6aa8", "#f5efe0", "#d9798f")
    edge = "".join(
        tag("rect", x=10 + 7.5 * index, y=259, width=7.6, height=13, fill=stripes[index % 8]) for index in range(24)
    )
    diamonds = "".join(f"M{number(17.5 + 15 * index)} 260l4 5.5-4 5.5-4-5.5z" for index in range(12))
    return (
        path("M18 247H182L190 260H10Z", "#c9bf7c", stroke=INK, stroke_width=0.8)
        + line("M30 250H172M24 254H178", "#a89f5a", 0.7)
        + edge
        + path(diamonds, "#fffaf0", stroke=INK, stroke_width=0.4)
        + path("M10 259H190V272H10Z", "none", stroke=INK, stroke_width=0.8)
    )


def mark(role: Role, *, is_emperor: bool) -> str:
    """The sign of the role in the corner, by shape and colour; below it the chrysanthemum of an emperor."""
    colour = ROLE_COLOURS[role]
    parts = [
        circle(26, 26, 17.5, colour, stroke="#efe0ab", stroke_width=2.4),
        group([_MARKS[role]], transform=move(13, 12.6, 1.08)),
    ]
    if is_emperor:
        parts.append(emperor_sign())
    return "".join(parts)


def emperor_sign() -> str:
    """The chrysanthemum that stands below the role's sign."""
    petals = [
        path("M0-1.5C-2-4-2-6.5 0-7.5C2-6.5 2-4 0-1.5Z", "#f7dc97", transform=f"rotate({45 * petal})")
        for petal in range(8)
    ]
    return (
        circle(26, 54, 10, "#8a4b12", stroke="#efe0ab", stroke_width=1.6)
        + group(petals, transform="translate(26 54)")
        + circle(26, 54, 1.7, "#f7dc97")
    )


def draw_back() -> str:
    """The back of every card: a cherry blossom in a ring on woven waves."""
    green, gold = "#2f4a3c", "#d3b262"
    petals = [
        path(
            "M0-3C-17-10-23-31-10-44L0-36L10-44C23-31 17-10 0-3Z",
            "#e3c77c",
            stroke=green,
            transform=f"rotate({72 * turn})",
        )
        + line("M0-7V-25M-2-8L-9-23M2-8L9-23", green, 0.9, transform=f"rotate({72 * turn})")
        for turn in range(5)
    ]
    mist = (
        "M16 66H74a4 4 0 0 1 0 8H52a4 4 0 0 0 0 8H92a4 4 0 0 1 0 8H16z"
        "M184 190H126a4 4 0 0 0 0 8H148a4 4 0 0 1 0 8H108a4 4 0 0 0 0 8H184z"
    )
    return document(
        woven("weave", "seigaiha", green, "#557a68", scale=1.25),
        [
            tag("rect", x=8, y=8, width=184, height=264, fill="url(#weave)"),
            path(mist, gold, opacity=0.45),
            tag("rect", x=16, y=16, width=168, height=248, rx=4, fill="none", stroke=gold, stroke_width=1.5),
            tag("rect", x=19.5, y=19.5, width=161, height=241, rx=3, fill="none", stroke=gold, stroke_width=0.5),
            circle(100, 140, 55, green, stroke=gold, stroke_width=3),
            circle(100, 140, 50.5, "none", stroke=gold, stroke_width=0.7),
            group(petals, transform="translate(100 140)"),
            circle(100, 140, 5, gold, stroke=green, stroke_width=1.2),
        ],
        "#1f332a",
    )
