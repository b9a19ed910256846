"""Lets all requests of a test process share one list of the static files; it must not know any of them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from unittest import mock

from whitenoise.middleware import WhiteNoiseMiddleware


@contextlib.contextmanager
def found_once() -> Iterator[None]:
    """Look for the static files once, not for each of the thousands of clients that tests make (40 ms each)."""
    find = WhiteNoiseMiddleware.add_files_from_finders
    found: dict[str, object] = {}

    def add(middleware: WhiteNoiseMiddleware) -> None:
        if not found:
            find(middleware)
            found.update(middleware.files)
        middleware.files.update(found)

    with mock.patch.object(WhiteNoiseMiddleware, "add_files_from_finders", add):
        yield
