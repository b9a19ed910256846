"""The history of rule sets and policy as staff read it: names of fields and values instead of their keys."""

from __future__ import annotations

import dataclasses
from typing import Any, Final

from django.utils.translation import gettext
from simple_history.models import ModelChange, ModelDelta
from simple_history.template_utils import HistoricalRecordContextHelper

# What every save counts up or stamps says nothing.
_UNTOLD: Final = ("version", "updated_at")


class NamedValues(HistoricalRecordContextHelper):
    """Says what changed in the words of the form."""

    def context_for_delta_changes(self, delta: ModelDelta) -> list[dict[str, Any]]:
        """Return field, old and new value of each change."""
        changes = [change for change in delta.changes if change.field not in _UNTOLD]
        told: list[dict[str, Any]] = super().context_for_delta_changes(dataclasses.replace(delta, changes=changes))
        return told

    def prepare_delta_change_value(self, change: ModelChange, value: Any) -> Any:
        """Return the name of a choice, yes or no for a tick, other values as they are."""
        if isinstance(value, bool):
            return gettext("Yes") if value else gettext("No")
        choices = dict(self.model._meta.get_field(change.field).flatchoices)
        return str(choices.get(value, value))
