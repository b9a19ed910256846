"""One socket at a table, as the hub knows it: who it is and what it was sent; it must not know other sockets."""

from typing import Final

from games.live.outbox import Outbox
from games.live.review import review_piece
from games.live.room import Room
from games.live.words import words_of

CLOSE_NOT_ALLOWED: Final = 4001
CLOSE_NOT_FOUND: Final = 4004
CLOSE_TOO_MANY: Final = 4008
CLOSE_COME_BACK: Final = 4000  # the page may connect again at once, as somebody else perhaps


class Connection:
    """One socket at a table: who it is, and the revision of the table it was sent last."""

    __slots__ = (
        "client",
        "device_id",
        "group_id",
        "is_joined",
        "is_replay",
        "language",
        "outbox",
        "player_id",
        "revision",
        "room",
        "viewer",
    )

    def __init__(
        self,
        *,
        language: str,
        viewer: int | None,
        player_id: int | None,
        device_id: int | None,
        group_id: int | None,
        client: str,
        is_replay: bool = False,
    ) -> None:
        self.language = language
        self.viewer = viewer
        self.player_id = player_id
        self.device_id = device_id
        self.group_id = group_id
        self.client = client
        # A page that replays the match: it wants to know of reviews, and has the table itself.
        self.is_replay = is_replay
        self.revision = 0
        self.is_joined = False
        self.room: Room | None = None
        self.outbox: Outbox | None = None

    def next_state(self) -> str | None:
        """Return what the page lacks and count it as sent."""
        room = self.room
        if room is None or self.is_replay:
            return None
        text = room.text(self.language, self.viewer, self.revision)
        self.revision = room.revision
        return text

    def state_changed(self) -> None:
        """Send what the page lacks as soon as the socket takes it."""
        if self.outbox is not None:
            self.outbox.state_changed()

    def send_all(self) -> None:
        """Send the whole table, whatever was sent before."""
        self.revision = 0
        self.state_changed()

    def say_review(self) -> None:
        """Tell who leads a review of the match, or that nobody does."""
        if self.outbox is not None and self.room is not None:
            self.outbox.say(review_piece(words_of(self.language), self.room.snapshot, self.room.review))

    def close(self, code: int, reason: str) -> None:
        """Close the socket after what was said before."""
        if self.outbox is not None:
            self.outbox.close(code, reason)
