"""Looks after open tables every two seconds: signs of life in, lost news, absences and people who may not stay out.

It must not trust news: whatever got lost on the way, the rows say it here.
"""

import asyncio
import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from games.live import store
from games.live.known import note_seats
from games.live.snapshot import SeatFace
from games.live.store import Batch, Job, aware, bound
from games.selectors.rules import site_policy
from games.services import due

if TYPE_CHECKING:
    from games.live.hub import Hub

logger = logging.getLogger(__name__)

PERIOD_SECONDS: Final = 2.0
_PEOPLE_EVERY: Final = 5  # looks


@dataclass(frozen=True, slots=True)
class SeatLook:
    """What the row of a seat says, and whether that makes it away."""

    facts: due.SeatFacts
    is_away: bool
    missed_steps: int


@dataclass(frozen=True, slots=True)
class Look:
    """What the rows say: version, status and the changeable part of the faces, per match; and who may not stay."""

    matches: dict[str, tuple[int, str]]
    seats: dict[str, list[SeatLook]]
    gone_devices: frozenset[int]
    gone_members: dict[tuple[int, int], bool]  # (group, player): whether removed, rather than left


# By the owner and not the seat: a device that is passed round is a sign of life of all its seats.
_SEEN: Final = """
UPDATE games_seat SET last_seen_at = %s
WHERE match_id = %s AND player_id = (SELECT s.player_id FROM games_seat s WHERE s.match_id = %s AND s.number = %s)
"""
_ROWS: Final = """
SELECT m.id, m.version, m.status, s.player_id, s.last_seen_at, s.left_at, s.is_held_by_cpu, s.missed_steps
FROM games_match m JOIN games_seat s ON s.match_id = m.id WHERE m.id IN ({}) ORDER BY m.id, s.number
"""
_GONE_DEVICES: Final = """
SELECT d.id FROM accounts_device d JOIN accounts_player p ON p.id = d.player_id
WHERE d.id IN ({}) AND (d.revoked_at IS NOT NULL OR p.banned_at IS NOT NULL OR p.deleted_at IS NOT NULL)
"""
_GONE_MEMBERS: Final = """
SELECT group_id, player_id, removed_at IS NOT NULL FROM accounts_membership
WHERE group_id IN ({}) AND (removed_at IS NOT NULL OR left_at IS NOT NULL)
"""


async def watch(hub: "Hub") -> None:
    """Look at the open tables of a hub for ever."""
    count = 0
    while True:
        await asyncio.sleep(PERIOD_SECONDS)
        if not hub.match_ids:
            continue
        count += 1
        try:
            await look(hub, with_people=count % _PEOPLE_EVERY == 0)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            logger.warning("A look at the open tables failed: %s", type(error).__name__)


async def look(hub: "Hub", *, with_people: bool) -> None:
    """Write the signs of life, read the rows of all open tables, and correct whatever differs."""
    loop = asyncio.get_running_loop()
    found: asyncio.Future[Look] = loop.create_future()

    def finish(set_value: Any, value: Any) -> None:
        if not found.done():
            set_value(value)

    seen, match_ids = hub.take_seen(), hub.match_ids
    connections = hub.connections() if with_people else []
    devices = {connection.device_id for connection in connections if connection.device_id is not None}
    groups = {connection.group_id for connection in connections if connection.group_id is not None}
    store.store.submit(
        Job(
            None,
            lambda batch: _read(batch, seen, match_ids, sorted(devices), sorted(groups)),
            lambda value: hub.call(finish, found.set_result, value),
            lambda error: hub.call(finish, found.set_exception, error),
        )
    )
    _correct(hub, await found)


def _read(
    batch: Batch, seen: list[tuple[str, int]], match_ids: list[str], devices: list[int], groups: list[int]
) -> Look:
    if seen:
        now = bound(batch.now)
        batch.execute_many(_SEEN, [(now, match_id, match_id, number) for match_id, number in sorted(seen)])
    policy = site_policy()
    matches: dict[str, tuple[int, str]] = {}
    seats: dict[str, list[SeatLook]] = {}
    for match_id, version, status, player_id, seen_at, left_at, is_held, missed in _select(batch, _ROWS, match_ids):
        matches[match_id] = (version, status)
        facts = due.SeatFacts(player_id is None, bool(is_held), aware(seen_at), aware(left_at))
        is_away = due.is_away(facts, batch.now, policy)
        seats.setdefault(match_id, []).append(SeatLook(facts, is_away, missed))
    for match_id, (version, _) in matches.items():
        looks = seats[match_id]
        is_plain = all(due.is_plain(seat.facts, seat.missed_steps) for seat in looks)
        note_seats(match_id, version, tuple([seat.facts for seat in looks]) if is_plain else None)
    return Look(
        matches,
        seats,
        frozenset(device_id for (device_id,) in _select(batch, _GONE_DEVICES, devices)),
        {
            (group_id, player_id): bool(is_removed)
            for group_id, player_id, is_removed in _select(batch, _GONE_MEMBERS, groups)
        },
    )


def _select(batch: Batch, sql: str, values: list[Any]) -> list[tuple[Any, ...]]:
    return batch.select(sql.format(", ".join(["%s"] * len(values))), values) if values else []


def _correct(hub: "Hub", found: Look) -> None:
    for room in hub.rooms():
        row = found.matches.get(room.match_id)
        if row is None:
            continue
        version, status = row
        if version > room.version or (version == room.version and status != room.snapshot.status):
            hub.look_again(room.match_id)
        elif version == room.version and room.show_faces(_faces(room.snapshot.seats, found.seats[room.match_id])):
            hub.changed(room.match_id)
    hub.close_gone(found.gone_devices, found.gone_members)


def _faces(before: tuple[SeatFace, ...], looks: list[SeatLook]) -> tuple[SeatFace, ...]:
    return tuple(
        replace(face, is_away=look.is_away, is_held_by_cpu=look.facts.is_held_by_cpu, missed_steps=look.missed_steps)
        for face, look in zip(before, looks, strict=True)
    )
