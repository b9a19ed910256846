"""What this process knows of live matches, so that a step needs no read; it must never decide anything by itself.

An entry is right for ever, since a state never changes under its version: the database only has to say whether the
version is still the present one.
"""

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from games import engine

if TYPE_CHECKING:
    from games.live.snapshot import Snapshot

_MOST: Final = 4_000  # matches; about 10 kB each


@dataclass(frozen=True, slots=True)
class Known:
    """A match at one version. The snapshot is None where nobody in this process has looked at the table."""

    version: int
    state: engine.State = field(repr=False)
    snapshot: "Snapshot | None" = None


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
    if present is not None and (
        present.version > entry.version or (present.version == entry.version and entry.snapshot is None)
    ):
        return
    _known[match_id] = entry
    if present is None:
        while len(_known) > _MOST:
            try:
                _known.popitem(last=False)
            except KeyError:
                break


def forget(match_id: str) -> None:
    """Drop what is known of a match."""
    _known.pop(match_id, None)


def forget_all() -> None:
    """Drop everything."""
    _known.clear()
