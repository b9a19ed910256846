"""What the page of a match shows, worked out from a replay for one viewer and language; it reads no rows itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext, pgettext

from games import engine, luck
from games.live import fragments
from games.live.names_html import seat_names
from games.live.sentences import joined_sentences, outcome_sentence, step_sentences
from games.live.snapshot import Snapshot
from games.live.words import Words, signed, words_of
from games.models import MatchStatus, PlayedBy
from games.selectors.ratings import RatingChanges
from games.selectors.replays import Replay
from games.verification import Flaw, problems

_SWAP_MARK: Final = re.compile(' hx-swap-oob="[^"]*"')
# The pieces of the live table that a replay shows; the others belong to a match that goes on.
_PIECES: Final = ("board", "piles", "latest", "turn", "odds", "say")


@dataclass(frozen=True, slots=True)
class Viewed:
    """A replay in the eyes of one viewer: their language and seat (None for a watcher), and the seats' names (HTML)."""

    replay: Replay
    language: str
    you: int | None
    names: list[str]

    @property
    def words(self) -> Words:
        """The words of the viewer's language."""
        return words_of(self.language)


def viewed(replay: Replay, language: str, player_id: int | None) -> Viewed:
    """Return a replay in the eyes of a player, or of somebody without one."""
    own = (seat.number for seat in replay.seats if seat.player_id == player_id and not seat.is_shared)
    you = next(own, None) if player_id is not None else None
    names = seat_names(words_of(language), replay.snapshot(0)) if replay.states else []
    return Viewed(replay, language, you, names)


def safe_name(view: Viewed, seat: int) -> SafeString:
    """Return the name of a seat as HTML."""
    return mark_safe(view.names[seat])


def step_number(text: str, last: int) -> int:
    """Return the step that an address asks for, brought into 0..last; the last one where it asks for none."""
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        return last
    return min(int(text), last)


def board_parts(view: Viewed, number: int, *, is_swapped: bool) -> dict[str, Any]:
    """Return the table as it stood after a step: its pieces, the seats in their places, and the ways on.

    `is_swapped` pieces take the places of others in a page that is open; else they stand in a page of their own.
    """
    snapshot = view.replay.snapshot(number)
    pieces = table_pieces(snapshot, view.language, _PIECES, is_swapped=is_swapped)
    last = view.replay.last_step
    return {
        "step": number,
        "last_step": last,
        "previous_step": number - 1 if number else None,
        "next_step": number + 1 if number < last else None,
        "pieces": pieces,
        "slots": seat_slots(pieces, len(snapshot.seats), view.you),
        "who_text": _who(view, number) if number else "",
    }


def step_lines(view: Viewed) -> list[dict[str, Any]]:
    """Return a line for each step: its number, what happened (HTML), and who made it where that was not a person."""
    return [
        {
            "number": number,
            "text": step_text(view, number),
            "played_by": view.replay.steps[number - 1].played_by,
            "who": _who(view, number),
        }
        for number in range(1, view.replay.last_step + 1)
    ]


def step_text(view: Viewed, number: int) -> SafeString:
    """Return what a step did, as HTML: mostly one sentence."""
    step = view.replay.steps[number - 1]
    told = view.replay.told[number - 1]
    # Who played is told beside the sentence, so the sentence names the seat alone.
    sentences = step_sentences(view.words, told.events, names=view.names, played_by=PlayedBy.PERSON)
    if step.sequence == len(view.replay.steps) and view.replay.outcome[1]:
        sentences.append(outcome_sentence(view.words, view.replay.outcome[1], view.names))
    return mark_safe(joined_sentences(view.words, sentences))


def ranking_rows(view: Viewed, changes: RatingChanges) -> list[dict[str, Any]]:
    """Return the seats in the order of their ranks, without a result as they stood; with what their ratings gained."""
    replay = view.replay
    state = replay.states[-1]
    ranks = replay.outcome[0] or engine.standings(state)
    return [
        {
            "rank": ranks[seat.number],
            "name": safe_name(view, seat.number),
            "player_id": seat.player_id,
            "is_you": seat.number == view.you,
            "is_cpu": seat.is_cpu,
            "is_first_seat": seat.number == replay.match.first_seat,
            "is_out": state.out[seat.number],
            "card_count": len(state.hands[seat.number]),
            "site_change": signed(changes.site.get(seat.player_id or 0)),
            "group_change": signed(changes.group.get(seat.player_id or 0)),
        }
        for seat in sorted(replay.seats, key=lambda seat: (ranks[seat.number], seat.number))
    ]


