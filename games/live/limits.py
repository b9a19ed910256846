"""How much one socket and one person may say: token buckets on a monotonic clock; they must not know messages."""

import time
from typing import ClassVar, Final
from weakref import WeakValueDictionary

# A person plays a step a second at most; keys held down and several tabs stay below these, a flood does not.
PER_CONNECTION: Final = (8.0, 30.0)  # tokens a second, most at once
PER_PLAYER: Final = (16.0, 60.0)
PHRASES: Final = (0.5, 4.0)
FULL_STATES: Final = (0.5, 6.0)
# So many refused messages without an accepted step between: this is no person.
MOST_TOO_FAST: Final = 300


class Bucket:
    """Fills by `per_second` tokens up to `most`; each message takes one."""

    __slots__ = ("__weakref__", "_at", "_most", "_per_second", "_tokens")

    def __init__(self, limits: tuple[float, float]) -> None:
        self._per_second, self._most = limits
        self._tokens = self._most
        self._at = time.monotonic()

    def take(self) -> bool:
        """Take a token and return whether there was one."""
        now = time.monotonic()
        tokens = self._tokens + (now - self._at) * self._per_second
        self._tokens = tokens if tokens < self._most else self._most
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def give_back(self) -> None:
        """Return a token: an accepted step is limited by the turns of the match already."""
        self._tokens = min(self._most, self._tokens + 1)


class Allowance:
    """What one socket may say. The sockets of a player share a bucket, which lives as long as one of them does."""

    __slots__ = ("_of_player", "_of_socket", "_refused", "phrases", "states")
    _players: ClassVar[WeakValueDictionary[int, Bucket]] = WeakValueDictionary()

    def __init__(self, player_id: int | None) -> None:
        """A visitor without a player (None) has a bucket for each socket."""
        self._of_socket = Bucket(PER_CONNECTION)
        shared = None if player_id is None else self._players.get(player_id)
        self._of_player = shared or Bucket(PER_PLAYER)
        if player_id is not None:
            self._players[player_id] = self._of_player
        self._refused = 0
        self.states = Bucket(FULL_STATES)
        self.phrases = Bucket(PHRASES)

    def take(self) -> bool:
        """Take what a message costs and return whether it may be read."""
        if self._of_socket.take() and self._of_player.take():
            return True
        self._refused += 1
        return False

    def give_back(self) -> None:
        """Return what an accepted step cost."""
        self._refused = 0
        self._of_socket.give_back()
        self._of_player.give_back()

    @property
    def is_used_up(self) -> bool:
        """Whether somebody goes on and on in spite of refusals."""
        return self._refused >= MOST_TOO_FAST
