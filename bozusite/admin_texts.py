"""Texts of Django's admin that Django lacks in some offered language, marked for our catalogues; it shows no page.

Our catalogues come after those of Django, so what they hold fills the gaps. A text may go from here when Django has
it in every offered language.
"""

from typing import Any, Final

from django.utils.dates import MONTHS, MONTHS_3, WEEKDAYS, WEEKDAYS_ABBR
from django.utils.translation import gettext, gettext_noop, ngettext_lazy, pgettext_lazy
from django.views.i18n import JavaScriptCatalog

PAGES: Final = (
    gettext_noop("Administration"),
    gettext_noop("No date"),
    gettext_noop("Has date"),
    gettext_noop("Empty"),
    gettext_noop("Not empty"),
    gettext_noop("Addition"),
    gettext_noop("Deletion"),
    gettext_noop("user"),
    gettext_noop("content type"),
    gettext_noop("Added “%(object)s”."),
    gettext_noop("Changed “%(object)s” — %(changes)s"),
    gettext_noop("Deleted “%(object)s.”"),
    gettext_noop("Added {name} “{object}”."),
    gettext_noop("Added."),
    gettext_noop("Changed {fields} for {name} “{object}”."),
    gettext_noop("Changed {fields}."),
    gettext_noop("Deleted {name} “{object}”."),
    gettext_noop("Hold down “Control”, or “Command” on a Mac, to select more than one."),
    gettext_noop("Select this object for an action - {}"),
    gettext_noop("The {name} “{obj}” was added successfully."),
    gettext_noop("You may edit it again below."),
    gettext_noop("The {name} “{obj}” was added successfully. You may add another {name} below."),
    gettext_noop("The {name} “{obj}” was changed successfully. You may edit it again below."),
    gettext_noop("The {name} “{obj}” was changed successfully. You may add another {name} below."),
    gettext_noop("The {name} “{obj}” was changed successfully."),
    gettext_noop("The %(name)s “%(obj)s” was deleted successfully."),
    gettext_noop("%(name)s with ID “%(key)s” doesn’t exist. Perhaps it was deleted?"),
    gettext_noop("View %s"),
    gettext_noop(
        "Deleting %(class_name)s %(instance)s would require deleting the following protected related objects: "
        "%(related_objects)s"
    ),
    gettext_noop("%(app)s administration"),
    gettext_noop("We’re sorry, but the requested page could not be found."),
    gettext_noop("Breadcrumbs"),
    gettext_noop("Model name"),
    gettext_noop("Add link"),
    gettext_noop("Change or view list link"),
    gettext_noop("View"),
    gettext_noop("You don’t have permission to view or edit anything."),
    gettext_noop("After you’ve created a user, you’ll be able to edit more user options."),
    gettext_noop("Error:"),
    gettext_noop("Set password"),
    ngettext_lazy("Please correct the error below.", "Please correct the errors below.", "count"),
    gettext_noop("This action will <strong>enable</strong> password-based authentication for this user."),
    gettext_noop("Disable password-based authentication"),
    gettext_noop("Enable password-based authentication"),
    gettext_noop("Skip to main content"),
    gettext_noop("View site"),
    gettext_noop("Hide counts"),
    gettext_noop("Show counts"),
    gettext_noop("Clear all filters"),
    gettext_noop("Toggle theme (current theme: auto)"),
    gettext_noop("Toggle theme (current theme: light)"),
    gettext_noop("Toggle theme (current theme: dark)"),
    gettext_noop("Objects"),
    gettext_noop("Yes, I’m sure"),
    gettext_noop("No, take me back"),
    gettext_noop("Summary"),
    gettext_noop("Recent actions"),
    gettext_noop("My actions"),
    gettext_noop("Added:"),
    gettext_noop("Changed:"),
    gettext_noop("Deleted:"),
    gettext_noop(
        "You are authenticated as %(username)s, but are not authorized to access this page. "
        "Would you like to login to a different account?"
    ),
    gettext_noop("Toggle navigation"),
    gettext_noop("Sidebar"),
    gettext_noop("Start typing to filter…"),
    gettext_noop("Filter navigation items"),
    ngettext_lazy("entry", "entries", "counter"),
    gettext_noop("This object doesn’t have a change history. It probably wasn’t added via this admin site."),
    gettext_noop("Popup closing…"),
    gettext_noop("Save and view"),
    gettext_noop("Close"),
    gettext_noop("Change selected %(model)s"),
    gettext_noop("Add another %(model)s"),
    gettext_noop("Delete selected %(model)s"),
    gettext_noop("View selected %(model)s"),
    gettext_noop("Thanks for spending some quality time with the web site today."),
    gettext_noop(
        "Please enter your old password, for security’s sake, and then enter your new password twice "
        "so we can verify you typed it in correctly."
    ),
    gettext_noop("Select all objects on this page for an action"),
    gettext_noop("Select %s to view"),
)

ACCOUNTS: Final = (
    gettext_noop("Conflicting form data submitted. Please try again."),
    gettext_noop("Password-based authentication was disabled."),
    gettext_noop("Set password: %s"),
    gettext_noop("Authentication and Authorization"),
    gettext_noop("Reset password"),
    gettext_noop("The two password fields didn’t match."),
    gettext_noop("Enter the same password as before, for verification."),
    gettext_noop(
        "Whether the user will be able to authenticate using a password or not. If disabled, they may still be able "
        "to authenticate using other backends, such as Single Sign-On or LDAP."
    ),
    gettext_noop("Password-based authentication"),
    gettext_noop("Enabled"),
    gettext_noop("Disabled"),
    gettext_noop("Raw passwords are not stored, so there is no way to see the user’s password."),
    gettext_noop("Enable password-based authentication for this user by setting a password."),
    gettext_noop("The groups this user belongs to. A user will get all permissions granted to each of their groups."),
    gettext_noop("Specific permissions for this user."),
    gettext_noop("Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only."),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
        "min_length",
    ),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
        "min_length",
    ),
    gettext_noop("The password is too similar to the %(verbose_name)s."),
    gettext_noop("Your password can’t be too similar to your other personal information."),
    gettext_noop("This password is too common."),
    gettext_noop("Your password can’t be a commonly used password."),
    gettext_noop("This password is entirely numeric."),
    gettext_noop("Your password can’t be entirely numeric."),
    gettext_noop("Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ characters."),
    gettext_noop("Password change"),
    gettext_noop("Password change successful"),
)

