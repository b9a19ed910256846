"""What happens at the tables when a device is signed out or a player is shut out; knows no pages."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from games.live import bus
from games.services.presence import leave_matches_of


def end_access(*, player_id: int | None = None, device_id: int | None = None, **signal: Any) -> None:
    """Close the sockets of a device or a player; a shut-out player's seats are left, so that nobody waits for them."""
    bus.tell_gone(player_id=player_id, device_id=device_id)
    if player_id is not None:
        transaction.on_commit(lambda: leave_matches_of(player_id=player_id))
