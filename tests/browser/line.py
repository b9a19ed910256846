"""Lines between page and site that fail as phones', trains' and proxies' do; they must not know what is said."""

import asyncio
import contextlib
import threading
from typing import Any


class Line:
    """All sockets of a page or a context; call it before the page opens one.

    A dead socket claims to be open, and nothing gets through either way.
    """

    def __init__(self, page: Any) -> None:
        self.count = 0
        self.is_losing = False  # what the site says; what the page says gets through
        self.sockets: list[Any] = []
        self._dead = 0  # sockets up to this number are dead
        page.route_web_socket("**/ws/**", self._connect)

    def die(self) -> None:
        """Let all sockets there are die; later ones work."""
        self._dead = self.count

    def _connect(self, socket: Any) -> None:
        self.count += 1
        number = self.count
        self.sockets.append(socket)
        server = socket.connect_to_server()
        socket.on_message(lambda message: None if number <= self._dead else server.send(message))
        server.on_message(lambda message: None if self.is_losing or number <= self._dead else socket.send(message))


class Proxy:
    """Stands on a port of its own before the site, and cuts a connection on which one side is silent for too long."""

    def __init__(self, site_port: int, idle_seconds: float) -> None:
        self.port = 0
        self.cuts = 0
        self._site_port = site_port
        self._idle_seconds = idle_seconds
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> "Proxy":
        self._thread.start()
        self._call(self._start())
        return self

    def __exit__(self, *error: Any) -> None:
        self._call(self._stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _call(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    async def _start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _stop(self) -> None:
        self._server.close()
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        site_reader, site_writer = await asyncio.open_connection("127.0.0.1", self._site_port)
        both = [
            asyncio.ensure_future(self._carry(reader, site_writer)),
            asyncio.ensure_future(self._carry(site_reader, writer)),
        ]
        with contextlib.suppress(asyncio.CancelledError):  # the proxy stops
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        for task in both:
            task.cancel()
        for end in (writer, site_writer):
            end.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                try:
                    data = await asyncio.wait_for(reader.read(65536), self._idle_seconds)
                except TimeoutError:
                    self.cuts += 1
                    return
                if not data:
                    return
                writer.write(data)
                await writer.drain()
