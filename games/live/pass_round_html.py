"""What is done at a table whose people pass one device from hand to hand, as HTML; it must not know who may do it."""

from games import engine
from games.live.snapshot import Snapshot
from games.live.words import Words
from games.models import MatchStatus


def scene(words: Words, snapshot: Snapshot, names: list[str]) -> str:
    """Return the "turn" piece of a match that goes on: whose hands the device belongs into now; `names` as HTML."""
    turn = snapshot.view.turn
    assert turn is not None
    is_passed = not snapshot.seats[turn].is_cpu and _last_hands(snapshot) != turn
    key = "choice_of" if engine.Action.STOP in snapshot.view.legal else "turn_of"
    text = words.label("pass_to" if is_passed else key).format(name=names[turn])
    paused = f" {words.label('match_paused')}" if snapshot.status == MatchStatus.PAUSED else ""
    mark = " is-passed" * is_passed
    return f'<p id="turn" hx-swap-oob="true" class="turn pass-scene{mark}" data-seat="{turn}">{text}{paused}</p>'


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
