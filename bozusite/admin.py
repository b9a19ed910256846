"""Django's own pages of admin in the reader's language where its code holds English; it must not know the game."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import admin
from django.contrib.admin.templatetags import admin_list
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, Permission, User
from django.db.models import ManyToManyField
from django.forms import ModelMultipleChoiceField
from django.http import HttpRequest
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy

_YES_OR_NO: Final = {
    True: ("yes", gettext_lazy("Yes")),
    False: ("no", gettext_lazy("No")),
    None: ("unknown", gettext_lazy("Unknown")),
}
# Permissions are rows with English names; what they allow is told by their code names.
_ALLOWED: Final = {
    "add": gettext_lazy("Add"),
    "change": gettext_lazy("Change"),
    "delete": gettext_lazy("Delete"),
    "view": gettext_lazy("View"),
    "void": gettext_lazy("Void matches"),
}


def yes_or_no(value: bool | None) -> SafeString:
    """Return the picture of a tick, named in the reader's language."""
    picture, name = _YES_OR_NO[value]
    return format_html('<img src="{}" alt="{}">', static(f"admin/img/icon-{picture}.svg"), name)


# Django names these pictures True, False and None; it asks for the function by this name at each use.
setattr(admin_list, "_boolean_icon", yes_or_no)  # noqa: B010 - the type stubs know no such name


class PermissionsField(ModelMultipleChoiceField):
    """The choice of permissions, each told in the reader's language."""

    def label_from_instance(self, permission: Permission) -> str:
        """Return the part of the site, the kind of row, and what may be done to it."""
        allowed = _ALLOWED.get(permission.codename.partition("_")[0])
        return f"{permission.content_type} | {allowed or gettext(permission.name)}"


def _with_labels(field: ManyToManyField[Any, Any], more: dict[str, Any]) -> dict[str, Any]:
    return {"form_class": PermissionsField, **more} if field.related_model is Permission else more


admin.site.unregister([User, Group])


@admin.register(User)
class StaffAdmin(UserAdmin):
    """Accounts of staff."""

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Return the field with permissions told in the reader's language."""
        return super().formfield_for_manytomany(db_field, request, **_with_labels(db_field, kwargs))


@admin.register(Group)
class RoleAdmin(GroupAdmin):
    """Roles of staff."""

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest | None = None, **kwargs: Any) -> Any:
        """Return the field with permissions told in the reader's language."""
        return super().formfield_for_manytomany(db_field, request, **_with_labels(db_field, kwargs))
