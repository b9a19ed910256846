"""The live table as a page, and as plain forms and polling for those whose sockets or scripts do not work."""

import json
from typing import Any, Final, cast

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import PlayerRequest
from games.errors import ErrorCode, ServiceError
from games.live import fragments, store
from games.live.phrases import PHRASES, phrase_picture, phrase_text
from games.live.snapshot import Snapshot, load_snapshot, remaining_ms
from games.live.words import NOTICES, words_of
from games.selectors.matches import table_access
from games.selectors.rules import site_policy
from games.services.play import settle_due
from games.services.presence import touch_presence
from games.views.answers import see_other
from games.views.table_acts import act
from games.views.table_facts import match_facts, meanwhile_lines

# A page without scripts looks again by itself while others play.
REFRESH_SECONDS: Final = 3


@require_safe
@never_cache
def table(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show a match as its table: to the owner of a seat as theirs, to everybody else as to watchers."""
    seat = own_seat(request, match_id)
    meanwhile: list[str] = []
    if seat is not None:
        meanwhile = meanwhile_lines(match_id, seat, _language())
        device = cast(PlayerRequest, request).device
        touch_presence(match_id=match_id, seat=seat, is_opening=True, device_id=device.pk if device else None)
    return _page(request, match_id, seat, {"meanwhile": [mark_safe(line) for line in meanwhile]})


@require_safe
@never_cache
def table_screen(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show a match to a whole room: as watchers see it, large, without buttons, with the way to join or watch.

    The room's screen sits at no seat, even if its device owns one.
    """
    own_seat(request, match_id)
    snapshot = load_snapshot(match_id)
    code = snapshot.group_code
    way = reverse("invite", kwargs={"code": code}) if code else reverse("table", kwargs={"match_id": match_id})
    # A match on one device alone belongs to its one player.
    may_be_watched = code is not None or len({face.player_id for face in snapshot.seats if not face.is_cpu}) > 1
    more = {
        "is_screen": True,
        "code_halves": f"{code[:4]} {code[4:]}" if code else "",
        "way": request.build_absolute_uri(way) if may_be_watched else "",
    }
    return _page(request, match_id, None, more)


def _page(request: HttpRequest, match_id: str, seat: int | None, more: dict[str, Any]) -> HttpResponse:
    """The page of a table for the owner of a seat or for a watcher (None)."""
    # Whoever looks also sees to it that an overdue step is made.
    settle_due(match_id=match_id)
    snapshot = load_snapshot(match_id)
    language = _language()
    pieces = _safe(fragments.pieces(snapshot, language, seat))
    is_passed_round = seat is not None and snapshot.is_passed_round
    people = [str(face.number) for face in snapshot.seats if not face.is_cpu]
    is_waiting = snapshot.is_live and (seat is None or snapshot.view.turn != snapshot.acting_seat(seat))
    context: dict[str, Any] = {
        "title": _title(snapshot),
        "header_note": "" if snapshot.daily_day is None else gettext("Deal of the day"),
        "match_id": match_id,
        # Where the device is passed round, nobody at the table is "you".
        "you": "" if seat is None or is_passed_round else seat,
        "seats_here": " ".join(people) if is_passed_round else "",
        "is_live": snapshot.is_live,
        "pieces": pieces,
        "slots": _slots(pieces, len(snapshot.seats), seat),
        "phrases": [
            {"key": key, "picture": phrase_picture(key), "text": phrase_text(words_of(language), key)}
            for key in PHRASES
        ],
        "facts": match_facts(snapshot),
        "commitment": snapshot.commitment,
        "comma": words_of(language).label("names_comma").format(names="", next=""),
        "htmx_config": json.dumps(settings.HTMX_CONFIG),
        "beat_ms": round(site_policy().heartbeat_seconds * 1000),
        "refresh_seconds": REFRESH_SECONDS if is_waiting else 0,
        **more,
        **_safe(_pieces_of_the_moment(snapshot, language, request.GET.get("notice", ""))),
    }
    return render(request, "table.html", context)


@require_safe
@never_cache
def table_state(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return all pieces of the table.

    Asked every two seconds by pages whose sockets are blocked; asking counts as a sign of life.
    """
    seat = own_seat(request, match_id)
    if seat is not None:
        touch_presence(match_id=match_id, seat=seat, is_opening=False)
    settle_due(match_id=match_id)
    return _state_answer(match_id, seat, "")


@require_POST
@never_cache
def table_action(request: HttpRequest, match_id: str) -> HttpResponse:
    """Carry out an action sent as a plain form, and show the table again; a refusal is said there."""
    seat = own_seat(request, match_id)
    error = act(cast(PlayerRequest, request), match_id, seat)
    if error is None and request.POST.get("action") == "leave":
        # Not to the table: opening it would take the seat again.
        return see_other(_way_out(match_id))
    code = error.value if error else "guess_kept" if request.POST.get("action") == "guess" else ""
    if cast(PlayerRequest, request).htmx:
        return _state_answer(match_id, seat, code)
    address = reverse("table", kwargs={"match_id": match_id})
    return see_other(f"{address}?notice={code}" if code else address)


def own_seat(request: HttpRequest, match_id: str) -> int | None:
    """Return the number of the seat that the request's player owns, None for a watcher.

    Raises Http404 where there is no such table for this person, PermissionDenied for somebody banned or removed.
    """
    try:
        return table_access(match_id, cast(PlayerRequest, request).player).seat
    except ServiceError as error:
        if error.code is ErrorCode.NOT_FOUND:
            raise Http404(match_id) from None
        raise PermissionDenied(error.code.value) from None


def _way_out(match_id: str) -> str:
    """Where somebody who leaves the table goes: to their group, or home."""
    code = load_snapshot(match_id).group_code
    return reverse("group", kwargs={"code": code}) if code else reverse("home")


def _title(snapshot: Snapshot) -> str:
    """What the page is called, in the tab and to those who listen."""
    if snapshot.daily_day is not None:
        return gettext("Deal of the day, {day}").format(day=date_format(snapshot.daily_day, "DATE_FORMAT"))
    return gettext("Table of Bozu Mekuri")


def _language() -> str:
    return get_language() or settings.LANGUAGE_CODE


def _safe(pieces: dict[str, str]) -> dict[str, SafeString]:
    """Mark pieces as HTML: their builders escape what people wrote."""
    return {name: mark_safe(html) for name, html in pieces.items()}


def _slots(pieces: dict[str, SafeString], seat_count: int, seat: int | None) -> list[dict[str, Any]]:
    """The seats in turn order; the viewer's own comes last, as place 0, and its left neighbour first, as place 1."""
    own = seat or 0
    places = [*range(1, seat_count), 0]
    return [
        {
            "place": place,
            "seat": pieces[f"seat-{(own + place) % seat_count}"],
            "phrase": pieces[f"phrase-{(own + place) % seat_count}"],
        }
        for place in places
    ]


def _pieces_of_the_moment(snapshot: Snapshot, language: str, code: str) -> dict[str, str]:
    """The pieces made for each send: the clock runs, a notice is for one person, the pulse says where the match is."""
    return {
        "clock": fragments.clock_piece(snapshot, language, remaining_ms(snapshot, store.database_now())),
        "notice": fragments.notice_piece(code if code in NOTICES else "", language),
        "pulse": fragments.pulse_piece(snapshot.version),
    }


def _state_answer(match_id: str, seat: int | None, code: str) -> HttpResponse:
    snapshot, language = load_snapshot(match_id), _language()
    pieces = fragments.pieces(snapshot, language, seat) | _pieces_of_the_moment(snapshot, language, code)
    return HttpResponse("".join(pieces.values()))
