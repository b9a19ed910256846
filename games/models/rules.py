"""Named rule sets, the site's policy values and groups' house rules; they hold values, not how they are played."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.db.models.deletion import ProtectedError
from django.db.models.signals import pre_delete
from django.dispatch import receiver
from django.utils.translation import gettext, gettext_noop, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from accounts.models import Group
from games import engine


class SemimaruChoice(models.TextChoices):
    """The values of the Semimaru rule with their names; the same values as the engine's."""

    OUT = "out", pgettext_lazy("value of the Semimaru rule", "Out at once")
    SKIP_TURN = "skip_turn", pgettext_lazy("value of the Semimaru rule", "Skip one turn")
    AS_MONK = "as_monk", pgettext_lazy("value of the Semimaru rule", "Like a monk")
    AS_COURTIER = "as_courtier", pgettext_lazy("value of the Semimaru rule", "Like a courtier")
    ALL_HANDS_TO_PILE = "all_hands_to_pile", pgettext_lazy("value of the Semimaru rule", "All hands to the pile")


class EmperorChoice(models.TextChoices):
    """The values of the emperor rule with their names; the same values as the engine's."""

    KEEP_AND_ONE_MORE = "keep_and_one_more", pgettext_lazy("value of the emperor rule", "Keep and one more")
    TAKE_ALL_HANDS = "take_all_hands", pgettext_lazy("value of the emperor rule", "Take everyone's cards")
    ORDINARY = "ordinary", pgettext_lazy("value of the emperor rule", "Ordinary card")


class LadyChoice(models.TextChoices):
    """The values of the lady rule with their names; the same values as the engine's."""

    TAKE_PILE = "take_pile", pgettext_lazy("value of the lady rule", "Take the pile")
    TAKE_PILE_AND_ONE_MORE = (
        "take_pile_and_one_more",
        pgettext_lazy("value of the lady rule", "Take the pile and one more"),
    )
    ONE_MORE_IF_PILE_EMPTY = (
        "one_more_if_pile_empty",
        pgettext_lazy("value of the lady rule", "One more if the pile is empty"),
    )


class TurnLimit(models.IntegerChoices):
    """The turn limits a group may choose besides none, in seconds."""

    HALF_MINUTE = 30, _("30 seconds")
    MINUTE = 60, _("60 seconds")


# The one name of a rule set that is the program's own and so is shown in the reader's language.
BUILT_IN_NAME: Final = gettext_noop("Standard rules")


class RuleSet(models.Model):
    """A named combination of local rules, edited by staff; exactly one is the site's default."""

    name = models.CharField(_("name"), max_length=80, unique=True)
    semimaru = models.CharField(
        pgettext_lazy("name of a rule", "Semimaru"), max_length=24, choices=SemimaruChoice, default=SemimaruChoice.OUT
    )
    emperor = models.CharField(
        pgettext_lazy("name of a rule", "Emperor"),
        max_length=24,
        choices=EmperorChoice,
        default=EmperorChoice.KEEP_AND_ONE_MORE,
    )
    lady = models.CharField(
        pgettext_lazy("name of a rule", "Lady"), max_length=24, choices=LadyChoice, default=LadyChoice.TAKE_PILE
    )
    allow_stop = models.BooleanField(
        pgettext_lazy("name of a rule", "Allow stopping"),
        default=True,
        help_text=_("Whether a player who may turn one more card may also stop instead."),
    )
    is_site_default = models.BooleanField(
        _("default of the site"),
        default=False,
        help_text=_("Matches outside a group and groups without house rules of their own use this set."),
    )
    version = models.PositiveIntegerField(_("version"), default=1, editable=False)
    updated_at = models.DateTimeField(_("last change"), auto_now=True)
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("rule set")
        verbose_name_plural = _("rule sets")
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["is_site_default"],
                condition=Q(is_site_default=True),
                name="one_site_default",
                violation_error_message=_("Another rule set is the default of the site already."),
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def shown_name(self) -> str:
        """The name for players, that of the built-in set in their language."""
        return gettext(BUILT_IN_NAME) if self.name == BUILT_IN_NAME else self.name

    def to_engine(self) -> engine.RuleSet:
        """Return the rules as the engine takes them; raises EngineError when the row holds an unknown value."""
        return engine.RuleSet.from_dict(
            {"semimaru": self.semimaru, "emperor": self.emperor, "lady": self.lady, "allow_stop": self.allow_stop}
        )


@receiver(pre_delete, sender=RuleSet)
def protect_site_default(sender: type[RuleSet], instance: RuleSet, **kwargs: Any) -> None:
    """Refuse to delete the set that the site plays by, whatever way the deletion comes; raises ProtectedError."""
    if instance.is_site_default:
        raise ProtectedError("The default of the site cannot be deleted.", {instance})