FORMS: Final = (
    ngettext_lazy(
        "Ensure this value has at least %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at least %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    gettext_noop("Null characters are not allowed."),
    gettext_noop("%(model_name)s with this %(field_labels)s already exists."),
    gettext_noop("Constraint “%(name)s” is violated."),
    gettext_noop("Value %(value)r is not a valid choice."),
    gettext_noop("%(model)s instance with %(field)s %(value)r is not a valid choice."),
    gettext_noop("Enter a complete value."),
    gettext_noop("(Hidden field %(name)s) %(error)s"),
    gettext_noop(
        "ManagementForm data is missing or has been tampered with. Missing fields: %(field_names)s. "
        "You may need to file a bug report if the issue persists."
    ),
    gettext_noop("The inline value did not match the parent instance."),
    gettext_noop("“%(pk)s” is not a valid value."),
    gettext_noop("Forbidden"),
    gettext_noop("CSRF verification failed. Request aborted."),
    gettext_noop(
        "You are seeing this message because this site requires a CSRF cookie when submitting forms. This cookie is "
        "required for security reasons, to ensure that your browser is not being hijacked by third parties."
    ),
    gettext_noop(
        "If you have configured your browser to disable cookies, please re-enable them, at least for this site, "
        "or for “same-origin” requests."
    ),
    gettext_noop("More information is available with DEBUG=True."),
)

# Of django-simple-history.
HISTORY: Final = (
    gettext_noop("View history: %s"),
    gettext_noop("Created"),
    gettext_noop("Changed"),
    gettext_noop("Deleted"),
    gettext_noop("View %(verbose_name)s"),
    gettext_noop("This object doesn't have a change history."),
)

# A text with one form for every number stands for two of Django's; where Django has a translation, that one is taken.
SCRIPTS: Final = (
    gettext_noop('Choose %s by selecting them and then select the "Choose" arrow button.'),
    gettext_noop("Choose all %s"),
    gettext_noop("Choose selected %s"),
    gettext_noop("Remove selected %s"),
    gettext_noop('Remove %s by selecting them and then select the "Remove" arrow button.'),
    gettext_noop("Type into this box to filter down the list of selected %s."),
    gettext_noop("(click to clear)"),
    gettext_noop("Remove all %s"),
    gettext_noop("%s selected option not visible"),
    gettext_noop(
        "You have selected an action, but you haven’t saved your changes to individual fields yet. "
        "Please click OK to save. You’ll need to re-run the action."
    ),
    gettext_noop(
        "You have selected an action, and you haven’t made any changes on individual fields. "
        "You’re probably looking for the Go button rather than the Save button."
    ),
    gettext_noop("6 p.m."),
    gettext_noop("Note: You are %s hour ahead of server time."),
    gettext_noop("Note: You are %s hour behind server time."),
    gettext_noop("Choose a Time"),
    gettext_noop("Choose a Date"),
)

_ENGLISH_MONTHS: Final = (
    ["January", "February", "March", "April", "May", "June", "July"]
    + ["August", "September", "October", "November", "December"]
)  # fmt: skip
_ENGLISH_DAYS: Final = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

# Heads of the calendar's columns, from Monday. Django has whole words for them in Arabic, and no room for seven.
_DAY_LETTERS: Final = (
    pgettext_lazy("one letter Monday", "M"),
    pgettext_lazy("one letter Tuesday", "T"),
    pgettext_lazy("one letter Wednesday", "W"),
    pgettext_lazy("one letter Thursday", "T"),
    pgettext_lazy("one letter Friday", "F"),
    pgettext_lazy("one letter Saturday", "S"),
    pgettext_lazy("one letter Sunday", "S"),
)


class ScriptTexts(JavaScriptCatalog):
    """The texts for the scripts of Django's admin: its own, and ours where it has none."""

    packages = ["django.contrib.admin"]

    def get_catalog(self) -> dict[str, Any]:
        """Return the translations by text, or by context and text with U+0004 between them."""
        return {**filling_texts(), **super().get_catalog(), **day_letters()}


def filling_texts() -> dict[str, str]:
    """Return our translations for the scripts in the language of the moment, those of months and days from Django."""
    texts = {text: gettext(text) for text in SCRIPTS}
    for number, name in enumerate(_ENGLISH_MONTHS, start=1):
        texts[name] = str(MONTHS[number])
        texts[f"abbrev. month {name}\x04{name[:3]}"] = str(MONTHS_3[number]).capitalize()
    for number, name in enumerate(_ENGLISH_DAYS):
        short = "Thur" if name == "Thursday" else name[:3]
        texts[name] = str(WEEKDAYS[number])
        texts[f"abbrev. day {name}\x04{short}"] = str(WEEKDAYS_ABBR[number])
    return texts


def day_letters() -> dict[str, str]:
    """Return the short heads of a calendar's columns in the language of the moment."""
    return {
        f"one letter {name}\x04{name[0]}": str(letter) for name, letter in zip(_ENGLISH_DAYS, _DAY_LETTERS, strict=True)
    }
