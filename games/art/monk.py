"""Monks with shaven head and stole, and Semimaru, hooded with his lute; seated, turned to the left."""

from dataclasses import dataclass, field

from games.art import head, held
from games.art.colours import FAIR, HAIR, INK, SKIN_LINE, TANNED, WHITE
from games.art.head import Face
from games.art.svg import group, line, move, path

_LAP = "M-86-2C-94-20-70-36-44-32C-20-28 14-28 40-32C66-36 92-22 86-2C56 4-56 4-86-2Z"
_BODY = "M-13-97C-32-94-42-84-46-62L-48-14L48-14L46-60C44-84 34-94 15-97Z"
_FAR = {
    "gathered": "M-17-95C-42-92-58-76-68-52C-76-38-82-28-86-20C-78-13-60-10-44-10C-34-10-26-13-20-16C-14-24-12-36-12-46C-8-64-10-82-17-95Z",
    "praying": "M-17-95C-42-90-56-76-66-54C-74-40-80-30-84-22C-70-12-42-12-22-22C-14-36-9-54-8-70C-9-80-12-88-17-95Z",
    "spread": "M-17-95C-36-93-50-82-62-64C-76-44-86-34-92-26C-86-13-70-9-54-10C-42-14-36-24-32-38C-26-58-20-78-17-95Z",
}
_NEAR = {
    "gathered": "M14-96C42-94 60-77 70-54C78-36 84-28 89-19C82-12 60-7 36-9C22-10 10-14 2-18C-6-27-11-36-13-46C-4-55 6-74 14-96Z",
    "praying": "M14-96C42-94 58-78 68-56C77-38 83-30 88-21C68-10 34-10 8-20C-2-34-9-52-9-70C0-76 8-84 14-96Z",
    "spread": "M14-96C34-95 50-84 62-66C76-46 86-36 92-26C86-13 70-9 54-10C42-14 36-26 31-40C26-60 20-80 14-96Z",
}
_HANDS = {"gathered": (-15, -48), "praying": (-10, -74), "spread": (-2, -38)}


@dataclass(frozen=True, slots=True)
class Monk:
    """A monk's looks: fills of robe and stole, the stole's seams and cut ("sash", "mantle" or "band")."""

    robe: str
    stole: str
    seam: str
    cut: str = "sash"
    posture: str = "gathered"
    holds: str = "rosary"
    has_high_collar: bool = False
    face: Face = field(default_factory=lambda: Face(skin=TANNED, beard=""))
    tilt: float = 0


def draw(look: Monk) -> str:
    """The figure around (0, 0), the middle of the ground it sits on; about 180 wide and 140 high."""
    parts = [path(_LAP, look.robe, stroke=INK, stroke_width=1), path(_LAP, "#000", opacity=0.14)]
    parts.append(
        line("M-66-4c-4-8-2-14 6-20M66-4c4-7 2-13-4-20M-30-3c4-8 4-14 0-22M30-3c-4-8-4-14 0-22", INK, 0.6, opacity=0.45)
    )
    if look.has_high_collar:
        parts.append(
            path(
                "M-15-96C-25-104-27-119-20-128C-10-118 10-118 21-128C27-119 26-104 16-96Z",
                look.robe,
                stroke=INK,
                stroke_width=1,
            )
        )
    parts.append(path(_BODY, look.robe, stroke=INK, stroke_width=1))
    for outline in (_FAR[look.posture], _NEAR[look.posture]):
        parts.append(path(outline, WHITE, stroke=INK, stroke_width=0.6, transform="translate(0 3.2)"))
        parts.append(path(outline, look.robe, stroke=INK, stroke_width=1.1))
    parts.append(
        line("M44-84C38-66 32-48 34-30M60-68C54-52 50-38 54-20M-44-82C-40-66-38-50-42-34", INK, 0.8, opacity=0.5)
    )
    parts.append(_stole(look))
    parts.append(line("M-10-99L-3-82L12-98", WHITE, 3.6, stroke_linejoin="round"))
    parts.append(line("M-13.5-98.5L-4-77.5L15.5-97", INK, 0.7, stroke_linejoin="round"))
    parts.append(path("M-8-106L10-106L12-99L-2-89L-9-99Z", look.face.skin))
    # A staff stands beside the monk, not before his face.
    x, y = (46, -40) if look.holds == "staff" else _HANDS[look.posture]
    top = group([head.shaven(look.face)], transform=f"rotate({look.tilt:g} 0 -100)" if look.tilt else None)
    return "".join(parts) + top + held.holding(look.holds, x, y, skin=look.face.skin)


