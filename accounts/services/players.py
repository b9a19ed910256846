"""Makes, names, bans, merges and forgets players and their devices; knows no groups beyond the names in them."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts import devices, personal
from accounts.clock import database_now
from accounts.errors import AccountsError, ErrorCode
from accounts.models import Device, Membership, Player
from accounts.names import normalise_name, shown_name
from accounts.requests import Identity
from accounts.services.groups import rename_memberships
from accounts.signals import access_ended

_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


def ensure_player(request: HttpRequest) -> Player:
    """Return the request's player, making one with a device on the first action; the answer sets the cookie.

    Raises AccountsError (BANNED) for a banned player, and RuntimeError on a reading request, which never makes anyone.
    """
    identity: Identity = request.identity  # type: ignore[attr-defined]
    player = identity.player
    if player is None:
        if request.method in _SAFE_METHODS:
            raise RuntimeError("A reading request never makes a player.")
        device, secret = recognise_device(
            visit=request.POST.get(devices.VISIT_FIELD, ""), user_agent=request.headers.get("User-Agent", "")
        )
        identity.adopt(device, secret)
        player = device.player
    if player.is_banned:
        raise AccountsError(ErrorCode.BANNED)
    return player


def recognise_device(*, visit: str, user_agent: str) -> tuple[Device, str]:
    """Return a device with its secret: a new one, or the one that the same page visit made less than a minute ago.

    Parallel first requests of a page carry one visit value; whichever comes second meets the unique secret hash.
    """
    secret = devices.secret_for_visit(visit, user_agent)
    if secret is not None:
        device = _device_of_visit(secret)
        if device is None:
            # Whether the secret is free, only the insert can say: another request may be just as far.
            try:
                device = _make_device(secret, user_agent)
            except IntegrityError:
                device = _device_of_visit(secret)
        if device is not None:
            return device, secret
    secret = devices.new_secret()
    return _make_device(secret, user_agent), secret


def _device_of_visit(secret: str) -> Device | None:
    return (
        Device.objects.select_related("player")
        .filter(
            secret_hash=devices.secret_hash(secret),
            created_at__gte=database_now() - timedelta(seconds=devices.VISIT_SECONDS),
            revoked_at__isnull=True,
            player__deleted_at__isnull=True,
        )
        .first()
    )


@transaction.atomic
def _make_device(secret: str, user_agent: str) -> Device:
    now = database_now()
    player = Player.objects.create(display_name=_guest_name(), created_at=now)
    return _add_device(player, secret, user_agent)


def _add_device(player: Player, secret: str, user_agent: str) -> Device:
    now = database_now()
    return Device.objects.create(
        player=player,
        secret_hash=devices.secret_hash(secret),
        label=devices.device_label(user_agent),
        created_at=now,
        last_used_at=now,
    )


def add_device(*, player: Player, user_agent: str) -> tuple[Device, str]:
    """Return a further device of the player, with its secret."""
    secret = devices.new_secret()
    return _add_device(player, secret, user_agent), secret


def _guest_name() -> str:
    # A name is never empty: every seat has a label that people can tell apart.
    return shown_name(_("Guest %(number)s") % {"number": 1000 + secrets.randbelow(9000)})


@transaction.atomic
def rename_player(*, player: Player, name: str) -> Player:
    """Give the player a chosen name, in their groups too, with a number where it is taken; raises AccountsError."""
    player.display_name = normalise_name(name)
    player.is_named = True
    player.save(update_fields=["display_name", "is_named"])
    rename_memberships(player=player)
    return player


@transaction.atomic
def revoke_device(*, player: Player, device_id: int) -> bool:
    """Sign one device of the player out; return False when it is not theirs or already out."""
    signed_out = Device.objects.filter(pk=device_id, player=player, revoked_at__isnull=True)
    if not signed_out.update(revoked_at=database_now()):
        return False
    access_ended.send(sender=Device, device_id=device_id)
    return True


@transaction.atomic
def ban_player(*, player: Player) -> None:
    """Shut the player out of all actions; their seats are left to the presence rules."""
    Player.objects.filter(pk=player.pk, banned_at__isnull=True).update(banned_at=database_now())
    player.refresh_from_db(fields=["banned_at"])
    access_ended.send(sender=Player, player_id=player.pk)


def unban_player(*, player: Player) -> None:
    """Let a banned player in again."""
    Player.objects.filter(pk=player.pk).update(banned_at=None)
    player.banned_at = None


@transaction.atomic
def merge_players(*, kept: Player, merged: Player) -> None:
    """Move the devices and memberships of one player to another; results stay with the player who earned them.

    Where both belong to a group, the kept player's membership stays and the other one ends.
    """
    Device.objects.filter(player=merged).update(player=kept)
    shared = set(Membership.objects.filter(player=kept).values_list("group_id", flat=True))
    for membership in Membership.objects.select_for_update().filter(player=merged):
        if membership.group_id in shared:
            if membership.removed_at is not None:
                # A removal binds the person, so it must not be lost in a merge.
                Membership.objects.filter(group_id=membership.group_id, player=kept, removed_at__isnull=True).update(
                    removed_at=membership.removed_at
                )
            elif membership.left_at is None:
                membership.left_at = database_now()
                membership.save(update_fields=["left_at"])
        else:
            membership.player = kept
            membership.save(update_fields=["player"])
    merged.hosted_groups.update(host=kept)


@transaction.atomic
def forget_player(*, player: Player) -> None:
    """Delete everything that says who the player was; the row stays as a neutral stub so that results stay whole."""
    for store in personal.stores():
        store.forget(player)
    access_ended.send(sender=Player, player_id=player.pk)
    player.one_time_links.all().delete()
    player.devices.all().delete()
    player.memberships.all().delete()
    player.display_name = ""
    player.is_named = False
    player.deleted_at = database_now()
    player.save(update_fields=["display_name", "is_named", "deleted_at"])
