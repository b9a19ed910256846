"""Writes groups and memberships: making, joining, leaving, removing, presence; knows no matches and no pages."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Case, F, Value, When

from accounts.clock import database_now
from accounts.errors import AccountsError, ErrorCode
from accounts.models import Group, Membership, Player
from accounts.models.groups import CODE_LENGTH
from accounts.names import free_name, name_key, shown_name
from accounts.policy import people_policy
from accounts.selectors import CODE_ALPHABET, current_members

MEMBERS_MAX: Final = 100
_CODE_TRIES: Final = 20
_TOUCH_SECONDS: Final = 2


def new_code() -> str:
    """Return a random code; whether it is free, only the database can say."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def lock_group(group: Group) -> Group:
    """Return the group's row locked until the transaction ends; everything that changes a group goes through here."""
    return Group.objects.select_for_update().get(pk=group.pk)


@transaction.atomic
def create_group(*, player: Player) -> Group:
    """Make a group with the player as host and first member."""
    now = database_now()
    for _ in range(_CODE_TRIES):
        try:
            with transaction.atomic():
                group = Group.objects.create(code=new_code(), host=player, created_at=now)
            break
        except IntegrityError:
            continue
    else:
        raise RuntimeError("No free group code was found.")
    add_member(group=group, player=player)
    return group


@transaction.atomic
def add_member(*, group: Group, player: Player, is_waiting: bool = False) -> Membership:
    """Make the player a member, ready to play; somebody who left comes back, somebody removed does not.

    `is_waiting` says that a match is running, so that the newcomer is among the first to sit in the next one.
    Raises AccountsError with GROUP_CLOSED, REMOVED, GROUP_FULL or BANNED.
    """
    now = database_now()
    group = lock_group(group)
    if group.is_closed:
        raise AccountsError(ErrorCode.GROUP_CLOSED)
    if player.is_banned:
        raise AccountsError(ErrorCode.BANNED)
    membership = Membership.objects.filter(group=group, player=player).first()
    if membership is not None and membership.removed_at is not None:
        raise AccountsError(ErrorCode.REMOVED)
    if membership is not None and membership.is_current:
        return membership
    if current_members(group).count() >= MEMBERS_MAX:
        raise AccountsError(ErrorCode.GROUP_FULL)
    if membership is None:
        membership = Membership(group=group, player=player)
    membership.display_name, membership.name_key = _name_in_group(group, player)
    membership.joined_at = membership.last_seen_at = membership.present_since = now
    membership.left_at = None
    membership.is_ready = True
    membership.waiting_since = now if is_waiting else None
    membership.save()
    return membership


def _name_in_group(group: Group, player: Player) -> tuple[str, str]:
    taken = set(current_members(group).exclude(player=player).values_list("name_key", flat=True))
    name = free_name(shown_name(player.display_name), taken)
    return name, name_key(name)


def rename_memberships(*, player: Player) -> None:
    """Carry the player's name into their groups, numbered where it is taken; in the caller's transaction."""
    memberships = Membership.objects.filter(player=player, left_at__isnull=True, removed_at__isnull=True)
    for membership in memberships.select_related("group").order_by("group_id"):
        group = lock_group(membership.group)
        membership.display_name, membership.name_key = _name_in_group(group, player)
        membership.save(update_fields=["display_name", "name_key"])


def touch_member(*, membership: Membership) -> None:
    """Note a sign of life; after a silence longer than the away limit the member counts as present from now on."""
    now = database_now()
    if now - membership.last_seen_at < timedelta(seconds=_TOUCH_SECONDS):
        return
    gap_before = now - timedelta(seconds=people_policy().away_after_seconds)
    Membership.objects.filter(pk=membership.pk).update(
        present_since=Case(When(last_seen_at__lt=gap_before, then=Value(now)), default=F("present_since")),
        last_seen_at=now,
    )
    membership.refresh_from_db(fields=["last_seen_at", "present_since"])


def set_readiness(*, membership: Membership, is_ready: bool, nonce: str = "") -> None:
    """Note whether the member wants a seat in the next match, with the member's own part of the shuffle."""
    Membership.objects.filter(pk=membership.pk).update(is_ready=is_ready, nonce=nonce[:64])
    membership.is_ready, membership.nonce = is_ready, nonce[:64]


def leave_group(*, membership: Membership, at: datetime) -> None:
    """End a membership by the member's own wish; coming back is allowed."""
    Membership.objects.filter(pk=membership.pk, left_at__isnull=True).update(left_at=at)


def remove_member(*, membership: Membership, at: datetime) -> None:
    """End a membership by the host's wish, for the life of the group."""
    Membership.objects.filter(pk=membership.pk, removed_at__isnull=True).update(removed_at=at)


def set_host(*, group: Group, player: Player) -> None:
    """Write who is host; who may decide that is checked by the caller, under the group's lock."""
    Group.objects.filter(pk=group.pk).update(host=player)
    group.host = player
