"""The sockets of this process by match, and what each is sent; it must not know what sockets say."""

import asyncio
import gc
import logging
from collections import Counter, deque
from collections.abc import Callable
from typing import Any, Final

from games.live import bus, listening, watch
from games.live.bus import News, NewsKind
from games.live.connection import CLOSE_COME_BACK, CLOSE_NOT_ALLOWED, CLOSE_NOT_FOUND, Connection
from games.live.reading import readers
from games.live.room import Room
from games.live.snapshot import Snapshot, load_snapshot
from games.live.store import Job, store
from games.models import Match

logger = logging.getLogger(__name__)


class _Table:
    """A room with its sockets; `loading` while its rows are read, `is_behind` if they have to be read again."""

    __slots__ = ("connections", "is_behind", "loading", "room")

    def __init__(self) -> None:
        self.room: Room | None = None
        self.connections: set[Connection] = set()
        self.loading: asyncio.Task[None] | None = None
        self.is_behind = False


class Hub:
    """The tables that somebody in this process looks at. All but `post`, `spread` and `call` belong to its loop."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._reset()

    def _reset(self) -> None:
        self._tables: dict[str, _Table] = {}
        self._clients: Counter[str] = Counter()
        self._seen: set[tuple[str, int]] = set()
        self._mail: deque[tuple[Callable[..., None], tuple[Any, ...]]] = deque()
        self._is_woken = False
        self._jobs: list[Job[Any]] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._publisher: listening.Publisher | None = None

    # Life of the hub.

    def start(self) -> None:
        """Listen to news and watch over the tables, from the running loop; does nothing if that is so already."""
        loop = asyncio.get_running_loop()
        if self._loop is loop:
            return
        self._reset()
        self._loop = loop
        bus.attach(self)
        self._publisher = listening.publisher()
        self._tasks = [
            loop.create_task(listening.listen(self.on_line), name="news"),
            loop.create_task(watch.watch(self), name="watch"),
        ]
        if self._publisher is not None:
            self._tasks.append(loop.create_task(self._publisher.run(), name="publisher"))
        # What start-up made stays: without it each full collection would walk through all of Django again.
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 100)

    async def stop(self) -> None:
        """End all tasks and forget all sockets."""
        bus.attach(None)
        tasks, self._tasks = self._tasks, []
        tasks += [table.loading for table in self._tables.values() if table.loading is not None]
        waiting = set(tasks)
        while waiting:
            # More than once: a library between us and the network may swallow a cancellation.
            for task in waiting:
                task.cancel()
            _, waiting = await asyncio.wait(waiting, timeout=0.2)
        self._reset()
        self._loop = None

    # To the writer.

    def write(self, job: Job[Any]) -> None:
        """Hand a job to the writer together with all others of this turn of the loop."""
        if not self._jobs:
            asyncio.get_running_loop().call_soon(self.hand_over)
        self._jobs.append(job)

    def hand_over(self) -> None:
        """Give the writer what waits for it now, so that whatever is asked of it next comes after."""
        jobs, self._jobs = self._jobs, []
        if jobs:
            store.submit_all(jobs)

    # From other threads.

    def post(self, news: News, snapshot: Snapshot | None) -> None:
        """Take news from any thread."""
        self.call(self.on_news, news, snapshot)

    def spread(self, line: bytes) -> None:
        """Publish a line to the other processes, from any thread."""
        self.call(self._spread, line)

    def call(self, function: Callable[..., None], *values: Any) -> None:
        """Have the hub's loop call a function; many calls from one commit wake it once."""
        loop = self._loop
        if loop is None:
            return
        self._mail.append((function, values))
        if not self._is_woken:
            self._is_woken = True
            try:
                loop.call_soon_threadsafe(self._open_mail)
            except RuntimeError:  # the loop has ended, and the process with it
                self._is_woken = False

    def _open_mail(self) -> None:
        self._is_woken = False
        mail = self._mail
        while mail:
            function, values = mail.popleft()
            try:
                function(*values)
            except Exception:
                logger.exception("A call of the hub failed")

    def _spread(self, line: bytes) -> None:
        if self._publisher is not None:
            self._publisher.put(line)

    # Sockets.

    def count(self, client: str) -> int:
        """Return how many sockets a client has open here."""
        return self._clients[client]

    @property
    def open_sockets(self) -> int:
        """The number of sockets at tables; may be read from any thread."""
        return sum(len(table.connections) for table in list(self._tables.values()))

    @property
    def match_ids(self) -> list[str]:
        """The matches that somebody here looks at."""
        return list(self._tables)

    def connections(self) -> list[Connection]:
        """Return all sockets."""
        return [connection for table in self._tables.values() for connection in table.connections]

    def rooms(self) -> list[Room]:
        """Return the tables that have been read."""
        return [table.room for table in self._tables.values() if table.room is not None]

    async def join(self, match_id: str, connection: Connection) -> None:
        """Add a socket to a match: from now on it gets everything, and the whole table as soon as that is read.

        Raises Match.DoesNotExist, and ConnectionError if the rows could not be read.
        """
        table = self._tables.setdefault(match_id, _Table())
        table.connections.add(connection)
        connection.is_joined = True
        self._clients[connection.client] += 1
        try:
            # Subscribed first, then read: whatever happens meanwhile is either in the rows or comes as news.
            if table.room is None:
                await asyncio.shield(self._load(match_id, table))
            if table.room is None:
                raise Match.DoesNotExist if self._tables.get(match_id) is not table else ConnectionError
        except BaseException:
            self.leave(match_id, connection)
            raise
        connection.room = table.room
        connection.state_changed()
        if table.room.review is not None:
            connection.say_review()

    def leave(self, match_id: str, connection: Connection) -> None:
        """Forget a socket; the last one takes the table with it."""
        if not connection.is_joined:
            return
        connection.is_joined = False
        self._clients[connection.client] -= 1
        if not self._clients[connection.client]:
            del self._clients[connection.client]
        table = self._tables.get(match_id)
        if table is not None:
            table.connections.discard(connection)
            if not table.connections:
                del self._tables[match_id]

    def seen(self, match_id: str, seat: int) -> None:
        """Note a sign of life of a seat, written with the next flush."""
        self._seen.add((match_id, seat))

    def take_seen(self) -> list[tuple[str, int]]:
        """Return the seats that showed life since the last call."""
        seen, self._seen = self._seen, set()
        return list(seen)

    # News.

    def on_line(self, line: bytes | str) -> None:
        """Take a line of another process."""
        news = bus.news_of_line(line)
        if news is not None:
            self.on_news(news, None)

    def on_news(self, news: News, snapshot: Snapshot | None) -> None:
        """Show what changed, from the snapshot if the step was made here, else from the rows."""
        if news.kind is NewsKind.GONE:
            self._close_gone(news.details)
            return
        table = self._tables.get(news.match_id)
        if table is None or table.room is None:
            if table is not None:
                table.is_behind = True
            return
        if news.kind is NewsKind.PHRASE:
            self._show_phrase(table, table.room, news.details)
        elif news.kind is NewsKind.REVIEW:
            self._show_review(table, table.room, news.details)
        elif snapshot is not None:
            self._show(table, table.room, snapshot)
        elif news.kind is NewsKind.FACES or news.version > table.room.version:
            self._load(news.match_id, table)

    def look_again(self, match_id: str) -> None:
        """Read a table anew: somebody found that its rows say something else."""
        table = self._tables.get(match_id)
        if table is not None:
            self._load(match_id, table)

    def changed(self, match_id: str) -> None:
        """Send to all sockets of a match what they lack."""
        table = self._tables.get(match_id)
        if table is not None:
            self._tell(table)

    def _load(self, match_id: str, table: _Table) -> "asyncio.Task[None]":
        if table.loading is None:
            assert self._loop is not None
            table.loading = self._loop.create_task(self._read(match_id, table))
        else:
            table.is_behind = True
        return table.loading

    async def _read(self, match_id: str, table: _Table) -> None:
        try:
            table.is_behind = True
            while table.is_behind:
                table.is_behind = False
                snapshot = await readers.read(load_snapshot, match_id)
                if table.room is None:
                    table.room = Room(snapshot)
                else:
                    self._show(table, table.room, snapshot)
        except Match.DoesNotExist:
            self._tables.pop(match_id, None)
            for connection in table.connections:
                connection.close(CLOSE_NOT_FOUND, "")
        except Exception:
            # The watch finds the difference in a few seconds and tries again.
            logger.exception("Reading match %s failed", match_id)
        finally:
            table.loading = None

    def _show(self, table: _Table, room: Room, snapshot: Snapshot) -> None:
        if room.show(snapshot):
            self._tell(table)

    def _show_phrase(self, table: _Table, room: Room, details: dict[str, Any]) -> None:
        seat, phrase = details.get("seat"), details.get("phrase")
        if isinstance(seat, int) and 0 <= seat < len(room.snapshot.seats) and isinstance(phrase, str):
            room.add_phrase(seat, phrase)
            self._tell(table)

    def _show_review(self, table: _Table, room: Room, details: dict[str, Any]) -> None:
        seat, step = details.get("seat"), details.get("step")
        if isinstance(seat, int) and isinstance(step, int) and room.show_review(seat, step):
            for connection in table.connections:
                connection.say_review()

    def _tell(self, table: _Table) -> None:
        for connection in table.connections:
            connection.state_changed()

    def close_gone(self, device_ids: frozenset[int], members: dict[tuple[int, int], bool]) -> None:
        """Close the sockets of devices that may not speak any more, of people removed, and of seats whose owner left.

        `members` says for each (group, player) that is gone whether it was removed; who left may watch like anybody.
        """
        for connection in self.connections() if device_ids or members else []:
            is_removed = None
            if connection.group_id is not None and connection.player_id is not None:
                is_removed = members.get((connection.group_id, connection.player_id))
            is_gone = is_removed or (is_removed is not None and connection.viewer is not None)
            if is_gone or connection.device_id in device_ids:
                connection.close(CLOSE_NOT_ALLOWED, "gone")

    def _close_gone(self, details: dict[str, Any]) -> None:
        wanted = {
            name: details[name] for name in ("group_id", "player_id", "device_id") if details.get(name) is not None
        }
        code = CLOSE_NOT_ALLOWED if details.get("is_final", True) else CLOSE_COME_BACK
        for connection in self.connections() if wanted else []:
            if all(getattr(connection, name) == value for name, value in wanted.items()):
                connection.close(code, "gone")


hub: Final = Hub()
