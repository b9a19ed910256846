"""Matches, their seats, the action log and guesses; the rows are written by services only, and know no rule of play."""

import secrets
from typing import Final

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

ID_LENGTH: Final = 12
# No 0/o, 1/l/i: an id may be read aloud. 31 letters to the power of 12 cannot be guessed.
_ID_ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"


def new_match_id() -> str:
    """Return a fresh random id that is safe in an address and says nothing about order."""
    return "".join(secrets.choice(_ID_ALPHABET) for _ in range(ID_LENGTH))


class MatchStatus(models.TextChoices):
    """Where a match stands; running and paused ones can go on."""

    RUNNING = "running"
    PAUSED = "paused"  # friendly, and no human is present
    FINISHED = "finished"
    ABANDONED = "abandoned"
    VOIDED = "voided"


LIVE_STATUSES: Final = (MatchStatus.RUNNING, MatchStatus.PAUSED)


class PlayedBy(models.TextChoices):
    """Who made a step for its seat."""

    PERSON = "person"
    CPU = "cpu"  # a CPU seat, or a seat that the CPU keeps
    TIMEOUT = "timeout"  # the deadline passed
    AWAY = "away"  # no sign of life from the owner


class Match(models.Model):
    """One match: the rules, the deck and the state it stands in. The row is the only truth about it."""

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_match_id, editable=False)
    group = models.ForeignKey(
        "accounts.Group", null=True, blank=True, on_delete=models.SET_NULL, related_name="matches"
    )
    status = models.CharField(max_length=10, choices=MatchStatus, default=MatchStatus.RUNNING)
    rules = models.JSONField()  # the four keys, copied at the start: later edits change no match
    turn_limit_seconds = models.PositiveSmallIntegerField(null=True, blank=True)
    is_rated = models.BooleanField(default=False)
    seat_count = models.PositiveSmallIntegerField()
    first_seat = models.PositiveSmallIntegerField()
    deck = models.JSONField()  # 100 card numbers, top first; never derived again
    deck_secret = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    state = models.TextField()  # the engine's codec
    version = models.PositiveIntegerField(default=0)
    turn = models.PositiveSmallIntegerField(null=True, blank=True)
    step_at = models.DateTimeField()  # when the present step began
    deadline_at = models.DateTimeField(null=True, blank=True)
    # When somebody other than the person on turn may have to act: a CPU step, a missed deadline, an absence,
    # or, for a paused match, the end of waiting. None when there is nothing to wait for.
    due_at = models.DateTimeField(null=True, blank=True, db_index=True)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    result = models.JSONField(null=True, blank=True, encoder=DjangoJSONEncoder)

    class Meta:
        verbose_name_plural = "matches"
        ordering = ("-started_at",)
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

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()  # from 0, clockwise
    player = models.ForeignKey(
        "accounts.Player", null=True, blank=True, on_delete=models.PROTECT, related_name="seats"
    )
    name = models.CharField(max_length=240, blank=True)  # as it was at the start; as long as accounts.names allows
    nonce = models.CharField(max_length=64, blank=True)  # the seat's part of the shuffle
    last_seen_at = models.DateTimeField(null=True, blank=True)
    left_at = models.DateTimeField(null=True, blank=True)
    missed_steps = models.PositiveSmallIntegerField(default=0)  # in a row
    is_held_by_cpu = models.BooleanField(default=False)
    device_ids = models.JSONField(default=list, blank=True)  # which devices opened the seat: shared ones are not rated

    class Meta:
        ordering = ("match", "number")
        constraints = (
            models.UniqueConstraint(fields=("match", "number"), name="one_seat_per_number"),
            models.UniqueConstraint(fields=("match", "player"), name="one_seat_per_player"),
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
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="steps", db_index=False)
    sequence = models.PositiveIntegerField()  # from 1; the version of the match after it
    seat = models.PositiveSmallIntegerField()
    action = models.CharField(max_length=8)
    played_by = models.CharField(max_length=8, choices=PlayedBy)
    played_at = models.DateTimeField()

    class Meta:
        ordering = ("match", "sequence")
        constraints = (models.UniqueConstraint(fields=("match", "sequence"), name="one_step_per_number"),)

    def __str__(self) -> str:
        return f"{self.match_id}#{self.sequence}"


class Guess(models.Model):
    """Who will win, in the eyes of somebody who is out or watches; shown when the match is over."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="guesses", db_index=False)
    player = models.ForeignKey("accounts.Player", on_delete=models.CASCADE, related_name="guesses")
    name = models.CharField(max_length=240, blank=True)  # as it was when guessing
    seat = models.PositiveSmallIntegerField()  # the seat they think will win
    version = models.PositiveIntegerField()  # of the match when it was made
    made_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "guesses"
        ordering = ("match", "made_at")
        constraints = (models.UniqueConstraint(fields=("match", "player"), name="one_guess_per_player"),)

    def __str__(self) -> str:
        return f"{self.match_id}: {self.player_id} → {self.seat}"
