"""Groups in admin: reading, and what staff may end; closing is done by the package above, which knows matches."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.models import Group, Membership


class MembershipInline(admin.TabularInline[Membership, Group]):
    """The members, for reading."""

    model = Membership
    fields = ["display_name", "player", "joined_at", "last_seen_at", "left_at", "removed_at"]
    readonly_fields = ["display_name", "player", "joined_at", "last_seen_at", "left_at", "removed_at"]
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        """Say no: people join by themselves."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        """Say no: memberships are read here."""
        return False


@admin.register(Group)
class GroupAdmin(admin.ModelAdmin[Group]):
    """Groups for reading; other packages add their actions."""

    fields = ["code", "host", "created_at", "closed_at"]
    readonly_fields = ["code", "host", "created_at", "closed_at"]
    list_display = ["code", "host_name", "created_at", "closed_at"]
    list_filter = [("closed_at", admin.EmptyFieldListFilter)]
    list_select_related = ["host"]
    search_fields = ["=code", "memberships__display_name"]
    inlines = [MembershipInline]

    @admin.display(description=_("host"), ordering="host__display_name")
    def host_name(self, group: Group) -> SafeString:
        """Return the host's name in its own direction."""
        return format_html("<bdi>{}</bdi>", group.host)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Say no: a group is made by its host."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        """Say no: results belong to the group, so it is closed instead."""
        return False
