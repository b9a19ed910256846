"""Players, the devices that prove who they are, and one-time links between devices; knows nothing of groups' rules."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.names import NAME_STORAGE_LENGTH, shown_name


class Player(models.Model):
    """A person without an account; the row outlives a deletion as a neutral stub, so that results stay whole."""

    display_name = models.CharField(_("name"), max_length=NAME_STORAGE_LENGTH, blank=True)
    is_named = models.BooleanField(
        _("chose a name"),
        default=False,
        help_text=_("Off while the player still has the guest name given at the start."),
    )
    created_at = models.DateTimeField(_("first seen"), default=timezone.now, editable=False)
    banned_at = models.DateTimeField(_("banned since"), null=True, blank=True)
    deleted_at = models.DateTimeField(_("deleted at"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["id"]

    def __str__(self) -> str:
        return shown_name(self.display_name) or f"#{self.pk}"

    @property
    def is_banned(self) -> bool:
        """Tell whether staff have shut this player out."""
        return self.banned_at is not None

    @property
    def is_deleted(self) -> bool:
        """Tell whether the person behind this row has gone and only the stub is left."""
        return self.deleted_at is not None


class Device(models.Model):
    """One browser of one player, recognised by the hash of the secret in its cookie."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="devices", verbose_name=_("player"))
    # SHA-256 in hex. A plain fast hash is right here: the secret is 256 random bits, so there is nothing to guess
    # that slow password hashing would protect, and every request has to look it up by its hash.
    secret_hash = models.CharField(max_length=64, unique=True, editable=False)
    label = models.CharField(_("device"), max_length=80, blank=True)
    created_at = models.DateTimeField(_("added"), default=timezone.now, editable=False)
    last_used_at = models.DateTimeField(_("last used"), default=timezone.now, editable=False)
    revoked_at = models.DateTimeField(_("signed out at"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("device")
        verbose_name_plural = _("devices")
        ordering = ["id"]

    def __str__(self) -> str:
        return self.label or f"#{self.pk}"


class OneTimeLink(models.Model):
    """A link that adds a device to a player, or hands one membership to another device; used at most once."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="one_time_links", verbose_name=_("player"))
    membership = models.ForeignKey(
        "accounts.Membership",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="one_time_links",
        verbose_name=_("membership"),
        help_text=_("Set when a host hands over one seat of a group; the rest of the player stays untouched."),
    )
    secret_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(_("made at"), default=timezone.now, editable=False)
    expires_at = models.DateTimeField(_("valid until"))
    used_at = models.DateTimeField(_("used at"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("withdrawn at"), null=True, blank=True)

    class Meta:
        verbose_name = _("one-time link")
        verbose_name_plural = _("one-time links")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"#{self.pk}"

    @property
    def minutes(self) -> int:
        """Return for how many minutes the link is valid when it is made."""
        return round((self.expires_at - self.created_at).total_seconds() / 60)
