"""The only writers of players, devices, links and memberships; they know no pages and no matches."""

from accounts.services.groups import (
    add_member,
    create_group,
    leave_group,
    lock_group,
    remove_member,
    rename_memberships,
    set_host,
    set_readiness,
    touch_member,
)
from accounts.services.links import make_link, revoke_link, use_device_link, use_link
from accounts.services.lookups import count_wrong_code, is_throttled
from accounts.services.players import (
    ban_player,
    ensure_player,
    forget_player,
    merge_players,
    recognise_device,
    rename_player,
    revoke_device,
    unban_player,
)

__all__ = [
    "add_member",
    "ban_player",
    "count_wrong_code",
    "create_group",
    "ensure_player",
    "forget_player",
    "is_throttled",
    "leave_group",
    "lock_group",
    "make_link",
    "merge_players",
    "recognise_device",
    "remove_member",
    "rename_memberships",
    "rename_player",
    "revoke_device",
    "revoke_link",
    "set_host",
    "set_readiness",
    "touch_member",
    "unban_player",
    "use_device_link",
    "use_link",
]
