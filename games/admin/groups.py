"""What staff may do to groups besides reading: closing them; added to the admin of groups, which knows no matches."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

import accounts.admin  # noqa: F401 - registers the admin of groups first
from accounts.models import Group
from games.services.groups import close_group


@admin.action(description=_("Close the selected groups"), permissions=["change"])
def close_groups(model_admin: admin.ModelAdmin[Group], request: HttpRequest, queryset: QuerySet[Group]) -> None:
    """Close the groups for good."""
    count = 0
    for group in queryset.filter(closed_at__isnull=True):
        close_group(group=group, by=None)
        model_admin.log_change(request, group, "Closed.")
        count += 1
    text = ngettext("%(count)s group was closed.", "%(count)s groups were closed.", count)
    model_admin.message_user(request, text % {"count": count})


admin.site.get_model_admin(Group).actions = [close_groups]
