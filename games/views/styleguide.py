"""The design language on one page, for developers: every part as the site makes it, from tables without rows."""

from dataclasses import replace
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games import engine
from games.live import fragments
from games.live.cards_html import CardSize, card
from games.live.snapshot import GuessLine, PhraseLine, RatingLine, SeatFace, Snapshot, StepLine

COLOURS: Final = (
    "paper",
    "paper-raised",
    "paper-sunk",
    "ink",
    "ink-soft",
    "line",
    "line-strong",
    "mat",
    "mat-raised",
    "mat-line",
    "mat-edge",
    "vermilion",
    "vermilion-strong",
    "on-vermilion",
    "vermilion-soft",
    "link",
    "focus",
    "good",
    "good-soft",
    "courtier",
    "courtier-layer",
    "lady",
    "lady-layer",
    "monk",
    "monk-layer",
    "semimaru",
    "semimaru-layer",
    "emperor",
    "emperor-layer",
    "lady-deep",
    "monk-deep",
    "card-face",
    "card-ink",
    "card-line",
    "card-back",
    "card-back-layer",
)
SIZES: Final = ("xs", "s", "m", "l", "xl", "xxl")
SPACES: Final = ("s1", "s2", "s3", "s4", "s5", "s6", "s7")
# One card of each kind; the last is lady and emperor at once.
_KINDS: Final = (3, 9, 12, engine.SEMIMARU, 1, engine.JITO)
_HANDS: Final = (1, 3, 8, 20, 60)


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    """Show tokens, type, buttons, forms, cards, seats, piles, notices and the result, each in all its states."""
    language = get_language() or "en"
    table = {name: mark_safe(html) for name, html in fragments.pieces(_running(), language, 0).items()}
    over = fragments.pieces(_finished(), language, 0)
    context: dict[str, Any] = {
        "colours": COLOURS,
        "sizes": SIZES,
        "spaces": SPACES,
        "large": [mark_safe(card(number, language, CardSize.LARGE)) for number in _KINDS],
        "small": [mark_safe(card(number, language, CardSize.SMALL)) for number in _KINDS],
        "hands": [_hand(count, language) for count in _HANDS],
        "table": table,
        "seats": [table[f"seat-{number}"] + table[f"phrase-{number}"] for number in range(6)],
        "clock": mark_safe(fragments.clock_piece(replace(_running(), turn_limit_seconds=30), language, 8_000)),
        "result": mark_safe(over["result"]),
    }
    return render(request, "styleguide.html", context)


def _hand(count: int, language: str) -> dict[str, Any]:
    cards = [number for number in engine.CARDS if engine.role_of(number) is not engine.Role.MONK]
    fan = "".join(card(number, language, CardSize.FAN) for number in cards[:count])
    return {"count": count, "cards": mark_safe(fan)}


def _seats() -> tuple[SeatFace, ...]:
    return (
        SeatFace(0, "Murasaki", 1),
        SeatFace(1, "", None),
        SeatFace(2, "محمد", 2, is_away=True),
        SeatFace(3, "花子", 3, is_held_by_cpu=True, missed_steps=2),
        SeatFace(4, "A name of twenty cha", 4),
        SeatFace(5, "Дмитрий", 5, missed_steps=1),
    )


def _running() -> Snapshot:
    """A table at a choice on which every mark of a seat is to be seen once."""
    cards = [number for number in engine.CARDS if engine.role_of(number) is not engine.Role.MONK]
    hands: tuple[list[int], ...] = (cards[:12], cards[12:52], cards[52:56], cards[56:57], [], cards[57:63])
    pile = (12, 8, 21, 33, 35, 36)
    dealt = {number for hand in hands for number in hand} | set(pile) | {engine.SEMIMARU}
    left = tuple(number for number in engine.CARDS if number not in dealt)[:14]
    state = replace(
        engine.new_match(engine.RuleSet(), 6, 0, engine.CARDS),
        hands=tuple(tuple(hand) for hand in hands),
        common_pile=pile,
        draw_pile=(engine.SEMIMARU, *left),
        out=(False, False, False, False, True, False),
        skip_pending=(False, True, False, False, False, False),
        is_further_flip=True,
        turn=0,
        step=70,
    )
    kept = engine.Event(engine.EventKind.KEPT, 0, cards[11])
    return _snapshot(
        state,
        recent=(StepLine(70, 0, "flip", "person", (kept,)),),
        phrases=(PhraseLine(1, 2, "hello"),),
        host_seat=5,
    )


def _finished() -> Snapshot:
    """A rated match that two have won together."""
    state = replace(
        engine.new_match(engine.RuleSet(), 3, 0, engine.CARDS),
        hands=((3, 4, 5), (6, 7, 14), (9,)),
        common_pile=(12, 8),
        draw_pile=(),
        turn=None,
    )
    return _snapshot(
        state,
        is_rated=True,
        ratings=(RatingLine(0, 12, 20), RatingLine(1, None, -5)),
        guesses=(GuessLine(9, "Ono", 1),),
    )


def _snapshot(state: engine.State, **changes: Any) -> Snapshot:
    is_over = state.turn is None
    snapshot = Snapshot(
        match_id="abcdefghjkmn",
        version=state.step,
        status="finished" if is_over else "running",
        view=engine.public_view(state),
        recent=(),
        seats=_seats()[: state.seat_count],
        turn_limit_seconds=None,
        deadline_at=None,
        is_rated=False,
        group_code=None,
        host_seat=None,
        commitment="ab" * 32,
        ranks=engine.standings(state) if is_over else None,
        winners=engine.winners(state) if is_over else (),
    )
    return replace(snapshot, **changes)
