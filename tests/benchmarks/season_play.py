"""The people of a season and how they play it, through the services alone; it must not judge what came of it."""

from __future__ import annotations

import contextlib
import queue
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random

from celery import current_app
from tqdm import tqdm

from accounts.devices import new_secret, secret_hash
from accounts.models import Device, Group, Membership, Player
from games import engine
from games.errors import ErrorCode
from games.live.known import known_state
from games.live.store import Job, store
from games.models import LIVE_STATUSES, Match
from games.services.matches import SeatPlan, start_match
from games.services.play import StepResult, step_job
from games.services.presence import leave_seat, touch_presence
from games.services.steps import Moved

RULES = (
    engine.RuleSet(),
    engine.RuleSet(lady=engine.LadyRule.TAKE_PILE_AND_ONE_MORE),
    engine.RuleSet(engine.SemimaruRule.SKIP_TURN, allow_stop=False),
    engine.RuleSet(engine.SemimaruRule.ALL_HANDS_TO_PILE, engine.EmperorRule.TAKE_ALL_HANDS),
)
# How often the rows of matches that wait for a worker are read.
_LOOK_SECONDS = 0.2
# Without any progress for so long, something is stuck.
_STUCK_SECONDS = 120.0
# In one match of so many two seats are opened on one device, and do not count.
_SAME_DEVICE_EVERY = 97


@dataclass
class _Table:
    """A running match as its people see it: who sits where, who will leave when, who has left."""

    match_id: str
    group: int
    people: list[int]  # places in Season.people, by seat
    leaves_at: dict[int, int]  # the seat's owner leaves when the match stands there
    left: set[int] = field(default_factory=set)
    is_asking: bool = False  # a step is with the writer


