"""What this process knows of live matches, so that a step needs no read; it must never decide anything by itself.

An entry is right for ever, since a state never changes under its version: the database only has to say whether the
version is still the present one.
"""

from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from games import engine

if TYPE_CHECKING:
    from games.live.snapshot import Snapshot
    from games.services.due import SeatFacts

_MOST: Final = 4_000  # matches; about 10 kB each


@dataclass(frozen=True, slots=True)
class Known:
    """A match at one version.

    The snapshot is None where nobody in this process has looked at the table. `seats` is who was there when the rows
    were last read, and None if some seat is not simply played by its owner, so that a step has to read the rows.
    """

    version: int
    state: engine.State = field(repr=False)
    snapshot: "Snapshot | None" = None
    seats: "tuple[SeatFacts, ...] | None" = None


_known: OrderedDict[str, Known] = OrderedDict()


def known_match(match_id: str) -> Known | None:
    """Return the newest version of a match that passed through this process, which may be an old one."""
    return _known.get(match_id)


def known_state(match_id: str, version: int) -> engine.State | None:
    """Return the state of a match at a version, None if it is not at hand."""
    entry = _known.get(match_id)
    return entry.state if entry is not None and entry.version == version else None


def remember(match_id: str, entry: Known) -> None:
    """Keep the entry unless a newer version is kept; the oldest match is forgotten when there are too many."""
    present = _known.get(match_id)
    if present is not None and present.version > entry.version:
        return
    _known[match_id] = entry
    if present is None:
        while len(_known) > _MOST:
            try:
                _known.popitem(last=False)
            except KeyError:
                break


def note_seats(match_id: str, version: int, seats: "tuple[SeatFacts, ...] | None") -> None:
    """Take what the rows say of the seats, if the match still stands where they were read."""
    entry = _known.get(match_id)
    if entry is not None and entry.version == version and entry.seats != seats:
        _known[match_id] = replace(entry, seats=seats)


def forget(match_id: str) -> None:
    """Drop what is known of a match."""
    _known.pop(match_id, None)


def forget_all() -> None:
    """Drop everything."""
    _known.clear()
