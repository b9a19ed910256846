"""The deals of the day and everybody's first try at one; the rows are written by services and know no rule of play."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

# A try may begin in the last minute of its day. It counts if it ends before the order is shown to everybody.
REVEALED_AFTER_DAY: Final = timedelta(hours=1)


def revealed_at(day: date) -> datetime:
    """Return from when on everybody may know the order of a day's cards; tries that end later do not count."""
    return datetime.combine(day + timedelta(days=1), time(), UTC) + REVEALED_AFTER_DAY


class DailyDeal(models.Model):
    """The one order of the cards, with rules and first seat, that everybody gets on a UTC day."""

    day = models.DateField(_("day (UTC)"), primary_key=True)
    rules = models.JSONField(_("rules"))  # the four keys, as they were when the day's first match began
    first_seat = models.PositiveSmallIntegerField(_("first seat"))
    secret = models.CharField(_("secret of the shuffle"), max_length=64)
    commitment = models.CharField(_("commitment"), max_length=64)

    class Meta:
        verbose_name = _("deal of the day")
        verbose_name_plural = _("deals of the day")
        ordering = ("-day",)

    def __str__(self) -> str:
        return self.day.isoformat()


class DailyTry(models.Model):
    """Somebody's first try at a deal of the day, the one that counts. Later ones are matches and no more."""

    match = models.OneToOneField(
        "games.Match", on_delete=models.CASCADE, primary_key=True, related_name="daily_try", verbose_name=_("match")
    )
    deal = models.ForeignKey(
        DailyDeal, on_delete=models.PROTECT, related_name="tries", db_index=False, verbose_name=_("deal of the day")
    )
    player = models.ForeignKey(
        "accounts.Player", on_delete=models.PROTECT, related_name="daily_tries", verbose_name=_("player")
    )
    # What the match ended with for the player, written as it ends: the place among the four seats, and the cards held.
    place = models.PositiveSmallIntegerField(_("place"), null=True, blank=True)
    cards = models.PositiveSmallIntegerField(_("cards"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("first try at a deal of the day")
        verbose_name_plural = _("first tries at deals of the day")
        ordering = ("deal", "match")
        constraints = (
            models.UniqueConstraint(fields=("deal", "player"), name="one_first_try_per_player_and_day"),
            models.CheckConstraint(
                condition=Q(place=None, cards=None, finished_at=None)
                | Q(place__isnull=False, cards__isnull=False, finished_at__isnull=False),
                name="daily_try_has_all_of_its_result",
            ),
        )
        indexes = (
            # The order of the table of a day.
            models.Index("deal", "place", F("cards").desc(), "finished_at", "match", name="daily_table"),
        )

    def __str__(self) -> str:
        return f"{self.deal_id}: {self.player_id}"
