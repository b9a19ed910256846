"""The pieces of the live table as HTML, built from a snapshot; they must not read rows, and know no socket and no page.

A piece is one element whose id is the piece's name. The page holds the same strings as the sockets send, so a reload
equals the live state. Numbers in attributes are plain; only text is written as the language writes it.
"""

from functools import lru_cache

from games import engine
from games.build import build_mark
from games.live import pass_round_html
from games.live.cards_html import CardSize, card, card_title
from games.live.controls_html import controls
from games.live.memo import Memo
from games.live.names_html import seat_names
from games.live.phrases import phrase_picture, phrase_text
from games.live.result_html import result
from games.live.sentences import outcome_sentence, step_sentences
from games.live.snapshot import SeatFace, Snapshot, StepLine
from games.live.words import Words, words_of

# The cards that lie under the top card of the common pile and peep out.
SEEN_IN_PILE = 5

# So many cards lost or won at once decide a match more often than not.
MANY_CARDS = 8
_HAULS = frozenset({engine.EventKind.LOST_HAND, engine.EventKind.TOOK_PILE, engine.EventKind.TOOK_HANDS})


def pieces(snapshot: Snapshot, language: str, viewer: int | None) -> dict[str, str]:
    """Return every piece by its id, "board" first, for the owner of a seat or for a watcher (None)."""
    return {**shared_pieces(snapshot, language), **own_pieces(snapshot, language, viewer)}


def shared_pieces(snapshot: Snapshot, language: str, memo: Memo | None = None) -> dict[str, str]:
    """Return the pieces that are the same for everybody, "board" first.

    A memo spares building again what seldom changes; what changes with every step is not worth remembering.
    """
    words = words_of(language)
    keep = (memo or Memo()).keep
    view, seats, status = snapshot.view, snapshot.seats, snapshot.status
    names = keep("names", seats, seat_names, words, snapshot)
    built = {"board": _board(snapshot)}
    ranks = view.standings if snapshot.ranks is None else snapshot.ranks
    for face, hand, is_out, will_skip, rank in zip(seats, view.hands, view.out, view.skip_pending, ranks, strict=True):
        number = face.number
        source = (face, hand, view.turn == number, is_out, will_skip, rank, status, snapshot.host_seat, names)
        built[f"seat-{number}"] = keep(number, source, _seat, words, snapshot, face, names[number])
    built |= keep("phrases", (snapshot.phrases, len(seats)), _phrases, words, snapshot)
    winners = snapshot.winners
    lines = [
        keep(("line", step.sequence), (step, names, winners), _line, words, snapshot, step, names)
        for step in snapshot.recent
    ]
    if not lines or snapshot.recent[0].sequence == 1:
        lines.insert(0, _beginning(words, snapshot, names))
    built["piles"] = _piles(words, snapshot)
    built["latest"] = _latest(snapshot, language, lines[-1])
    built["turn"] = _turn(words, snapshot, names)
    built["odds"] = _odds(words, snapshot)
    built["events"] = _events(words, lines, snapshot.recent)
    # While the match goes on there is none; afterwards it is built once.
    built["result"] = keep("result", status if snapshot.is_live else snapshot, result, words, snapshot, names)
    return built


def own_pieces(snapshot: Snapshot, language: str, viewer: int | None, memo: Memo | None = None) -> dict[str, str]:
    """Return the pieces that depend on who looks: a seat number, or None for a watcher."""
    view = snapshot.view
    if viewer is not None:
        viewer = snapshot.acting_seat(viewer)
    # Where nothing can be done, the version in the forms does not matter either.
    now = None
    if viewer is not None and view.turn == viewer:
        now = (snapshot.version, view.legal, view.is_further_flip)
    source = (now, snapshot.seats, view.out, snapshot.status, snapshot.group_code)
    return (memo or Memo()).keep(("own", viewer), source, _own_pieces, snapshot, language, viewer)


def _own_pieces(snapshot: Snapshot, language: str, viewer: int | None) -> dict[str, str]:
    return {"controls": controls(words_of(language), snapshot, viewer)}


