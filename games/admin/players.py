"""What staff see of players once matches are known: the way to them."""

from __future__ import annotations

from django.contrib import admin
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.admin import PlayerAdmin
from accounts.models import Player
from games.admin.links import matches_link

admin.site.unregister(Player)


@admin.register(Player)
class PlayingPlayerAdmin(PlayerAdmin):
    """Players with what this package knows of them."""

    fields = [*PlayerAdmin.fields, "matches"]
    readonly_fields = [*PlayerAdmin.readonly_fields, "matches"]

    @admin.display(description=_("matches"))
    def matches(self, player: Player) -> SafeString:
        """Return the way to the player's matches."""
        return matches_link("seats__player__id__exact", player.pk)
