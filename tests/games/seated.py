"""People with devices at matches with a known deck, under a clock that the test sets; it must not decide outcomes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from accounts.devices import new_secret, secret_hash
from accounts.models import Device, Group, Player
from games import engine, jobs
from games.live import bus, known, store
from games.live.bus import News
from games.live.reading import readers
from games.live.snapshot import Snapshot
from games.models import Match, PlayedBy, Seat, Step
from games.selectors.rules import forget_policy
from games.services.matches import SeatPlan, start_match
from games.services.play import StepResult, play_action

START = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
# Courtiers that are no emperors: everybody keeps a card, turn after turn.
PLAIN = tuple(card for card in engine.CARDS if engine.role_of(card) == "courtier" and not engine.is_emperor(card))


@dataclass
class Clock:
    """The database's clock, standing still until the test moves it."""

    now: datetime = START

    def pass_seconds(self, seconds: float) -> datetime:
        self.now += timedelta(seconds=seconds)
        return self.now


@dataclass
class Told:
    """A hub that only remembers what it was told."""

    news: list[tuple[News, Snapshot | None]] = field(default_factory=list)

    def post(self, news: News, snapshot: Snapshot | None) -> None:
        self.news.append((news, snapshot))

    def spread(self, line: bytes) -> None:
        pass

    @property
    def kinds(self) -> list[str]:
        return [news.kind.value for news, _ in self.news]


@dataclass
class Queued:
    """The jobs that were asked for: match, version, seconds."""

    jobs: list[tuple[str, int, float]] = field(default_factory=list)

    def enqueue_act(self, *, match_id: str, version: int, countdown_seconds: float) -> None:
        self.jobs.append((match_id, version, countdown_seconds))


@dataclass(frozen=True)
class Person:
    player: Player
    device: Device
    secret: str


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock by which everything here is judged."""
    standing = Clock()
    monkeypatch.setattr(store, "database_now", lambda: standing.now)
    return standing


@pytest.fixture
def told() -> Iterator[Told]:
    """What the tables are told."""
    receiver = Told()
    bus.attach(receiver)
    yield receiver
    bus.attach(None)


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> Queued:
    """The jobs asked for, which do not run by themselves."""
    waiting = Queued()
    monkeypatch.setattr(jobs, "enqueue_act", waiting.enqueue_act)
    return waiting


@pytest.fixture(autouse=True)
def fresh_process() -> Iterator[None]:
    """Let nothing that a process keeps live on from one test to the next."""
    known.forget_all()
    forget_policy()
    yield
    readers.close()
    store.store.close()
    known.forget_all()
    forget_policy()


def person(name: str = "Anna") -> Person:
    """A player with a device."""
    player = Player.objects.create(display_name=name, is_named=True)
    secret = new_secret()
    return Person(player, Device.objects.create(player=player, secret_hash=secret_hash(secret)), secret)


def seat_people(
    people: Sequence[Person],
    *,
    cpus: int = 0,
    deck: Sequence[int] | None = None,
    first_seat: int = 0,
    rules: engine.RuleSet | None = None,
    group: Group | None = None,
    **values: Any,
) -> Match:
    """A running match: the people first, then CPU seats; a deck of plain courtiers unless another is given."""
    plans = [SeatPlan(one.player, one.player.display_name) for one in people] + [SeatPlan(None)] * cpus
    match = start_match(seats=plans, rules=rules or engine.RuleSet(), group=group, first_seat=first_seat, **values)
    lay_deck(match, deck or PLAIN)
    return match


def lay_deck(match: Match, deck: Sequence[int]) -> None:
    """Put another deck under a match that has not begun."""
    rules = engine.RuleSet.from_dict(match.rules)
    state = engine.new_match(rules, match.seat_count, match.first_seat, deck)
    match.deck, match.state = list(deck), engine.encode(state)
    match.save(update_fields=["deck", "state"])


def play(match: Match, seat: int, who: Person, version: int, action: str = "flip") -> StepResult:
    """A person's step."""
    return play_action(
        match_id=match.pk,
        seat=seat,
        action=action,
        version=version,
        played_by=PlayedBy.PERSON,
        device_id=who.device.pk,
    )


def steps_of(match: Match) -> list[tuple[int, int, str, str]]:
    """The action log: number, seat, action, by whom."""
    rows = Step.objects.filter(match=match).order_by("sequence")
    return [(step.sequence, step.seat, step.action, step.played_by) for step in rows]


def seat_of(match: Match, number: int) -> Seat:
    """A seat as it is stored now."""
    return Seat.objects.get(match=match, number=number)


def be_seen(match: Match, number: int, at: datetime) -> None:
    """Let a seat have shown its last life at a time."""
    Seat.objects.filter(match=match, number=number).update(last_seen_at=at)


def assert_whole(match: Match) -> None:
    """Every card is there once, and the steps lead to the stored state."""
    match.refresh_from_db()
    state = engine.decode(match.state)
    cards = [card for hand in state.hands for card in hand] + [*state.common_pile, *state.draw_pile]
    assert sorted(cards) == sorted(match.deck)
    rules = engine.RuleSet.from_dict(match.rules)
    actions = [engine.Action(action) for _, _, action, _ in steps_of(match)]
    told = engine.replay(rules, match.seat_count, match.first_seat, match.deck, actions)
    assert match.version == len(actions) == state.step
    assert not told or told[-1][0] == state
