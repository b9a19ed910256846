"""What happens to a match inside one transaction of the writer: steps, pauses, ends; it must not tell anybody."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from games import engine
from games.errors import ErrorCode
from games.live import store
from games.live.bus import NewsKind
from games.live.known import Known, known_match, known_state
from games.live.snapshot import RECENT_STEPS, GuessLine, SeatFace, Snapshot, StepLine, finished_snapshot
from games.live.store import Batch, MatchRow, SeatRow, StepWrite, bound
from games.models import LIVE_STATUSES, MatchStatus, PlayedBy
from games.selectors.rules import Policy, site_policy
from games.services import due
from games.services.due import Due, MatchFacts, Reason, SeatFacts
from games.services.ratings import rate_finished_match


@dataclass(frozen=True, slots=True)
class StepResult:
    """What became of an action: `error` is None if it was accepted. `version` is where the match stands now."""

    error: ErrorCode | None
    version: int


@dataclass(frozen=True, slots=True)
class Moved:
    """What became of a job, with all that has to be told after the commit; without a kind there is nothing to tell."""

    result: StepResult
    match_id: str = ""
    kind: NewsKind | None = None
    known: Known | None = field(default=None, repr=False)
    due: Due | None = None
    deadline_at: datetime | None = None
    now: datetime | None = None


def play_as_person(batch: Batch, match_id: str, seat: int, action: str, version: int, device_id: int | None) -> Moved:
    """Make a person's step, if the device speaks for the seat and the match stands at the version."""
    entry = known_match(match_id)
    if entry is not None and device_id is not None:
        # What is known is right for ever, so most refusals and most steps need not read the rows.
        if entry.version > version:
            late = ErrorCode.STALE if entry.state.turn == seat else ErrorCode.NOT_YOUR_TURN
            return Moved(StepResult(late, entry.version))
        if entry.version == version and entry.seats is not None:
            moved = _step_unread(batch, entry, match_id, seat, action, device_id)
            if moved is not None:
                return moved
    row = batch.row(match_id)
    error = _refusal(row, version, seat)
    if error is None and device_id is None:
        error = ErrorCode.NOT_YOUR_SEAT
    if row is None or error is not None:
        return _refused(error or ErrorCode.NOT_FOUND, row)
    return _step(batch, row, seat, action, PlayedBy.PERSON, device_id)


def settle(batch: Batch, match_id: str, seat: int | None, action: str, version: int) -> Moved:
    """Do what is due by the rows as they are in this transaction; `action` is what the CPU chose for this version."""
    row = batch.row(match_id)
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


def _settle_paused(batch: Batch, row: MatchRow) -> Moved:
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


def _refused(error: ErrorCode, row: MatchRow | None) -> Moved:
    return Moved(StepResult(error, row.version if row is not None else 0))


def _waiting(batch: Batch, row: MatchRow, next_due: Due | None) -> Moved:
    return Moved(
        StepResult(ErrorCode.NOT_DUE, row.version),
        row.id,
        due=next_due,
        deadline_at=row.deadline_at,
        now=batch.now,
    )


def _changed(batch: Batch, row: MatchRow, next_due: Due | None) -> Moved:
    """The match changed without a step: it waits, or was given up."""
    return Moved(
        StepResult(None, row.version),
        row.id,
        kind=NewsKind.FACES,
        due=next_due,
        deadline_at=row.deadline_at,
        now=batch.now,
    )


def _applied(state: engine.State, action: str) -> tuple[engine.State, tuple[engine.Event, ...]] | None:
    """The state after an action, None for one that is not possible or not an action at all."""
    try:
        return engine.apply_action(state, engine.Action(action))
    except ValueError:  # EngineError is one, too
        return None


