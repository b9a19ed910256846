"""The tap for a rematch."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="membership",
            name="again_after",
            field=models.CharField(blank=True, editable=False, max_length=12),
        ),
    ]
