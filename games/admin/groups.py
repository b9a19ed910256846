"""What staff see of groups and may do to them once matches are known: house rules, the way to matches, closing."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.admin import GroupAdmin
from accounts.models import Group
from games.admin.links import matches_link
from games.admin.matches import ReadOnlyAdmin
from games.models import HouseRules
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


class HouseRulesInline(ReadOnlyAdmin, admin.StackedInline[HouseRules, Group]):
    """What the group plays by, for reading: it is the host's to set. An empty rule follows the base set."""

    model = HouseRules
    fields = ["base", "semimaru", "emperor", "lady", "allow_stop", "turn_limit_seconds", "is_rated", "cpu_seats"]
    extra = 0


admin.site.unregister(Group)


@admin.register(Group)
class PlayingGroupAdmin(GroupAdmin):
    """Groups with what this package knows of them."""

    fields = [*GroupAdmin.fields, "matches"]
    readonly_fields = [*GroupAdmin.readonly_fields, "matches"]
    inlines = [*GroupAdmin.inlines, HouseRulesInline]
    actions = [close_groups]

    @admin.display(description=_("matches"))
    def matches(self, group: Group) -> SafeString:
        """Return the way to the group's matches."""
        return matches_link("group__id__exact", group.pk)
