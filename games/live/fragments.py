"""The pieces of the live table as HTML, built from a snapshot; they must not read rows, and know no socket and no page.

A piece is one element whose id is the piece's name. Pages hold all pieces; sockets send what changed, made by the same
builders, so that a reload equals the live state. Numbers in attributes are plain; only text is written as the language
writes it.
"""

from functools import lru_cache

from games import engine
from games.build import build_mark
from games.live import pass_round_html
from games.live.controls_html import controls
from games.live.events_html import events, events_changes, last_line
from games.live.names_html import seat_names
from games.live.phrases import phrase_picture, phrase_text
from games.live.piles_html import latest, piles, piles_changes
from games.live.result_html import result
from games.live.seat_html import seat, seats_changes
from games.live.snapshot import Snapshot, StepLine
from games.live.words import Words, words_of


def pieces(snapshot: Snapshot, language: str, viewer: int | None) -> dict[str, str]:
    """Return every piece by its id, "board" first, for the owner of a seat or for a watcher (None)."""
    return {**shared_pieces(snapshot, language), **own_pieces(snapshot, language, viewer)}


def shared_pieces(snapshot: Snapshot, language: str) -> dict[str, str]:
    """Return the pieces that are the same for everybody, "board" first."""
    words = words_of(language)
    names = seat_names(words, snapshot)
    built = {"board": _board(snapshot)}
    for face in snapshot.seats:
        built[f"seat-{face.number}"] = seat(words, snapshot, face, names[face.number])
    for face in snapshot.seats:
        built[f"phrase-{face.number}"] = _phrase(words, snapshot, face.number)
    built["piles"] = piles(words, snapshot)
    built["latest"] = latest(snapshot, language, last_line(words, snapshot, names))
    built["turn"] = _turn(words, snapshot, names)
    built["odds"] = _odds(words, snapshot)
    built["events"] = events(words, snapshot, names)
    built["result"] = result(words, snapshot, names)
    return built


def own_pieces(snapshot: Snapshot, language: str, viewer: int | None) -> dict[str, str]:
    """Return the pieces that depend on who looks: a seat number, or None for a watcher."""
    return {"controls": controls(words_of(language), snapshot, _acting(snapshot, viewer))}


def shared_changes(before: Snapshot, after: Snapshot, language: str) -> str | None:
    """Return what brings a page from one moment of a match to another, in the parts that are the same for everybody.

    Whole pieces, and parts of pieces where only those change; applied to the pieces of `before`, they make those of
    `after`. None where so much changes that a page needs all pieces: the match begins to wait, goes on, or ends.
    """
    if before.status != after.status or not after.is_live or before.turn_limit_seconds != after.turn_limit_seconds:
        return None
    words = words_of(language)
    names = seat_names(words, after)
    if after.seats is not before.seats and names != seat_names(words, before):
        return None
    changes = [seats_changes(words, before, after, names)]
    if after.phrases is not before.phrases:
        changes += [_phrase_changes(words, before, after, face.number) for face in after.seats]
    is_step = after.version != before.version
    if is_step:
        line = last_line(words, after, names)
        changes += (
            _board(after),
            piles_changes(words, before, after),
            latest(after, language, line),
            events_changes(words, before, after, names, line),
        )
        if after.view.draw_count != before.view.draw_count:
            changes.append(_odds(words, after))
    if is_step or after.seats is not before.seats:
        changes.append(_turn(words, after, names))
    return "".join(changes)


def own_changes(before: Snapshot, after: Snapshot, language: str, viewer: int | None) -> str:
    """Return the same for the parts that depend on who looks, where the shared parts are not None."""
    acted, acts = _acting(before, viewer), _acting(after, viewer)
    # Where nothing can be done, the version in the forms does not matter.
    is_concerned = viewer is not None and (before.view.turn == acted or after.view.turn == acts)
    is_step = after.version != before.version
    if not (is_step and is_concerned) and after.seats == before.seats and after.view.out == before.view.out:
        return ""
    return controls(words_of(language), after, acts)


def _acting(snapshot: Snapshot, viewer: int | None) -> int | None:
    """The seat that a viewer acts for."""
    return None if viewer is None else snapshot.acting_seat(viewer)


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


def _phrase_changes(words: Words, before: Snapshot, after: Snapshot, seat_number: int) -> str:
    phrase = _phrase(words, after, seat_number)
    return "" if phrase == _phrase(words, before, seat_number) else phrase


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
        own = "your_seat_held"
    elif is_choice:
        own = "your_turn_more"
    else:
        own = "your_turn_must" if view.is_further_flip else "your_turn"
    return _turn_of(words, seat, names[seat], own, is_choice, snapshot.status == "paused")


# A match has a few of them, and comes back to each again and again.
@lru_cache(maxsize=5_000)
def _turn_of(words: Words, seat: int, name: str, own: str, is_choice: bool, is_paused: bool) -> str:
    other = words.label("choice_of" if is_choice else "turn_of").format(name=name)
    paused = f" {words.label('match_paused')}" if is_paused else ""
    return (
        f'<p id="turn" hx-swap-oob="true" class="turn" data-seat="{seat}">'
        f'<strong class="only-you" data-seat="{seat}">{words.label(own)}</strong>'
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


def say_piece(snapshot: Snapshot, language: str) -> str:
    """Return the last step for the live region of a replay: the element stays, only its text is replaced.

    The live table has a region of its own, whose script says as much as its listener wants.
    """
    words = words_of(language)
    line = last_line(words, snapshot, seat_names(words, snapshot))
    return f'<p id="say" hx-swap-oob="innerHTML" class="vh" role="status" aria-live="polite">{line}</p>'
