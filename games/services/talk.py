"""What people at a table say beside the game: fixed phrases, and guesses of the winner; it must not move the match."""

from typing import TYPE_CHECKING

from django.db import transaction

from games import engine
from games.errors import ErrorCode, ServiceError
from games.live import bus, store
from games.live.bus import News, NewsKind
from games.live.phrases import PHRASES
from games.live.store import Batch
from games.models import LIVE_STATUSES, Guess, Match
from games.selectors.matches import table_access

if TYPE_CHECKING:
    from accounts.models import Player


def say_phrase(*, match_id: str, seat: int, phrase: str, device_id: int) -> None:
    """Show a phrase of a seat to everybody at the table; it is not kept.

    Raises ServiceError: bad_message for an unknown phrase, not_found, not_your_seat.
    """
    if phrase not in PHRASES:
        raise ServiceError(ErrorCode.BAD_MESSAGE)

    def work(batch: Batch) -> int:
        row = batch.row(match_id)
        if row is None:
            raise ServiceError(ErrorCode.NOT_FOUND)
        if not batch.is_authorised(match_id, seat, device_id):
            raise ServiceError(ErrorCode.NOT_YOUR_SEAT)
        return row.version

    def tell(version: int) -> None:
        bus.tell(News(NewsKind.PHRASE, match_id, version, {"seat": seat, "phrase": phrase}))

    store.store.run(match_id, work, tell)


def lead_review(*, match_id: str, seat: int, step: int | None, device_id: int) -> None:
    """Tell everybody at a finished match which step a seat looks at, None when it leads no more; it is not kept.

    Raises ServiceError: not_found, not_your_seat, and illegal_action while the match goes on or for a step beyond it.
    """

    def work(batch: Batch) -> int:
        row = batch.row(match_id)
        if row is None:
            raise ServiceError(ErrorCode.NOT_FOUND)
        if not batch.is_authorised(match_id, seat, device_id):
            raise ServiceError(ErrorCode.NOT_YOUR_SEAT)
        if row.status in LIVE_STATUSES or (step is not None and step > row.version):
            raise ServiceError(ErrorCode.ILLEGAL_ACTION)
        return row.version

    def tell(version: int) -> None:
        details = {"seat": seat, "step": -1 if step is None else step}
        bus.tell(News(NewsKind.REVIEW, match_id, version, details))

    store.store.run(match_id, work, tell)


def guess_winner(*, match_id: str, player: "Player", seat: int) -> None:
    """Keep who a player thinks will win; the same player may change it once a step.

    Raises ServiceError: not_found, removed, banned, not_live, and cannot_guess for a seat that is still in the game,
    for a guess that names no seat or one that is out, and for a second change at the same step.
    """
    access = table_access(match_id, player)
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match_id)
        if match.status not in LIVE_STATUSES:
            raise ServiceError(ErrorCode.NOT_LIVE)
        out = engine.decode(match.state).out
        is_player_in = access.seat is not None and not out[access.seat]
        if is_player_in or not 0 <= seat < len(out) or out[seat]:
            raise ServiceError(ErrorCode.CANNOT_GUESS)
        guess = Guess.objects.filter(match=match, player=player).first() or Guess(match=match, player=player)
        if guess.pk is not None and guess.version == match.version:
            raise ServiceError(ErrorCode.CANNOT_GUESS)
        guess.name = player.display_name
        guess.seat, guess.version, guess.made_at = seat, match.version, store.database_now()
        guess.save()
