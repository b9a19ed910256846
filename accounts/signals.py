"""News of this application for the packages above, which it does not know."""

from __future__ import annotations

from django.dispatch import Signal

# Sent inside the transaction that signs out a device (device_id) or shuts out or deletes a player (player_id).
access_ended = Signal()
