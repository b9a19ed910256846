"""Forms of a group's pages: they clean and explain, and write nothing."""

from __future__ import annotations

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games import engine
from games.models import EmperorChoice, LadyChoice, RuleSet, SemimaruChoice, TurnLimit
from games.selectors.rules import rule_sets
from games.services.rules import HouseRulesWish

NO_LIMIT: Final = ""


class SettingsForm(forms.Form):
    """Everything that a host sets, with the version that the page was loaded at."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    base = forms.ModelChoiceField(RuleSet.objects.none(), required=False, widget=forms.HiddenInput)
    semimaru = forms.ChoiceField(choices=SemimaruChoice.choices)
    emperor = forms.ChoiceField(choices=EmperorChoice.choices)
    lady = forms.ChoiceField(choices=LadyChoice.choices)
    allow_stop = forms.TypedChoiceField(
        choices=[("true", ""), ("false", "")], coerce=lambda value: value == "true", empty_value=None
    )
    turn_limit = forms.TypedChoiceField(
        label=_("Turn time limit"),
        choices=[(NO_LIMIT, pgettext_lazy("turn time limit", "No limit")), *TurnLimit.choices],
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
    )
    kind = forms.ChoiceField(
        label=pgettext_lazy("kind of match", "Kind"),
        choices=[
            ("friendly", pgettext_lazy("kind of match", "Friendly game")),
            ("rated", pgettext_lazy("kind of match", "Rated game")),
        ],
        widget=forms.RadioSelect,
    )
    cpu_seats = forms.TypedChoiceField(
        label=_("CPU seats in friendly games"),
        choices=[(number, number) for number in range(engine.MAX_SEATS)],
        coerce=int,
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["base"].queryset = rule_sets()  # type: ignore[attr-defined]

    def wish(self) -> HouseRulesWish:
        """Return what the host wants; only after the form was found valid."""
        data = self.cleaned_data
        return HouseRulesWish(
            base_id=data["base"].pk if data["base"] else None,
            semimaru=data["semimaru"],
            emperor=data["emperor"],
            lady=data["lady"],
            allow_stop=data["allow_stop"],
            turn_limit_seconds=data["turn_limit"],
            is_rated=data["kind"] == "rated",
            cpu_seats=data["cpu_seats"],
        )
