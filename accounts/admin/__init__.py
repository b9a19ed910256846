"""Players and groups in admin, for staff; it must not write rows but through services."""

from accounts.admin.groups import GroupAdmin
from accounts.admin.players import PlayerAdmin

__all__ = ["GroupAdmin", "PlayerAdmin"]
