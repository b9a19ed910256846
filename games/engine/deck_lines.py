"""One JSON line with a deck in, the JSON of its end out; it must not know where lines come from or go to.

In: `seats` 2–6, `first_seat`, `deck` (1–100 distinct cards, top first), `policy` (a name of `POLICIES`) and, where they
are not the initial defaults, `rules`. Out: `hands` per seat and `pile` in the order in which the cards came,
`draw_pile` (what an early end left, top first), `out`, `ranks`, `steps` (accepted actions: flips and stops).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from games.engine.errors import EngineError
from games.engine.playout import play_out
from games.engine.policies import POLICIES
from games.engine.rules import RuleSet
from games.engine.scoring import standings

MAX_LINE_BYTES: Final = 65_536
"""A longer line is refused; a full deck with its words takes less than 1,000."""

_REQUIRED: Final = frozenset({"seats", "first_seat", "deck", "policy"})
_KNOWN: Final = _REQUIRED | {"rules"}


class LineError(ValueError):
    """A line that cannot be played; the text says why, in English."""


def played_line(line: bytes) -> str:
    """Return the result line (JSON, without line end) of one input line; raise LineError for a bad one."""
    request = _request(line)
    policy = request["policy"]
    if not isinstance(policy, str) or policy not in POLICIES:
        raise LineError(f"policy is not one of {', '.join(POLICIES)}")
    if not isinstance(request["deck"], list):
        raise LineError("deck is not a list")
    try:
        rules = RuleSet.from_dict(request.get("rules", {}))
        state = play_out(rules, request["seats"], request["first_seat"], request["deck"], POLICIES[policy]).state
    except EngineError as error:
        raise LineError(str(error)) from None
    return json.dumps(
        {
            "hands": state.hands,
            "pile": state.common_pile,
            "draw_pile": state.draw_pile,
            "out": state.out,
            "ranks": standings(state),
            "steps": state.step,
        }
    )


def _request(line: bytes) -> dict[str, Any]:
    """Return the object of a line with its keys checked, its values not."""
    if len(line) > MAX_LINE_BYTES:
        raise LineError(f"the line is longer than {MAX_LINE_BYTES} bytes")
    try:
        text = line.decode()
    except UnicodeDecodeError:
        raise LineError("the line is not UTF-8") from None
    if not text.strip():
        raise LineError("the line is blank")
    try:
        request = json.loads(text, object_pairs_hook=_object)
    except LineError:
        raise
    except (ValueError, RecursionError):
        raise LineError("the line is not JSON") from None
    if not isinstance(request, dict):
        raise LineError("the line is not a JSON object")
    if missing := sorted(_REQUIRED - request.keys()):
        raise LineError(f"missing: {', '.join(missing)}")
    if unknown := sorted(request.keys() - _KNOWN):
        raise LineError(f"unknown: {', '.join(unknown)[:80]}")
    return request


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a key that stands twice: it is not clear which value was meant."""
    values = dict(pairs)
    if len(values) != len(pairs):
        raise LineError("a key stands twice in one object")
    return values
