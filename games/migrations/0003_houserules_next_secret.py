"""The secret of a group's next shuffle, fixed before anybody takes a seat."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0002_matches")]

    operations = [
        migrations.AddField(
            model_name="houserules",
            name="next_secret",
            field=models.CharField(blank=True, editable=False, max_length=64),
        ),
    ]
