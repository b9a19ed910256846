"""The tutorial: each moment of its match is an address of its own; it reads and writes no row and knows no visitor."""

from __future__ import annotations

import json
import re
from typing import Any, Final, cast
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts.requests import PlayerRequest
from games import engine, lesson
from games.lesson import LEARNER, Moment
from games.live.cards_html import CardSize, card
from games.live.sentences import joined_sentences, step_sentences
from games.live.snapshot import SeatFace, Snapshot, StepLine
from games.live.words import Words, words_of
from games.models import MatchStatus, PlayedBy
from games.rules_text.texts import texts_for
from games.views.match_parts import seat_slots, table_pieces
from games.views.public import public_page

# What an address may hold: the number of steps so far, and the learner's choices among them as letters.
_STEP: Final = re.compile(r"[0-9]{1,3}", re.ASCII)
_CHOICES: Final = re.compile(rf"[{''.join(lesson.LETTERS)}]{{0,8}}")

_PIECES: Final = ("board", "piles", "turn", "odds", "result")


@require_safe
@public_page
def learn(request: HttpRequest) -> HttpResponse:
    """Show the moment that `?s=` (steps so far) and `?c=` (choices so far) name, the beginning without them."""
    moment, is_exact = asked_moment(request)
    if not is_exact:
        return HttpResponseRedirect(address(moment))
    context = {"htmx_config": json.dumps(settings.HTMX_CONFIG), **_parts(moment, is_piece=False)}
    return render(request, "learn/page.html", context)


@require_safe
@public_page
def learn_step(request: HttpRequest) -> HttpResponse:
    """Return the pieces of the page at the moment that `?s=` and `?c=` name, and the address of that moment."""
    moment, _ = asked_moment(request)
    if not cast(PlayerRequest, request).htmx:
        return HttpResponseRedirect(address(moment))
    response = render(request, "learn/_step.html", _parts(moment, is_piece=True))
    response["HX-Push-Url"] = address(moment)
    return response


def asked_moment(request: HttpRequest) -> tuple[Moment, bool]:
    """Return the moment nearest to what an address asks for, and whether it is just that.

    Raises Http404 for an address that no page of the tutorial has ever had.
    """
    steps, choices = request.GET.getlist("s"), request.GET.getlist("c")
    if len(steps) > 1 or len(choices) > 1:
        raise Http404("one step at a time")
    step, chosen = (steps or ["0"])[0], (choices or [""])[0]
    if not _STEP.fullmatch(step) or not _CHOICES.fullmatch(chosen):
        raise Http404("no such step")
    moment = lesson.nearest(int(step), chosen)
    return moment, (moment.step, moment.choices) == (int(step), chosen)


def address(moment: Moment) -> str:
    """Return the address of a moment in the present language; the beginning has the plain one."""
    page = reverse("learn")
    return f"{page}?{urlencode(_query(moment.step, moment.choices))}" if moment.step else page


def _query(step: int, choices: str) -> dict[str, str]:
    return {"s": str(step), "c": choices} if choices else {"s": str(step)}


def _parts(moment: Moment, *, is_piece: bool) -> dict[str, Any]:
    """What the page shows at a moment; `is_piece` for parts that take the places of others in a page that is open."""
    language = get_language() or settings.LANGUAGE_CODE
    words, texts = words_of(language), texts_for(language)
    names = _names(words)
    pieces = table_pieces(_snapshot(moment, names), language, _PIECES, is_swapped=is_piece)
    who = engine.winners(moment.state)[0] if moment.is_over else moment.seat or LEARNER
    before = lesson.nearest(moment.step - 1, moment.choices) if moment.step else None
    own_turn = "your_turn_more" if moment.is_choice else "your_turn"
    return {
        "moment": moment,
        "texts": texts,
        "is_piece": is_piece,
        "is_over": moment.is_over,
        "you": LEARNER,
        "pieces": pieces,
        "slots": seat_slots(pieces, lesson.SEATS, LEARNER),
        "card": _card(moment, language),
        "news": _news(moment, words, names),
        "explanation": texts.html(f"learn.lesson.{moment.lesson}", name=names[who]),
        "own_turn": words.label(own_turn) if moment.is_own_turn else "",
        "actions": _actions(moment, words, texts.line("learn.next")),
        "back": _fields(before.step, before.choices) if before else None,
    }


def _names(words: Words) -> list[str]:
    """The seats' names: the learner's is what a player without a name has, the CPU seats are counted from 1."""
    cpu = words.label("cpu_name")
    others = [cpu.format(number=words.number(number)) for number in range(1, lesson.SEATS)]
    return [words.label("seat_name").format(number=words.number(1)), *others]


def _snapshot(moment: Moment, names: list[str]) -> Snapshot:
    """The moment as the live table knows it, so that its pieces are the same."""
    state = moment.state
    recent = []
    if moment.action is not None and moment.seat is not None:
        played_by = PlayedBy.PERSON if moment.seat == LEARNER else PlayedBy.CPU
        recent = [StepLine(moment.step, moment.seat, moment.action.value, played_by.value, moment.events)]
    # The learner is nobody's row; any number makes the seat a person's.
    seats = tuple(SeatFace(number, name, 0 if number == LEARNER else None) for number, name in enumerate(names))
    return Snapshot(
        match_id="",
        version=moment.step,
        status=(MatchStatus.FINISHED if moment.is_over else MatchStatus.RUNNING).value,
        view=engine.public_view(state),
        recent=tuple(recent),
        seats=seats,
        turn_limit_seconds=None,
        deadline_at=None,
        is_rated=False,
        group_code=None,
        host_seat=None,
        commitment="",
        ranks=engine.standings(state) if moment.is_over else None,
        winners=engine.winners(state) if moment.is_over else (),
    )


def _card(moment: Moment, language: str) -> SafeString:
    """The card that came up; before the first one its back, and an empty place where somebody stopped."""
    cards = [event.card for event in moment.events if event.card]
    if cards:
        return mark_safe(card(cards[0], language, CardSize.LARGE))
    return mark_safe('<i class="card-space"></i>' if moment.step else '<i class="card card-back"></i>')


def _news(moment: Moment, words: Words, names: list[str]) -> SafeString:
    """What happened, in the sentences of the live table."""
    marked = [f"<bdi>{name}</bdi>" for name in names]
    return mark_safe(
        joined_sentences(words, step_sentences(words, moment.events, names=marked, played_by=PlayedBy.PERSON))
    )


def _actions(moment: Moment, words: Words, go_on: str) -> list[dict[str, Any]]:
    """The forms that lead on: the main one first, none at the end."""
    if moment.is_over:
        return []
    if not moment.is_choice:
        text = words.label("reveal") if moment.is_own_turn else go_on
        return [
            {"name": "flip", "text": text, "fields": _query(moment.step + 1, moment.choices), "keys": "Space Enter"}
        ]
    return [
        {
            "name": action.value,
            "text": words.label("reveal_more" if action is engine.Action.FLIP else "stop"),
            "fields": _query(moment.step + 1, moment.choices + letter),
            "keys": "Space Enter" if action is engine.Action.FLIP else "S",
        }
        for letter, action in lesson.LETTERS.items()
    ]


def _fields(step: int, choices: str) -> str:
    return urlencode(_query(step, choices))
