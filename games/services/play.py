"""The only way in which a match moves, for people, the CPU, deadlines and absences alike; it must not know sockets."""

import json
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from games import engine, jobs
from games.errors import ErrorCode
from games.live import bus, store
from games.live.known import Known, known_match, known_state, remember
from games.live.snapshot import RECENT_STEPS, SeatFace, Snapshot, StepLine
from games.live.store import Batch, MatchRow, SeatRow
from games.models import LIVE_STATUSES, Match, MatchStatus, PlayedBy
from games.selectors.rules import Policy, site_policy
from games.services import cpu, due
from games.services.due import Due, MatchFacts, Reason, SeatFacts
from games.services.ratings import rate_finished_match

# A look that is due later than this is left to the sweep, unless it is the deadline of the step.
_SOON_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class StepResult:
    """What became of an action: `error` is None if it was accepted. `version` is where the match stands now."""

    error: ErrorCode | None
    version: int


@dataclass(frozen=True, slots=True)
class _Moved:
    """A committed change, with all that has to be told about it."""

    result: StepResult
    match_id: str = ""
    kind: bus.NewsKind | None = None
    state: engine.State | None = None
    snapshot: Snapshot | None = None
    due: Due | None = None
    deadline_at: datetime | None = None
    now: datetime | None = None


def play_action(
    *, match_id: str, seat: int, action: str, version: int, played_by: str, device_id: int | None
) -> StepResult:
    """Make one step of a match that stands at `version`, and return what became of it.

    A person's step needs the device that speaks for the seat. Any other step is checked once more against the rows:
    it is refused as not_due while the person on turn may still act. Raises DatabaseError if the database is away.
    """
    work = _work(match_id, seat, action, version, played_by, device_id)
    return store.store.run(match_id, work, _announce).result


def submit_action(
    *,
    match_id: str,
    seat: int,
    action: str,
    version: int,
    played_by: str,
    device_id: int | None,
    done: Callable[[StepResult], None],
) -> None:
    """Do the same without waiting: `done` is called with the result, in the writer's thread, after news was told."""
    work = _work(match_id, seat, action, version, played_by, device_id)

    def finish(moved: _Moved) -> None:
        _announce(moved)
        done(moved.result)

    def fail(error: Exception) -> None:
        done(StepResult(ErrorCode.UNAVAILABLE, version))

    store.store.submit(store.Job(match_id, work, finish, fail))


def submit_action_future(**values: Any) -> "Future[StepResult]":
    """Do the same as `submit_action` and return a future of the result."""
    future: Future[StepResult] = Future()
    submit_action(**values, done=future.set_result)
    return future


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
    store.store.run(match_id, lambda batch: _settle(batch, match_id, None, action.value, present), _announce)
    return None


def _work(
    match_id: str, seat: int, action: str, version: int, played_by: str, device_id: int | None
) -> Callable[[Batch], _Moved]:
    if played_by == PlayedBy.PERSON:
        return lambda batch: _play_as_person(batch, match_id, seat, action, version, device_id)
    return lambda batch: _settle(batch, match_id, seat, action, version)


def _play_as_person(batch: Batch, match_id: str, seat: int, action: str, version: int, device_id: int | None) -> _Moved:
    row = batch.rows.get(match_id)
    error = _refusal(row, version, seat)
    if error is None and device_id is None:
        error = ErrorCode.NOT_YOUR_SEAT
    if row is None or error is not None:
        return _refused(error or ErrorCode.NOT_FOUND, row)
    return _step(batch, row, seat, action, PlayedBy.PERSON, device_id)


def _settle(batch: Batch, match_id: str, seat: int | None, action: str, version: int) -> _Moved:
    """Do what is due by the rows as they are in this transaction; `action` is what the CPU chose for this version."""
    row = batch.rows.get(match_id)
    error = _refusal(row, version, seat)
    if row is None or row.turn is None or error is not None:
        return _refused(error or ErrorCode.NOT_FOUND, row)
    policy = site_policy()
    if row.status == MatchStatus.PAUSED:
        return _settle_paused(batch, row)
    now_due = due.due(facts_of(row), policy)
    if now_due.at > batch.now:
        # Somebody showed life since: look again later.
        if row.due_at != now_due.at:
            row.due_at = now_due.at
            batch.write_waiting(row)
        return _waiting(batch, row, now_due)
    if now_due.reason is Reason.PAUSE:
        row.status = MatchStatus.PAUSED
        row.due_at = due.abandon_at(batch.now, policy)
        batch.write_waiting(row)
        return _changed(batch, row, Due(row.due_at, Reason.ABANDON))
    return _step(batch, row, row.turn, action, now_due.reason.value, None)


