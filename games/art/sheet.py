"""The style sheet that gives each card its picture by one short class, and the marks of the roles; it knows no match."""

from collections.abc import Iterator
from typing import Final

from games.art.frame import ROLE_COLOURS, emperor_sign, mark
from games.art.svg import tag
from games.engine import CARDS, EMPERORS, Role, role_of


def sheet() -> str:
    """Return the rules of all cards: `.c7` has the picture of card 7, the colour of its role and the role's mark.

    Every card of every hand is sent to every page at a table, so its class is all the markup that it has.
    """
    rules = ["/* Drawn by manage.py draw_cards; not to be edited. */"]
    rules += [f".c{number}{{--p:url(../cards/{number:03}.svg)}}" for number in CARDS]
    for role in Role:
        of_role = ",".join(f".c{number}" for number in CARDS if role_of(number) is role)
        rules.append(f"{of_role}{{--robe:{ROLE_COLOURS[role]};--disc:url(../marks/{role}.svg)}}")
    emperors = ",".join(f".c{number}" for number in sorted(EMPERORS))
    rules.append(f"{emperors}{{--second:url(../marks/emperor.svg)}}")
    return "\n".join(rules) + "\n"


# The mark's circle has its centre at 26, 26 in the card's own units; the emperors' second one lies at 26, 54.
_BOXES: Final = {"role": "7 7 38 38", "emperor": "15 43 22 22"}


def marks() -> Iterator[tuple[str, str]]:
    """The marks as pictures of their own, with their file names: small cards show them larger than the cards do."""
    for role in Role:
        yield f"{role}.svg", _document(_BOXES["role"], mark(role, is_emperor=False))
    yield "emperor.svg", _document(_BOXES["emperor"], emperor_sign())


def _document(box: str, content: str) -> str:
    return tag("svg", content, xmlns="http://www.w3.org/2000/svg", viewBox=box) + "\n"
