"""The page of a match that is over: result, replay step by step, luck, shuffle check, downloads; it writes nothing."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any, Final, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.clock import database_now
from accounts.requests import PlayerRequest
from games import match_file
from games.live.words import words_of
from games.selectors.daily import is_first_try, is_sealed
from games.selectors.ratings import rating_changes
from games.selectors.replays import Replay, finished_matches_of, may_see, replay_of, replays
from games.views import match_parts
from games.views.match_parts import Viewed
from games.views.table_facts import match_facts

# So long after its end the people of a match may still be together.
TOGETHER_SECONDS: Final = 3600

# Indented by nothing: a match is 100 steps, and people read it with programs.
_JSON: Final[dict[str, Any]] = {"ensure_ascii": False, "separators": (",", ":")}


@require_safe
@never_cache
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show a match that is over, at the step that `?step=` names; one that goes on is shown as its table."""
    replay = visible_replay(request, match_id)
    if replay is None:
        return not_here(request)
    if replay.is_live:
        return HttpResponseRedirect(reverse("table", kwargs={"match_id": match_id}))
    if not replay.states:
        return render(request, "matches/unreadable.html", {"flaws": match_parts.flaw_texts(replay)}, status=500)
    view = viewed_by(request, replay)
    changes = rating_changes(match_id=match_id)
    number = match_parts.step_number(request.GET.get("step", ""), replay.last_step)
    context = {
        "title": gettext("Match of Bozu Mekuri"),
        "match": replay.match,
        "you": "" if view.you is None else view.you,
        "headline": match_parts.headline(view),
        "facts": match_facts(replay.snapshot(0)),
        "first_name": match_parts.safe_name(view, replay.match.first_seat),
        "duration": match_parts.duration_text(duration_seconds(replay)),
        "is_solo": replay.match.group_id is None,
        "ranking": match_parts.ranking_rows(view, changes),
        "rating_note": match_parts.rating_note(replay, changes),
        "left_in_pile": len(replay.states[-1].common_pile),
        "lines": match_parts.step_lines(view),
        "luck_rows": match_parts.luck_rows(view),
        "choice_rows": match_parts.choice_rows(view),
        "flaws": match_parts.flaw_texts(replay),
        "is_over": replay.is_over,
        "is_sealed": is_sealed(replay.match, database_now()),
        "is_first_try": is_first_try(match_id=match_id) if replay.match.daily_id else False,
        "nonces": [{"name": match_parts.safe_name(view, seat.number), "nonce": seat.nonce} for seat in replay.seats],
        "is_rematch_here": view.you is not None,
        "is_passed_round": any(seat.is_shared for seat in replay.seats),
        "can_review": can_review(replay),
        "htmx_config": json.dumps(settings.HTMX_CONFIG),
        **match_parts.board_parts(view, number, is_swapped=False),
    }
    return render(request, "matches/match.html", context)


@require_safe
@never_cache
def match_step(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the pieces of the table after the step that `?step=` names, and the address of that step's page."""
    replay = visible_replay(request, match_id)
    if replay is None:
        return not_here(request)
    address = reverse("match", kwargs={"match_id": match_id})
    if replay.is_live or not replay.states or not cast(PlayerRequest, request).htmx:
        return HttpResponseRedirect(f"{address}?{request.GET.urlencode()}")
    number = match_parts.step_number(request.GET.get("step", ""), replay.last_step)
    view = viewed_by(request, replay)
    context = {"match": replay.match, "is_piece": True, **match_parts.board_parts(view, number, is_swapped=True)}
    response = render(request, "matches/_step.html", context)
    response["HX-Push-Url"] = f"{address}?step={number}"
    return response


@require_safe
@never_cache
def match_json(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return a match that is over as the document that `games.match_file` describes."""
    replay = visible_replay(request, match_id)
    if replay is None:
        return JsonResponse({"error": "not_found"}, status=404)
    if replay.is_live:
        # Whatever lies face down stays so until the end.
        return JsonResponse({"error": "not_over"}, status=409)
    return download(match_file.match_document(replay, database_now()), f"bozu-mekuri-{match_id}.json")


@require_safe
@never_cache
def own_matches_json(request: HttpRequest) -> HttpResponse:
    """Return all matches of the request's player that are over, as one document."""
    player = cast(PlayerRequest, request).player
    if player is None:
        return JsonResponse({"error": "no_player"}, status=404)
    document = match_file.history_document(replays(finished_matches_of(player)), player.pk, database_now())
    return download(document, "bozu-mekuri-matches.json")


def visible_replay(request: HttpRequest, match_id: str) -> Replay | None:
    """Return the match if there is one that this request may see."""
    replay = replay_of(match_id)
    # Asked in any case, so that the answer is marked as one person's own.
    player = cast(PlayerRequest, request).player
    return replay if replay is not None and may_see(replay.match, player) else None


def viewed_by(request: HttpRequest, replay: Replay) -> Viewed:
    """Return a replay in the eyes of the request's player, in the language of the page."""
    player = cast(PlayerRequest, request).player
    language = get_language() or settings.LANGUAGE_CODE
    return match_parts.viewed(replay, language, player.pk if player else None)


def not_here(request: HttpRequest) -> HttpResponse:
    """Answer somebody who may not see a match, or asks for one that is not there: both look the same."""
    words = words_of(get_language() or settings.LANGUAGE_CODE)
    return render(request, "matches/not_here.html", {"title": words.notice("not_found")}, status=404)


def can_review(replay: Replay) -> bool:
    """Say whether people may still be together at a match of a group, so that one can lead the others through it."""
    ended_at = replay.match.finished_at
    return (
        replay.match.group_id is not None
        and ended_at is not None
        and database_now() - ended_at < timedelta(seconds=TOGETHER_SECONDS)
    )


def duration_seconds(replay: Replay) -> float:
    """Return how long a match took, up to its last step where it came to no end."""
    match_row = replay.match
    end_at = match_row.finished_at or match_row.step_at
    return (end_at - match_row.started_at).total_seconds()


def download(document: dict[str, Any], file_name: str) -> HttpResponse:
    """Return a document as a JSON file that a browser saves."""
    body = json.dumps(document, **_JSON)
    response = HttpResponse(body, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{file_name}"'
    return response
