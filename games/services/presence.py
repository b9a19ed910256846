"""Who is there: signs of life, leaving and coming back, and what follows for the seat; it must not move the match."""

import json
from collections.abc import Callable
from typing import Any

from games.errors import ErrorCode, ServiceError
from games.live import bus, store
from games.live.known import remember
from games.live.store import Batch, MatchRow, SeatRow
from games.models import LIVE_STATUSES, MatchStatus, Seat
from games.selectors.rules import site_policy
from games.services import due, play, steps

Change = Callable[[Batch, MatchRow, SeatRow], None]


def touch_presence(*, match_id: str, seat: int, is_opening: bool, device_id: int | None = None) -> None:
    """Note a sign of life of a seat's owner.

    Opening the page gives the seat back at once, and a match that waited goes on; a heartbeat moves only the time it
    was last seen. A running deadline never moves. Nothing happens at a match that is over, or for a CPU seat.
    """

    _change_seat(match_id, seat, _sign_of_life(is_opening, device_id))


def opening_job(
    *,
    match_id: str,
    seat: int,
    device_id: int,
    done: Callable[[], None],
    failed: Callable[[Exception], None],
) -> store.Job[Any]:
    """Return the opening of the page as a job for the store, for somebody who cannot wait for it.

    `done` is called in the writer's thread, after the news was told.
    """

    def finish(tell: Callable[[], None] | None) -> None:
        if tell is not None:
            tell()
        done()

    return store.Job(match_id, _work(match_id, seat, _sign_of_life(True, device_id)), finish, failed)


def _sign_of_life(is_opening: bool, device_id: int | None) -> Change:
    def change(batch: Batch, row: MatchRow, seat_row: SeatRow) -> None:
        seat_row.last_seen_at = batch.now
        if is_opening:
            seat_row.left_at, seat_row.missed_steps, seat_row.is_held_by_cpu = None, 0, False
            if device_id is not None:
                _note_device(batch, row, seat_row.number, device_id)

    return change


def take_back(*, match_id: str, seat: int, device_id: int) -> None:
    """Give a seat that the CPU keeps back to its owner.

    Raises ServiceError: not_your_seat unless the device may act for the seat.
    """

    def change(batch: Batch, row: MatchRow, seat_row: SeatRow) -> None:
        _authorise(batch, row, seat, device_id)
        seat_row.last_seen_at = batch.now
        seat_row.left_at, seat_row.missed_steps, seat_row.is_held_by_cpu = None, 0, False

    _change_seat(match_id, seat, change)


def leave_seat(*, match_id: str, seat: int, device_id: int | None = None) -> None:
    """Note that a seat's owner left: the CPU plays the seat until they come back.

    With a device, raises ServiceError: not_your_seat unless it may act for the seat.
    """

    def change(batch: Batch, row: MatchRow, seat_row: SeatRow) -> None:
        if device_id is not None:
            _authorise(batch, row, seat, device_id)
        seat_row.left_at = batch.now

    _change_seat(match_id, seat, change)


def leave_matches_of(*, player_id: int, group_id: int | None = None) -> None:
    """Leave every live seat of a player, in one group or everywhere (left, removed, banned or deleted)."""
    seats = Seat.objects.filter(player_id=player_id, match__status__in=LIVE_STATUSES)
    if group_id is not None:
        seats = seats.filter(match__group_id=group_id)
    for match_id, number in list(seats.order_by("match_id").values_list("match_id", "number")):
        leave_seat(match_id=match_id, seat=number)


def _authorise(batch: Batch, row: MatchRow, seat: int, device_id: int) -> None:
    if not batch.is_authorised(row.id, seat, device_id):
        raise ServiceError(ErrorCode.NOT_YOUR_SEAT)


def _note_device(batch: Batch, row: MatchRow, seat: int, device_id: int) -> None:
    value = batch.select("SELECT device_ids FROM games_seat WHERE match_id = %s AND number = %s", [row.id, seat])[0][0]
    known = json.loads(value) if isinstance(value, str) else list(value)
    if device_id not in known:
        batch.execute(
            "UPDATE games_seat SET device_ids = %s WHERE match_id = %s AND number = %s",
            [json.dumps([*known, device_id]), row.id, seat],
        )


def _change_seat(match_id: str, seat: int, change: Change) -> None:
    store.store.run(match_id, _work(match_id, seat, change), lambda tell: tell() if tell is not None else None)


def _work(match_id: str, seat: int, change: Change) -> Callable[[Batch], Callable[[], None] | None]:
    """Change a person's seat of a live match and work out anew when somebody else has to act; tell if it shows.

    Where one device is passed round, the seats of all its people change together: they come and go with it.
    """

    def work(batch: Batch) -> Callable[[], None] | None:
        row = batch.row(match_id)
        if row is None or row.status not in LIVE_STATUSES or row.turn is None:
            return None
        if not 0 <= seat < len(row.seats) or row.seats[seat].player_id is None:
            return None
        policy = site_policy()
        seat_row = row.seats[seat]
        owned = steps.seats_of_owner(row, seat)
        before = [_visible(batch, row, one) for one in owned]
        for one in owned:
            change(batch, row, one)
            batch.write_seat(row, one)
        if row.status == MatchStatus.PAUSED and not due.is_away(steps.seat_facts(seat_row), batch.now, policy):
            _resume(batch, row)
        if row.status == MatchStatus.RUNNING:
            next_due = due.due(steps.facts_of(row), policy)
            row.due_at = next_due.at
            batch.write_waiting(row)
        else:
            next_due = None
        if [_visible(batch, row, one) for one in owned] == before:
            return None
        version, deadline_at = row.version, row.deadline_at
        known = steps.known_with_seats(row, batch.now)

        def tell() -> None:
            if known is not None:
                remember(match_id, known)
            play.announce_change(
                match_id=match_id,
                version=version,
                kind=bus.NewsKind.FACES,
                next_due=next_due,
                deadline_at=deadline_at,
                now=batch.now,
                snapshot=known.snapshot if known is not None else None,
            )

        return tell

    return work


def _visible(batch: Batch, row: MatchRow, seat: SeatRow) -> tuple[Any, ...]:
    is_away = due.is_away(steps.seat_facts(seat), batch.now, site_policy())
    return (row.status, is_away, seat.left_at is None, seat.missed_steps, seat.is_held_by_cpu)


def _resume(batch: Batch, row: MatchRow) -> None:
    """Go on after a pause: nobody's clock ran, so the step begins anew."""
    assert row.turn is not None
    row.status = MatchStatus.RUNNING
    row.step_at = batch.now
    row.deadline_at = due.deadline(batch.now, row.turn_limit_seconds, steps.seat_facts(row.seats[row.turn]))
