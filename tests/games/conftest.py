"""Fixtures for all tests of matches."""

from tests.games.seated import clock, fresh_process, queued, told

__all__ = ["clock", "fresh_process", "queued", "told"]
