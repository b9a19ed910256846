"""Has the chances of finished matches worked out by a worker and keeps them; it must not know pages."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from celery import current_app
from django.db.models import Q

from accounts.clock import database_now
from games import luck
from games.hints import HintSender
from games.models import ChanceReport, SeatLuck
from games.selectors.replays import Replay, replay_of

WORK_OUT: Final = "games.tasks.work_out_chances"
WORK_OUT_LUCK: Final = "games.tasks.work_out_luck"
# A worker needs a second or two; a job that is older than this is taken for lost.
_LOST_AFTER_SECONDS: Final = 60.0
# Anybody may read a player's page as often as they like; the work is asked for once in so many seconds.
_ASKED_SECONDS: Final = 30.0
_MOST_ASKED: Final = 1_000
_asked_at: Final[dict[int, float]] = {}


def _send(match_id: str) -> None:
    current_app.send_task(WORK_OUT, args=(match_id,), expires=_LOST_AFTER_SECONDS, ignore_result=True)


def _send_luck(match_id: str) -> None:
    current_app.send_task(WORK_OUT_LUCK, args=(match_id,), expires=_LOST_AFTER_SECONDS, ignore_result=True)


_sender: Final = HintSender("chances", _send)
_luck_sender: Final = HintSender("luck", _send_luck)


def ask_for_chances(*, match_id: str) -> None:
    """Have a worker work out the chances of a match, unless somebody asked within the last minute or they are there."""
    now = database_now()
    _, is_new = ChanceReport.objects.get_or_create(match_id=match_id, defaults={"asked_at": now})
    lost = Q(asked_at__lt=now - timedelta(seconds=_LOST_AFTER_SECONDS), made_at=None)
    if is_new or ChanceReport.objects.filter(lost, match_id=match_id).update(asked_at=now):
        _sender.put(match_id)


def ask_for_luck(*, player_id: int, match_ids: Sequence[str]) -> None:
    """Have a worker work out the luck of a player's matches, unless this process asked within the last half minute."""
    now = time.monotonic()
    if not match_ids or now - _asked_at.get(player_id, -_ASKED_SECONDS) < _ASKED_SECONDS:
        return
    if len(_asked_at) >= _MOST_ASKED:
        _asked_at.clear()
    _asked_at[player_id] = now
    for match_id in match_ids:
        _luck_sender.put(match_id)


def work_out_luck(*, match_id: str) -> bool:
    """Work out and keep the luck of all seats of a finished match; return whether anything was left to do."""
    if SeatLuck.objects.filter(match=match_id).exists():
        return False
    replay = replay_of(match_id)
    if replay is None or not replay.is_over or replay.error:
        return False
    _keep_luck(replay)
    return True


def _keep_luck(replay: Replay) -> None:
    by_seat = luck.cards_by_luck(replay.told, len(replay.seats))
    SeatLuck.objects.bulk_create(
        [
            SeatLuck(
                match=replay.match,
                number=seat.number,
                # On a device that was passed round it was the luck of people the site does not know.
                player_id=None if seat.is_shared else seat.player_id,
                hundredths=round(100 * cards),
            )
            for seat, cards in zip(replay.seats, by_seat, strict=True)
        ],
        # Two workers may have come to the same figures.
        ignore_conflicts=True,
    )


def work_out_chances(*, match_id: str) -> bool:
    """Work out and keep the chances of a finished match; return whether anything was left to do.

    Takes one or two seconds. Whoever calls it twice gets the same figures: the imagined orders follow from the id.
    """
    if ChanceReport.objects.filter(match_id=match_id, made_at__isnull=False).exists():
        return False
    replay = replay_of(match_id)
    if replay is None or not replay.is_over or replay.error:
        return False
    _keep_luck(replay)
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
