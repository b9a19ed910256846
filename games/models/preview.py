"""Previews of rules for staff, a scratch pad that can be thrown away: the rows know no rule of play and no chart."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class RulePreview(models.Model):
    """What many simulated matches by some rules come to, asked for in admin and worked out part by part by a worker.

    The rules need not be stored anywhere else: somebody may look at them before saving.
    """

    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("asked for by")
    )
    name = models.CharField(_("name"), max_length=80, blank=True)  # of the rule set, as it stood in the form
    rules = models.JSONField(_("rules"))  # the four keys
    seed = models.PositiveBigIntegerField(_("seed"))
    parts_done = models.PositiveIntegerField(_("parts done"), default=0)
    parts_total = models.PositiveIntegerField(_("parts in all"))
    # By seat count ("2" to "6"): the sums and histograms of the simulation so far.
    figures = models.JSONField(_("figures"), default=dict, blank=True)
    asked_at = models.DateTimeField(_("asked for"))
    moved_at = models.DateTimeField(_("last part done"))

    class Meta:
        verbose_name = _("preview of rules")
        verbose_name_plural = _("previews of rules")
        default_permissions = ()  # whoever may change rule sets may look at what a change would do

    def __str__(self) -> str:
        return self.name or f"#{self.pk}"

    @property
    def is_finished(self) -> bool:
        """Whether all parts are done."""
        return self.parts_done >= self.parts_total
