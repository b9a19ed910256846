"""The only way in which a match moves, for people, the CPU, deadlines and absences alike; it must not know sockets."""

from collections.abc import Callable
from datetime import datetime
from typing import Final

from games import engine, jobs
from games.errors import ErrorCode
from games.live import bus, store
from games.live.known import known_state, remember
from games.live.snapshot import Snapshot
from games.live.store import Batch
from games.models import LIVE_STATUSES, Match, PlayedBy
from games.selectors.rules import site_policy
from games.services import cpu, due
from games.services.due import Due, Reason
from games.services.steps import Moved, StepResult, play_as_person, settle

__all__ = ["StepResult", "announce_change", "ask_for_look", "play_action", "settle_due", "step_job"]

# A look that is due later than this is left to the sweep, unless it is the deadline of the step.
_SOON_SECONDS: Final = 5.0


def play_action(
    *, match_id: str, seat: int, action: str, version: int, played_by: str, device_id: int | None
) -> StepResult:
    """Make one step of a match that stands at `version`, and return what became of it.

    A person's step needs the device that speaks for the seat. Any other step is checked once more against the rows:
    it is refused as not_due while the person on turn may still act. Raises DatabaseError if the database is away.
    """
    work = _work(match_id, seat, action, version, played_by, device_id)
    return store.store.run(match_id, work, _announce).result


def step_job(
    *,
    match_id: str,
    seat: int,
    action: str,
    version: int,
    device_id: int | None,
    done: Callable[[StepResult], None],
) -> store.Job[Moved]:
    """Return the same as a job for the store, for a person's step: nobody waits for it.

    `done` is called with the result in the writer's thread, after the news was told.
    """

    def finish(moved: Moved) -> None:
        _announce(moved)
        done(moved.result)

    def fail(error: Exception) -> None:
        done(StepResult(ErrorCode.UNAVAILABLE, version))

    work = _work(match_id, seat, action, version, PlayedBy.PERSON, device_id)
    return store.Job(match_id, work, finish, fail)


def settle_due(*, match_id: str, version: int | None = None) -> float | None:
    """Do what is due at a match, if anything; return the seconds that are missing if it is too early, else None.

    With a `version`, only if the match still stands there. Whoever calls it, early, late or twice, does no harm.
    """
    row = Match.objects.filter(pk=match_id, status__in=LIVE_STATUSES).values_list("version", "due_at", "turn").first()
    if row is None:
        return None
    present, due_at, turn = row
    if due_at is None or turn is None or (version is not None and present != version):
        return None
    now = store.database_now()
    if due_at > now:
        return (due_at - now).total_seconds()
    state = known_state(match_id, present) or engine.decode(
        Match.objects.values_list("state", flat=True).get(pk=match_id)
    )
    if state.step != present:
        return None  # somebody moved between the two reads
    action = cpu.chosen_action(state)
    store.store.run(match_id, lambda batch: settle(batch, match_id, None, action.value, present), _announce)
    return None


def _work(
    match_id: str, seat: int, action: str, version: int, played_by: str, device_id: int | None
) -> Callable[[Batch], Moved]:
    if played_by == PlayedBy.PERSON:
        return lambda batch: play_as_person(batch, match_id, seat, action, version, device_id)
    return lambda batch: settle(batch, match_id, seat, action, version)


def _announce(moved: Moved) -> None:
    """After the commit: remember the state, ask for the next look, tell the tables."""
    if moved.kind is None or moved.now is None:
        return
    snapshot = None
    if moved.known is not None:
        snapshot = moved.known.snapshot
        remember(moved.match_id, moved.known)
    announce_change(
        match_id=moved.match_id,
        version=moved.result.version,
        kind=moved.kind,
        next_due=moved.due,
        deadline_at=moved.deadline_at,
        now=moved.now,
        snapshot=snapshot,
    )


def announce_change(
    *,
    match_id: str,
    version: int,
    kind: bus.NewsKind,
    next_due: Due | None,
    deadline_at: datetime | None,
    now: datetime,
    snapshot: Snapshot | None = None,
) -> None:
    """Ask for the next automatic look at a match where one is near, and tell the tables what changed."""
    if next_due is not None:
        ask_for_look(match_id=match_id, version=version, next_due=next_due, deadline_at=deadline_at, now=now)
    bus.tell(bus.News(kind, match_id, version), snapshot)


def ask_for_look(*, match_id: str, version: int, next_due: Due, deadline_at: datetime | None, now: datetime) -> None:
    """Enqueue jobs for an automatic step that is due soon, and for the deadline; the sweep sees to the rest."""
    seconds = (next_due.at - now).total_seconds()
    if next_due.reason in (Reason.CPU, Reason.AWAY) and seconds <= _SOON_SECONDS:
        jobs.enqueue_act(match_id=match_id, version=version, countdown_seconds=seconds)
    if deadline_at is not None and next_due.reason is not Reason.CPU:
        limit_at = due.limit_at(deadline_at, site_policy())
        jobs.enqueue_act(match_id=match_id, version=version, countdown_seconds=(limit_at - now).total_seconds())
