"""A finished match as a JSON document that anybody can read and check; it must not read the database.

The document, schema 1. Numbers of seats and places count from 0, steps from 1; times are ISO 8601 in UTC.

    {
      "format": "bozu-mekuri/match", "schema": 1,
      "id": "…", "status": "finished" | "abandoned" | "voided",
      "started_at": "…", "finished_at": "…" | null,
      "is_rated": false, "turn_limit_seconds": 30 | null, "daily": "2026-07-01" | null,
      "rules": {"semimaru": "out", "emperor": "keep_and_one_more", "lady": "take_pile", "allow_stop": true},
      "seat_count": 4, "first_seat": 0,
      "seats": [{"number": 0, "name": "…", "kind": "person" | "cpu", "nonce": "…"}, …],
      "shuffle": {"method": "bozu-mekuri/deck/1", "commitment": "…", "secret": "…", "deck": [100 cards, top first]},
      "steps": [{"number": 1, "seat": 0, "action": "flip" | "stop", "card": 17 | null,
                 "played_by": "person" | "cpu" | "timeout" | "away", "played_at": "…"}, …],
      "result": {"ranks": [rank per seat], "winners": [seats], "counts": [cards per seat], "out": [true/false per seat],
                 "left": cards in the common pile, "first_seat": 0} | null
    }

`daily` is the UTC day whose deal was played. `secret` and `deck` are null where a match never came to its end, since
the cards that were still to come stay hidden, and where others may still play the same deal of the day.
`method` names the derivation that `games/engine/shuffle.py` describes step by step. A change that an old reader would
misread raises `schema`; new keys do not.

A history is `{"format": "bozu-mekuri/history", "schema": 1, "made_at": "…", "matches": [the same documents]}`, each
with one more key, `own_seat`.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final

from games import engine
from games.engine.shuffle import DOMAIN
from games.selectors.daily import is_sealed
from games.selectors.replays import Replay

SCHEMA: Final = 1
MATCH_FORMAT: Final = "bozu-mekuri/match"
HISTORY_FORMAT: Final = "bozu-mekuri/history"
METHOD: Final = DOMAIN.rstrip(b"\0").decode()


def match_document(replay: Replay, now: datetime) -> dict[str, Any]:
    """Return the document of a match that cannot go on, as it may be handed out now, ready for JSON.

    Raises ValueError for a live match.
    """
    match = replay.match
    if replay.is_live:
        raise ValueError("a match that can still go on has no document")
    is_shown = replay.is_over and not is_sealed(match, now)
    return {
        "format": MATCH_FORMAT,
        "schema": SCHEMA,
        "id": match.pk,
        "status": match.status,
        "started_at": _time(match.started_at),
        "finished_at": _time(match.finished_at),
        "is_rated": match.is_rated,
        "turn_limit_seconds": match.turn_limit_seconds,
        "daily": match.daily_id.isoformat() if match.daily_id else None,
        "rules": match.rules,
        "seat_count": match.seat_count,
        "first_seat": match.first_seat,
        "seats": [
            {
                "number": seat.number,
                "name": seat.name,
                "kind": "cpu" if seat.is_cpu else "person",
                "nonce": seat.nonce,
            }
            for seat in replay.seats
        ],
        "shuffle": {
            "method": METHOD,
            "commitment": match.commitment,
            "secret": match.deck_secret if is_shown else None,
            "deck": match.deck if is_shown else None,
        },
        "steps": [
            {
                "number": step.sequence,
                "seat": step.seat,
                "action": step.action,
                "card": told.card if told is not None else None,
                "played_by": step.played_by,
                "played_at": _time(step.played_at),
            }
            for step, told in zip(replay.steps, (*replay.told, *[None] * len(replay.steps)), strict=False)
        ],
        "result": match.result,
    }


def history_document(replays: Iterable[Replay], player_id: int, now: datetime) -> dict[str, Any]:
    """Return all matches of a player as one document."""
    matches = []
    for replay in replays:
        own_seat = next(seat.number for seat in replay.seats if seat.player_id == player_id)
        matches.append({**match_document(replay, now), "own_seat": own_seat})
    return {"format": HISTORY_FORMAT, "schema": SCHEMA, "made_at": _time(now), "matches": matches}


def replayed(document: dict[str, Any]) -> engine.State:
    """Return the last state of a finished match's document, from its rules, its deck and its steps alone.

    Raises EngineError where they do not fit.
    """
    steps = engine.replay(
        engine.RuleSet.from_dict(document["rules"]),
        document["seat_count"],
        document["first_seat"],
        document["shuffle"]["deck"],
        [engine.Action(step["action"]) for step in document["steps"]],
    )
    return steps[-1][0]


def _time(moment: datetime | None) -> str | None:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z") if moment is not None else None
