"""How much one socket and one person may say: token buckets on a monotonic clock; they must not know messages."""

import time
from typing import Final

# A person plays a step a second at most; keys held down and several tabs stay below these, a flood does not.
PER_CONNECTION: Final = (8.0, 30.0)  # tokens a second, most at once
PER_PLAYER: Final = (16.0, 60.0)
PHRASES: Final = (0.5, 4.0)
FULL_STATES: Final = (0.5, 6.0)


class Bucket:
    """Fills by `per_second` tokens up to `most`; each message takes one."""

    __slots__ = ("_at", "_most", "_per_second", "_tokens")

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
