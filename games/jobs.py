"""The thin face of the Celery jobs, by name, so that services need not import them; a lost job costs a second."""

from typing import Final

from celery import current_app

from games.hints import HintSender

ACT: Final = "games.tasks.act"
# A job that waits longer than this after its time is no help any more: the sweep has acted.
_USEFUL_SECONDS: Final = 30.0


def _send(job: tuple[str, int, float]) -> None:
    match_id, version, countdown_seconds = job
    current_app.send_task(
        ACT,
        args=(match_id, version),
        countdown=countdown_seconds,
        expires=countdown_seconds + _USEFUL_SECONDS,
        ignore_result=True,
    )


_sender: Final = HintSender("jobs", _send)


def enqueue_act(*, match_id: str, version: int, countdown_seconds: float) -> None:
    """Ask a worker to look at the match in so many seconds, if it still stands at this version.

    Never waits for the broker and never raises; call it after the commit only.
    """
    _sender.put((match_id, version, max(0.0, countdown_seconds)))


def flush(timeout_seconds: float) -> bool:
    """Wait until the jobs taken so far are with the broker, or lost; return whether that came within the time."""
    return _sender.flush(timeout_seconds)
