"""The few site-wide values that people and groups depend on; it must not know where they are stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class PeoplePolicy(Protocol):
    """Durations in seconds."""

    @property
    def away_after_seconds(self) -> float:
        """Return how long a member may be silent before being counted as away."""

    @property
    def one_time_link_seconds(self) -> float:
        """Return how long a one-time link is valid."""


_sources: list[Callable[[], PeoplePolicy]] = []


def provide_policy(source: Callable[[], PeoplePolicy]) -> None:
    """Take `source` as the place to ask for the values; the package above calls this once at the start."""
    _sources[:] = [source]


def people_policy() -> PeoplePolicy:
    """Return the values in force now."""
    return _sources[0]()
