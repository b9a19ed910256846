"""What staff may do to matches besides reading: checking and voiding them; for the actions of the admin of matches."""

from __future__ import annotations

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.errors import ServiceError
from games.models import Match
from games.selectors.replays import replays
from games.services.voiding import void_match
from games.verification import problems


@admin.action(description=_("Void the selected matches and rebuild the ratings"), permissions=["change"])
def void_matches(model_admin: admin.ModelAdmin[Match], request: HttpRequest, queryset: QuerySet[Match]) -> None:
    """Void the finished matches among the selected ones; the others are named and stay as they are."""
    count = 0
    for match in queryset:
        try:
            void_match(match_id=match.pk)
        except ServiceError as error:
            model_admin.message_user(request, f"{match.pk}: {error.code.value}", messages.ERROR)
            continue
        model_admin.log_change(request, match, "Voided.")
        count += 1
    if count:
        text = ngettext("%(count)s match was voided.", "%(count)s matches were voided.", count)
        model_admin.message_user(request, text % {"count": count}, messages.SUCCESS)


@admin.action(description=_("Check shuffle, steps and result of the selected matches"), permissions=["view"])
def verify_matches(model_admin: admin.ModelAdmin[Match], request: HttpRequest, queryset: QuerySet[Match]) -> None:
    """Say of each selected match what is wrong with it, or that all of them are right."""
    count = bad = 0
    for replay in replays(queryset):
        found = problems(replay)
        count += 1
        bad += bool(found)
        for problem in found:
            text = f"{replay.match.pk}: {problem.flaw.value}: {problem.detail}"
            model_admin.message_user(request, text, messages.ERROR)
    if not bad:
        text = ngettext("%(count)s match checked: all right.", "%(count)s matches checked: all right.", count)
        model_admin.message_user(request, text % {"count": count}, messages.SUCCESS)
