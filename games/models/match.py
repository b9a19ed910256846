"""Matches, their seats, the action log and guesses; the rows are written by services only, and know no rule of play."""

import secrets
from typing import Final

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

ID_LENGTH: Final = 12
# No 0/o, 1/l/i: an id may be read aloud. 31 letters to the power of 12 cannot be guessed.
ID_ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"


def new_match_id() -> str:
    """Return a fresh random id that is safe in an address and says nothing about order."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(ID_LENGTH))


class MatchStatus(models.TextChoices):
    """Where a match stands; running and paused ones can go on."""

    RUNNING = "running", pgettext_lazy("match", "running")
    PAUSED = "paused", pgettext_lazy("match", "paused")  # friendly, and no human is present
    FINISHED = "finished", pgettext_lazy("match", "finished")
    ABANDONED = "abandoned", pgettext_lazy("match", "abandoned")
    VOIDED = "voided", pgettext_lazy("match", "voided")


LIVE_STATUSES: Final = (MatchStatus.RUNNING, MatchStatus.PAUSED)


class PlayedBy(models.TextChoices):
    """Who made a step for its seat."""

    PERSON = "person", pgettext_lazy("played by", "a person")
    CPU = "cpu", pgettext_lazy("played by", "the CPU")  # a CPU seat, or a seat that the CPU keeps
    TIMEOUT = "timeout", pgettext_lazy("played by", "the CPU, at the deadline")  # the deadline passed
    AWAY = "away", pgettext_lazy("played by", "the CPU, for somebody away")  # no sign of life from the owner


class Match(models.Model):
    """One match: the rules, the deck and the state it stands in. The row is the only truth about it."""

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_match_id, editable=False)
    group = models.ForeignKey(
        "accounts.Group",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="matches",
        verbose_name=_("group"),
    )
    # The deal of the day that is played here, first try or later one; None for any other match.
    daily = models.ForeignKey(
        "games.DailyDeal",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="matches",
        db_index=False,
        verbose_name=_("deal of the day"),
    )
    status = models.CharField(max_length=10, choices=MatchStatus, default=MatchStatus.RUNNING, verbose_name=_("status"))
    rules = models.JSONField(verbose_name=_("rules"))  # the four keys, copied at the start: later edits change no match
    turn_limit_seconds = models.PositiveSmallIntegerField(null=True, blank=True, verbose_name=_("turn limit (seconds)"))
    is_rated = models.BooleanField(default=False, verbose_name=_("rated"))
    seat_count = models.PositiveSmallIntegerField(verbose_name=_("seats"))
    first_seat = models.PositiveSmallIntegerField(verbose_name=_("first seat"))
    deck = models.JSONField(verbose_name=_("deck"))  # 100 card numbers, top first; never derived again
    deck_secret = models.CharField(max_length=64, verbose_name=_("secret of the shuffle"))
    commitment = models.CharField(max_length=64, verbose_name=_("commitment"))
    state = models.TextField(verbose_name=_("state"))  # the engine's codec
    version = models.PositiveIntegerField(default=0, verbose_name=_("version"))
    turn = models.PositiveSmallIntegerField(null=True, blank=True, verbose_name=_("seat on turn"))
    step_at = models.DateTimeField(verbose_name=_("step began"))  # when the present step began
    deadline_at = models.DateTimeField(null=True, blank=True, verbose_name=_("deadline"))
    # When somebody other than the person on turn may have to act: a CPU step, a missed deadline, an absence,
    # or, for a paused match, the end of waiting. None when there is nothing to wait for.
    due_at = models.DateTimeField(null=True, blank=True, db_index=True, verbose_name=_("next look"))
    started_at = models.DateTimeField(verbose_name=_("started"))
    finished_at = models.DateTimeField(null=True, blank=True, verbose_name=_("finished"))
    result = models.JSONField(null=True, blank=True, encoder=DjangoJSONEncoder, verbose_name=_("result"))

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ("-started_at",)
        # Nobody edits a match: whoever may void one may do that and nothing else.
        permissions = (("void_match", "Can void match"),)
        constraints = (
            models.UniqueConstraint(
                fields=("group",),
                condition=models.Q(status__in=("running", "paused")),
                name="one_live_match_per_group",
            ),
            models.CheckConstraint(condition=models.Q(seat_count__gte=2, seat_count__lte=6), name="two_to_six_seats"),
        )

    def __str__(self) -> str:
        return self.id


class Seat(models.Model):
    """One place at a match. Without a player it is a CPU seat from start to end."""

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="seats", db_index=False, verbose_name=_("match")
    )
    number = models.PositiveSmallIntegerField(verbose_name=_("number"))  # from 0, clockwise
    player = models.ForeignKey(
        "accounts.Player",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="seats",
        verbose_name=_("player"),
    )
    # As it was at the start; as long as accounts.names allows.
    name = models.CharField(max_length=240, blank=True, verbose_name=_("name"))
    nonce = models.CharField(max_length=64, blank=True, verbose_name=_("nonce"))  # the seat's part of the shuffle
    last_seen_at = models.DateTimeField(null=True, blank=True, verbose_name=_("last seen"))
    left_at = models.DateTimeField(null=True, blank=True, verbose_name=_("left"))
    missed_steps = models.PositiveSmallIntegerField(default=0, verbose_name=_("missed steps in a row"))  # in a row
    is_held_by_cpu = models.BooleanField(default=False, verbose_name=_("kept by the CPU"))
    # One of several that one device plays, passed from hand to hand; the player is the device's.
    is_shared = models.BooleanField(default=False, verbose_name=_("on a device passed round"))
    device_ids = models.JSONField(
        default=list, blank=True, verbose_name=_("devices")
    )  # which devices opened the seat: shared ones are not rated

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ("match", "number")
        constraints = (
            models.UniqueConstraint(fields=("match", "number"), name="one_seat_per_number"),
            models.UniqueConstraint(
                fields=("match", "player"), condition=models.Q(is_shared=False), name="one_seat_per_player"
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"

    @property
    def is_cpu(self) -> bool:
        """Whether no person ever owned this seat."""
        return self.player_id is None


class Step(models.Model):
    """One accepted action. Rules, deck and steps give the whole match again."""

    # The unique constraint is the index for the match, too.
    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="steps", db_index=False, verbose_name=_("match")
    )
    sequence = models.PositiveIntegerField(verbose_name=_("number"))  # from 1; the version of the match after it
    seat = models.PositiveSmallIntegerField(verbose_name=_("seat"))
    action = models.CharField(max_length=8, verbose_name=_("action"))
    played_by = models.CharField(max_length=8, choices=PlayedBy, verbose_name=_("played by"))
    played_at = models.DateTimeField(verbose_name=_("played at"))

    class Meta:
        verbose_name = _("step")
        verbose_name_plural = _("steps")
        ordering = ("match", "sequence")
        constraints = (models.UniqueConstraint(fields=("match", "sequence"), name="one_step_per_number"),)

    def __str__(self) -> str:
        return f"{self.match_id}#{self.sequence}"


class Guess(models.Model):
    """Who will win, in the eyes of somebody who is out or watches; shown when the match is over."""

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="guesses", db_index=False, verbose_name=_("match")
    )
    player = models.ForeignKey(
        "accounts.Player", on_delete=models.CASCADE, related_name="guesses", verbose_name=_("player")
    )
    name = models.CharField(max_length=240, blank=True, verbose_name=_("name"))  # as it was when guessing
    seat = models.PositiveSmallIntegerField(verbose_name=_("seat"))  # the seat they think will win
    version = models.PositiveIntegerField(verbose_name=_("version"))  # of the match when it was made
    made_at = models.DateTimeField(verbose_name=_("made at"))

    class Meta:
        verbose_name = _("guess")
        verbose_name_plural = _("guesses")
        ordering = ("match", "made_at")
        constraints = (models.UniqueConstraint(fields=("match", "player"), name="one_guess_per_player"),)

    def __str__(self) -> str:
        return f"{self.match_id}: {self.player_id} → {self.seat}"
