"""What the cases share: a clock that stands still, hubs and queues that only remember, no memory between tests."""

from tests.games.seated import clock, fresh_process, queued, told

__all__ = ["clock", "fresh_process", "queued", "told"]
