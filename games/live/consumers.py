"""The door of a table's socket: who connects, what they say, what they are answered; it must not hold rules of play."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

from channels.consumer import AsyncConsumer
from channels.db import database_sync_to_async
from django.conf import settings

from games.errors import ErrorCode, ServiceError
from games.live import fragments, store
from games.live.actions import act_beside
from games.live.admission import Admission, admit, device_secret
from games.live.connection import CLOSE_NOT_ALLOWED, CLOSE_NOT_FOUND, CLOSE_TOO_MANY, Connection
from games.live.frames import direct_sender
from games.live.hub import hub
from games.live.limits import Allowance
from games.live.messages import Message, MessageError, parse
from games.live.outbox import Outbox
from games.live.reading import readers
from games.models import Match, MatchStatus
from games.services import play, presence
from games.services.play import StepResult

logger = logging.getLogger(__name__)

# A person has a few tabs; a class of pupils without a player of their own may sit behind one address.
MOST_SOCKETS_OF_PLAYER: Final = 20
MOST_SOCKETS_OF_ADDRESS: Final = 200
_TOO_BIG: Final = 1009
_TRY_AGAIN: Final = 1013

_REFUSED_ENTRY: Final = {ErrorCode.NOT_FOUND: CLOSE_NOT_FOUND}


class TableConsumer(AsyncConsumer):
    """One socket at one table.

    Its own loop over messages instead of the base class's, which makes a task, and its dispatch a thread, for each.
    """

    async def __call__(self, scope: dict[str, Any], receive: Callable[[], Awaitable[Any]], send: Any) -> None:
        """Serve the socket until it is closed."""
        self.scope = scope
        self.base_send = send
        self.task = asyncio.current_task()
        self.is_open = False
        self.notice_at = 0.0
        try:
            while True:
                message = await receive()
                if message["type"] == "websocket.disconnect":
                    return
                await self.dispatch(message)
        except asyncio.CancelledError:
            if not self.is_stuck:
                raise
        finally:
            self.disconnect()

    is_stuck = False

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle one message in this very task; whatever happens, the socket stays usable."""
        if message["type"] == "websocket.connect":
            await self.connect()
            return
        if not self.is_open:
            return
        try:
            await self.receive(message)
        except Exception:
            logger.exception("A message at match %s failed", self.match_id)
            self.say_code(ErrorCode.UNAVAILABLE)

    # Coming and going.

    async def connect(self) -> None:
        """Accept the socket, find out who it is, and send the whole table."""
        values = self.scope["url_route"]["kwargs"]
        self.match_id: str = values["match_id"]
        self.language: str = values["language"]
        await self.base_send({"type": "websocket.accept"})
        if self.language not in _languages():
            await self.refuse(CLOSE_NOT_FOUND, "not_found")
            return
        hub.start()
        try:
            admission = await readers.read(_admit, self.match_id, device_secret(self.scope))
        except ServiceError as error:
            await self.refuse(_REFUSED_ENTRY.get(error.code, CLOSE_NOT_ALLOWED), error.code)
            return
        access, player_id = admission.access, admission.player_id
        if admission.is_news:
            await self.note_opening(admission)
        client = f"player {player_id}" if player_id else f"address {(self.scope.get('client') or ['?'])[0]}"
        if hub.count(client) >= (MOST_SOCKETS_OF_PLAYER if player_id else MOST_SOCKETS_OF_ADDRESS):
            await self.refuse(CLOSE_TOO_MANY, "too_many_sockets")
            return
        self.allowance = Allowance(player_id)
        self.connection = Connection(
            language=self.language,
            viewer=access.seat,
            player_id=player_id,
            device_id=admission.device_id,
            group_id=access.group_id,
            client=client,
            is_replay=self.scope.get("query_string") == b"replay",
        )
        self.outbox = Outbox(self.base_send, self.connection.next_state, self.end, direct_sender(self.base_send))
        self.connection.outbox = self.outbox
        self.is_open = True
        if access.seat is not None:
            hub.seen(self.match_id, access.seat)
        try:
            await hub.join(self.match_id, self.connection)
        except Match.DoesNotExist:
            self.outbox.close(CLOSE_NOT_FOUND, "not_found")
        except ConnectionError:
            self.outbox.close(_TRY_AGAIN, "unavailable")

    async def note_opening(self, admission: Admission) -> None:
        """Write that the owner of the seat is here, and wait for it: the table read afterwards shows it."""
        if admission.access.seat is None or admission.device_id is None:
            return
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        hub.write(
            presence.opening_job(
                match_id=self.match_id,
                seat=admission.access.seat,
                device_id=admission.device_id,
                done=lambda: hub.call(_finish, written, None),
                failed=lambda error: hub.call(_finish, written, error),
            )
        )
        await written

    async def refuse(self, code: int, reason: str) -> None:
        """Close a socket that may not be here; the page reads the code."""
        with contextlib.suppress(OSError):
            await self.base_send({"type": "websocket.close", "code": code, "reason": reason})

    def disconnect(self) -> None:
        """Forget the socket. The seat's owner may have others: absence shows by the missing signs of life."""
        if self.is_open:
            self.is_open = False
            self.outbox.stop()
            hub.leave(self.match_id, self.connection)

    def end(self) -> None:
        """Give up a socket that takes nothing any more."""
        self.is_stuck = True
        if self.task is not None:
            self.task.cancel()

    # What is said.

    async def receive(self, frame: dict[str, Any]) -> None:
        """Parse a frame and do what it asks; refusals go to the sender only."""
        if not self.allowance.take():
            self.too_fast()
            return
        try:
            text = frame.get("text")
            if not isinstance(text, str):
                raise MessageError(ErrorCode.BAD_MESSAGE)  # a binary frame
            message = parse(text)
        except MessageError as error:
            logger.info("event=bad_message match=%s code=%s", self.match_id, error.code)
            self.say_code(error.code)
            if error.code is ErrorCode.TOO_BIG:
                self.outbox.close(_TOO_BIG, "too_big")
            return
        seat = self.connection.viewer
        if seat is not None:
            hub.seen(self.match_id, seat)
        if message.action in ("flip", "stop"):
            self.step(message)
        elif message.action == "beat":
            await self.beat()
        elif message.action == "sync":
            if self.allowance.states.take():
                self.connection.send_all()
            else:
                self.say_code(ErrorCode.TOO_FAST)
        else:
            await self.beside_the_game(message)

    def step(self, message: Message) -> None:
        """Hand a step to the writer; the answer is the news for everybody, or a refusal for the sender."""
        seat = self.connection.viewer
        if seat is None:
            self.say_code(ErrorCode.NOT_YOUR_SEAT)
            return
        if self.connection.room is not None:
            seat = self.connection.room.snapshot.acting_seat(seat)
        hub.write(
            play.step_job(
                match_id=self.match_id,
                seat=seat,
                action=message.action,
                version=message.version if message.version is not None else -1,
                device_id=self.connection.device_id,
                done=self.step_done,
            )
        )

    def step_done(self, result: StepResult) -> None:
        """Take the writer's answer, in its thread."""
        hub.call(self.answer_step, result)

    def answer_step(self, result: StepResult) -> None:
        """Answer a refused step; who may not act any more is shown out."""
        if result.error is None:
            self.allowance.give_back()
            return
        if not self.is_open:
            return
        self.say_code(result.error)
        if result.error in (ErrorCode.BANNED, ErrorCode.REMOVED, ErrorCode.NOT_MEMBER, ErrorCode.NOT_YOUR_SEAT):
            self.outbox.close(CLOSE_NOT_ALLOWED, result.error)
        elif result.error is ErrorCode.STALE and self.allowance.states.take():
            self.connection.send_all()

    async def beat(self) -> None:
        """Answer a heartbeat with the version; a match that waited for people goes on."""
        room = self.connection.room
        if room is None:
            return
        self.outbox.say(fragments.pulse_piece(room.version))
        if self.connection.viewer is not None and room.snapshot.status == MatchStatus.PAUSED:
            await database_sync_to_async(presence.touch_presence)(
                match_id=self.match_id, seat=self.connection.viewer, is_opening=False
            )

    async def beside_the_game(self, message: Message) -> None:
        """Do what moves no card: take back, leave, say a phrase, guess."""
        hub.hand_over()  # somebody who flips and leaves at once has flipped first
        try:
            answer = await act_beside(message, self.match_id, self.connection, self.allowance.phrases)
            if answer:
                self.say_text(answer)
        except ServiceError as error:
            self.say_code(error.code)
            if error.code is ErrorCode.NOT_YOUR_SEAT and self.connection.viewer is not None:
                self.outbox.close(CLOSE_NOT_ALLOWED, error.code)

    # What is answered.

    def too_fast(self) -> None:
        """Refuse a message unread; somebody who goes on and on is shown out."""
        if self.allowance.is_used_up:
            self.outbox.close(CLOSE_TOO_MANY, "too_fast")
        elif time.monotonic() - self.notice_at >= 1:
            self.notice_at = time.monotonic()
            self.say_code(ErrorCode.TOO_FAST)

    def say_code(self, code: ErrorCode) -> None:
        """Tell the sender why nothing happened."""
        self.say_text(code.value)

    def say_text(self, code: str) -> None:
        """Show the sentence of a code to the sender."""
        self.outbox.say(fragments.notice_piece(code, self.language))


async def refuse_socket(scope: dict[str, Any], receive: Callable[[], Awaitable[Any]], send: Any) -> None:
    """Refuse a socket at an address where there is none, before it opens."""
    await receive()
    await send({"type": "websocket.close"})


def _languages() -> frozenset[str]:
    return frozenset(code for code, _ in settings.LANGUAGES)


def _admit(match_id: str, secret: str) -> Admission:
    """Who somebody is and as whom they look; whoever looks also sees to it that an overdue step is made."""
    admission = admit(match_id, secret)
    if admission.access.is_due(store.database_now()):
        play.settle_due(match_id=match_id)
    return admission


def _finish(future: asyncio.Future[None], error: Exception | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)
