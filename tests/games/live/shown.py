"""What a page shows after messages, as htmx swaps them: whole pieces, parts of them, lines added and taken away."""

from __future__ import annotations

import re

_TAG = re.compile(r"<(/?)(\w+)([^>]*)>")
_VOID = frozenset({"input"})
_ID = re.compile(r'\bid="([\w-]+)"')
_SWAP = re.compile(r' hx-swap-oob="([^"]*)"')


def element_at(html: str, start: int) -> tuple[int, int, int]:
    """Return where the element that begins at `start` has its content, the end of that, and its own end."""
    opening = _TAG.match(html, start)
    assert opening is not None, html[start : start + 80]
    if opening.group(2) in _VOID:
        return opening.end(), opening.end(), opening.end()
    depth = 1
    for tag in _TAG.finditer(html, opening.end()):
        if tag.group(2) in _VOID:
            continue
        depth += -1 if tag.group(1) else 1
        if not depth:
            assert tag.group(2) == opening.group(2), html[start : tag.end()]
            return opening.end(), tag.start(), tag.end()
    raise AssertionError(f"not closed: {html[start : start + 80]}")


def elements_of(html: str) -> list[str]:
    """Return the elements that follow each other in a piece of HTML."""
    found, place = [], 0
    while place < len(html):
        end = element_at(html, place)[2]
        found.append(html[place:end])
        place = end
    return found


def pieces_of(text: str) -> dict[str, str]:
    """Return the elements of a message that have an id, by it: whole pieces, and parts of pieces."""
    return {found.group(1): html for html in elements_of(text) if (found := _ID.search(html[: html.index(">")]))}


def show(pieces: dict[str, str], text: str) -> None:
    """Change the pieces of a page as a message does; a message for a part that is not there is a mistake."""
    for html in elements_of(text):
        head = html[: html.index(">")]
        swap, name = _SWAP.search(head), _ID.search(head)
        how, _, selector = (swap.group(1) if swap else "true").partition(":")
        if selector:
            _swap_part(pieces, how, selector, html)
        elif name and (name.group(1) in pieces or swap):
            pieces[name.group(1)] = html
        else:
            assert name, html
            _swap_part(pieces, "outerHTML", f"#{name.group(1)}", html)


def _swap_part(pieces: dict[str, str], how: str, selector: str, html: str) -> None:
    name, _, last = selector.removeprefix("#").partition(" ")
    assert last in ("", "li:last-child"), selector
    (piece,) = [key for key, whole in pieces.items() if f'id="{name}"' in whole]
    whole = pieces[piece]
    start = whole.rindex("<", 0, whole.index(f'id="{name}"'))
    inner, closing, end = element_at(whole, start)
    new_inner, new_closing, _ = element_at(html, 0)
    content = html[new_inner:new_closing]
    if how == "outerHTML":
        pieces[piece] = whole[:start] + html + whole[end:]
    elif how == "beforeend":
        pieces[piece] = whole[:closing] + content + whole[closing:]
    elif how == "afterbegin":
        pieces[piece] = whole[:inner] + content + whole[inner:]
    else:
        assert how == "delete" and last, how
        oldest = elements_of(whole[inner:closing])[-1]
        pieces[piece] = whole[: closing - len(oldest)] + whole[closing:]
