"""Keeps what was built last under each name, with what it was built from; it must not know what that is."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

Built = TypeVar("Built")


class Memo:
    """One per table and language: most pieces of a table stay as they are from one step to the next."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[Any, Any]] = {}

    def keep(self, name: Hashable, source: Any, build: Callable[..., Built], *values: Any) -> Built:
        """Return what `build(*values)` returned under this name for an equal source, building it if need be."""
        kept = self._kept.get(name)
        if kept is not None and kept[0] == source:
            built: Built = kept[1]
            return built
        built = build(*values)
        self._kept[name] = (source, built)
        return built
