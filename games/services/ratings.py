"""Hands a finished match to the ratings, in the transaction that ends it; it must not know how they are made."""

import json
import logging
from collections.abc import Sequence
from datetime import datetime

from django.db import DatabaseError, connection, transaction

from ratings.results import MatchResult
from ratings.services import rate_match

logger = logging.getLogger(__name__)


def rate_finished_match(*, match_id: str, finished_at: datetime, group_id: int | None, ranks: Sequence[int]) -> None:
    """Rate the persons' seats of a match by their ranks among all seats; the match row is locked by the caller.

    A fault of the ratings must not keep the match from ending: it is logged, and a rebuild makes it good. A fault of
    the database is raised, so that the whole step is tried again.
    """
    places: dict[int, int] = {}
    devices: dict[int, list[int]] = {}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT number, player_id, device_ids FROM games_seat WHERE match_id = %s AND player_id IS NOT NULL",
            [match_id],
        )
        for number, player_id, device_ids in cursor.fetchall():
            places[player_id] = ranks[number]
            devices[player_id] = json.loads(device_ids) if isinstance(device_ids, str) else device_ids
    result = MatchResult(match_id, finished_at, places, group_id, devices)
    try:
        with transaction.atomic():
            rate_match(result=result)
    except DatabaseError:
        raise
    except Exception:
        logger.exception("Match %s ended without its rating", match_id)
