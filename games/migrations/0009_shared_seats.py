"""Lets one player have several seats of a match, on a device that is passed round."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0008_seat_luck")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="is_shared",
            field=models.BooleanField(default=False, verbose_name="on a device passed round"),
        ),
        migrations.RemoveConstraint(model_name="seat", name="one_seat_per_player"),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_shared", False)), fields=("match", "player"), name="one_seat_per_player"
            ),
        ),
    ]
