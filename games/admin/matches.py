"""Matches in admin, for reading, with the ways to replay, check and void them; nobody edits a match."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import admin
from django.db.models import Field, Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from accounts.names import shown_name
from games.admin.match_actions import verify_matches, void_matches
from games.live.words import words_of
from games.models import LIVE_STATUSES, Match, RuleSet, Seat


class ReadOnlyAdmin:
    """Says no to every change; what the actions do is for their own permissions to decide."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Say no."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Say no."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Say no."""
        return False


class SeatInline(ReadOnlyAdmin, admin.TabularInline[Seat, Match]):
    """The seats, in their order; the part of the shuffle that each gave stays with the match page."""

    model = Seat
    fields = ["seat", "name_shown", "player", "last_seen_at", "left_at", "missed_steps", "is_held_by_cpu"]
    readonly_fields = ["seat", "name_shown", "player", "last_seen_at", "left_at", "missed_steps", "is_held_by_cpu"]
    ordering = ["number"]
    extra = 0

    @admin.display(description=_("seat"))
    def seat(self, seat: Seat) -> int:
        """Return the number as people count: from 1."""
        return seat.number + 1

    @admin.display(description=_("name"))
    def name_shown(self, seat: Seat) -> SafeString:
        """Return the name at the table."""
        return _seat_name(seat)


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin, admin.ModelAdmin[Match]):
    """Read-only; deck, secret and state are left out, since a match that goes on keeps them from everybody."""

    list_display = ["id", "status", "players", "group", "is_rated", "started_at", "finished_at", "match_page"]
    list_filter = ["status", "is_rated", "seat_count", "started_at"]
    list_select_related = ["group"]
    search_fields = ["=id", "=group__code", "seats__name"]
    show_full_result_count = False
    actions = [void_matches, verify_matches]
    inlines = [SeatInline]
    fieldsets = [
        (None, {"fields": ["match_page", "status", "group", "is_rated", "started_at", "finished_at"]}),
        (_("Result"), {"fields": ["places"]}),
        (_("Rules"), {"fields": ["semimaru", "emperor", "lady", "allow_stop", "turn_limit_seconds"]}),
        (_("Where it stands"), {"fields": ["version", "turn_seat", "step_at", "deadline_at", "due_at", "commitment"]}),
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """Return all matches with their seats."""
        return super().get_queryset(request).prefetch_related("seats")

    def has_void_permission(self, request: HttpRequest) -> bool:
        """Tell whether somebody may void matches."""
        return request.user.has_perm("games.void_match")

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow the link from a player to the player's matches, and what Django allows."""
        return lookup == "seats__player__id__exact" or super().lookup_allowed(lookup, value, request)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show a match with the buttons of what its reader may do."""
        context = {**(extra_context or {}), "can_void": self.has_void_permission(request)}
        response: HttpResponse = super().change_view(request, object_id, form_url, context)
        return response

    @admin.display(description=_("players"))
    def players(self, match: Match) -> SafeString:
        """Return the names at the table, in their order."""
        return format_html_join(" · ", "{}", [(_seat_name(seat),) for seat in _seats(match)])

    @admin.display(description=_("match page"))
    def match_page(self, match: Match) -> SafeString:
        """Return the link to the table of a match that goes on, and to the replay of any other."""
        if match.status in LIVE_STATUSES:
            name, text = "table", gettext("Watch")
        else:
            name, text = "match", gettext("Replay")
        return format_html('<a href="{}">{}</a>', reverse(name, kwargs={"match_id": match.pk}), text)

    @admin.display(description=_("places"))
    def places(self, match: Match) -> SafeString | str:
        """Return the places and cards of all seats, the best first."""
        result = match.result if isinstance(match.result, dict) else {}
        ranks, counts = result.get("ranks"), result.get("counts")
        seats = _seats(match)
        if not (isinstance(ranks, list) and isinstance(counts, list) and len(ranks) == len(counts) == len(seats)):
            return "–"
        words = words_of(get_language() or "en")
        lines = sorted(
            zip(ranks, [seat.number for seat in seats], seats, counts, strict=True), key=lambda line: line[:2]
        )
        return format_html_join(
            "",
            "<div>{}. {}: {}</div>",
            [
                (rank, _seat_name(seat), words.label("cards", count).format(count=words.number(count)))
                for rank, _number, seat, count in lines
            ],
        )

    @admin.display(description=RuleSet._meta.get_field("semimaru").verbose_name)
    def semimaru(self, match: Match) -> str:
        """Return the name of the value."""
        return _rule(match, "semimaru")

    @admin.display(description=RuleSet._meta.get_field("emperor").verbose_name)
    def emperor(self, match: Match) -> str:
        """Return the name of the value."""
        return _rule(match, "emperor")

    @admin.display(description=RuleSet._meta.get_field("lady").verbose_name)
    def lady(self, match: Match) -> str:
        """Return the name of the value."""
        return _rule(match, "lady")

    @admin.display(description=RuleSet._meta.get_field("allow_stop").verbose_name, boolean=True)
    def allow_stop(self, match: Match) -> bool | None:
        """Return the value, None for a row that does not say."""
        value = match.rules.get("allow_stop") if isinstance(match.rules, dict) else None
        return value if isinstance(value, bool) else None

    @admin.display(description=_("seat on turn"))
    def turn_seat(self, match: Match) -> int | str:
        """Return the seat as people count: from 1; a dash when nobody is on turn any more."""
        return "–" if match.turn is None else match.turn + 1


def _seats(match: Match) -> list[Seat]:
    return sorted(match.seats.all(), key=lambda seat: seat.number)


def _seat_name(seat: Seat) -> SafeString:
    if seat.is_cpu:
        return format_html("{}", words_of(get_language() or "en").label("cpu"))
    return format_html("<bdi>{}</bdi>", shown_name(seat.name) or f"#{seat.player_id}")


def _rule(match: Match, key: str) -> str:
    value = match.rules.get(key) if isinstance(match.rules, dict) else None
    field = cast("Field[Any, Any]", RuleSet._meta.get_field(key))
    return str(dict(field.flatchoices).get(value, value))
