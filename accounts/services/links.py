"""Makes, withdraws and uses one-time links; knows no pages."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction

from accounts import devices
from accounts.clock import database_now
from accounts.errors import AccountsError, ErrorCode
from accounts.models import Device, Membership, OneTimeLink, Player
from accounts.policy import people_policy
from accounts.selectors import open_link
from accounts.services.players import add_device


@transaction.atomic
def make_link(*, player: Player, membership: Membership | None = None) -> tuple[OneTimeLink, str]:
    """Return a fresh link and its secret; an earlier open link for the same purpose is withdrawn."""
    now = database_now()
    OneTimeLink.objects.filter(
        player=player, membership=membership, used_at__isnull=True, revoked_at__isnull=True
    ).update(revoked_at=now)
    secret = devices.new_secret()
    link = OneTimeLink.objects.create(
        player=player,
        membership=membership,
        secret_hash=devices.secret_hash(secret),
        created_at=now,
        expires_at=now + timedelta(seconds=people_policy().one_time_link_seconds),
    )
    return link, secret


def revoke_link(*, player: Player, link_id: int) -> bool:
    """Withdraw one of the player's open links; return False when there is no such link."""
    open_ones = OneTimeLink.objects.filter(pk=link_id, player=player, used_at__isnull=True, revoked_at__isnull=True)
    return open_ones.update(revoked_at=database_now()) > 0


def use_link(*, secret: str) -> OneTimeLink:
    """Mark the link as used and return it; raises AccountsError (LINK_INVALID) when it is used, old or withdrawn.

    One conditional update decides, so of two clicks at once one gets through.
    """
    now = database_now()
    link = open_link(secret, now)
    if link is not None:
        still_open = OneTimeLink.objects.filter(
            pk=link.pk, used_at__isnull=True, revoked_at__isnull=True, expires_at__gt=now
        )
        if still_open.update(used_at=now):
            return link
    raise AccountsError(ErrorCode.LINK_INVALID)


@transaction.atomic
def use_device_link(*, secret: str, user_agent: str) -> tuple[Device, str]:
    """Add a device to the link's player and return it with its secret; raises AccountsError (LINK_INVALID, BANNED)."""
    link = use_link(secret=secret)
    if link.membership_id is not None:
        raise AccountsError(ErrorCode.LINK_INVALID)
    if link.player.is_banned:
        raise AccountsError(ErrorCode.BANNED)
    return add_device(player=link.player, user_agent=user_agent)
