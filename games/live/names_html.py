"""How names of seats and watchers stand in HTML: escaped, cleaned of what steers text, in their own direction."""

from functools import lru_cache

from django.utils.html import escape

from accounts.names import shown_name
from games.live.snapshot import Snapshot
from games.live.words import Words


@lru_cache(maxsize=4096)
def name_html(name: str) -> str:
    """Return a name as HTML that keeps its own direction, cleaned of what steers text; empty if nothing can be seen.

    Names are cleaned when they are given; rows from before, or written by hand, must not disturb their surroundings.
    """
    shown = shown_name(name)
    return f"<bdi>{escape(shown)}</bdi>" if shown else ""


def seat_names(words: Words, snapshot: Snapshot) -> list[str]:
    """Return the name of each seat as HTML; a seat without a visible name is called by its number."""
    names = []
    for face in snapshot.seats:
        fallback = words.label("cpu_name" if face.is_cpu else "seat_name")
        names.append(name_html(face.name) or f"<bdi>{fallback.format(number=words.number(face.number + 1))}</bdi>")
    return names