def rating_note(replay: Replay, changes: RatingChanges) -> str:
    """Return why a rated match does not count on a ranking, nothing where it counts."""
    match = replay.match
    if not match.is_rated or changes.site:
        return ""
    if match.status != MatchStatus.FINISHED:
        return gettext("No rating changed, since the match has no result.")
    if changes.group:
        return gettext("Counts in the group only: the same people have played their ten matches of the day (UTC).")
    return gettext("No rating changed: it takes two people or more, each on a device of their own.")


def headline(view: Viewed) -> SafeString:
    """Return how the match ended, as HTML."""
    replay = view.replay
    winners = replay.outcome[1]
    if replay.match.status == MatchStatus.FINISHED and winners:
        return mark_safe(outcome_sentence(view.words, winners, view.names))
    return mark_safe(escape(view.words.label("match_closed")))


def luck_rows(view: Viewed) -> list[dict[str, Any]]:
    """Return what fell to each seat in cards."""
    rows = luck.seat_luck(view.replay.told, len(view.replay.seats))
    return [
        {
            "name": safe_name(view, row.seat),
            "is_you": row.seat == view.you,
            "luck": row,
        }
        for row in rows
    ]


def choice_rows(view: Viewed) -> list[dict[str, Any]]:
    """Return every choice between a further card and stopping, with the odds of the next card at that moment."""
    words = view.words
    rows = []
    for choice in luck.choices(view.replay.told):
        total = choice.odds.total
        rows.append(
            {
                "step": choice.step,
                "name": safe_name(view, choice.seat),
                "is_flip": choice.action is engine.Action.FLIP,
                "hand_count": choice.hand_count,
                "pile_count": choice.pile_count,
                "odds": [
                    {"kind": kind, "name": words.role(kind), "percent": words.percent(count, total)}
                    for kind, count in (
                        (engine.Role.COURTIER, choice.odds.courtier),
                        (engine.Role.LADY, choice.odds.lady),
                        (engine.Role.MONK, choice.odds.monk),
                        (engine.Role.SEMIMARU, choice.odds.semimaru),
                    )
                ],
            }
        )
    return rows


def flaw_texts(replay: Replay) -> list[str]:
    """Return a sentence for each kind of flaw that the stored match has, none for an honest one."""
    texts = {
        Flaw.COMMITMENT: gettext("The secret is not the one whose fingerprint was published before the match."),
        Flaw.DECK: gettext("The stored order of the cards is not the one that the secret and the seats' numbers give."),
        Flaw.STEPS: gettext("The stored steps cannot be played by the rules of this match."),
        Flaw.STATE: gettext("The stored table is not where the stored steps lead."),
        Flaw.RESULT: gettext("The stored result is not what the last card says."),
        Flaw.STATUS: gettext("The stored end of the match does not fit its steps."),
    }
    flaws = dict.fromkeys(problem.flaw for problem in problems(replay))
    return [texts[flaw] for flaw in flaws]


def duration_text(seconds: float) -> str:
    """Return a duration in minutes, as words."""
    minutes = max(1, round(seconds / 60))
    return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)


def table_pieces(
    snapshot: Snapshot, language: str, wanted: Sequence[str], *, is_swapped: bool
) -> dict[str, SafeString]:
    """Return the wanted pieces of the live table and those of all its seats, by their ids.

    `is_swapped` pieces take the places of others in a page that is open; else they stand in a page of their own.
    """
    built = {**fragments.shared_pieces(snapshot, language), "say": fragments.say_piece(snapshot, language)}
    names = [*wanted, *(f"seat-{face.number}" for face in snapshot.seats)]
    if not is_swapped:
        # When the browser goes back, htmx puts whole pages in place; marked pieces would be taken out of them.
        built = {name: _SWAP_MARK.sub("", html, count=1) for name, html in built.items()}
    return {name: mark_safe(built[name]) for name in names}


def seat_slots(pieces: dict[str, SafeString], seat_count: int, you: int | None) -> list[dict[str, Any]]:
    """Return the seats in turn order from the viewer's own, which comes last, as at the live table."""
    own = you or 0
    return [
        {"place": place, "seat": pieces[f"seat-{(own + place) % seat_count}"]} for place in (*range(1, seat_count), 0)
    ]


def _who(view: Viewed, number: int) -> str:
    """Who made a step, in a word or two; nothing for a person or for the CPU in its own seat."""
    step = view.replay.steps[number - 1]
    is_cpu_seat = view.replay.seats[step.seat].is_cpu
    match step.played_by:
        case PlayedBy.PERSON:
            return pgettext("who made a step in the list of steps", "person")
        case PlayedBy.TIMEOUT:
            return pgettext("who made a step in the list of steps", "CPU, time over")
        case PlayedBy.AWAY:
            return pgettext("who made a step in the list of steps", "CPU, player away")
        case _ if not is_cpu_seat:
            return pgettext("who made a step in the list of steps", "CPU, keeps the seat")
    return pgettext("who made a step in the list of steps", "CPU")
