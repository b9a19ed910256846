"""What somebody at a table does beside the steps of the match, asked for over a socket; it must not know frames."""

from channels.db import database_sync_to_async

from accounts.models import Player
from games.errors import ErrorCode, ServiceError
from games.live.connection import Connection
from games.live.limits import Bucket
from games.live.messages import Message
from games.services import presence, talk


async def act_beside(message: Message, match_id: str, connection: Connection, phrases: Bucket) -> str | None:
    """Take back or leave a seat, say a phrase, lead a review, guess the winner; return the code of what to answer.

    `phrases` limits how often something is said. Raises the ServiceError of the action, NOT_YOUR_SEAT or NOT_MEMBER
    for who may not do it, TOO_FAST.
    """
    if message.action == "guess":
        if connection.player_id is None or message.seat is None:
            raise ServiceError(ErrorCode.NOT_MEMBER)
        await database_sync_to_async(_guess)(match_id, connection.player_id, message.seat)
        return "guess_kept"
    if connection.viewer is None or connection.device_id is None:
        raise ServiceError(ErrorCode.NOT_YOUR_SEAT)
    values = {"match_id": match_id, "seat": connection.viewer, "device_id": connection.device_id}
    if message.action == "take_back":
        await database_sync_to_async(presence.take_back)(**values)
    elif message.action == "leave":
        await database_sync_to_async(presence.leave_seat)(**values)
    elif message.action in ("review", "review_end"):
        await database_sync_to_async(talk.lead_review)(**values, step=message.step)
    elif not phrases.take():
        raise ServiceError(ErrorCode.TOO_FAST)
    else:
        await database_sync_to_async(talk.say_phrase)(**values, phrase=message.phrase or "")
    return None


def _guess(match_id: str, player_id: int, seat: int) -> None:
    talk.guess_winner(match_id=match_id, player=Player.objects.get(pk=player_id), seat=seat)
