"""A line between a page and the site that fails as phones' and trains' do; it must not know what is said over it."""

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
