"""Looking at rules before they are saved: a simulation by a worker and its charts; nothing here changes a rule set."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from games.admin import preview_charts
from games.models import RulePreview, RuleSet
from games.selectors.previews import preview_of, statistics_of
from games.selectors.rules import RULE_KEYS
from games.services.previews import plan_of, revive_preview, start_preview

REFRESH_SECONDS: Final = 2


class PreviewForm(forms.ModelForm[RuleSet]):
    """The values of a rule set that matter to play; the name only says on the page what was looked at."""

    name = forms.CharField(required=False)

    class Meta:
        model = RuleSet
        fields = list(RULE_KEYS)


class PreviewedAdmin(admin.ModelAdmin[RuleSet]):
    """Adds the preview and its pages to an admin of rule sets, for those who may change them."""

    def get_urls(self) -> list[URLPattern]:
        """Return Django's addresses with those of the preview before them."""
        views: list[tuple[str, Callable[..., HttpResponse], str]] = [
            ("preview/", self.preview_view, "preview"),
            ("preview/<int:preview_id>/", self.preview_page_view, "preview_page"),
            ("preview/<int:preview_id>/progress/", self.preview_progress_view, "preview_progress"),
        ]
        own = [
            path(address, self.admin_site.admin_view(never_cache(view)), name=f"games_ruleset_{name}")
            for address, view, name in views
        ]
        return [*own, *super().get_urls()]

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show the form, with the preview's button for those who may use it."""
        context = {**(extra_context or {}), "can_preview": self.has_change_permission(request)}
        response: HttpResponse = super().changeform_view(request, object_id, form_url, context)
        return response

    def preview_view(self, request: HttpRequest) -> HttpResponse:
        """Start a preview of the posted values and lead to its page; raises PermissionDenied."""
        self._demand_change(request)
        if request.method != "POST":
            return HttpResponseRedirect(reverse("admin:games_ruleset_changelist"))
        form = PreviewForm(request.POST)
        if not form.is_valid():
            return self._page(request, {"form": form}, status=400)
        assert request.user.is_authenticated
        preview = start_preview(
            asked_by=request.user, rules=form.instance.to_engine(), name=form.cleaned_data["name"][:80]
        )
        return HttpResponseRedirect(reverse("admin:games_ruleset_preview_page", args=[preview.pk]))

    def preview_page_view(self, request: HttpRequest, preview_id: int) -> HttpResponse:
        """Show a preview as far as it has come; without script the page loads itself again until it is done."""
        self._demand_change(request)
        preview = preview_of(preview_id)
        if preview is None:
            text = gettext("That preview is gone. Previews are kept for a day; start a new one from the rule set.")
            self.message_user(request, text, messages.WARNING)
            return HttpResponseRedirect(reverse("admin:games_ruleset_changelist"))
        return self._page(request, self._preview_context(preview))

    def preview_progress_view(self, request: HttpRequest, preview_id: int) -> HttpResponse:
        """Return the part of the page that changes, for a page that asks again and again."""
        self._demand_change(request)
        preview = preview_of(preview_id)
        page = reverse("admin:games_ruleset_preview_page", args=[preview_id])
        if "HX-Request" not in request.headers:
            return HttpResponseRedirect(page)
        if preview is None:
            return HttpResponse(headers={"HX-Redirect": page})
        return render(request, "admin/games/ruleset/_preview.html", self._preview_context(preview) | {"is_piece": True})

    def _demand_change(self, request: HttpRequest) -> None:
        if not self.has_change_permission(request):
            raise PermissionDenied

    def _preview_context(self, preview: RulePreview) -> dict[str, Any]:
        revive_preview(preview=preview)
        found = statistics_of(preview)
        shown = RuleSet(**preview.rules)
        plan = plan_of(shown.to_engine())
        return {
            "preview": preview,
            "percent": 100 * preview.parts_done // preview.parts_total,
            "refresh_seconds": REFRESH_SECONDS,
            "htmx_config": json.dumps(settings.HTMX_CONFIG),
            "has_choices": shown.allow_stop,
            "matches": plan.matches,
            "values": [
                (RuleSet._meta.get_field("semimaru").verbose_name, shown.get_semimaru_display()),
                (RuleSet._meta.get_field("emperor").verbose_name, shown.get_emperor_display()),
                (RuleSet._meta.get_field("lady").verbose_name, shown.get_lady_display()),
                (
                    RuleSet._meta.get_field("allow_stop").verbose_name,
                    gettext("Yes") if shown.allow_stop else gettext("No"),
                ),
            ],
            "charts": preview_charts.charts(found) if found else [],
            "rows": preview_charts.table_rows(found),
        }

    def _page(self, request: HttpRequest, context: dict[str, Any], status: int = 200) -> HttpResponse:
        own = {"title": gettext("Preview of rules"), "opts": self.opts, "has_view_permission": True}
        context = {**self.admin_site.each_context(request), **own, **context}
        return render(request, "admin/games/ruleset/preview.html", context, status=status)
