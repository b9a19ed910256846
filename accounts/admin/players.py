"""Players in admin: rename, ban, merge devices, delete down to the stub; it must not know matches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.errors import AccountsError
from accounts.models import Device, Player
from accounts.names import normalise_name, shown_name
from accounts.words import refusal


class PlayerForm(forms.ModelForm[Player]):
    """The name, checked as a player's own choice is."""

    class Meta:
        model = Player
        fields = ["display_name"]

    def clean_display_name(self) -> str:
        """Return the normalised name; raises ValidationError with the words that players see."""
        try:
            return normalise_name(self.cleaned_data["display_name"])
        except AccountsError as error:
            raise forms.ValidationError(refusal(error.code)) from error


class DeviceInline(admin.TabularInline[Device, Player]):
    """The player's devices, for reading."""

    model = Device
    fields = ["label", "created_at", "last_used_at", "revoked_at"]
    readonly_fields = ["label", "created_at", "last_used_at", "revoked_at"]
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Say no: only a browser makes a device."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Say no: devices are read here."""
        return False


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin[Player]):
    """Rename in the form, the rest as actions; every action asks for its own permission."""

    form = PlayerForm
    fields = ["display_name", "is_named", "created_at", "banned_at", "deleted_at"]
    readonly_fields = ["is_named", "created_at", "banned_at", "deleted_at"]
    list_display = ["id", "name_shown", "created_at", "banned_at", "deleted_at"]
    list_filter = ["is_named", ("banned_at", admin.EmptyFieldListFilter), ("deleted_at", admin.EmptyFieldListFilter)]
    search_fields = ["=id", "display_name", "memberships__group__code"]
    ordering = ["-id"]
    inlines = [DeviceInline]
    actions = ["ban", "unban", "merge_devices"]

    @admin.display(description=_("name"), ordering="display_name")
    def name_shown(self, player: Player) -> SafeString:
        """Return the cleaned name in its own direction, so that no name can disturb the list."""
        return format_html("<bdi>{}</bdi>", shown_name(player.display_name) or "–")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Say no: a player is made by playing."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Say no for stubs of deleted players, which nobody may give a name again."""
        return super().has_change_permission(request, obj) and not (obj is not None and obj.is_deleted)

    def save_model(self, request: HttpRequest, obj: Player, form: ModelForm[Player], change: bool) -> None:
        """Rename through the service, which carries the name into the groups."""
        services.rename_player(player=obj, name=obj.display_name)

    def get_deleted_objects(
        self, objs: Iterable[Player], request: HttpRequest
    ) -> tuple[list[Any], dict[Any, Any], set[Any], list[Any]]:
        """Return what "delete" means here: names, devices and places in groups go, results stay with a stub."""
        players = list(objs)
        needed = set() if self.has_delete_permission(request) else {self.opts.verbose_name}
        return [str(player) for player in players], {self.opts.verbose_name_plural: len(players)}, needed, []

    def delete_model(self, request: HttpRequest, obj: Player) -> None:
        """Forget the player; the row stays as a neutral stub."""
        services.forget_player(player=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        """Forget each of the players."""
        for player in queryset.filter(deleted_at__isnull=True):
            services.forget_player(player=player)

    @admin.action(description=_("Ban the selected players"), permissions=["change"])
    def ban(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        """Shut the players out."""
        count = 0
        for player in queryset.filter(banned_at__isnull=True, deleted_at__isnull=True):
            services.ban_player(player=player)
            self.log_change(request, player, "Banned.")
            count += 1
        text = ngettext("%(count)s player was banned.", "%(count)s players were banned.", count)
        self.message_user(request, text % {"count": count})

    @admin.action(description=_("Lift the ban of the selected players"), permissions=["change"])
    def unban(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        """Let the players in again."""
        count = 0
        for player in queryset.filter(banned_at__isnull=False):
            services.unban_player(player=player)
            self.log_change(request, player, "Ban lifted.")
            count += 1
        text = ngettext("%(count)s player may play again.", "%(count)s players may play again.", count)
        self.message_user(request, text % {"count": count})

    @admin.action(
        description=_("Merge the devices of the selected players into the oldest one"), permissions=["change"]
    )
    def merge_devices(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        """Move devices and places in groups to the player who was there first."""
        players = list(queryset.filter(deleted_at__isnull=True).order_by("created_at", "pk"))
        if len(players) < 2:
            self.message_user(request, gettext("Select at least two players who are not deleted."), messages.ERROR)
            return
        kept, *others = players
        for player in others:
            services.merge_players(kept=kept, merged=player)
            self.log_change(request, player, f"Devices moved to player {kept.pk}.")
        self.log_change(request, kept, f"Took over the devices of {', '.join(str(player.pk) for player in others)}.")
        self.message_user(request, gettext("The devices now belong to %(name)s.") % {"name": kept})
