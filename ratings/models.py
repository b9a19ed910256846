"""Ratings, their entries and the order of rated matches; it must not know how a match is played."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from ratings.calculator import START, Skill, band, points
from ratings.results import ALL_TIME, Ladder


class RatedMatch(models.Model):
    """A match that counted somewhere; the primary key is its place in the finishing order."""

    match_id = models.CharField(max_length=12, unique=True)
    finished_at = models.DateTimeField()
    group = models.ForeignKey("accounts.Group", models.PROTECT, null=True, related_name="+")
    season = models.CharField(max_length=6)
    utc_day = models.DateField()
    # Six ids of up to 19 digits and the commas between them.
    players_key = models.CharField(max_length=128)
    player_count = models.PositiveSmallIntegerField()
    is_on_site = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("rated match")
        verbose_name_plural = _("rated matches")
        indexes = [
            models.Index(
                fields=["players_key", "utc_day"], condition=Q(is_on_site=True), name="ratings_same_players_day"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}: {self.match_id}"


class Rating(models.Model):
    """What is believed of one player on one ladder: for ever (season "") or within one season."""

    player = models.ForeignKey("accounts.Player", models.PROTECT, related_name="ratings")
    group = models.ForeignKey("accounts.Group", models.PROTECT, null=True, related_name="+")
    season = models.CharField(max_length=6, default=ALL_TIME, blank=True)
    mu = models.FloatField(default=START.mu)
    sigma = models.FloatField(default=START.sigma)
    # The number that people see, kept for ranking: `calculator.points` of the skill.
    points = models.PositiveIntegerField(default=points(START))
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    last_match_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [
            models.UniqueConstraint(
                fields=["player", "season"], condition=Q(group=None), name="ratings_one_per_player_on_site"
            ),
            models.UniqueConstraint(
                fields=["player", "group", "season"],
                condition=~Q(group=None),
                name="ratings_one_per_player_in_group",
            ),
            models.CheckConstraint(condition=Q(sigma__gt=0), name="ratings_sigma_above_zero"),
            models.CheckConstraint(condition=Q(matches__gte=F("wins") + F("draws")), name="ratings_matches_add_up"),
        ]
        indexes = [
            # The order of a ranking page, with all that says who is listed: counting a long list reads nothing else.
            models.Index(
                "group",
                "season",
                F("points").desc(),
                F("matches").desc(),
                "player",
                "last_match_at",
                name="ratings_ranking",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.group_id or 'site'} {self.season or 'all time'}: {self.points}"

    @property
    def skill(self) -> Skill:
        """The rating as the calculator takes it."""
        return Skill(self.mu, self.sigma)

    @skill.setter
    def skill(self, skill: Skill) -> None:
        self.mu, self.sigma, self.points = skill.mu, skill.sigma, points(skill)

    @property
    def band(self) -> tuple[int, int]:
        """The lowest and highest rating that are still likely."""
        return band(self.skill)


class RatingEntry(models.Model):
    """What one match did to one player on one ladder, for ever and within its season."""

    player = models.ForeignKey("accounts.Player", models.PROTECT, related_name="rating_entries")
    ladder = models.CharField(max_length=5, choices=[(ladder.value, ladder.value) for ladder in Ladder])
    rated_match = models.ForeignKey(RatedMatch, models.CASCADE, related_name="entries")
    # Among the seats that count, 1 the best; equal places are a draw.
    place = models.PositiveSmallIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()
    season_mu_before = models.FloatField()
    season_sigma_before = models.FloatField()
    season_mu_after = models.FloatField()
    season_sigma_after = models.FloatField()

    class Meta:
        verbose_name = _("rating entry")
        verbose_name_plural = _("rating entries")
        constraints = [
            models.UniqueConstraint(
                fields=["player", "ladder", "rated_match"], name="ratings_one_entry_per_player_ladder_match"
            ),
            models.CheckConstraint(condition=Q(place__gte=1), name="ratings_place_counted_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.rated_match_id} {self.ladder}: {self.player_id} place {self.place}"
