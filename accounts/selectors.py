"""Read-only answers about players, devices and groups; changes nothing and knows no matches."""

from __future__ import annotations

import unicodedata
from datetime import datetime
from typing import Final

from django.db.models import QuerySet

from accounts import devices
from accounts.models import Device, Group, Membership, OneTimeLink, Player
from accounts.models.groups import CODE_LENGTH

# No vowels, so that no word appears, and none of 0 O Q, 1 I L, 2 Z, 5 S, 8 B, U V, which are mistaken for each other.
CODE_ALPHABET: Final = "CDFGHJKMNPRTVWXY34679"


def device_for_secret(secret: str) -> Device | None:
    """Return the device that a cookie value belongs to, its player loaded; None if unknown, signed out or deleted."""
    if not devices.has_secret_shape(secret):
        return None
    return (
        Device.objects.select_related("player")
        .filter(secret_hash=devices.secret_hash(secret), revoked_at__isnull=True, player__deleted_at__isnull=True)
        .first()
    )


def devices_of(player: Player) -> QuerySet[Device]:
    """Return the player's devices that are still signed in, the latest used first."""
    return player.devices.filter(revoked_at__isnull=True).order_by("-last_used_at", "-id")


def open_links_of(player: Player, now: datetime) -> QuerySet[OneTimeLink]:
    """Return the player's own links to further devices that could still be used."""
    return player.one_time_links.filter(
        membership__isnull=True, used_at__isnull=True, revoked_at__isnull=True, expires_at__gt=now
    )


def open_link(secret: str, now: datetime) -> OneTimeLink | None:
    """Return the one-time link of a secret if it can still be used, with its player, membership and group."""
    if not devices.has_secret_shape(secret):
        return None
    return (
        OneTimeLink.objects.select_related("player", "membership__group")
        .filter(
            secret_hash=devices.secret_hash(secret),
            used_at__isnull=True,
            revoked_at__isnull=True,
            expires_at__gt=now,
            player__deleted_at__isnull=True,
        )
        .first()
    )


def normal_code(typed: str) -> str:
    """Return a typed code as it is stored, in upper case without spaces and dashes; empty if it cannot be one."""
    code = "".join(sign for sign in unicodedata.normalize("NFKC", typed[:64]).upper() if sign.isalnum())
    if len(code) != CODE_LENGTH or any(sign not in CODE_ALPHABET for sign in code):
        return ""
    return code


def group_for_code(code: str) -> Group | None:
    """Return the group of a code in its stored form, open or closed."""
    return Group.objects.select_related("host").filter(code=code).first()


def membership_of(group: Group, player: Player | None) -> Membership | None:
    """Return the player's row in the group, also one that left or was removed."""
    if player is None:
        return None
    return Membership.objects.filter(group=group, player=player).first()


def is_removed(*, group_id: int, player_id: int) -> bool:
    """Tell whether the host removed the player from the group, which lasts for the group's life."""
    return Membership.objects.filter(group_id=group_id, player_id=player_id, removed_at__isnull=False).exists()


def current_members(group: Group) -> QuerySet[Membership]:
    """Return the members who neither left nor were removed, the longest-standing first, their players loaded."""
    return (
        Membership.objects.filter(group=group, left_at__isnull=True, removed_at__isnull=True)
        .select_related("player")
        .order_by("joined_at", "id")
    )


def open_groups_of(player: Player) -> QuerySet[Group]:
    """Return the open groups that the player belongs to, the latest joined first."""
    return (
        Group.objects.filter(
            closed_at__isnull=True,
            memberships__player=player,
            memberships__left_at__isnull=True,
            memberships__removed_at__isnull=True,
        )
        .select_related("host")
        .order_by("-memberships__joined_at")
    )
