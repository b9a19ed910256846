"""The worked-out chances of finished matches, a cache that can be thrown away; the row knows no rule of play."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class ChanceReport(models.Model):
    """How likely each seat was to win after each step of a match, asked for by a page and worked out by a worker."""

    match = models.OneToOneField(
        Match, on_delete=models.CASCADE, primary_key=True, related_name="chance_report", verbose_name=_("match")
    )
    asked_at = models.DateTimeField(_("asked for"))
    made_at = models.DateTimeField(_("made"), null=True, blank=True)
    # Per step, the state before the first one included: thousandths of a win, and mean ranks times a hundred, by seat.
    wins = models.JSONField(_("chances to win"), default=list, blank=True)
    ranks = models.JSONField(_("expected ranks"), default=list, blank=True)

    class Meta:
        verbose_name = _("report of chances")
        verbose_name_plural = _("reports of chances")

    def __str__(self) -> str:
        return self.match_id
