"""Makes matches in the database as the services leave them behind, without playing them live."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from accounts import devices
from accounts.models import Device, Group, Player
from games import engine
from games.models import Match, MatchStatus, PlayedBy, Seat, Step
from tests.visitors import Visitor

SECRET = bytes(range(32))
STARTED_AT = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


def play(
    rules: engine.RuleSet,
    seat_count: int,
    first_seat: int,
    deck: Sequence[int],
    steps: int | None = None,
    decide: Callable[[engine.State], engine.Action] | None = None,
) -> tuple[engine.State, list[tuple[int, engine.Action]]]:
    """Return the state after some steps (all without a number) and who did what; without `decide` everybody flips."""
    state = engine.new_match(rules, seat_count, first_seat, deck)
    done: list[tuple[int, engine.Action]] = []
    while state.turn is not None and (steps is None or len(done) < steps):
        action = decide(state) if decide else engine.Action.FLIP
        done.append((state.turn, action))
        state, _ = engine.apply_action(state, action)
    return state, done


def stored_match(
    players: Sequence[Player | None],
    *,
    group: Group | None = None,
    rules: engine.RuleSet | None = None,
    secret: bytes = SECRET,
    steps: int | None = None,
    status: str | None = None,
    is_rated: bool = False,
    first_seat: int = 0,
    played_by: Callable[[int, int], str] | None = None,
    decide: Callable[[engine.State], engine.Action] | None = None,
    started_at: datetime = STARTED_AT,
    **fields: Any,
) -> Match:
    """Return a stored match with its seats and steps; None among the players is a CPU seat.

    It is played to its end, or for `steps` steps and then is running unless `status` says otherwise.
    """
    rules = rules or engine.RuleSet()
    nonces = [f"nonce-{number}" if player else "" for number, player in enumerate(players)]
    deck = engine.derive_deck(secret, nonces)
    state, done = play(rules, len(players), first_seat, deck, steps, decide)
    is_over = state.turn is None
    ended_at = started_at + timedelta(seconds=2 * len(done))
    result = None
    if is_over:
        result = {
            "ranks": list(engine.standings(state)),
            "winners": list(engine.winners(state)),
            "counts": [len(hand) for hand in state.hands],
            "out": list(state.out),
            "left": len(state.common_pile),
            "first_seat": first_seat,
        }
    values: dict[str, Any] = {
        "group": group,
        "status": status or (MatchStatus.FINISHED if is_over else MatchStatus.RUNNING),
        "rules": rules.to_dict(),
        "is_rated": is_rated,
        "seat_count": len(players),
        "first_seat": first_seat,
        "deck": list(deck),
        "deck_secret": secret.hex(),
        "commitment": engine.commitment(secret),
        "state": engine.encode(state),
        "version": state.step,
        "turn": state.turn,
        "step_at": ended_at,
        "started_at": started_at,
        "finished_at": ended_at if is_over else None,
        "result": result,
    }
    match = Match.objects.create(**(values | fields))
    Seat.objects.bulk_create(
        Seat(match=match, number=number, player=player, name=player.display_name if player else "", nonce=nonce)
        for number, (player, nonce) in enumerate(zip(players, nonces, strict=True))
    )
    Step.objects.bulk_create(
        Step(
            match=match,
            sequence=sequence,
            seat=seat,
            action=action,
            played_by=played_by(sequence, seat) if played_by else (PlayedBy.PERSON if players[seat] else PlayedBy.CPU),
            played_at=started_at + timedelta(seconds=2 * sequence),
        )
        for sequence, (seat, action) in enumerate(done, start=1)
    )
    return match


def visitor_of(player: Player) -> Visitor:
    """Return a browser that belongs to a player, as if it had made or taken over that player before."""
    secret = devices.new_secret()
    Device.objects.create(player=player, secret_hash=devices.secret_hash(secret))
    visitor = Visitor()
    visitor.cookies[devices.COOKIE_NAME] = secret
    return visitor
