"""What staff may do to matches besides reading: checking and voiding them; for the actions of the admin of matches."""

from __future__ import annotations

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.errors import ServiceError
from games.models import Match
from games.selectors.replays import replays
from games.services.voiding import void_match
from games.verification import problems


@admin.action(description=_("Void the selected matches and rebuild the ratings"), permissions=["void"])
def void_matches(
    model_admin: admin.ModelAdmin[Match], request: HttpRequest, queryset: QuerySet[Match]
) -> HttpResponse | None:
    """Void the finished matches among the selected ones; the others are named and stay as they are.

    Asks first, since nothing brings a match back; the page of that question sends the action again with "confirmed".
    """
    if "confirmed" not in request.POST:
        context = {
            **model_admin.admin_site.each_context(request),
            "title": gettext("Void matches"),
            "opts": model_admin.opts,
            "matches": queryset,
        }
        return render(request, "admin/games/match/void_confirmation.html", context)
    count = 0
    for match in queryset:
        try:
            void_match(match_id=match.pk)
        except ServiceError:
            text = gettext("Match %(match)s has not been played to its end and stays as it is.")
            model_admin.message_user(request, text % {"match": match.pk}, messages.ERROR)
            continue
        model_admin.log_change(request, match, "Voided.")
        count += 1
    if count:
        text = ngettext("%(count)s match was voided.", "%(count)s matches were voided.", count)
        model_admin.message_user(request, text % {"count": count}, messages.SUCCESS)
    return None


@admin.action(description=_("Check shuffle, steps and result of the selected matches"), permissions=["view"])
def verify_matches(model_admin: admin.ModelAdmin[Match], request: HttpRequest, queryset: QuerySet[Match]) -> None:
    """Say of each selected match what is wrong with it, or that all of them are right."""
    count = bad = 0
    for replay in replays(queryset.prefetch_related(None)):  # it reads the seats its own way
        found = problems(replay)
        count += 1
        bad += bool(found)
        for problem in found:
            text = f"{replay.match.pk}: {problem.flaw.value}: {problem.detail}"
            model_admin.message_user(request, text, messages.ERROR)
    if not bad:
        text = ngettext("%(count)s match checked: all right.", "%(count)s matches checked: all right.", count)
        model_admin.message_user(request, text % {"count": count}, messages.SUCCESS)