def clock_piece(snapshot: Snapshot, language: str, remaining_ms: int | None) -> str:
    """Return the clock of the present step; hidden where there is no limit."""
    if remaining_ms is None or not snapshot.turn_limit_seconds:
        return '<p id="clock" hx-swap-oob="true" class="clock" hidden></p>'
    words = words_of(language)
    limit_ms = snapshot.turn_limit_seconds * 1000
    seconds = -(-remaining_ms // 1000)
    return (
        f'<p id="clock" hx-swap-oob="true" class="clock" data-remaining="{remaining_ms}"'
        f' data-version="{snapshot.version}"><span class="vh">{words.label("time_left")}</span>'
        f'<progress max="{limit_ms}" value="{min(remaining_ms, limit_ms)}" aria-hidden="true"></progress>'
        f'<span class="clock-number">{words.number(seconds)}</span></p>'
    )


def notice_piece(code: str, language: str) -> str:
    """Return the answer to somebody whose message was refused, for their eyes only; empty without a code."""
    text = words_of(language).notice(code) if code else ""
    return f'<p id="notice" hx-swap-oob="true" class="notice" data-code="{code}">{text}</p>'


def pulse_piece(version: int) -> str:
    """Return the answer to a heartbeat, for a page to notice a gap: the match's version, and the program's."""
    return f'<p id="pulse" hx-swap-oob="true" hidden data-version="{version}" data-build="{build_mark()}"></p>'


def _board(snapshot: Snapshot) -> str:
    """Facts for the page's script and for machines; nothing to see."""
    turn = snapshot.view.turn if snapshot.is_live else None
    over = "" if snapshot.is_live else ' data-over="1"'
    legal = " ".join(snapshot.view.legal) if snapshot.is_live else ""
    last = snapshot.recent[-1] if snapshot.recent else None
    # The strongest thing that happened in the last step, for sound and motion.
    moment = _moment(last) if last else ""
    return (
        f'<div id="board" hx-swap-oob="true" hidden data-version="{snapshot.version}"'
        f' data-turn="{"" if turn is None else turn}"{over} data-legal="{legal}" data-moment="{moment}"'
        f' data-status="{snapshot.status}"></div>'
    )


def _moment(step: StepLine) -> str:
    kinds = {event.kind for event in step.events}
    for kind, moment in (
        (engine.EventKind.WENT_OUT, "semimaru"),
        (engine.EventKind.ALL_TO_PILE, "semimaru"),
        (engine.EventKind.WILL_SKIP, "semimaru"),
        (engine.EventKind.TOOK_HANDS, "haul"),
        (engine.EventKind.LOST_HAND, "loss"),
        (engine.EventKind.TOOK_PILE, "haul"),
        (engine.EventKind.KEPT, "keep"),
    ):
        if kind in kinds:
            return moment
    return ""


def _seat(words: Words, snapshot: Snapshot, face: SeatFace, name: str) -> str:
    view = snapshot.view
    number = face.number
    hand = view.hands[number]
    is_out = view.out[number]
    is_on_turn = snapshot.is_live and view.turn == number
    marks = [_own_mark(words, number)]
    if is_on_turn:
        marks.append(f'<span class="vh">{words.label("on_turn")}</span>')
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
    ):
        if shown:
            marks.append(f'<span class="mark mark-{kind}">{words.label(kind)}</span>')
    rank = view.standings[number] if snapshot.ranks is None else snapshot.ranks[number]
    place = words.label("place").format(rank=words.number(rank))
    classes = "seat" + " is-turn" * is_on_turn + " is-out" * is_out + " is-leading" * (rank == 1 and not is_out)
    count = words.label("cards", len(hand)).format(count=f"<b>{words.number(len(hand))}</b>")
    return (
        f'<section id="seat-{number}" hx-swap-oob="true" class="{classes}" data-cards="{len(hand)}"'
        f' aria-labelledby="name-{number}"><h2 id="name-{number}" class="seat-name">{name}</h2>'
        f'<p class="seat-place"><span class="rank" aria-hidden="true">{words.number(rank)}</span>'
        f'<span class="vh">{place}</span></p>{_fan(words, hand)}'
        f'<p class="seat-count">{count}</p><p class="seat-marks">{"".join(marks)}</p></section>'
    )


