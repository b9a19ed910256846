"""One seat at the table as HTML, whole or only what a step changed of it; it must not know pages or sockets.

What changes from step to step has an id of its own inside the seat: the cards, their number, the place, the turn.
"""

from functools import lru_cache

from games.live.cards_html import CardSize, card
from games.live.snapshot import SeatFace, Snapshot
from games.live.words import Words


def seat(words: Words, snapshot: Snapshot, face: SeatFace, name: str) -> str:
    """Return the piece of a seat; `name` is its name as HTML."""
    view = snapshot.view
    number = face.number
    hand, is_out = view.hands[number], view.out[number]
    marks = [
        f'<span class="mark mark-{kind}">{words.label(kind)}</span>'
        for shown, kind in (
            (face.is_cpu, "cpu"),
            (snapshot.host_seat == number, "host"),
            (is_out, "out"),
            (view.skip_pending[number] and snapshot.is_live, "will_skip"),
            (face.is_held_by_cpu and not face.is_cpu, "held"),
            (face.is_away and not face.is_held_by_cpu and snapshot.is_live, "away"),
            (
                face.missed_steps > 0 and not face.is_held_by_cpu and not face.is_away and snapshot.is_live,
                "missed",
            ),
        )
        if shown
    ]
    return (
        f'<section id="seat-{number}" hx-swap-oob="true" class="seat{" is-out" * is_out}"'
        f' aria-labelledby="name-{number}"><h2 id="name-{number}" class="seat-name">{name}</h2>'
        f"{_place(words, number, _rank(snapshot, number), is_out)}{_fan(words, number, hand)}"
        f'{_count(words, number, len(hand))}<p class="seat-marks">{_own_mark(words, number)}'
        f"{_turn(words, number, _is_on_turn(snapshot, number))}{''.join(marks)}</p></section>"
    )


def seats_changes(words: Words, before: Snapshot, after: Snapshot, names: list[str]) -> str:
    """Return what brings all seats from one moment of a match that goes on to another; empty if nothing changed."""
    old, new = before.view, after.view
    marks_before, marks = _marked(before), _marked(after)
    changes = []
    for face in after.seats:
        number = face.number
        if marks[number] != marks_before[number]:
            changes.append(seat(words, after, face, names[number]))
            continue
        held, hand = old.hands[number], new.hands[number]
        if hand != held:
            changes.append(_hand_changes(words, number, held, hand))
        rank = new.standings[number]
        if rank != old.standings[number]:
            changes.append(_place(words, number, rank, new.out[number]))
        is_on_turn = new.turn == number
        if is_on_turn != (old.turn == number):
            changes.append(_turn(words, number, is_on_turn))
    return "".join(changes)


def _marked(snapshot: Snapshot) -> list[tuple[object, ...]]:
    """What the marks of each seat are made from; they change a few times in a match."""
    view, host = snapshot.view, snapshot.host_seat
    return [
        (face, is_out, will_skip, face.number == host)
        for face, is_out, will_skip in zip(snapshot.seats, view.out, view.skip_pending, strict=True)
    ]


def _hand_changes(words: Words, number: int, held: tuple[int, ...], hand: tuple[int, ...]) -> str:
    count = _count(words, number, len(hand))
    kept = len(held)
    if kept < len(hand) and hand[:kept] == held:
        return f'<p hx-swap-oob="beforeend:#fan-{number}">{_cards(words, hand[kept:])}</p>{count}'
    return _fan(words, number, hand) + count


def _rank(snapshot: Snapshot, number: int) -> int:
    return snapshot.view.standings[number] if snapshot.ranks is None else snapshot.ranks[number]


def _is_on_turn(snapshot: Snapshot, number: int) -> bool:
    return snapshot.view.turn == number and snapshot.is_live


# There are few of each of these, and every match passes through them again and again.
@lru_cache(maxsize=1_000)
def _place(words: Words, number: int, rank: int, is_out: bool) -> str:
    place = words.label("place").format(rank=words.number(rank))
    return (
        f'<p id="place-{number}" class="seat-place{" is-leading" * (rank == 1 and not is_out)}">'
        f'<span class="rank" aria-hidden="true">{words.number(rank)}</span><span class="vh">{place}</span></p>'
    )


@lru_cache(maxsize=8_000)
def _count(words: Words, number: int, count: int) -> str:
    text = words.label("cards", count).format(count=f"<b>{words.number(count)}</b>")
    return f'<p id="count-{number}" class="seat-count">{text}</p>'


@lru_cache(maxsize=200)
def _turn(words: Words, number: int, is_on_turn: bool) -> str:
    if not is_on_turn:
        return f'<span id="turn-{number}" hidden></span>'
    return f'<span id="turn-{number}" class="vh is-turn">{words.label("on_turn")}</span>'


@lru_cache(maxsize=100)
def _own_mark(words: Words, number: int) -> str:
    """The mark that only the owner of the seat sees."""
    return f'<span class="mark mark-you only-you" data-seat="{number}">{words.label("you")}</span>'


def _fan(words: Words, number: int, hand: tuple[int, ...]) -> str:
    """A hand, oldest card first; for the eyes only, since the count says what matters."""
    return f'<div id="fan-{number}" class="fan" aria-hidden="true">{_cards(words, hand)}</div>'


def _cards(words: Words, hand: tuple[int, ...]) -> str:
    return "".join([card(number, words.language, CardSize.FAN) for number in hand])
