"""The two piles and the last card as HTML, whole or only what a step changed; it must not know pages or sockets."""

from functools import lru_cache

from games import engine
from games.live.cards_html import CardSize, card, card_title
from games.live.snapshot import Snapshot
from games.live.words import Words

# The cards that lie under the top card of the common pile and peep out.
SEEN_IN_PILE = 5


def piles(words: Words, snapshot: Snapshot) -> str:
    """Return the piece with both piles."""
    notice = ""
    if _has_notice(snapshot):
        notice = f'<p class="semimaru-notice">{words.label("semimaru_notice")}</p>'
    draw_count = snapshot.view.draw_count
    back = '<i class="card card-back"></i>' if draw_count else '<i class="card-space"></i>'
    return (
        f'<div id="piles" hx-swap-oob="true" class="piles">{notice}'
        f'<section class="pile draw-pile {_depth(draw_count)}"><h2 class="pile-name">{words.label("draw_pile")}</h2>'
        f'<div class="stack" aria-hidden="true">{back}</div>{_draw_count(words, draw_count)}</section>'
        f"{_common_pile(words, snapshot.view.common_pile)}</div>"
    )


def piles_changes(words: Words, before: Snapshot, after: Snapshot) -> str:
    """Return what brings the piles from one moment to another; empty if nothing changed."""
    if _outline(before) != _outline(after):
        return piles(words, after)
    left = after.view.draw_count
    changes = "" if left == before.view.draw_count else _draw_count(words, left)
    pile = after.view.common_pile
    if pile != before.view.common_pile:
        changes += _common_pile(words, pile)
    return changes


def latest(snapshot: Snapshot, language: str, line: str) -> str:
    """Return the last step with its card, for the eyes; `line` is what it did, as HTML."""
    cards = [event.card for event in snapshot.recent[-1].events if event.card] if snapshot.recent else []
    face = card(cards[0], language, CardSize.LARGE) if cards else '<i class="card-space"></i>'
    return (
        f'<div id="latest" hx-swap-oob="true" class="latest" data-version="{snapshot.version}" aria-hidden="true">'
        f'<div class="latest-card">{face}</div><p class="latest-text">{line}</p></div>'
    )


def _outline(snapshot: Snapshot) -> tuple[str, bool, bool]:
    """What the pieces look like beside numbers and faces; it changes a few times in a match."""
    count = snapshot.view.draw_count
    return _depth(count), count > 0, _has_notice(snapshot)


def _has_notice(snapshot: Snapshot) -> bool:
    return snapshot.is_live and engine.has_semimaru_notice(snapshot.view)


def _depth(count: int) -> str:
    return "high" if count > 50 else "middle" if count > 15 else "low"


# Every match passes through all of them.
@lru_cache(maxsize=2_000)
def _draw_count(words: Words, count: int) -> str:
    left = words.label("cards_left", count).format(count=f"<b>{words.number(count)}</b>")
    return f'<p id="draw-count" class="pile-count">{left}</p>'


def _common_pile(words: Words, pile: tuple[int, ...]) -> str:
    if pile:
        seen = "".join([card(number, words.language, CardSize.SMALL) for number in pile[-1 - SEEN_IN_PILE :]])
        count = words.label("cards", len(pile)).format(count=f"<b>{words.number(len(pile))}</b>")
        top = words.label("top_card").format(card=card_title(words, pile[-1]))
        face = f'<div class="stack" aria-hidden="true">{seen}</div>'
        common = f'{face}<p class="pile-count">{count}</p><p class="vh">{top}</p>'
    else:
        space = '<div class="stack" aria-hidden="true"><i class="card-space"></i></div>'
        common = f'{space}<p class="pile-count">{words.label("pile_empty")}</p>'
    return (
        f'<section id="common-pile" class="pile common-pile"><h2 class="pile-name">{words.label("common_pile")}</h2>'
        f"{common}</section>"
    )