def _own_mark(words: Words, number: int) -> str:
    """The mark that only the owner of the seat sees."""
    return f'<span class="mark mark-you only-you" data-seat="{number}">{words.label("you")}</span>'


# The same hand is drawn again when only the turn or the order moves on.
@lru_cache(maxsize=5_000)
def _fan(words: Words, hand: tuple[int, ...]) -> str:
    """A hand, oldest card first; for the eyes only, since the count says what matters."""
    cards = "".join([card(number, words.language, CardSize.FAN) for number in hand])
    return f'<div class="fan" aria-hidden="true">{cards}</div>'


def _phrases(words: Words, snapshot: Snapshot) -> dict[str, str]:
    return {f"phrase-{face.number}": _phrase(words, snapshot, face.number) for face in snapshot.seats}


def _phrase(words: Words, snapshot: Snapshot, seat: int) -> str:
    """The latest phrase of a seat."""
    said = [line for line in snapshot.phrases if line.seat == seat and phrase_text(words, line.phrase)]
    if not said:
        return f'<p id="phrase-{seat}" hx-swap-oob="true" class="phrase" hidden></p>'
    line = said[-1]
    return (
        f'<p id="phrase-{seat}" hx-swap-oob="true" class="phrase" data-number="{line.number}">'
        f'<span aria-hidden="true">{phrase_picture(line.phrase)}</span> {phrase_text(words, line.phrase)}</p>'
    )


def _piles(words: Words, snapshot: Snapshot) -> str:
    view = snapshot.view
    pile = view.common_pile
    notice = ""
    if snapshot.is_live and engine.has_semimaru_notice(view):
        notice = f'<p class="semimaru-notice">{words.label("semimaru_notice")}</p>'
    left = words.label("cards_left", view.draw_count).format(count=f"<b>{words.number(view.draw_count)}</b>")
    if pile:
        seen = "".join(card(number, words.language, CardSize.SMALL) for number in pile[-1 - SEEN_IN_PILE :])
        count = words.label("cards", len(pile)).format(count=f"<b>{words.number(len(pile))}</b>")
        top = words.label("top_card").format(card=card_title(words, pile[-1]))
        face = f'<div class="stack" aria-hidden="true">{seen}</div>'
        common = f'{face}<p class="pile-count">{count}</p><p class="vh">{top}</p>'
    else:
        space = '<div class="stack" aria-hidden="true"><i class="card-space"></i></div>'
        common = f'{space}<p class="pile-count">{words.label("pile_empty")}</p>'
    back = '<i class="card card-back"></i>' if view.draw_count else '<i class="card-space"></i>'
    depth = "high" if view.draw_count > 50 else "middle" if view.draw_count > 15 else "low"
    return (
        f'<div id="piles" hx-swap-oob="true" class="piles">{notice}'
        f'<section class="pile draw-pile {depth}"><h2 class="pile-name">{words.label("draw_pile")}</h2>'
        f'<div class="stack" aria-hidden="true">{back}</div><p class="pile-count">{left}</p></section>'
        f'<section class="pile common-pile"><h2 class="pile-name">{words.label("common_pile")}</h2>{common}</section>'
        "</div>"
    )


def _line(words: Words, snapshot: Snapshot, step: StepLine, names: list[str]) -> str:
    """What one step did: mostly one sentence, each in its own span."""
    sentences = step_sentences(words, step.events, names=names, played_by=step.played_by)
    is_last = any(event.kind is engine.EventKind.MATCH_OVER for event in step.events)
    if is_last and snapshot.winners:
        sentences.append(outcome_sentence(words, snapshot.winners, names))
    return " ".join(f"<span>{sentence}</span>" for sentence in sentences)


def _latest(snapshot: Snapshot, language: str, line: str) -> str:
    """The last step with its card, for the eyes: the live region says the same."""
    cards = [event.card for event in snapshot.recent[-1].events if event.card] if snapshot.recent else []
    face = card(cards[0], language, CardSize.LARGE) if cards else '<i class="card-space"></i>'
    return (
        f'<div id="latest" hx-swap-oob="true" class="latest" data-version="{snapshot.version}" aria-hidden="true">'
        f'<div class="latest-card">{face}</div><p class="latest-text">{line}</p></div>'
    )