def _settle_paused(batch: Batch, row: MatchRow) -> _Moved:
    if row.due_at is None or row.due_at > batch.now:
        return _waiting(batch, row, Due(row.due_at, Reason.ABANDON) if row.due_at else None)
    batch.write_end(row, status=MatchStatus.ABANDONED, result_json=None)
    return _changed(batch, row, None)


def _refusal(row: MatchRow | None, version: int, seat: int | None) -> ErrorCode | None:
    if row is None:
        return ErrorCode.NOT_FOUND
    if row.status not in LIVE_STATUSES or row.turn is None:
        return ErrorCode.NOT_LIVE
    if row.version != version:
        return ErrorCode.STALE
    if seat is None:
        return None
    if not 0 <= seat < len(row.seats):
        return ErrorCode.NOT_YOUR_SEAT
    return None if row.turn == seat else ErrorCode.NOT_YOUR_TURN


def _refused(error: ErrorCode, row: MatchRow | None) -> _Moved:
    return _Moved(StepResult(error, row.version if row is not None else 0))


def _waiting(batch: Batch, row: MatchRow, next_due: Due | None) -> _Moved:
    return _Moved(
        StepResult(ErrorCode.NOT_DUE, row.version),
        row.id,
        due=next_due,
        deadline_at=row.deadline_at,
        now=batch.now,
    )


def _changed(batch: Batch, row: MatchRow, next_due: Due | None) -> _Moved:
    """The match changed without a step: it waits, goes on, or was given up."""
    return _Moved(
        StepResult(None, row.version),
        row.id,
        kind=bus.NewsKind.FACES,
        due=next_due,
        deadline_at=row.deadline_at,
        now=batch.now,
    )


def _step(batch: Batch, row: MatchRow, seat: int, action: str, played_by: str, device_id: int | None) -> _Moved:
    """Apply the action to the state and write both; the row must stand where the state does."""
    state = known_state(row.id, row.version) or engine.decode(batch.state_text(row.id))
    try:
        after, events = engine.apply_action(state, engine.Action(action))
    except ValueError:  # an unknown word, or EngineError
        return _refused(ErrorCode.ILLEGAL_ACTION, row)
    if after.turn is None and batch.is_shared:
        raise store.NeedsOwnTransaction  # the rating locks players
    policy = site_policy()
    is_person = played_by == PlayedBy.PERSON
    seat_row = row.seats[seat]
    is_seat_changed = _count_miss(seat_row, played_by, policy, batch.now)
    row.version, row.turn, row.step_at, row.status = after.step, after.turn, batch.now, MatchStatus.RUNNING
    next_due = None
    if after.turn is not None:
        row.deadline_at = due.deadline(batch.now, row.turn_limit_seconds, seat_facts(row.seats[after.turn]))
        next_due = due.due(facts_of(row), policy)
        row.due_at = next_due.at
    is_written = batch.write_step(
        row,
        seat=seat,
        action=action,
        played_by=played_by,
        state_text=engine.encode(after),
        device_id=device_id if is_person else None,
    )
    if not is_written:
        row.version, row.turn = row.version - 1, seat
        return _refused(_why_not_authorised(batch, row, seat, device_id), row)
    if is_seat_changed:
        batch.write_seat(row, seat_row)
    if after.turn is None:
        _finish(batch, row, after)
    line = StepLine(after.step, seat, action, played_by, events)
    return _Moved(
        StepResult(None, after.step),
        row.id,
        kind=bus.NewsKind.STEP,
        state=after,
        snapshot=_snapshot_after(row, after, line, policy, batch.now),
        due=next_due,
        deadline_at=row.deadline_at,
        now=batch.now,
    )


def _count_miss(seat: SeatRow, played_by: str, policy: Policy, now: datetime) -> bool:
    """Keep count of the steps a person missed in a row; return whether the seat's row changed."""
    if played_by in (PlayedBy.TIMEOUT, PlayedBy.AWAY):
        seat.missed_steps += 1
        seat.is_held_by_cpu = due.is_held_after_miss(seat.missed_steps, policy)
        return True
    if played_by == PlayedBy.PERSON and (seat.missed_steps or seat.is_held_by_cpu or seat.left_at is not None):
        # The owner acts: whatever the CPU kept is theirs again.
        seat.missed_steps, seat.is_held_by_cpu, seat.left_at, seat.last_seen_at = 0, False, None, now
        return True
    return False


