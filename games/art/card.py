"""Puts a card together from its scene, figure and poem; it knows the hundred cards and no match."""

from collections.abc import Callable, Iterator, Mapping
from inspect import getmembers, isfunction
from types import ModuleType
from typing import Final

from games.art import courtier, creatures, grasses, lady, land, monk, sky, things, trees, water
from games.art.cloth import woven
from games.art.colours import FAIR, INK, LAYERS, ROBES, TANNED
from games.art.courtiers import COURTIERS
from games.art.frame import ROLE_COLOURS, document, draw_back, flecks, mark, mat
from games.art.head import Face
from games.art.looks import Cloth, CourtierLook, LadyLook, Look, MonkLook, SemimaruLook
from games.art.others import LADIES, MONKS, SEMIMARU
from games.art.svg import group, move, number, tag
from games.cards import CARDS_BY_NUMBER, Card

LOOKS: Final[Mapping[int, Look]] = {**COURTIERS, **LADIES, **MONKS, **SEMIMARU}


def _drawings(*modules: ModuleType) -> dict[str, Callable[[], str]]:
    """The public drawing functions of some modules, by name."""
    return {
        name: function
        for module in modules
        for name, function in getmembers(module, isfunction)
        if function.__module__ == module.__name__ and not name.startswith("_")
    }


MOTIFS: Final[Mapping[str, Callable[[], str]]] = _drawings(sky, land, water, trees, grasses, creatures, things)

_SERIF: Final = "Yu Mincho,YuMincho,Hiragino Mincho ProN,Noto Serif JP,Noto Serif CJK JP,serif"


def draw_card(number_: int) -> str:
    """The picture of a card as an SVG document of its own, 200 by 280 units; the same text every time."""
    card, look = CARDS_BY_NUMBER[number_], LOOKS[number_]
    cloths: dict[str, str] = {}
    figure = _figure(look, cloths)
    height = 10 if card.is_emperor else 0
    scale = 0.86 if card.is_emperor else 0.9
    place = f"translate(100 {265 - height})scale({scale * look.facing:g} {scale:g})"
    return document(
        "".join(cloths.values()),
        [
            flecks(number_),
            *(group([MOTIFS[name]()], transform=move(x, y, size)) for name, x, y, size in look.scene),
            tag("ellipse", cx=100, cy=267, rx=92, ry=5, fill="#000", opacity=0.1),
            mat() if card.is_emperor else "",
            group([figure], transform=place),
            _words(card),
        ],
        ROLE_COLOURS[card.role],
        mark(card.role, is_emperor=card.is_emperor),
    )


def _column(text: str, x: float, y: float, size: float) -> str:
    """Upright letters one under the other. Each has its own place, so that no renderer needs vertical writing."""
    ys = " ".join(number(y + size * 1.06 * index) for index in range(len(text)))
    xs = " ".join(number(x) for _ in text)
    return tag("text", text, x=xs, y=ys, font_size=size if size != 11.5 else None)


def _words(card: Card) -> str:
    """The poet's name at the right and the poem's five lines from right to left, as if scattered by a brush."""
    name = card.name("ja")
    size = min(10.0, 100 / len(name))
    columns = [_column(name, 182.5, 25, size)]
    for index, text in enumerate(card.poem.text):
        # Lines start at different heights, but none may run down into the head below.
        drop = min((0, 7, 2, 10, 4)[(index + card.number) % 5], 112 - 24 - 12.2 * (len(text) - 1))
        columns.append(_column(text, 164 - 17.5 * index, 24 + drop, 11.5))
    return tag(
        "g",
        "".join(columns),
        font_family=_SERIF,
        font_size=11.5,
        font_weight=600,
        fill=INK,
        text_anchor="middle",
        lang="ja",
    )


def _cloth(cloths: dict[str, str], cloth: Cloth) -> str:
    """The fill of a cloth: a colour, or a pattern that is added to those of the card."""
    colour, weave = cloth
    if weave == "plain":
        return ROBES[colour][0]
    name = f"{colour}-{weave}"
    cloths.setdefault(name, woven(name, weave, *ROBES[colour]))
    return f"url(#{name})"


def _face(kind: str, eyes: str, skin: str = FAIR) -> Face:
    beard = {"young": "", "old": "long"}.get(kind, kind)
    return Face(skin=skin, beard=beard, is_old=kind in ("old", "full"), eyes=eyes)


def _figure(look: Look, cloths: dict[str, str]) -> str:
    match look:
        case CourtierLook():
            return courtier.draw(
                courtier.Courtier(
                    robe=_cloth(cloths, look.robe),
                    knees=_cloth(cloths, look.knees),
                    lining=(ROBES[look.lining][0], ROBES[look.lining][1]),
                    cap=look.cap,
                    posture=look.posture,
                    holds=look.holds or ("tablet" if look.posture == "gathered" else ""),
                    face=_face(look.face, look.eyes),
                    tilt=look.tilt,
                    under=ROBES[look.under][0] if look.under else "",
                )
            )
        case LadyLook():
            return lady.draw(
                lady.Lady(
                    layers=LAYERS[look.layers],
                    robe=_cloth(cloths, look.robe),
                    jacket=_cloth(cloths, look.jacket),
                    posture=look.posture,
                    holds=look.holds,
                    eyes=look.eyes,
                    tilt=look.tilt,
                    hair=look.hair,
                    has_crown=look is LADIES[2],
                )
            )
        case MonkLook():
            return monk.draw(
                monk.Monk(
                    robe=_cloth(cloths, look.robe),
                    stole=ROBES[look.stole][0],
                    seam=ROBES[look.stole][1],
                    cut=look.cut,
                    posture=look.posture,
                    holds=look.holds,
                    has_high_collar=look.has_high_collar,
                    face=_face(look.face, look.eyes, TANNED),
                    tilt=look.tilt,
                )
            )
        case SemimaruLook():
            return monk.draw_semimaru(_cloth(cloths, look.robe), look.hood)
    raise TypeError(f"no figure for {look}")


def pictures() -> Iterator[tuple[str, str]]:
    """All pictures with their file names: 001.svg to 100.svg and back.svg."""
    for number_ in CARDS_BY_NUMBER:
        yield f"{number_:03}.svg", draw_card(number_)
    yield "back.svg", draw_back()
