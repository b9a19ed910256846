"""Forms about people: they clean what was typed and say what is wrong with it; they write nothing."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.errors import AccountsError
from accounts.names import NAME_STORAGE_LENGTH, normalise_name
from accounts.words import refusal


class NameField(forms.CharField):
    """A person's name, normalised; what was typed stays in the form when it is refused."""

    def __init__(self) -> None:
        super().__init__(
            label=pgettext_lazy("label of the field for one's own name", "Your name"),
            help_text=_("Up to 20 characters in any script; everybody at the table sees it."),
            required=False,
            strip=False,
            # Whatever one can reasonably type arrives; how long a name may be, the normaliser says in its own words.
            widget=forms.TextInput(
                attrs={
                    "autocomplete": "nickname",
                    "maxlength": NAME_STORAGE_LENGTH,
                    "dir": "auto",
                    "spellcheck": "false",
                }
            ),
        )

    def clean(self, value: object) -> str:
        """Return the normalised name; raises ValidationError in the language of the page."""
        try:
            return normalise_name(str(value or ""))
        except AccountsError as error:
            raise ValidationError(refusal(error.code), code=error.code.value) from error


class NameForm(forms.Form):
    """One field: how a person wants to be called."""

    name = NameField()