class Season:
    """Players with devices in overlapping groups, and matches among them."""

    def __init__(self, *, players: int, groups: int, leavers: float, seed: int) -> None:
        self.random = Random(seed)
        self.leavers = leavers
        self.refusals: Counter[str] = Counter()
        self._answers: queue.SimpleQueue[tuple[str, StepResult]] = queue.SimpleQueue()
        self._jobs: list[Job[Moved]] = []
        self._tables: dict[str, _Table] = {}
        self.people = Player.objects.bulk_create(
            Player(display_name=f"Player {n}", is_named=True) for n in range(players)
        )
        self.devices = Device.objects.bulk_create(
            Device(player=player, secret_hash=secret_hash(new_secret())) for player in self.people
        )
        # Some habit at choices, so that ratings have something to find: the chance to flip on.
        self.boldness = [self.random.random() for _ in self.people]
        self.groups: list[tuple[Group, list[int]]] = []
        for number in range(groups):
            # The small ones meet again and again, which the daily limit is for.
            size = 2 + number % 3 if number % 8 == 0 else self.random.randint(4, 16)
            members = self.random.sample(range(players), min(size, players))
            group = Group.objects.create(code=f"SEAS{number:04}", host=self.people[members[0]])
            Membership.objects.bulk_create(
                Membership(group=group, player=self.people[each], display_name=f"P{each}", name_key=f"p{each}")
                for each in members
            )
            self.groups.append((group, members))

    def play(self, *, matches: int, at_once: int, seconds: float) -> int:
        """Start and play so many matches, some at once, until the last is over; return how many it were.

        After so many seconds no other match begins.
        """
        started, moved_at, looked_at = 0, time.monotonic(), 0.0
        ends_at = moved_at + seconds
        with tqdm(total=matches, unit="match", disable=None) as bar:
            while started < matches or self._tables:
                if time.monotonic() > ends_at:
                    matches = started
                free = set(range(len(self.groups))) - {table.group for table in self._tables.values()}
                while started < matches and free and len(self._tables) < at_once:
                    group = self.random.choice(sorted(free))
                    free.discard(group)
                    started += 1
                    self._begin(group, started)
                for match_id, result in self._next_answers():
                    moved_at = time.monotonic()
                    bar.update(self._answered(self._tables[match_id], result))
                if time.monotonic() - looked_at >= _LOOK_SECONDS:
                    looked_at = time.monotonic()
                    over = self._look()
                    bar.update(over)
                    moved_at = looked_at if over else moved_at
                if time.monotonic() - moved_at > _STUCK_SECONDS:
                    raise RuntimeError(f"nothing moves any more: {sorted(self._tables)}")
                # Handed over together, the writer commits them together, as those of a site's sockets.
                jobs, self._jobs = self._jobs, []
                if jobs:
                    store.submit_all(jobs)
        return started

    def _next_answers(self) -> Iterator[tuple[str, StepResult]]:
        """Wait a moment for an answer of the writer, and take all that are there."""
        with contextlib.suppress(queue.Empty):
            yield self._answers.get(timeout=_LOOK_SECONDS)
            while True:
                yield self._answers.get_nowait()

    def jobs_done_by_workers(self) -> dict[str, int]:
        """Return how many jobs each worker has done."""
        stats = current_app.control.inspect(timeout=10.0).stats() or {}
        return {name: sum(each["total"].values()) for name, each in sorted(stats.items())}

    def _begin(self, number: int, serial: int) -> None:
        group, members = self.groups[number]
        seated = self.random.sample(members, self.random.randint(2, min(engine.MAX_SEATS, len(members))))
        match = start_match(
            seats=[SeatPlan(self.people[each], f"P{each}", f"{self.random.getrandbits(64):x}") for each in seated],
            rules=self.random.choice(RULES),
            group=group,
            is_rated=True,
        )
        leaves_at = {
            seat: self.random.randrange(90) for seat in range(len(seated)) if self.random.random() < self.leavers
        }
        table = _Table(match.pk, number, seated, leaves_at)
        self._tables[match.pk] = table
        for seat, person in enumerate(seated):
            is_shared = serial % _SAME_DEVICE_EVERY == 0 and seat == 1
            device = self.devices[seated[0] if is_shared else person]
            touch_presence(match_id=match.pk, seat=seat, is_opening=True, device_id=device.pk)
        self._go_on(table, match.version, match.turn, engine.decode(match.state))

    def _go_on(self, table: _Table, version: int, turn: int | None, state: engine.State) -> None:
        """Have the person on turn act, unless the seat's owner has left: then a worker will."""
        for seat, at in table.leaves_at.items():
            if seat not in table.left and version >= at:
                table.left.add(seat)
                leave_seat(match_id=table.match_id, seat=seat, device_id=self.devices[table.people[seat]].pk)
        if turn is None or turn in table.left:
            return
        person = table.people[turn]
        is_choice = len(engine.legal_actions(state)) > 1
        action = (
            engine.Action.STOP if is_choice and self.random.random() > self.boldness[person] else engine.Action.FLIP
        )
        table.is_asking = True
        self._jobs.append(
            step_job(
                match_id=table.match_id,
                seat=turn,
                action=action.value,
                version=version,
                device_id=self.devices[person].pk,
                done=partial(self._done, table.match_id),
            )
        )

    def _done(self, match_id: str, result: StepResult) -> None:
        self._answers.put((match_id, result))

    def _answered(self, table: _Table, result: StepResult) -> int:
        """Go on after a step; return how many matches that ended."""
        table.is_asking = False
        if result.error is not None:
            # A worker was quicker, or the database refused: the next look reads what is true.
            self.refusals[result.error.value] += 1
            if result.error is ErrorCode.NOT_LIVE:
                del self._tables[table.match_id]
                return 1
            return 0
        state = known_state(table.match_id, result.version)
        if state is None:
            return 0
        if state.turn is None:
            del self._tables[table.match_id]
            return 1
        self._go_on(table, result.version, state.turn, state)
        return 0

    def _look(self) -> int:
        """Read the rows of matches in which no person's step is under way; return how many are over."""
        waiting = [table.match_id for table in self._tables.values() if not table.is_asking]
        over = 0
        for match_id, status, version, turn, state in Match.objects.filter(pk__in=waiting).values_list(
            "pk", "status", "version", "turn", "state"
        ):
            if status not in LIVE_STATUSES:
                del self._tables[match_id]
                over += 1
            else:
                self._go_on(self._tables[match_id], version, turn, engine.decode(state))
        return over