def _step_unread(batch: Batch, entry: Known, match_id: str, seat: int, action: str, device_id: int) -> Moved | None:
    """Make a person's step from what is known, leaving all checks to the one statement; None if the rows must speak."""
    state, before, seats = entry.state, entry.snapshot, entry.seats
    if before is None or seats is None or state.turn is None:
        return None
    if state.turn != seat:
        return Moved(StepResult(ErrorCode.NOT_YOUR_TURN, entry.version))
    applied = _applied(state, action)
    if applied is None:
        return Moved(StepResult(ErrorCode.ILLEGAL_ACTION, entry.version))
    after, events = applied
    if after.turn is None:
        return None
    policy = site_policy()
    now = batch.now
    deadline_at = due.deadline(now, before.turn_limit_seconds, seats[after.turn])
    next_due = due.due(MatchFacts(after.turn, now, deadline_at, before.is_rated, seats), policy)
    write = StepWrite(
        match_id,
        after.step,
        seat,
        action,
        PlayedBy.PERSON.value,
        engine.encode(after),
        after.turn,
        deadline_at,
        next_due.at,
    )
    if not batch.write_step(write, device_id=device_id, is_unread=True):
        return None
    line = StepLine(after.step, seat, action, PlayedBy.PERSON.value, events)
    snapshot = _snapshot_after(before, after, line, before.seats, deadline_at)
    return Moved(
        StepResult(None, after.step),
        match_id,
        NewsKind.STEP,
        Known(after.step, after, snapshot, seats),
        next_due,
        deadline_at,
        now,
    )