class SitePolicy(models.Model):
    """The one row of site-wide values for time limits, absence and links; all durations in seconds."""

    SINGLETON_ID: ClassVar[int] = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=SINGLETON_ID, editable=False)
    cpu_pace_seconds = models.FloatField(
        _("pace of CPU steps (seconds)"), default=1.2, validators=[MinValueValidator(0.1), MaxValueValidator(2)]
    )
    away_after_seconds = models.FloatField(
        _("away after no sign of life (seconds)"), default=20, validators=[MinValueValidator(5), MaxValueValidator(60)]
    )
    heartbeat_seconds = models.FloatField(
        _("heartbeat of open pages (seconds)"), default=10, validators=[MinValueValidator(2), MaxValueValidator(30)]
    )
    away_turn_seconds = models.FloatField(
        _("an away seat's turn is played after (seconds)"),
        default=2,
        validators=[MinValueValidator(0), MaxValueValidator(30)],
    )
    deadline_slack_seconds = models.FloatField(
        _("late moves are taken for (seconds)"), default=1, validators=[MinValueValidator(0), MaxValueValidator(5)]
    )
    sweep_behind_seconds = models.FloatField(
        _("sweep looks behind by (seconds)"), default=0.25, validators=[MinValueValidator(0), MaxValueValidator(5)]
    )
    missed_steps_limit = models.PositiveSmallIntegerField(
        _("missed steps in a row before the CPU keeps the seat"),
        default=2,
        validators=[MinValueValidator(1), MaxValueValidator(10)],
    )
    abandon_after_seconds = models.PositiveIntegerField(
        _("a paused match is abandoned after (seconds)"),
        default=1800,
        validators=[MinValueValidator(60), MaxValueValidator(86400)],
    )
    one_time_link_seconds = models.PositiveIntegerField(
        _("one-time links are valid for (seconds)"),
        default=600,
        validators=[MinValueValidator(60), MaxValueValidator(3600)],
    )
    host_succession_seconds = models.PositiveIntegerField(
        _("a new host takes over after (seconds)"),
        default=120,
        validators=[MinValueValidator(30), MaxValueValidator(3600)],
    )
    version = models.PositiveIntegerField(_("version"), default=1, editable=False)
    updated_at = models.DateTimeField(_("last change"), auto_now=True)
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("site policy")
        verbose_name_plural = _("site policy")
        constraints = [models.CheckConstraint(condition=Q(id=1), name="one_site_policy")]

    def __str__(self) -> str:
        return str(_("Site policy"))

    def clean(self) -> None:
        """Raise ValidationError when values that depend on each other contradict."""
        heartbeat, away, succession = self.heartbeat_seconds, self.away_after_seconds, self.host_succession_seconds
        if heartbeat is not None and away is not None and heartbeat * 1.5 > away:
            raise ValidationError(
                {"heartbeat_seconds": _("One lost heartbeat must not make a player away: choose a shorter one.")}
            )
        if away is not None and succession is not None and succession < away:
            raise ValidationError(
                {"host_succession_seconds": _("A host cannot be replaced before being counted as away.")}
            )


class HouseRules(models.Model):
    """What one group plays by: a base set and the values it changes, plus limit, rating and CPU seats.

    An empty rule means "as the base set has it", so that a group which changed nothing follows staff's edits.
    Without a base set the site's default is the base.
    """

    group = models.OneToOneField(Group, models.CASCADE, related_name="house_rules", verbose_name=_("group"))
    base = models.ForeignKey(
        RuleSet, models.PROTECT, null=True, blank=True, related_name="house_rules", verbose_name=_("based on")
    )
    semimaru = models.CharField(
        pgettext_lazy("name of a rule", "Semimaru"), max_length=24, choices=SemimaruChoice, null=True, blank=True
    )
    emperor = models.CharField(
        pgettext_lazy("name of a rule", "Emperor"), max_length=24, choices=EmperorChoice, null=True, blank=True
    )
    lady = models.CharField(
        pgettext_lazy("name of a rule", "Lady"), max_length=24, choices=LadyChoice, null=True, blank=True
    )
    allow_stop = models.BooleanField(pgettext_lazy("name of a rule", "Allow stopping"), null=True, blank=True)
    turn_limit_seconds = models.PositiveSmallIntegerField(_("turn limit"), choices=TurnLimit, null=True, blank=True)
    is_rated = models.BooleanField(_("rated"), default=False)
    cpu_seats = models.PositiveSmallIntegerField(
        _("CPU seats"), default=0, validators=[MaxValueValidator(engine.MAX_SEATS - 1)]
    )
    # The secret of the next shuffle: its commitment is on the group's page before anybody takes a seat.
    next_secret = models.CharField(max_length=64, blank=True, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)
    updated_at = models.DateTimeField(_("last change"), auto_now=True)

    class Meta:
        verbose_name = _("house rules")
        verbose_name_plural = _("house rules")

    def __str__(self) -> str:
        return str(self.group_id)
