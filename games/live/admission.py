"""Who stands at the door of a table, found by one read; it must not write, and of sockets knows the handshake only."""

import json
from dataclasses import dataclass
from typing import Any, Final

from django.db import connection

from accounts import devices
from games.live import store
from games.live.store import aware
from games.models import LIVE_STATUSES, MatchStatus
from games.selectors.matches import TableAccess, access_of
from games.selectors.rules import site_policy
from games.services import due
from games.services.due import SeatFacts

# Everybody who opens a table comes through here, and after a restart all of them at once: one statement in plain SQL
# costs a tenth of the four queries that the ORM makes of it.
_ROWS: Final = """
SELECT m.status, m.due_at, m.group_id, s.number, s.player_id, s.last_seen_at, s.left_at, s.is_held_by_cpu,
       s.missed_steps, s.device_ids, d.id, p.id, p.banned_at, b.id, b.left_at, b.removed_at
FROM games_match m JOIN games_seat s ON s.match_id = m.id
LEFT JOIN accounts_device d ON d.secret_hash = %s AND d.revoked_at IS NULL
LEFT JOIN accounts_player p ON p.id = d.player_id AND p.deleted_at IS NULL
LEFT JOIN accounts_membership b ON b.group_id = m.group_id AND b.player_id = p.id
WHERE m.id = %s ORDER BY s.number
"""


_COOKIE: Final = devices.COOKIE_NAME.encode()


@dataclass(frozen=True, slots=True)
class Admission:
    """As whom somebody looks, and through which device.

    `is_news` says that the rows do not show yet that the owner of the seat is there, by this device.
    """

    access: TableAccess
    player_id: int | None
    device_id: int | None
    is_news: bool


def device_secret(scope: dict[str, Any]) -> str:
    """Return the device cookie of a handshake's scope, empty if there is none."""
    for name, value in scope.get("headers", ()):
        if name == b"cookie":
            for pair in value.split(b";"):
                key, _, secret = pair.strip().partition(b"=")
                if key == _COOKIE:
                    return str(secret.decode("latin-1"))
    return ""


def admit(match_id: str, secret: str) -> Admission:
    """Return as whom the owner of a device's secret, or a visitor without one (""), may look at a match.

    Raises ServiceError like `table_access`.
    """
    key = devices.secret_hash(secret) if devices.has_secret_shape(secret) else ""
    with connection.cursor() as cursor:
        cursor.execute(_ROWS, [key, match_id])
        rows = cursor.fetchall()
    status, due_at, group_id = rows[0][:3] if rows else ("", None, None)
    device_id, player_id, banned_at, membership_id, left_at, removed_at = rows[0][10:] if rows else (None,) * 6
    access = access_of(
        [row[4] for row in rows],
        group_id=group_id,
        due_at=aware(due_at),
        player_id=player_id,
        is_banned=banned_at is not None,
        membership=None if membership_id is None else (left_at, removed_at),
    )
    is_news = False
    if access.seat is not None and status in LIVE_STATUSES:
        is_news = status == MatchStatus.PAUSED or not _is_there(rows[access.seat], device_id)
    return Admission(access, player_id, device_id if player_id is not None else None, is_news)


def _is_there(row: tuple[Any, ...], device_id: int | None) -> bool:
    """Whether the row of a seat says that its owner plays it, is here, and through this device."""
    seen_at, left_at, is_held, missed, device_ids = row[5:10]
    facts = SeatFacts(False, bool(is_held), aware(seen_at), aware(left_at))
    if not due.is_plain(facts, missed) or due.is_away(facts, store.database_now(), site_policy()):
        return False
    return device_id in (json.loads(device_ids) if isinstance(device_ids, str) else device_ids)
