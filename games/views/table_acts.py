"""Carries out an action that came as a plain form; the same services as behind the socket, and no page."""

from accounts.requests import PlayerRequest
from games.errors import ErrorCode, ServiceError
from games.live.snapshot import Snapshot
from games.models import PlayedBy
from games.services.play import play_action
from games.services.presence import leave_seat, take_back


def act(request: PlayerRequest, snapshot: Snapshot, seat: int | None) -> ErrorCode | None:
    """Do what the form says for the owner of the seat (None for a watcher); return why not, or None."""
    device = request.device
    if device is None:
        return ErrorCode.NOT_YOUR_SEAT
    if device.player.is_banned:
        return ErrorCode.BANNED
    action = request.POST.get("action", "")
    try:
        match action:
            case "flip" | "stop":
                return _play(request, snapshot, seat, action, device.pk)
            case "take_back" if seat is not None:
                take_back(match_id=snapshot.match_id, seat=seat, device_id=device.pk)
            case "leave" if seat is not None:
                leave_seat(match_id=snapshot.match_id, seat=seat, device_id=device.pk)
            case _:
                return ErrorCode.BAD_MESSAGE
    except ServiceError as error:
        return error.code
    return None


def _play(request: PlayerRequest, snapshot: Snapshot, seat: int | None, action: str, device_id: int) -> ErrorCode | None:
    if seat is None:
        return ErrorCode.NOT_YOUR_SEAT
    version = request.POST.get("version", "")
    if not (version.isascii() and version.isdecimal() and len(version) < 10):
        return ErrorCode.BAD_MESSAGE
    return play_action(
        match_id=snapshot.match_id,
        seat=seat,
        action=action,
        version=int(version),
        played_by=PlayedBy.PERSON,
        device_id=device_id,
    ).error
