"""What the owner of a seat, or a watcher, can do at the table, as HTML; it must not know how it is carried out.

Each action is one form: `ws-send` takes it over the socket, and without a socket the browser posts it.
"""

from games import engine
from games.live import pass_round_html
from games.live.names_html import seat_names
from games.live.snapshot import Snapshot
from games.live.words import Words


def controls(words: Words, snapshot: Snapshot, viewer: int | None) -> str:
    """Return the "controls" piece for the owner of a seat or for a watcher (None)."""
    if not snapshot.is_live:
        inner = _afterwards(words, snapshot, viewer)
    elif viewer is not None and snapshot.is_passed_round:
        inner = _actions(words, snapshot, viewer)
    elif viewer is None:
        inner = f'<p class="controls-text">{words.label("you_watch")}</p>{_guess(words, snapshot)}'
    elif snapshot.view.out[viewer]:
        inner = f'<p class="controls-text is-out">{words.label("you_are_out")}</p>{_guess(words, snapshot)}'
    else:
        inner = _actions(words, snapshot, viewer)
    return f'<div id="controls" hx-swap-oob="true" class="controls">{inner}</div>'


def action_form(words: Words, snapshot: Snapshot, viewer: int, action: str, button: str) -> str:
    """Return the form of one action; the version in it makes a second press of the same button harmless.

    Only who is on turn can do something that needs it: for the others it is 0, and their form stays as it is.
    """
    version = snapshot.version if snapshot.view.turn == viewer else 0
    address = words.address("table_action", snapshot.match_id)
    return (
        f'<form id="form-{action}" class="action" method="post" action="{address}" ws-send>'
        f'<input type="hidden" name="action" value="{action}">'
        f'<input type="hidden" name="version" value="{version}">{button}</form>'
    )


def _actions(words: Words, snapshot: Snapshot, viewer: int) -> str:
    view = snapshot.view
    if snapshot.seats[viewer].is_held_by_cpu:
        return action_form(
            words,
            snapshot,
            viewer,
            "take_back",
            f'<button id="take_back" class="button big">{words.label("take_back")}</button>',
        )
    is_on_turn = view.turn == viewer
    may_stop = is_on_turn and engine.Action.STOP in view.legal
    # Off, the button stays where it is and keeps the focus, so it is not `disabled`; the server refuses a press.
    off = "" if is_on_turn else ' aria-disabled="true"'
    label = words.label("reveal_more" if is_on_turn and view.is_further_flip else "reveal")
    forms = action_form(
        words,
        snapshot,
        viewer,
        "flip",
        f'<button id="flip" class="button big primary"{off} aria-keyshortcuts="Space Enter">{label}</button>',
    )
    if may_stop:
        forms += action_form(
            words,
            snapshot,
            viewer,
            "stop",
            f'<button id="stop" class="button big" aria-keyshortcuts="S">{words.label("stop")}</button>',
        )
    return forms


def _guess(words: Words, snapshot: Snapshot) -> str:
    names = seat_names(words, snapshot)
    buttons = "".join(
        f'<button id="guess-{face.number}" class="button small" name="seat" value="{face.number}">'
        f"{names[face.number]}</button>"
        for face in snapshot.seats
        if not snapshot.view.out[face.number]
    )
    address = words.address("table_action", snapshot.match_id)
    # Posted even where a socket is open: a visitor becomes a player by guessing, and only an answer sets the cookie.
    # No version: a guess holds for the match, whatever is flipped meanwhile.
    return (
        f'<form id="form-guess" class="guess" method="post" action="{address}" hx-post="{address}" hx-swap="none">'
        '<input type="hidden" name="action" value="guess"><input type="hidden" name="visit" value="">'
        f'<fieldset><legend>{words.label("guess")}</legend><div class="guess-seats">{buttons}</div></fieldset></form>'
    )


def _afterwards(words: Words, snapshot: Snapshot, viewer: int | None) -> str:
    """The way on when the match is over; whoever played in a group asks for a rematch with one tap."""
    replay = (
        f'<a id="to-match" class="button big" href="{words.address("match", snapshot.match_id)}">'
        f"{words.label('to_match')}</a>"
    )
    if snapshot.is_passed_round and viewer is not None:
        return f"{pass_round_html.afterwards(words, snapshot)}{replay}"
    if snapshot.group_code:
        address = words.group_address(snapshot.group_code)
        if viewer is None:
            return f'<a id="again" class="button big primary" href="{address}">{words.label("to_group")}</a>{replay}'
        return (
            f'<form id="form-again" class="action" method="post" action="{address}again/" data-once>'
            f'<input type="hidden" name="after" value="{snapshot.match_id}">'
            '<input type="hidden" name="nonce" value="">'
            f'<button id="again" class="button big primary">{words.label("again")}</button></form>'
            f'<a id="to-group" class="button big" href="{address}">{words.label("to_group")}</a>{replay}'
        )
    if snapshot.daily_day is not None:
        address = words.plain_address("daily")
        return f'<a id="to-daily" class="button big primary" href="{address}">{words.label("to_daily")}</a>{replay}'
    return (
        f'<form id="form-again" class="action" method="post" action="{words.plain_address("play")}" data-once>'
        '<input type="hidden" name="nonce" value="">'
        f'<button id="again" class="button big primary">{words.label("again")}</button></form>{replay}'
    )
