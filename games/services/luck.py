"""Has the chances of finished matches worked out by a worker and keeps them; it must not know pages."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from celery import current_app
from django.db.models import Q

from accounts.clock import database_now
from games import luck
from games.hints import HintSender
from games.models import ChanceReport
from games.selectors.replays import replay_of

WORK_OUT: Final = "games.tasks.work_out_chances"
# A worker needs a second or two; a job that is older than this is taken for lost.
_LOST_AFTER_SECONDS: Final = 60.0


def _send(match_id: str) -> None:
    current_app.send_task(WORK_OUT, args=(match_id,), expires=_LOST_AFTER_SECONDS, ignore_result=True)


_sender: Final = HintSender("chances", _send)


def ask_for_chances(*, match_id: str) -> None:
    """Have a worker work out the chances of a match, unless somebody asked within the last minute or they are there."""
    now = database_now()
    _, is_new = ChanceReport.objects.get_or_create(match_id=match_id, defaults={"asked_at": now})
    lost = Q(asked_at__lt=now - timedelta(seconds=_LOST_AFTER_SECONDS), made_at=None)
    if is_new or ChanceReport.objects.filter(lost, match_id=match_id).update(asked_at=now):
        _sender.put(match_id)


def work_out_chances(*, match_id: str) -> bool:
    """Work out and keep the chances of a finished match; return whether anything was left to do.

    Takes one or two seconds. Whoever calls it twice gets the same figures: the imagined orders follow from the id.
    """
    if ChanceReport.objects.filter(match_id=match_id, made_at__isnull=False).exists():
        return False
    replay = replay_of(match_id)
    if replay is None or not replay.is_over or replay.error:
        return False
    orders = luck.imagined_orders(match_id, luck.SAMPLES)
    by_step = [luck.chances(state, orders) for state in replay.states]
    now = database_now()
    figures = {
        "made_at": now,
        "wins": [[round(1000 * share) for share in chances.wins] for chances in by_step],
        "ranks": [[round(100 * rank) for rank in chances.ranks] for chances in by_step],
    }
    ChanceReport.objects.update_or_create(
        match_id=match_id, defaults=figures, create_defaults={"asked_at": now, **figures}
    )
    return True
