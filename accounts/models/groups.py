"""Groups, who belongs to them, and the count of wrong codes per client; knows nothing of house rules or matches."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.names import NAME_STORAGE_LENGTH, shown_name

from .players import Player

CODE_LENGTH = 8


class Group(models.Model):
    """People who play together behind one invite code; exactly one of them is the host."""

    code = models.CharField(_("code"), max_length=CODE_LENGTH, unique=True, editable=False)
    host = models.ForeignKey(Player, models.PROTECT, related_name="hosted_groups", verbose_name=_("host"))
    created_at = models.DateTimeField(_("made at"), default=timezone.now, editable=False)
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)

    class Meta:
        verbose_name = _("group")
        verbose_name_plural = _("groups")
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.code

    @property
    def is_closed(self) -> bool:
        """Tell whether the host, or staff, have closed the group for good."""
        return self.closed_at is not None


class Membership(models.Model):
    """One player's place in one group: the name there, presence, readiness and whose turn it is to sit out."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="memberships", verbose_name=_("group"))
    player = models.ForeignKey(Player, models.CASCADE, related_name="memberships", verbose_name=_("player"))
    display_name = models.CharField(_("name in the group"), max_length=NAME_STORAGE_LENGTH)
    name_key = models.CharField(max_length=NAME_STORAGE_LENGTH * 2, editable=False)
    joined_at = models.DateTimeField(_("joined"), default=timezone.now, editable=False)
    left_at = models.DateTimeField(_("left"), null=True, blank=True)
    # Never cleared: a removal lasts for the life of the group.
    removed_at = models.DateTimeField(_("removed"), null=True, blank=True)
    last_seen_at = models.DateTimeField(_("last seen"), default=timezone.now, editable=False)
    present_since = models.DateTimeField(_("present since"), default=timezone.now, editable=False)
    is_ready = models.BooleanField(_("ready"), default=True)
    nonce = models.CharField(max_length=64, blank=True, editable=False)
    # The match after which the member tapped "rematch".
    again_after = models.CharField(max_length=12, blank=True, editable=False)
    # Since when somebody ready has been watching for want of a seat; empty again as soon as they sit.
    waiting_since = models.DateTimeField(_("waiting since"), null=True, blank=True, editable=False)
    last_sat_out_at = models.DateTimeField(_("last sat out"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ["joined_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["group", "player"], name="membership_once_per_player"),
            models.UniqueConstraint(
                fields=["group", "name_key"],
                condition=Q(left_at__isnull=True, removed_at__isnull=True),
                name="membership_name_once_per_group",
            ),
        ]

    def __str__(self) -> str:
        return f"{shown_name(self.display_name) or self.player_id} · {self.group_id}"

    @property
    def is_current(self) -> bool:
        """Tell whether the player belongs to the group now."""
        return self.left_at is None and self.removed_at is None


class LookupCount(models.Model):
    """Wrong group codes tried by one client in one window of time, counted in the database for all processes alike."""

    client_hash = models.CharField(max_length=64)
    window = models.PositiveBigIntegerField()
    count = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("count of wrong codes")
        verbose_name_plural = _("counts of wrong codes")
        constraints = [models.UniqueConstraint(fields=["client_hash", "window"], name="lookup_count_once_per_window")]

    def __str__(self) -> str:
        return f"{self.window}: {self.count}"
