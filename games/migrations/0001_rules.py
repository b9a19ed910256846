"""The tables of rule sets, site policy and house rules."""

import django.core.validators
import django.db.models.deletion
import simple_history.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="HistoricalRuleSet",
            fields=[
                ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
                ("name", models.CharField(db_index=True, max_length=80, verbose_name="name")),
                (
                    "semimaru",
                    models.CharField(
                        choices=[
                            ("out", "Out at once"),
                            ("skip_turn", "Skip one turn"),
                            ("as_monk", "Like a monk"),
                            ("as_courtier", "Like a courtier"),
                            ("all_hands_to_pile", "All hands to the pile"),
                        ],
                        default="out",
                        max_length=24,
                        verbose_name="Semimaru",
                    ),
                ),
                (
                    "emperor",
                    models.CharField(
                        choices=[
                            ("keep_and_one_more", "Keep and one more"),
                            ("take_all_hands", "Take everyone's cards"),
                            ("ordinary", "Ordinary card"),
                        ],
                        default="keep_and_one_more",
                        max_length=24,
                        verbose_name="Emperor",
                    ),
                ),
                (
                    "lady",
                    models.CharField(
                        choices=[
                            ("take_pile", "Take the pile"),
                            ("take_pile_and_one_more", "Take the pile and one more"),
                            ("one_more_if_pile_empty", "One more if the pile is empty"),
                        ],
                        default="take_pile",
                        max_length=24,
                        verbose_name="Lady",
                    ),
                ),
                (
                    "allow_stop",
                    models.BooleanField(
                        default=True,
                        help_text="Whether a player who may turn one more card may also stop instead.",
                        verbose_name="Allow stopping",
                    ),
                ),
                (
                    "is_site_default",
                    models.BooleanField(
                        default=False,
                        help_text="Matches outside a group and groups without house rules of their own use this set.",
                        verbose_name="default of the site",
                    ),
                ),
                ("version", models.PositiveIntegerField(default=1, editable=False, verbose_name="version")),
                ("updated_at", models.DateTimeField(blank=True, editable=False, verbose_name="last change")),
                ("history_id", models.AutoField(primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                ("history_change_reason", models.CharField(max_length=100, null=True)),
                (
                    "history_type",
                    models.CharField(choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1),
                ),
                (
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "historical rule set",
                "verbose_name_plural": "historical rule sets",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalSitePolicy",
            fields=[
                ("id", models.PositiveSmallIntegerField(db_index=True, default=1, editable=False)),
                (
                    "cpu_pace_seconds",
                    models.FloatField(
                        default=1.2,
                        validators=[
                            django.core.validators.MinValueValidator(0.1),
                            django.core.validators.MaxValueValidator(2),
                        ],
                        verbose_name="pace of CPU steps (seconds)",
                    ),
                ),
                (
                    "away_after_seconds",
                    models.FloatField(
                        default=20,
                        validators=[
                            django.core.validators.MinValueValidator(5),
                            django.core.validators.MaxValueValidator(60),
                        ],
                        verbose_name="away after no sign of life (seconds)",
                    ),
                ),
                (
                    "heartbeat_seconds",
                    models.FloatField(
                        default=10,
                        validators=[
                            django.core.validators.MinValueValidator(2),
                            django.core.validators.MaxValueValidator(30),
                        ],
                        verbose_name="heartbeat of open pages (seconds)",
                    ),
                ),
                (
                    "away_turn_seconds",
                    models.FloatField(
                        default=2,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(30),
                        ],
                        verbose_name="an away seat's turn is played after (seconds)",
                    ),
                ),
                (
                    "deadline_slack_seconds",
                    models.FloatField(
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(5),
                        ],
                        verbose_name="late moves are taken for (seconds)",
                    ),
                ),
                (
                    "sweep_behind_seconds",
                    models.FloatField(
                        default=0.25,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(5),
                        ],
                        verbose_name="sweep looks behind by (seconds)",
                    ),
                ),
                (
                    "missed_steps_limit",
                    models.PositiveSmallIntegerField(
                        default=2,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(10),
                        ],
                        verbose_name="missed steps in a row before the CPU keeps the seat",
                    ),
                ),
                (
                    "abandon_after_seconds",
                    models.PositiveIntegerField(
                        default=1800,
                        validators=[
                            django.core.validators.MinValueValidator(60),
                            django.core.validators.MaxValueValidator(86400),
                        ],
                        verbose_name="a paused match is abandoned after (seconds)",
                    ),
                ),
                (
                    "one_time_link_seconds",
                    models.PositiveIntegerField(
                        default=600,
                        validators=[
                            django.core.validators.MinValueValidator(60),
                            django.core.validators.MaxValueValidator(3600),
                        ],
                        verbose_name="one-time links are valid for (seconds)",
                    ),
                ),
                (
                    "host_succession_seconds",
                    models.PositiveIntegerField(
                        default=120,
                        validators=[
                            django.core.validators.MinValueValidator(30),
                            django.core.validators.MaxValueValidator(3600),
                        ],
                        verbose_name="a new host takes over after (seconds)",
                    ),
                ),
                ("version", models.PositiveIntegerField(default=1, editable=False, verbose_name="version")),
                ("updated_at", models.DateTimeField(blank=True, editable=False, verbose_name="last change")),
                ("history_id", models.AutoField(primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                ("history_change_reason", models.CharField(max_length=100, null=True)),
                (
                    "history_type",
                    models.CharField(choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1),
                ),
                (
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "historical site policy",
                "verbose_name_plural": "historical site policy",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="RuleSet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80, unique=True, verbose_name="name")),
                (
                    "semimaru",
                    models.CharField(
                        choices=[
                            ("out", "Out at once"),
                            ("skip_turn", "Skip one turn"),
                            ("as_monk", "Like a monk"),
                            ("as_courtier", "Like a courtier"),
                            ("all_hands_to_pile", "All hands to the pile"),
                        ],
                        default="out",
                        max_length=24,
                        verbose_name="Semimaru",
                    ),
                ),
                (
                    "emperor",
                    models.CharField(
                        choices=[
                            ("keep_and_one_more", "Keep and one more"),
                            ("take_all_hands", "Take everyone's cards"),
                            ("ordinary", "Ordinary card"),
                        ],
                        default="keep_and_one_more",
                        max_length=24,
                        verbose_name="Emperor",
                    ),
                ),
                (
                    "lady",
                    models.CharField(
                        choices=[
                            ("take_pile", "Take the pile"),
                            ("take_pile_and_one_more", "Take the pile and one more"),
                            ("one_more_if_pile_empty", "One more if the pile is empty"),
                        ],
                        default="take_pile",
                        max_length=24,
                        verbose_name="Lady",
                    ),
                ),
                (
                    "allow_stop",
                    models.BooleanField(
                        default=True,
                        help_text="Whether a player who may turn one more card may also stop instead.",
                        verbose_name="Allow stopping",
                    ),
                ),
                (
                    "is_site_default",
                    models.BooleanField(
                        default=False,
                        help_text="Matches outside a group and groups without house rules of their own use this set.",
                        verbose_name="default of the site",
                    ),
                ),
                ("version", models.PositiveIntegerField(default=1, editable=False, verbose_name="version")),
                ("updated_at", models.DateTimeField(auto_now=True, verbose_name="last change")),
            ],
            options={
                "verbose_name": "rule set",
                "verbose_name_plural": "rule sets",
                "ordering": ["name"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("is_site_default", True)),
                        fields=("is_site_default",),
                        name="one_site_default",
                        violation_error_message="Another rule set is the default of the site already.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="HouseRules",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "semimaru",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("out", "Out at once"),
                            ("skip_turn", "Skip one turn"),
                            ("as_monk", "Like a monk"),
                            ("as_courtier", "Like a courtier"),
                            ("all_hands_to_pile", "All hands to the pile"),
                        ],
                        max_length=24,
                        null=True,
                        verbose_name="Semimaru",
                    ),
                ),
                (
                    "emperor",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("keep_and_one_more", "Keep and one more"),
                            ("take_all_hands", "Take everyone's cards"),
                            ("ordinary", "Ordinary card"),
                        ],
                        max_length=24,
                        null=True,
                        verbose_name="Emperor",
                    ),
                ),
                (
                    "lady",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("take_pile", "Take the pile"),
                            ("take_pile_and_one_more", "Take the pile and one more"),
                            ("one_more_if_pile_empty", "One more if the pile is empty"),
                        ],
                        max_length=24,
                        null=True,
                        verbose_name="Lady",
                    ),
                ),
                ("allow_stop", models.BooleanField(blank=True, null=True, verbose_name="Allow stopping")),
                (
                    "turn_limit_seconds",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        choices=[(30, "30 seconds"), (60, "60 seconds")],
                        null=True,
                        verbose_name="turn limit",
                    ),
                ),
                ("is_rated", models.BooleanField(default=False, verbose_name="rated")),
                (
                    "cpu_seats",
                    models.PositiveSmallIntegerField(
                        default=0, validators=[django.core.validators.MaxValueValidator(5)], verbose_name="CPU seats"
                    ),
                ),
                ("version", models.PositiveIntegerField(default=1, editable=False)),
                ("updated_at", models.DateTimeField(auto_now=True, verbose_name="last change")),
                (
                    "group",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="house_rules",
                        to="accounts.group",
                        verbose_name="group",
                    ),
                ),
                (
                    "base",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="house_rules",
                        to="games.ruleset",
                        verbose_name="based on",
                    ),
                ),
            ],
            options={
                "verbose_name": "house rules",
                "verbose_name_plural": "house rules",
            },
        ),
        migrations.CreateModel(
            name="SitePolicy",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, editable=False, primary_key=True, serialize=False)),
                (
                    "cpu_pace_seconds",
                    models.FloatField(
                        default=1.2,
                        validators=[
                            django.core.validators.MinValueValidator(0.1),
                            django.core.validators.MaxValueValidator(2),
                        ],
                        verbose_name="pace of CPU steps (seconds)",
                    ),
                ),
                (
                    "away_after_seconds",
                    models.FloatField(
                        default=20,
                        validators=[
                            django.core.validators.MinValueValidator(5),
                            django.core.validators.MaxValueValidator(60),
                        ],
                        verbose_name="away after no sign of life (seconds)",
                    ),
                ),
                (
                    "heartbeat_seconds",
                    models.FloatField(
                        default=10,
                        validators=[
                            django.core.validators.MinValueValidator(2),
                            django.core.validators.MaxValueValidator(30),
                        ],
                        verbose_name="heartbeat of open pages (seconds)",
                    ),
                ),
                (
                    "away_turn_seconds",
                    models.FloatField(
                        default=2,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(30),
                        ],
                        verbose_name="an away seat's turn is played after (seconds)",
                    ),
                ),
                (
                    "deadline_slack_seconds",
                    models.FloatField(
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(5),
                        ],
                        verbose_name="late moves are taken for (seconds)",
                    ),
                ),
                (
                    "sweep_behind_seconds",
                    models.FloatField(
                        default=0.25,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(5),
                        ],
                        verbose_name="sweep looks behind by (seconds)",
                    ),
                ),
                (
                    "missed_steps_limit",
                    models.PositiveSmallIntegerField(
                        default=2,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(10),
                        ],
                        verbose_name="missed steps in a row before the CPU keeps the seat",
                    ),
                ),
                (
                    "abandon_after_seconds",
                    models.PositiveIntegerField(
                        default=1800,
                        validators=[
                            django.core.validators.MinValueValidator(60),
                            django.core.validators.MaxValueValidator(86400),
                        ],
                        verbose_name="a paused match is abandoned after (seconds)",
                    ),
                ),
                (
                    "one_time_link_seconds",
                    models.PositiveIntegerField(
                        default=600,
                        validators=[
                            django.core.validators.MinValueValidator(60),
                            django.core.validators.MaxValueValidator(3600),
                        ],
                        verbose_name="one-time links are valid for (seconds)",
                    ),
                ),
                (
                    "host_succession_seconds",
                    models.PositiveIntegerField(
                        default=120,
                        validators=[
                            django.core.validators.MinValueValidator(30),
                            django.core.validators.MaxValueValidator(3600),
                        ],
                        verbose_name="a new host takes over after (seconds)",
                    ),
                ),
                ("version", models.PositiveIntegerField(default=1, editable=False, verbose_name="version")),
                ("updated_at", models.DateTimeField(auto_now=True, verbose_name="last change")),
            ],
            options={
                "verbose_name": "site policy",
                "verbose_name_plural": "site policy",
                "constraints": [models.CheckConstraint(condition=models.Q(("id", 1)), name="one_site_policy")],
            },
        ),
    ]