def _turn(words: Words, snapshot: Snapshot, names: list[str]) -> str:
    view = snapshot.view
    seat = view.turn
    if not snapshot.is_live or seat is None:
        ended_without = snapshot.status in ("abandoned", "voided")
        text = words.label("match_closed" if ended_without else "match_over")
        return f'<p id="turn" hx-swap-oob="true" class="turn">{text}</p>'
    if snapshot.is_passed_round:
        return pass_round_html.scene(words, snapshot, names)
    is_choice = len(view.legal) > 1
    if snapshot.seats[seat].is_held_by_cpu:
        own = words.label("your_seat_held")
    elif is_choice:
        own = words.label("your_turn_more")
    else:
        own = words.label("your_turn_must" if view.is_further_flip else "your_turn")
    other = words.label("choice_of" if is_choice else "turn_of").format(name=names[seat])
    paused = f" {words.label('match_paused')}" if snapshot.status == "paused" else ""
    return (
        f'<p id="turn" hx-swap-oob="true" class="turn" data-seat="{seat}">'
        f'<strong class="only-you" data-seat="{seat}">{own}</strong>'
        f'<span class="not-you" data-seat="{seat}">{other}{paused}</span></p>'
    )


def _odds(words: Words, snapshot: Snapshot) -> str:
    odds = engine.odds(snapshot.view)
    if not odds.total or not snapshot.is_live:
        return '<p id="odds" hx-swap-oob="true" class="odds" hidden></p>'
    shown = [
        _odd(words, kind, count, odds.total)
        for kind, count in (
            ("courtier", odds.courtier),
            ("lady", odds.lady),
            ("monk", odds.monk),
            ("semimaru", odds.semimaru),
            ("emperor", odds.emperor),
        )
    ]
    title = words.label("odds")
    return f'<p id="odds" hx-swap-oob="true" class="odds"><span class="odds-title">{title}</span>{"".join(shown)}</p>'


# Every match of a language passes through the same few thousand of them.
@lru_cache(maxsize=30_000)
def _odd(words: Words, kind: str, count: int, total: int) -> str:
    """The chance of one kind of card, as a percentage for the eye and as a sentence for the ear."""
    percent = words.percent(count, total)
    said = words.label("odds_of").format(
        kind=words.label(f"role.{kind}"),
        percent=percent,
        count=words.number(count),
        total=words.number(total),
    )
    return (
        f'<span class="odd {kind}"><i class="mark-role {kind}" aria-hidden="true"></i>'
        f'<span aria-hidden="true">{percent}</span><span class="vh">{said}</span></span> '
    )


def _events(words: Words, lines: list[str], steps: tuple[StepLine, ...]) -> str:
    # The beginning of the match is a line without a step.
    weights = [""] * (len(lines) - len(steps)) + [' data-weight="decisive"' * is_decisive(step) for step in steps]
    items = "".join(f"<li{weight}>{line}</li>" for weight, line in zip(reversed(weights), reversed(lines), strict=True))
    return (
        f'<section id="events" hx-swap-oob="true" class="events" aria-labelledby="events-title">'
        f'<h2 id="events-title">{words.label("log")}</h2><ol reversed>{items}</ol></section>'
    )


def is_decisive(step: StepLine) -> bool:
    """Say whether a step turns the match: Semimaru, the end, or many cards lost or won at once."""
    return any(
        event.kind is engine.EventKind.MATCH_OVER
        or event.card == engine.SEMIMARU
        or (event.kind in _HAULS and event.count >= MANY_CARDS)
        for event in step.events
    )


def say_piece(snapshot: Snapshot, language: str) -> str:
    """Return the last step for the live region of a replay: the element stays, only its text is replaced.

    The live table has a region of its own, whose script says as much as its listener wants.
    """
    words = words_of(language)
    names = seat_names(words, snapshot)
    line = _line(words, snapshot, snapshot.recent[-1], names) if snapshot.recent else _beginning(words, snapshot, names)
    return f'<p id="say" hx-swap-oob="innerHTML" class="vh" role="status" aria-live="polite">{line}</p>'


def _beginning(words: Words, snapshot: Snapshot, names: list[str]) -> str:
    return f"<span>{words.label('match_begins').format(name=names[snapshot.view.first_seat])}</span>"
