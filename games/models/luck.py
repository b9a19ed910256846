"""The worked-out chances and luck of finished matches, caches that can be thrown away; no row knows a rule of play."""

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


class SeatLuck(models.Model):
    """By how many hundredths of a card a seat's own flips beat what the odds let expect at each of them."""

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="seat_lucks", db_index=False, verbose_name=_("match")
    )
    number = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(
        "accounts.Player",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        verbose_name=_("player"),
    )
    hundredths = models.IntegerField(_("luck in hundredths of a card"))

    class Meta:
        verbose_name = _("luck of a seat")
        verbose_name_plural = _("luck of seats")
        constraints = (models.UniqueConstraint(fields=("match", "number"), name="one_luck_per_seat"),)
        # The best and the worst of a player.
        indexes = (models.Index(fields=("player", "hundredths", "match"), name="luck_of_player"),)

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}: {self.hundredths}"
