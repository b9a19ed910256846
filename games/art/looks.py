"""How one poet's card is told from another: the fields of the tables of poets; it draws nothing."""

from dataclasses import dataclass
from typing import TypeAlias

# A motif, where it stands on the card and how large; a negative size mirrors it.
Motif: TypeAlias = tuple[str, float, float, float]
# A weave in the colours of a robe, such as ("kon", "seigaiha").
Cloth: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What all figures have: the scene behind, which way they look (1 left, -1 right) and the tilt of the head."""

    scene: tuple[Motif, ...]
    robe: Cloth
    facing: int = 1
    tilt: float = 0
    holds: str = ""
    posture: str = "gathered"


@dataclass(frozen=True, slots=True, kw_only=True)
class CourtierLook(Look):
    """`cap` as in `head`; `face` names beard and age: "young", "tuft", "long", "old" (long and grey), "full" (grey)."""

    knees: Cloth = ("shiro", "plain")
    lining: str = "hi"
    cap: str = "down"
    face: str = "tuft"
    eyes: str = "mild"
    under: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LadyLook(Look):
    """`layers` is a name of `colours.LAYERS`."""

    layers: str
    jacket: Cloth
    hair: str = "behind"
    eyes: str = "mild"
    posture: str = "fan"
    holds: str = "fan"


@dataclass(frozen=True, slots=True, kw_only=True)
class MonkLook(Look):
    """`stole` is a robe colour, whose thread makes the seams; `cut` as in `monk.Monk`."""

    stole: str
    cut: str = "sash"
    has_high_collar: bool = False
    face: str = "young"
    eyes: str = "mild"
    holds: str = "rosary"


@dataclass(frozen=True, slots=True, kw_only=True)
class SemimaruLook(Look):
    """The hooded poet has no fields of his own but the colour of the hood."""

    hood: str = "#b5763c"
