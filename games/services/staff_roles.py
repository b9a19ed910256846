"""Makes the two roles that staff are given besides superusers; it must not know who has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.contrib.auth.models import Group as Role
from django.contrib.auth.models import Permission
from django.db import transaction
from django.db.models import Q

from games.models import StaffRole

RULES_EDITOR: Final = "Rules editor"
MODERATOR: Final = "Moderator"

# A permission added here reaches existing sites at their next start. What is not here a role may not do: rules are no
# matter of moderators, people and results none of rules editors.
PERMISSIONS: Final[Mapping[str, tuple[str, ...]]] = {
    RULES_EDITOR: (
        "games.view_ruleset",
        "games.add_ruleset",
        "games.change_ruleset",  # and with it the preview
        "games.delete_ruleset",
        "games.view_sitepolicy",
    ),
    MODERATOR: (
        "accounts.view_player",
        "accounts.change_player",  # rename, ban, merge devices
        "accounts.view_device",
        "accounts.view_group",
        "accounts.change_group",  # close
        "accounts.view_membership",
        "games.view_houserules",
        "games.view_match",
        "games.view_seat",
        "games.void_match",
    ),
}


@transaction.atomic
def load_staff_roles() -> bool:
    """Make the roles that are missing, give all what is new in this version, and return whether anything was.

    Each permission is given to a role once: what a superuser added stays, what one took away does not come back.
    A role that was deleted is made again. Raises LookupError when a permission is missing, which means that the
    database is not migrated to this version.
    """
    is_any_new = False
    for name, codes in PERMISSIONS.items():
        role, _is_new = Role.objects.get_or_create(name=name)
        record, _is_new = StaffRole.objects.get_or_create(role=role)
        new_codes = [code for code in codes if code not in record.given]
        if new_codes:
            role.permissions.add(*_permissions(new_codes))
            record.given = [*record.given, *new_codes]
            record.save()
            is_any_new = True
    return is_any_new


def _permissions(codes: Sequence[str]) -> list[Permission]:
    wanted = Q()
    for code in codes:
        app, codename = code.split(".")
        wanted |= Q(content_type__app_label=app, codename=codename)
    found = list(Permission.objects.filter(wanted))
    if len(found) != len(codes):
        raise LookupError("permissions of the staff roles are missing; migrate the database first")
    return found
