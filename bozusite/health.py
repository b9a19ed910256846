"""Whether the site's parts do their work, and the figures an operator watches; it must not change anything."""

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import redis
from django.conf import settings
from django.db import DatabaseError
from django.db.models import Count, Q, Sum
from django.db.models.functions import Now

from games.models import LIVE_STATUSES, Match, MatchStatus

# The sweep looks every second. Ten seconds behind means that no worker consumes, whatever its process looks like.
OVERDUE_LIMIT_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Health:
    """What was found of each part; `oldest_overdue_seconds` is None when the database could not be asked."""

    is_database_up: bool
    is_broker_up: bool
    oldest_overdue_seconds: float | None

    @property
    def is_good(self) -> bool:
        """Whether the site can be played on."""
        return (
            self.is_database_up
            and self.is_broker_up
            and self.oldest_overdue_seconds is not None
            and self.oldest_overdue_seconds <= OVERDUE_LIMIT_SECONDS
        )


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts over all matches kept in the database."""

    steps: int
    running_matches: int


def health() -> Health:
    """Return the state of the parts, asked now."""
    overdue: float | None = None
    is_database_up = True
    try:
        overdue = oldest_overdue_seconds()
    except DatabaseError:
        is_database_up = False
    return Health(is_database_up, is_broker_up(), overdue)


def oldest_overdue_seconds() -> float:
    """Return for how many seconds the oldest due step has been waiting, 0.0 if none is, by the database's clock."""
    row = (
        Match.objects.filter(status__in=LIVE_STATUSES, due_at__lt=Now())
        .order_by("due_at")
        .annotate(asked_at=Now())
        .values_list("due_at", "asked_at")
        .first()
    )
    if row is None:
        return 0.0
    due_at, asked_at = row
    assert due_at is not None  # the filter leaves no other rows
    return max(0.0, (asked_at - due_at).total_seconds())


def is_broker_up() -> bool:
    """Return whether jobs can be handed over: the queue folder can be written, or Redis answers."""
    if not settings.REDIS_URL:
        folder = Path(settings.BROKER_DIR)
        return folder.is_dir() and os.access(folder / "queue", os.W_OK)
    try:
        return bool(_redis().ping())
    except redis.RedisError:
        return False


@cache
def _redis() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)


def figures() -> Figures:
    """Return the counts. A match's version is the number of its accepted steps."""
    row = Match.objects.aggregate(steps=Sum("version"), running=Count("pk", filter=Q(status=MatchStatus.RUNNING)))
    return Figures(steps=row["steps"] or 0, running_matches=row["running"])