def _why_not_authorised(batch: Batch, row: MatchRow, seat: int, device_id: int | None) -> ErrorCode:
    batch.cursor.execute(
        "SELECT d.revoked_at, p.banned_at, p.deleted_at, p.id FROM accounts_device d"
        " JOIN accounts_player p ON p.id = d.player_id WHERE d.id = %s",
        [device_id],
    )
    found = batch.cursor.fetchone()
    if found is None or found[0] is not None or found[2] is not None or found[3] != row.seats[seat].player_id:
        return ErrorCode.NOT_YOUR_SEAT
    if found[1] is not None:
        return ErrorCode.BANNED
    batch.cursor.execute(
        "SELECT removed_at FROM accounts_membership WHERE group_id = %s AND player_id = %s", [row.group_id, found[3]]
    )
    membership = batch.cursor.fetchone()
    if membership is not None and membership[0] is not None:
        return ErrorCode.REMOVED
    return ErrorCode.NOT_MEMBER


def _finish(batch: Batch, row: MatchRow, state: engine.State) -> None:
    """Write the result, and the ratings in the same transaction: match row first, then the players by id."""
    ranks = engine.standings(state)
    result = {
        "ranks": list(ranks),
        "winners": list(engine.winners(state)),
        "counts": [len(hand) for hand in state.hands],
        "out": list(state.out),
        "left": len(state.common_pile),
        "first_seat": state.first_seat,
    }
    batch.write_end(row, status=MatchStatus.FINISHED, result_json=json.dumps(result, separators=(",", ":")))
    if row.is_rated:
        rate_finished_match(match_id=row.id, finished_at=batch.now, group_id=row.group_id, ranks=ranks)


def _snapshot_after(
    row: MatchRow, state: engine.State, line: StepLine, policy: Policy, now: datetime
) -> Snapshot | None:
    """Return the table after the step, made from the table before it; None if that is not at hand, or at the end."""
    entry = known_match(row.id)
    if entry is None or entry.snapshot is None or entry.version != line.sequence - 1 or state.turn is None:
        return None
    before = entry.snapshot
    return replace(
        before,
        version=line.sequence,
        status=row.status,
        view=engine.public_view(state),
        recent=(*before.recent, line)[-RECENT_STEPS:],
        seats=faces(row, before.seats, policy, now),
        deadline_at=row.deadline_at,
    )


def faces(row: MatchRow, before: tuple[SeatFace, ...], policy: Policy, now: datetime) -> tuple[SeatFace, ...]:
    """Return the seats as the rows show them at `now`, with the names from before."""
    found = []
    for face, seat in zip(before, row.seats, strict=True):
        is_away = due.is_away(seat_facts(seat), now, policy)
        if (face.is_away, face.is_held_by_cpu, face.missed_steps) != (is_away, seat.is_held_by_cpu, seat.missed_steps):
            face = replace(face, is_away=is_away, is_held_by_cpu=seat.is_held_by_cpu, missed_steps=seat.missed_steps)
        found.append(face)
    return tuple(found)


def seat_facts(seat: SeatRow) -> SeatFacts:
    """Return what `due` needs to know of a seat."""
    return SeatFacts(seat.player_id is None, seat.is_held_by_cpu, seat.last_seen_at, seat.left_at)


def facts_of(row: MatchRow) -> MatchFacts:
    """Return what `due` needs to know of a running match."""
    turn = row.turn if row.turn is not None else 0
    return MatchFacts(turn, row.step_at, row.deadline_at, row.is_rated, [seat_facts(seat) for seat in row.seats])


def _announce(moved: _Moved) -> None:
    """After the commit: remember the state, ask for the next look, tell the tables."""
    if moved.kind is None or moved.now is None:
        return
    if moved.state is not None:
        remember(moved.match_id, Known(moved.result.version, moved.state, moved.snapshot))
    announce_change(
        match_id=moved.match_id,
        version=moved.result.version,
        kind=moved.kind,
        next_due=moved.due,
        deadline_at=moved.deadline_at,
        now=moved.now,
        snapshot=moved.snapshot,
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
