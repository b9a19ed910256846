"""What staff did in admin, for reading by those whom the log is shown to; nobody changes it here."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.matches import ReadOnlyAdmin


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnlyAdmin, admin.ModelAdmin[LogEntry]):
    """Who did what to which row when, the newest first."""

    list_display = ["action_time", "user", "action_flag", "content_type", "what", "message"]
    list_display_links = None
    list_filter = ["action_flag", "action_time", ("content_type", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["user", "content_type"]
    search_fields = ["=object_id", "object_repr", "user__username"]
    fields = ["action_time", "user", "action_flag", "content_type", "what", "message"]

    @admin.display(description=_("row"))
    def what(self, entry: LogEntry) -> SafeString:
        """Return the name of the row, which may be the name of a person, and the way to it while it is there."""
        address = None if entry.is_deletion() else entry.get_admin_url()
        if address is None:
            return format_html("<bdi>{}</bdi>", entry.object_repr)
        return format_html('<a href="{}"><bdi>{}</bdi></a>', address, entry.object_repr)

    @admin.display(description=_("what was done"))
    def message(self, entry: LogEntry) -> str:
        """Return what was done, in words."""
        return entry.get_change_message()
