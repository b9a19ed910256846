import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Group",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(editable=False, max_length=8, unique=True, verbose_name="code")),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="made at"),
                ),
                ("closed_at", models.DateTimeField(blank=True, null=True, verbose_name="closed at")),
            ],
            options={
                "verbose_name": "group",
                "verbose_name_plural": "groups",
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("display_name", models.CharField(blank=True, max_length=240, verbose_name="name")),
                (
                    "is_named",
                    models.BooleanField(
                        default=False,
                        help_text="Off while the player still has the guest name given at the start.",
                        verbose_name="chose a name",
                    ),
                ),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="first seen"),
                ),
                ("banned_at", models.DateTimeField(blank=True, null=True, verbose_name="banned since")),
                ("deleted_at", models.DateTimeField(blank=True, editable=False, null=True, verbose_name="deleted at")),
            ],
            options={
                "verbose_name": "player",
                "verbose_name_plural": "players",
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="LookupCount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("client_hash", models.CharField(max_length=64)),
                ("window", models.PositiveBigIntegerField()),
                ("count", models.PositiveIntegerField(default=0)),
            ],
            options={
                "verbose_name": "count of wrong codes",
                "verbose_name_plural": "counts of wrong codes",
                "constraints": [
                    models.UniqueConstraint(fields=("client_hash", "window"), name="lookup_count_once_per_window")
                ],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("display_name", models.CharField(max_length=240, verbose_name="name in the group")),
                ("name_key", models.CharField(editable=False, max_length=480)),
                (
                    "joined_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="joined"),
                ),
                ("left_at", models.DateTimeField(blank=True, null=True, verbose_name="left")),
                ("removed_at", models.DateTimeField(blank=True, null=True, verbose_name="removed")),
                (
                    "last_seen_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="last seen"),
                ),
                (
                    "present_since",
                    models.DateTimeField(
                        default=django.utils.timezone.now, editable=False, verbose_name="present since"
                    ),
                ),
                ("is_ready", models.BooleanField(default=True, verbose_name="ready")),
                ("nonce", models.CharField(blank=True, editable=False, max_length=64)),
                (
                    "waiting_since",
                    models.DateTimeField(blank=True, editable=False, null=True, verbose_name="waiting since"),
                ),
                (
                    "last_sat_out_at",
                    models.DateTimeField(blank=True, editable=False, null=True, verbose_name="last sat out"),
                ),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="accounts.group",
                        verbose_name="group",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="accounts.player",
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "membership",
                "verbose_name_plural": "memberships",
                "ordering": ["joined_at", "id"],
            },
        ),
        migrations.CreateModel(
            name="OneTimeLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("secret_hash", models.CharField(editable=False, max_length=64, unique=True)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="made at"),
                ),
                ("expires_at", models.DateTimeField(verbose_name="valid until")),
                ("used_at", models.DateTimeField(blank=True, null=True, verbose_name="used at")),
                ("revoked_at", models.DateTimeField(blank=True, null=True, verbose_name="withdrawn at")),
                (
                    "membership",
                    models.ForeignKey(
                        blank=True,
                        help_text="Set when a host hands over one seat of a group; the rest of the player stays untouched.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="one_time_links",
                        to="accounts.membership",
                        verbose_name="membership",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="one_time_links",
                        to="accounts.player",
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "one-time link",
                "verbose_name_plural": "one-time links",
                "ordering": ["-id"],
            },
        ),
        migrations.AddField(
            model_name="group",
            name="host",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="hosted_groups",
                to="accounts.player",
                verbose_name="host",
            ),
        ),
        migrations.CreateModel(
            name="Device",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("secret_hash", models.CharField(editable=False, max_length=64, unique=True)),
                ("label", models.CharField(blank=True, max_length=80, verbose_name="device")),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="added"),
                ),
                (
                    "last_used_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="last used"),
                ),
                (
                    "revoked_at",
                    models.DateTimeField(blank=True, editable=False, null=True, verbose_name="signed out at"),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="devices",
                        to="accounts.player",
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "device",
                "verbose_name_plural": "devices",
                "ordering": ["id"],
            },
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(fields=("group", "player"), name="membership_once_per_player"),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(
                condition=models.Q(("left_at__isnull", True), ("removed_at__isnull", True)),
                fields=("group", "name_key"),
                name="membership_name_once_per_group",
            ),
        ),
    ]