def _stole(look: Monk) -> str:
    if look.cut == "mantle":
        # Wrapped round the body and over the far shoulder; the near arm comes out of it.
        return path(
            "M16-97C34-94 46-86 54-76C46-56 24-34 0-22C-20-13-50-9-78-14C-84-17-86-20-86-22C-78-30-72-42-66-54C-60-66-54-74-46-82C-30-62-10-66 16-97Z",
            look.stole,
            stroke=INK,
            stroke_width=1,
        ) + line(
            "M24-95C8-68-28-50-58-64M36-91C20-60-24-34-70-40M46-84C28-52-14-26-80-24M-30-68C-36-50-46-30-56-12M-6-74C-10-54-18-34-26-14M14-84C16-66 12-46 4-25M34-92C38-80 36-66 30-50",
            look.seam,
            1.2,
        )
    if look.cut == "band":
        return path(
            "M-13-98C-22-86-26-66-24-42L-17-40C-18-62-14-80-4-92C6-80 12-62 13-38L20-40C22-66 20-86 14-98L8-94L-4-84L-9-96Z",
            look.stole,
            stroke=INK,
            stroke_width=0.9,
        ) + line("M-20-80l7 2M-24-62l7 .5M-24.5-48l7 .5M11-78l8-2M13.5-62l8-1M13.5-48l7.5-1", look.seam, 1.2)
    return path(
        "M14-98C26-96 36-90 42-84C34-60 12-34-14-20C-34-10-52-12-58-22C-44-30-28-44-16-60C-4-74 6-86 14-98Z",
        look.stole,
        stroke=INK,
        stroke_width=1,
    ) + line(
        "M20-97C8-78-22-40-50-19M30-92C18-68-12-32-42-14M-2-78C8-70 18-66 28-62M-16-60C-6-52 4-46 14-42M-32-44C-24-36-14-28-6-24M-46-30C-40-26-34-20-28-15",
        look.seam,
        1.3,
    )


