"""The one clock by which presence and links are judged; knows no tables."""

from __future__ import annotations

from datetime import UTC, datetime

from django.db import connection
from django.utils import timezone


def database_now() -> datetime:
    """Return the database's time in UTC, so that several site processes agree; with SQLite there is one machine."""
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return moment.astimezone(UTC)
