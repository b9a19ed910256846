"""Carries out an action that came as a plain form, by the same services as behind the socket; it knows no page."""

import json

from accounts.devices import VISIT_FIELD
from accounts.requests import PlayerRequest
from accounts.services import ensure_player
from games.errors import ErrorCode, ServiceError
from games.live.messages import Message, MessageError, parse
from games.live.snapshot import load_snapshot
from games.models import PlayedBy
from games.services.play import play_action
from games.services.presence import leave_seat, take_back
from games.services.talk import guess_winner, say_phrase


def act(request: PlayerRequest, match_id: str, seat: int | None) -> ErrorCode | None:
    """Do what the form says for the owner of the seat (None for a watcher); return why not, or None."""
    values = {name: value for name, value in request.POST.items() if name != VISIT_FIELD}
    try:
        # The same strict reading as of a message on the socket.
        message = parse(json.dumps(values))
        if message.action == "guess" and message.seat is not None:
            # Something done, even by somebody who only watches: this may be what makes them a player.
            guess_winner(match_id=match_id, player=ensure_player(request), seat=message.seat)
            return None
        device = request.device
        if seat is None or device is None:
            return ErrorCode.NOT_YOUR_SEAT
        if message.action in ("flip", "stop"):
            seat = load_snapshot(match_id).acting_seat(seat)
        return _act_for_seat(message, match_id, seat, device.pk)
    except (MessageError, ServiceError) as error:
        return error.code


def _act_for_seat(message: Message, match_id: str, seat: int, device_id: int) -> ErrorCode | None:
    match message:
        case Message(action="flip" | "stop", version=int(version)):
            return play_action(
                match_id=match_id,
                seat=seat,
                action=message.action,
                version=version,
                played_by=PlayedBy.PERSON,
                device_id=device_id,
            ).error
        case Message(action="take_back"):
            take_back(match_id=match_id, seat=seat, device_id=device_id)
        case Message(action="leave"):
            leave_seat(match_id=match_id, seat=seat, device_id=device_id)
        case Message(action="phrase", phrase=str(phrase)):
            say_phrase(match_id=match_id, seat=seat, phrase=phrase, device_id=device_id)
        case _:
            return ErrorCode.BAD_MESSAGE
    return None
