"""Everything that is stored about one player, as JSON values; changes nothing."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from accounts import personal
from accounts.models import Player


def _time(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def stored_data(player: Player) -> dict[str, Any]:
    """Return all that is kept about the player here and in the packages above; secrets are kept only as hashes."""
    data: dict[str, Any] = {
        "player": {
            "id": player.pk,
            "name": player.display_name,
            "chose_the_name": player.is_named,
            "created_at": _time(player.created_at),
            "banned_at": _time(player.banned_at),
        },
        "devices": [
            {
                "label": device.label,
                "created_at": _time(device.created_at),
                "last_used_at": _time(device.last_used_at),
                "revoked_at": _time(device.revoked_at),
            }
            for device in player.devices.all()
        ],
        "one_time_links": [
            {
                "created_at": _time(link.created_at),
                "expires_at": _time(link.expires_at),
                "used_at": _time(link.used_at),
                "revoked_at": _time(link.revoked_at),
                "group": link.membership.group.code if link.membership else None,
            }
            for link in player.one_time_links.select_related("membership__group")
        ],
        "groups": [
            {
                "code": membership.group.code,
                "name_in_the_group": membership.display_name,
                "is_host": membership.group.host_id == player.pk,
                "joined_at": _time(membership.joined_at),
                "left_at": _time(membership.left_at),
                "removed_at": _time(membership.removed_at),
                "last_seen_at": _time(membership.last_seen_at),
                "is_ready": membership.is_ready,
                "waiting_since": _time(membership.waiting_since),
                "last_sat_out_at": _time(membership.last_sat_out_at),
                "asked_for_a_rematch_after": membership.again_after,
            }
            for membership in player.memberships.select_related("group")
        ],
    }
    return data | {store.name: store.export(player) for store in personal.stores()}
