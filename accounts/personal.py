"""The list of places that keep something about a player, so that all can be shown and forgotten; knows none itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from accounts.models import Player


@dataclass(frozen=True)
class Store:
    """One place: how to export what it keeps about a player as JSON values, and how to forget it."""

    name: str
    export: Callable[[Player], object]
    forget: Callable[[Player], None]


_stores: dict[str, Store] = {}


def register_store(store: Store) -> None:
    """Add a place; called once at the start by the application that owns it."""
    _stores[store.name] = store


def stores() -> Iterator[Store]:
    """Yield all places in the order of their registration."""
    yield from _stores.values()
