"""The result of a finished match as HTML; it must not know how ranks come about."""

from games.live.names_html import name_html
from games.live.sentences import name_list
from games.live.snapshot import Snapshot
from games.live.words import Words, signed


def result(words: Words, snapshot: Snapshot, names: list[str]) -> str:
    """Return the "result" piece; hidden while the match goes on."""
    if snapshot.is_live:
        return '<section id="result" hx-swap-oob="true" class="result" hidden></section>'
    if snapshot.ranks is None:
        return _section(words.label("no_result"), f"<p>{words.label('match_closed')}</p>")
    return _section(
        _title(words, snapshot, names),
        _ranking(words, snapshot, names)
        + _left_in_pile(words, snapshot)
        + _guesses(words, snapshot, names)
        + _luck(words, snapshot),
    )


def _section(title: str, inner: str) -> str:
    return (
        f'<section id="result" hx-swap-oob="true" class="result" aria-labelledby="result-title" tabindex="-1">'
        f'<h2 id="result-title">{title}</h2>{inner}</section>'
    )


def _title(words: Words, snapshot: Snapshot, names: list[str]) -> str:
    if len(snapshot.winners) == 1:
        return words.label("winner_is").format(name=names[snapshot.winners[0]])
    return words.label("draw_between").format(names=name_list(words, [names[seat] for seat in snapshot.winners]))


def _ranking(words: Words, snapshot: Snapshot, names: list[str]) -> str:
    assert snapshot.ranks is not None
    most = max(len(hand) for hand in snapshot.view.hands)
    rows = []
    for seat in sorted(range(len(names)), key=lambda number: (snapshot.ranks or ())[number]):
        rank = snapshot.ranks[seat]
        count = len(snapshot.view.hands[seat])
        cards = words.label("cards", count).format(count=f"<b>{words.number(count)}</b>")
        detail = words.label("last_place_out") if snapshot.view.out[seat] else cards
        # The crown says for the eyes what the rank says in words, and not by colour.
        crown = '<i class="crown" aria-hidden="true"></i>' if rank == 1 else ""
        rows.append(
            f'<li class="{"is-first" if rank == 1 else ""}"><span class="rank" aria-hidden="true">{words.number(rank)}'
            f'</span><span class="vh">{words.label("place").format(rank=words.number(rank))}</span>'
            f'<span class="result-name">{crown}{names[seat]}'
            f'<span class="mark mark-you only-you" data-seat="{seat}">{words.label("you")}</span></span>'
            f' <span class="result-cards">{detail}</span>{_rating(words, snapshot, seat)}{_bar(count, most)}</li>'
        )
    return f'<ol class="ranking">{"".join(rows)}</ol>'


def _bar(count: int, most: int) -> str:
    """How large a hand is beside the largest, for the eyes only."""
    return f'<progress class="result-bar" max="{max(most, 1)}" value="{count}" aria-hidden="true"></progress>'


def _rating(words: Words, snapshot: Snapshot, seat: int) -> str:
    """What the match did to the rating of a seat's owner: on the site's ladder, else in the group."""
    line = next((line for line in snapshot.ratings if line.seat == seat), None)
    if line is None:
        return ""
    label, change = ("rating", line.site) if line.site is not None else ("rating_in_group", line.group)
    return f' <span class="result-rating">{words.label(label)} <bdi dir="ltr">{signed(change)}</bdi></span>'


def _left_in_pile(words: Words, snapshot: Snapshot) -> str:
    count = len(snapshot.view.common_pile)
    if not count:
        return ""
    text = words.label("left_in_pile", count).format(count=words.number(count))
    return f'<p class="result-note">{text}</p>'


def _guesses(words: Words, snapshot: Snapshot, names: list[str]) -> str:
    rows = []
    for guess in snapshot.guesses:
        text = words.label("guess_line").format(name=name_html(guess.name), guess=names[guess.seat])
        right = guess.seat in snapshot.winners
        mark = f' <span class="mark mark-right">{words.label("guess_right")}</span>' if right else ""
        rows.append(f"<li>{text}{mark}</li>")
    return f'<ul class="guesses">{"".join(rows)}</ul>' if rows else ""


def _luck(words: Words, snapshot: Snapshot) -> str:
    """The way to the report that says who was lucky; the replay has its button below.

    Nothing for the tutorial, whose match is kept nowhere.
    """
    if not snapshot.match_id:
        return ""
    address = words.address("match_luck", snapshot.match_id)
    return f'<p class="result-links"><a href="{address}">{words.label("luck")}</a></p>'
