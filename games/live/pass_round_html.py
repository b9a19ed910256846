"""What is done at a table whose people pass one device from hand to hand, as HTML; it must not know who may do it."""

from games import engine
from games.live.names_html import seat_names
from games.live.snapshot import Snapshot
from games.live.words import Words


def scene(words: Words, snapshot: Snapshot) -> str:
    """Return whose hands the device belongs into now; empty while the CPU is on turn."""
    turn = snapshot.view.turn
    if turn is None or snapshot.seats[turn].is_cpu:
        return ""
    name = seat_names(words, snapshot)[turn]
    if _last_hands(snapshot) != turn:
        text = words.label("pass_to").format(name=name)
    elif engine.Action.STOP in snapshot.view.legal:
        text = words.label("choice_of").format(name=name)
    else:
        text = words.label("turn_of").format(name=name)
    is_passed = "" if _last_hands(snapshot) == turn else " is-passed"
    return f'<p id="pass-scene" class="pass-scene{is_passed}" data-seat="{turn}">{text}</p>'


def _last_hands(snapshot: Snapshot) -> int | None:
    """The seat of the person who acted last, as far as the last steps tell."""
    return next((line.seat for line in reversed(snapshot.recent) if not snapshot.seats[line.seat].is_cpu), None)


def afterwards(words: Words, snapshot: Snapshot) -> str:
    """Return the ways on when the match is over: the same people again, or other ones."""
    again, other = words.plain_address("pass_round_again"), words.plain_address("pass_round")
    return (
        f'<form id="form-again" class="action" method="post" action="{again}" data-once>'
        f'<input type="hidden" name="after" value="{snapshot.match_id}"><input type="hidden" name="nonce" value="">'
        f'<button id="again" class="button big primary">{words.label("again")}</button></form>'
        f'<a id="to-names" class="button big" href="{other}">{words.label("other_people")}</a>'
    )
