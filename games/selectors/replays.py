"""Reads stored matches as a whole and tells them again step by step; it must not write, and knows no page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from django.db.models import Prefetch, Q, QuerySet

from games import engine
from games.live.snapshot import RECENT_STEPS, GuessLine, SeatFace, Snapshot, StepLine
from games.luck import ToldStep
from games.models import LIVE_STATUSES, Guess, Match, MatchStatus, Seat, Step

if TYPE_CHECKING:
    from accounts.models import Player

# Whole matches are read this many at a time: 100 steps each.
_CHUNK: Final = 50


@dataclass(frozen=True)
class Replay:
    """A stored match with all that belongs to it, told again from its rules, deck and steps.

    `error` holds what the engine says of a stored match that cannot be told to its end; `told` then stops there.
    """

    match: Match
    seats: tuple[Seat, ...]
    steps: tuple[Step, ...]
    guesses: tuple[Guess, ...]
    start: engine.State | None
    told: tuple[ToldStep, ...]
    error: str

    @property
    def last_step(self) -> int:
        """The number of the last step that can be shown; 0 is the moment before the first."""
        return len(self.told)

    @property
    def is_over(self) -> bool:
        """Whether the match came to a result, so that its deck and secret are no secret any more."""
        return is_over(self.match)

    @property
    def is_live(self) -> bool:
        """Whether the match can still go on, so that nothing of it may be shown but its table."""
        return self.match.status in LIVE_STATUSES

    @property
    def outcome(self) -> tuple[tuple[int, ...] | None, tuple[int, ...]]:
        """The stored rank of each seat and the seats that won; (None, ()) without a result that could be shown."""
        result = self.match.result
        ranks = result.get("ranks") if isinstance(result, dict) else None
        if not isinstance(ranks, list) or [type(rank) for rank in ranks] != [int] * len(self.seats):
            return None, ()
        return tuple(ranks), tuple(seat for seat, rank in enumerate(ranks) if rank == 1)

    @cached_property
    def states(self) -> tuple[engine.State, ...]:
        """The states from before the first step to after the last one told."""
        return () if self.start is None else (self.start, *(step.after for step in self.told))

    def line(self, number: int) -> StepLine:
        """Return a step, counted from 1, with what it did."""
        step, told = self.steps[number - 1], self.told[number - 1]
        return StepLine(number, told.seat, step.action, step.played_by, told.events)

    def snapshot(self, number: int) -> Snapshot:
        """Return the table as it stood after a step, 0 for before the first; nothing of the cards to come is in it."""
        state = self.states[number]
        is_end = number == len(self.steps) and self.match.status not in LIVE_STATUSES
        ranks, winners = self.outcome if is_end else (None, ())
        return Snapshot(
            match_id=self.match.pk,
            version=number,
            status=self.match.status if is_end else MatchStatus.RUNNING,
            view=engine.public_view(state),
            recent=tuple(self.line(each) for each in range(max(1, number + 1 - RECENT_STEPS), number + 1)),
            seats=tuple(SeatFace(seat.number, seat.name, seat.player_id) for seat in self.seats),
            turn_limit_seconds=self.match.turn_limit_seconds,
            deadline_at=None,
            is_rated=self.match.is_rated,
            group_code=self.match.group.code if self.match.group else None,
            host_seat=self._host_seat(),
            commitment=self.match.commitment,
            daily_day=self.match.daily_id,
            ranks=ranks,
            winners=winners,
            guesses=tuple(GuessLine(guess.player_id, guess.name, guess.seat) for guess in self.guesses)
            if is_end
            else (),
        )

    def _host_seat(self) -> int | None:
        if self.match.group is None:
            return None
        host = self.match.group.host_id
        return next((seat.number for seat in self.seats if seat.player_id == host), None)


def is_over(match: Match) -> bool:
    """Say whether a match came to a result; one that was given up, or voided before its end, never did."""
    return match.result is not None and match.status in (MatchStatus.FINISHED, MatchStatus.VOIDED)


def replay_of(match_id: str) -> Replay | None:
    """Return a stored match told again, live ones up to now; None if there is none."""
    return next(replays(Match.objects.filter(pk=match_id)), None)


def replays(matches: QuerySet[Match]) -> Iterator[Replay]:
    """Yield matches told again, in the order asked for, with a few queries per fifty of them."""
    whole = matches.select_related("group", "daily").prefetch_related(
        Prefetch("seats", Seat.objects.order_by("number")),
        Prefetch("steps", Step.objects.order_by("sequence")),
        Prefetch("guesses", Guess.objects.order_by("made_at", "pk")),
    )
    for match in whole.iterator(chunk_size=_CHUNK):
        yield _told(match)


def finished_matches_of(player: Player) -> QuerySet[Match]:
    """Return the matches in which a player had a seat and that cannot go on, the latest first."""
    # By a look into the seats, not by joining them: a device that is passed round has several in one match.
    own = Match.objects.filter(pk__in=Seat.objects.filter(player=player).values("match_id"))
    return own.exclude(status__in=LIVE_STATUSES).order_by("-started_at", "-pk")


def may_see(match: Match, player: Player | None) -> bool:
    """Say whether somebody who holds the link may see a match: a solo match is its owner's alone (product.md, "Pages").

    An id cannot be guessed, so whoever asks for another match has been given its link by somebody of the group.
    """
    people = {seat.player_id for seat in match.seats.all() if seat.player_id is not None}
    if match.group_id is not None or len(people) > 1:
        return True
    return player is not None and player.pk in people


def live_table(player: Player) -> Match | None:
    """Return the latest match of a player that can still go on."""
    return Match.objects.filter(seats__player=player, status__in=LIVE_STATUSES).order_by("-started_at").first()


def linkable_ids(matches: Sequence[str], player: Player | None) -> set[str]:
    """Return those of the match ids whose link somebody has anyway: a seat there, or membership of its group."""
    if player is None or not matches:
        return set()
    own = Q(seats__player=player) | Q(
        group__memberships__player=player, group__memberships__left_at=None, group__memberships__removed_at=None
    )
    return set(Match.objects.filter(own, pk__in=matches).values_list("pk", flat=True))


def _told(match: Match) -> Replay:
    steps = tuple(match.steps.all())
    start, told, error = _tell(match, steps)
    return Replay(match, tuple(match.seats.all()), steps, tuple(match.guesses.all()), start, told, error)


def _tell(match: Match, steps: Sequence[Step]) -> tuple[engine.State | None, tuple[ToldStep, ...], str]:
    """Return the first state, the steps as far as the rules allow them, and what is wrong with the next one."""
    told: list[ToldStep] = []
    start: engine.State | None = None
    try:
        rules = engine.RuleSet.from_dict(match.rules)
        state = start = engine.new_match(rules, match.seat_count, match.first_seat, match.deck)
        for number, step in enumerate(steps, start=1):
            if step.sequence != number:
                return start, tuple(told), f"step {number} is missing"
            if step.seat != state.turn:
                return start, tuple(told), f"step {number} was made by seat {step.seat}, on turn was {state.turn}"
            before, action = state, engine.Action(step.action)
            state, events = engine.apply_action(before, action)
            told.append(ToldStep(before, action, events, state))
    except (ValueError, TypeError) as error:  # EngineError is a ValueError
        return start, tuple(told), f"after step {len(told)}: {_reason(error)}"
    return start, tuple(told), ""


def _reason(error: Exception) -> Any:
    return getattr(error, "code", None) or type(error).__name__
