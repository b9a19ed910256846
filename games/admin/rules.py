"""Rule sets and site policy in admin: typed fields, history, and no save over somebody else's; it must not play."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any, TypeVar

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F, Model
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin

from games.admin.history import NamedValues
from games.admin.previews import PreviewedAdmin
from games.models import RuleSet, SitePolicy
from games.selectors.rules import Policy
from games.services.rules import move_site_default

Versioned = TypeVar("Versioned", RuleSet, SitePolicy)


class VersionedForm(forms.ModelForm[Versioned]):
    """A form that saves only over the version it was loaded from."""

    loaded_version = forms.IntegerField(label=_("version"), widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk is not None:
            self.initial["loaded_version"] = self.instance.version

    def _post_clean(self) -> None:
        """Take the version by one conditional update, when everything else is right; raises nothing."""
        super()._post_clean()  # type: ignore[misc]
        instance = self.instance
        if self.errors or instance._state.adding:
            return
        loaded = self.cleaned_data.get("loaded_version")
        same = type(instance)._default_manager.filter(pk=instance.pk, version=loaded if loaded is not None else -1)
        if same.update(version=F("version") + 1):
            instance.version = (loaded or 0) + 1
        else:
            self.add_error(None, self._stale())

    def _stale(self) -> str:
        last = self.instance.history.first()
        who = str(last.history_user) if last is not None and last.history_user else gettext("somebody")
        when = date_format(localtime(last.history_date), "SHORT_DATETIME_FORMAT") if last is not None else ""
        return gettext(
            "This was saved by %(who)s (%(when)s) after you opened it, so your change was not saved. "
            "Open the page again, look at the new values, and repeat your change."
        ) % {"who": who, "when": when}


class RuleSetForm(VersionedForm[RuleSet]):
    """All fields of a rule set; ticking "default" moves the mark, taking it away alone is refused."""

    class Meta:
        model = RuleSet
        fields = ["name", "semimaru", "emperor", "lady", "allow_stop", "is_site_default"]

    def clean_is_site_default(self) -> bool:
        """Return the mark; raises ValidationError when nothing would have it any more."""
        is_default: bool = self.cleaned_data["is_site_default"]
        if not is_default and RuleSet.objects.filter(pk=self.instance.pk, is_site_default=True).exists():
            raise forms.ValidationError(gettext("Make another rule set the default instead."))
        return is_default

    def _get_validation_exclusions(self) -> set[str]:
        # Saving moves the mark from the other set first, so the constraint is not broken when it counts.
        return {*super()._get_validation_exclusions(), "is_site_default"}  # type: ignore[misc]


class SitePolicyForm(VersionedForm[SitePolicy]):
    """All values of the policy."""

    class Meta:
        model = SitePolicy
        fields = [field.name for field in dataclasses.fields(Policy)]


class VersionedAdmin(SimpleHistoryAdmin):
    """History for reading: going back to an old version would save over newer ones."""

    object_history_list_template = "admin/rule_history.html"
    object_history_form_template = "admin/rule_history_form.html"

    def get_historical_record_context_helper(self, request: HttpRequest, historical_record: Model) -> NamedValues:
        """Return what says the changes of a record in words."""
        return NamedValues(self.model, historical_record)

    def revert_disabled(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Say yes."""
        return True

    def history_form_view(
        self, request: HttpRequest, object_id: str, version_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show an old version; raises PermissionDenied for a form sent there.

        The library hides the button but saves what is sent, even for accounts that may only look.
        """
        if request.method not in ("GET", "HEAD"):
            raise PermissionDenied
        response: HttpResponse = super().history_form_view(request, object_id, version_id, extra_context)
        return response


@admin.register(RuleSet)
class RuleSetAdmin(PreviewedAdmin, VersionedAdmin):
    """Named rule sets; those in use cannot be deleted."""

    form = RuleSetForm
    list_display = ["name", "semimaru", "emperor", "lady", "allow_stop", "is_site_default", "updated_at"]
    search_fields = ["name"]
    readonly_fields = ["updated_at"]

    def save_model(self, request: HttpRequest, obj: RuleSet, form: RuleSetForm, change: bool) -> None:
        """Save, moving the default's mark where it was ticked."""
        with transaction.atomic():
            if obj.is_site_default:
                for former in move_site_default(to=obj):
                    self.log_change(request, former, "Not the default of the site any more.")
            super().save_model(request, obj, form, change)

    def get_deleted_objects(
        self, objs: Iterable[RuleSet], request: HttpRequest
    ) -> tuple[list[Any], dict[Any, Any], set[Any], list[Any]]:
        """Return Django's answer, with the site's default among what is protected."""
        rule_sets = list(objs)
        to_delete, counts, needed, protected = super().get_deleted_objects(rule_sets, request)
        used = [rule_set for rule_set in rule_sets if rule_set.is_site_default]
        protected = [
            *protected,
            *(format_html("<bdi>{}</bdi>: {}", each, gettext("default of the site")) for each in used),
        ]
        return to_delete, counts, needed, protected


@admin.register(SitePolicy)
class SitePolicyAdmin(VersionedAdmin):
    """The one row of policy values."""

    form = SitePolicyForm
    readonly_fields = ["updated_at"]
    fieldsets = [
        (_("The CPU and absence"), {"fields": ["cpu_pace_seconds", "away_after_seconds", "away_turn_seconds"]}),
        (_("Time limits"), {"fields": ["deadline_slack_seconds", "missed_steps_limit", "sweep_behind_seconds"]}),
        (_("Connections and waiting"), {"fields": ["heartbeat_seconds", "abandon_after_seconds"]}),
        (_("Groups and devices"), {"fields": ["host_succession_seconds", "one_time_link_seconds"]}),
        (None, {"fields": ["updated_at", "loaded_version"]}),
    ]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Say yes only while there is no row."""
        return super().has_add_permission(request) and not SitePolicy.objects.exists()

    def has_delete_permission(self, request: HttpRequest, obj: SitePolicy | None = None) -> bool:
        """Say no: there is always one."""
        return False

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Go straight to the one row."""
        if request.method == "GET" and SitePolicy.objects.exists() and self.has_view_or_change_permission(request):
            return HttpResponseRedirect(reverse("admin:games_sitepolicy_change", args=[SitePolicy.SINGLETON_ID]))
        response: HttpResponse = super().changelist_view(request, extra_context)
        return response
