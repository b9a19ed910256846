"""Takes a finished match back, with all that it did to the ratings; it must not know who asks for it."""

from __future__ import annotations

from django.db import transaction

from games.errors import ErrorCode, ServiceError
from games.models import Match, MatchStatus
from games.selectors.ratings import rated_results
from ratings.services import rebuild_ratings


def void_match(*, match_id: str) -> None:
    """Void a finished match; if it was rated, all ratings are worked out anew without it, in the same transaction.

    The match keeps its steps, its deck and its result, so that anybody can still see what happened; a match that is
    void already stays so. Raises ServiceError: not_found, or running_match for one that has not come to its end.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update().filter(pk=match_id).first()
        if match is None:
            raise ServiceError(ErrorCode.NOT_FOUND)
        if match.status == MatchStatus.VOIDED:
            return
        if match.status != MatchStatus.FINISHED:
            raise ServiceError(ErrorCode.RUNNING_MATCH)
        match.status = MatchStatus.VOIDED
        match.save(update_fields=["status"])
        if match.is_rated:
            rebuild_ratings(results=rated_results())