def draw_semimaru(robe: str, hood: str) -> str:
    """The blind lute player of the barrier: neither courtier nor monk."""
    parts = [
        path(_LAP, "#5a5148", stroke=INK, stroke_width=1),
        path(_BODY, robe, stroke=INK, stroke_width=1),
        path(_FAR["gathered"], robe, stroke=INK, stroke_width=1.1),
        path(_NEAR["gathered"], robe, stroke=INK, stroke_width=1.1),
        line("M44-84C38-66 34-52 40-34M60-68C54-52 52-40 58-20M-44-82C-46-66-50-50-56-34", INK, 0.8, opacity=0.5),
        line("M-10-99L-3-82L12-98", "#e9dfc9", 3.6, stroke_linejoin="round"),
        group([_lute()], transform=move(2, -42, 1, -52)),
        path("M14-21L27-33L32-27Z", "#f3e8c6", stroke=INK, stroke_width=0.7),
        group([held.hand(TANNED)], transform=move(28, -36, 1, 20)),
        group([held.hand(TANNED)], transform=move(-46, -68, 0.95, -20)),
        path(
            "M-15-122C-17.5-114-17-107-11.5-100.5C-6.5-95 3.5-94.5 9-100C14-105 15.5-116 14-126Z",
            TANNED,
            stroke=SKIN_LINE,
            stroke_width=0.7,
        ),
        line("M-13.5-116c1.8-1.3 3.8-1.3 5.4-.2M-2-116c1.8-1.5 4.8-1.4 6.4 0", "#efe9dc", 1.9),
        line("M-13.5-111.5c1.3 1 3 1 4.3 0M-2.5-111.5c1.7 1.2 4 1.2 5.7 0", HAIR, 1.2),
        line("M-8.8-111c-.9 2.2-2 4-2.5 5.2.6.7 1.6.8 2.4.5M4.5-107c.8 1.2.9 2.7.4 4", SKIN_LINE, 0.7),
        path(
            "M-12-103C-8-105-3-105 1-103C3-97-1-84-6-78C-11-85-13-97-12-103Z",
            "#f1ece0",
            stroke="#aaa08e",
            stroke_width=0.6,
        ),
        line("M-8.5-102c1.3.5 2.8.5 4 0", "#9c3a2e", 1.1),
        line("M-8-98c0 6 .5 11 2 16M-4-98c.5 5 0 10-1.5 15", "#c9c0ae", 0.6),
        # The hood: a cloth over head and shoulders, its rim turned back, tied under the beard.
        path(
            "M0-143C-21-143-25-123-21-106C-22-97-29-90-38-82C-28-76-16-79-9-87C-14-96-16.5-109-14-118C-10-124 2-126 10-121"
            "C15-113 15-103 9-92C14-80 28-75 46-80C36-90 28-100 26-110C26-130 19-143 0-143Z",
            hood,
            stroke=INK,
            stroke_width=1.1,
        ),
        line("M-9-88C-14-96-17-109-14.5-118.5C-10-125 3-127 11-121.5C16-113 15.5-103 9.5-92", "#f0e4c4", 3),
        line("M-9-88C-14-96-17-109-14.5-118.5C-10-125 3-127 11-121.5C16-113 15.5-103 9.5-92", INK, 0.5, opacity=0.5),
        line(
            "M-14-134C-6-141 10-140 19-129M22-116C23-104 28-95 36-87M-20-104C-22-97-26-92-31-87", INK, 0.7, opacity=0.6
        ),
    ]
    return "".join(parts)


def _lute() -> str:
    """A lute (biwa) lying across the lap, its neck up."""
    return "".join(
        [
            path(
                "M0 34C-20 34-27 18-24 4C-21-10-8-20-5-34L5-34C8-20 21-10 24 4C27 18 20 34 0 34Z",
                "#a8672f",
                stroke=INK,
                stroke_width=1.1,
            ),
            line("M-13 28C-20 22-22 12-19 2M14 26C20 20 21 10 19 2", "#c98d50", 1.2),
            path("M-4-34L-3-74L3-74L4-34Z", "#6b3f1d", stroke=INK, stroke_width=0.9),
            path("M-3-74L-10-86L-4-89L4-76Z", "#3d2513", stroke=INK, stroke_width=0.8),
            line("M-8-70h5M3-66h5M-8-64h5M3-60h5", "#3d2513", 2),
            path("M-25 8C-10 14 10 14 25 8L24-2C10 4-10 4-24-2Z", "#2b1a10"),
            line("M-8 5a3 3 0 1 1 5 1M8 5a3 3 0 1 0-5 1", "#d9b35a", 0.7),
            path("M-9 25h18v3h-18z", "#2b1a10"),
            line("M-2.4-72L-5 26M-.8-72L-1.7 26M.8-72L1.7 26M2.4-72L5 26", "#f1e3bd", 0.6),
            line("M-15-6a4 5 0 0 1 5-5M15-6a4 5 0 0 0-5-5", "#2b1a10", 1.4),
        ]
    )


__all__ = ["FAIR", "Monk", "draw", "draw_semimaru"]
