"""The Celery jobs: nudges that re-read the rows and then act or do nothing; they hold no rule and no deadline."""

import logging
from datetime import timedelta

from celery import shared_task

from games import jobs
from games.live import store
from games.models import LIVE_STATUSES, Match
from games.selectors.rules import site_policy
from games.services import luck, previews
from games.services.groups import pass_overdue_hosts_on
from games.services.play import settle_due

logger = logging.getLogger(__name__)

# A job that comes a little early (clocks of machines differ) asks for itself again; a very early one is the sweep's.
_EARLY_SECONDS = 30.0
# In one sweep; what is left over is first in the next one, a second later.
_MOST_IN_SWEEP = 300


@shared_task(name=jobs.ACT, ignore_result=True)
def act(match_id: str, version: int) -> None:
    """Do what is due at a match that still stands at this version; early, late and double jobs do no harm."""
    early_seconds = settle_due(match_id=match_id, version=version)
    if early_seconds is not None and 0 < early_seconds <= _EARLY_SECONDS:
        jobs.enqueue_act(match_id=match_id, version=version, countdown_seconds=early_seconds)


@shared_task(name="games.tasks.sweep", ignore_result=True)
def sweep() -> None:
    """Do what is overdue at all matches: the second path for every lost job. Two sweeps at once do no harm."""
    overdue_since = store.database_now() - timedelta(seconds=site_policy().sweep_behind_seconds)
    overdue = Match.objects.filter(status__in=LIVE_STATUSES, due_at__lte=overdue_since).order_by("due_at")
    for match_id in list(overdue.values_list("pk", flat=True)[:_MOST_IN_SWEEP]):
        try:
            settle_due(match_id=match_id)
        except Exception:
            # One broken match must not stop the others, now and in every later sweep.
            logger.exception("Sweeping match %s failed", match_id)


@shared_task(name="games.tasks.pass_hosts_on", ignore_result=True)
def pass_hosts_on() -> None:
    """Give groups whose host has been away too long a new one; pages of groups do the same when somebody looks."""
    pass_overdue_hosts_on()


@shared_task(name=luck.WORK_OUT, ignore_result=True)
def work_out_chances(match_id: str) -> None:
    """Work out how the chances went in a finished match, for its page; a second job for it finds nothing to do."""
    luck.work_out_chances(match_id=match_id)


@shared_task(name=luck.WORK_OUT_LUCK, ignore_result=True)
def work_out_luck(match_id: str) -> None:
    """Work out how lucky each seat of a finished match was, for the pages of players."""
    luck.work_out_luck(match_id=match_id)


@shared_task(name=previews.SIMULATE, ignore_result=True)
def simulate_preview(preview_id: int, part: int) -> None:
    """Simulate one part of a preview of rules; doubled and late jobs do no harm."""
    previews.simulate_part(preview_id=preview_id, part=part)