def _step(batch: Batch, row: MatchRow, seat: int, action: str, played_by: str, device_id: int | None) -> Moved:
    """Apply the action to the state and write both."""
    state = known_state(row.id, row.version) or engine.decode(batch.state_text(row.id))
    applied = _applied(state, action)
    if applied is None:
        return _refused(ErrorCode.ILLEGAL_ACTION, row)
    after, events = applied
    if after.turn is None and batch.is_shared:
        raise store.NeedsOwnTransaction  # the rating locks players
    policy = site_policy()
    is_person = played_by == PlayedBy.PERSON
    acting = seats_of_owner(row, seat) if is_person else [row.seats[seat]]
    changed = [one for one in acting if _count_miss(one, played_by, policy, batch.now)]
    deadline_at = next_due = None
    if after.turn is not None:
        deadline_at = due.deadline(batch.now, row.turn_limit_seconds, seat_facts(row.seats[after.turn]))
        facts = MatchFacts(after.turn, batch.now, deadline_at, row.is_rated, [seat_facts(one) for one in row.seats])
        next_due = due.due(facts, policy)
    write = StepWrite(
        row.id,
        after.step,
        seat,
        action,
        played_by,
        engine.encode(after),
        after.turn,
        deadline_at,
        next_due.at if next_due else None,
    )
    batch.forget(row.id)
    if not batch.write_step(write, device_id=device_id if is_person else None):
        return _refused(_why_not_authorised(batch, row, seat, device_id), row)
    for seat_row in changed:
        batch.write_seat(row, seat_row)
    if after.turn is None:
        _finish(batch, row, after)
    line = StepLine(after.step, seat, action, played_by, events)
    entry = known_match(row.id)
    snapshot = None
    if entry is not None and entry.snapshot is not None and entry.version == row.version:
        seen = faces(row, entry.snapshot.seats, policy, batch.now)
        snapshot = _snapshot_after(entry.snapshot, after, line, seen, deadline_at)
        if after.turn is None:
            snapshot = finished_snapshot(snapshot, after, _guesses(batch, row.id))
    return Moved(
        StepResult(None, after.step),
        row.id,
        NewsKind.STEP,
        Known(after.step, after, snapshot, plain_seats(row)),
        next_due,
        deadline_at,
        batch.now,
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
    found = batch.select(
        "SELECT d.revoked_at, p.banned_at, p.deleted_at, p.id FROM accounts_device d"
        " JOIN accounts_player p ON p.id = d.player_id WHERE d.id = %s",
        [device_id],
    )
    if not found:
        return ErrorCode.NOT_YOUR_SEAT
    revoked_at, banned_at, deleted_at, player_id = found[0]
    if revoked_at is not None or deleted_at is not None or player_id != row.seats[seat].player_id:
        return ErrorCode.NOT_YOUR_SEAT
    if banned_at is not None:
        return ErrorCode.BANNED
    membership = batch.select(
        "SELECT removed_at FROM accounts_membership WHERE group_id = %s AND player_id = %s", [row.group_id, player_id]
    )
    is_removed = bool(membership) and membership[0][0] is not None
    return ErrorCode.REMOVED if is_removed else ErrorCode.NOT_MEMBER


def _guesses(batch: Batch, match_id: str) -> tuple[GuessLine, ...]:
    rows = batch.select(
        "SELECT player_id, name, seat FROM games_guess WHERE match_id = %s ORDER BY made_at", [match_id]
    )
    return tuple(GuessLine(player_id, name, seat) for player_id, name, seat in rows)


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
    if row.group_id is None:
        _note_daily_result(batch, row, ranks, [len(hand) for hand in state.hands])
    if row.is_rated:
        rate_finished_match(match_id=row.id, finished_at=batch.now, group_id=row.group_id, ranks=ranks)


def _note_daily_result(batch: Batch, row: MatchRow, ranks: Sequence[int], counts: Sequence[int]) -> None:
    """Write what somebody's first try at a deal of the day came to; any other match has no row for it."""
    seat = next((number for number, seat in enumerate(row.seats) if seat.player_id is not None), None)
    if seat is not None:
        batch.execute(
            "UPDATE games_dailytry SET place = %s, cards = %s, finished_at = %s WHERE match_id = %s",
            [ranks[seat], counts[seat], bound(batch.now), row.id],
        )


def _snapshot_after(
    before: Snapshot, state: engine.State, line: StepLine, seats: tuple[SeatFace, ...], deadline_at: datetime | None
) -> Snapshot:
    """The table after a step, made from the table before it."""
    return replace(
        before,
        version=line.sequence,
        status=MatchStatus.RUNNING.value,
        view=engine.public_view(state),
        recent=(*before.recent, line)[-RECENT_STEPS:],
        seats=seats,
        deadline_at=deadline_at,
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


def known_with_seats(row: MatchRow, now: datetime) -> Known | None:
    """Return what is known of a match with its seats as the rows say, None where nobody looked at this version."""
    entry = known_match(row.id)
    if entry is None or entry.snapshot is None or entry.version != row.version:
        return None
    snapshot = replace(
        entry.snapshot,
        status=row.status,
        seats=faces(row, entry.snapshot.seats, site_policy(), now),
        deadline_at=row.deadline_at,
    )
    return Known(row.version, entry.state, snapshot, plain_seats(row))


def seats_of_owner(row: MatchRow, seat: int) -> list[SeatRow]:
    """Return the seats whose player has the given one: mostly that alone, several where one device is passed round."""
    owner = row.seats[seat].player_id
    return [one for one in row.seats if one.number == seat or (owner is not None and one.player_id == owner)]


def seat_facts(seat: SeatRow) -> SeatFacts:
    """Return what `due` needs to know of a seat."""
    return SeatFacts(seat.player_id is None, seat.is_held_by_cpu, seat.last_seen_at, seat.left_at)


def plain_seats(row: MatchRow) -> tuple[SeatFacts, ...] | None:
    """Return the facts of all seats if each is simply played by its owner, else None."""
    facts = tuple([seat_facts(seat) for seat in row.seats])
    is_plain = all(due.is_plain(fact, seat.missed_steps) for fact, seat in zip(facts, row.seats, strict=True))
    return facts if is_plain else None


def facts_of(row: MatchRow) -> MatchFacts:
    """Return what `due` needs to know of a running match."""
    turn = row.turn if row.turn is not None else 0
    return MatchFacts(turn, row.step_at, row.deadline_at, row.is_rated, [seat_facts(seat) for seat in row.seats])
