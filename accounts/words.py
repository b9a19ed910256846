"""What a refusal says to people, in the language of the page; knows codes and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.utils.translation import gettext, ngettext

from accounts.errors import ErrorCode
from accounts.names import NAME_MAX_GRAPHEMES

_WORDS: Final[dict[ErrorCode, Callable[[], str]]] = {
    ErrorCode.NAME_EMPTY: lambda: gettext("Please enter a name with at least one visible character."),
    ErrorCode.NAME_TOO_LONG: lambda: (
        ngettext(
            "That name is too long: at most %(count)s character.",
            "That name is too long: at most %(count)s characters.",
            NAME_MAX_GRAPHEMES,
        )
        % {"count": NAME_MAX_GRAPHEMES}
    ),
    ErrorCode.NAME_RESERVED: lambda: gettext("That name could be mistaken for the site itself. Please choose another."),
    ErrorCode.BANNED: lambda: gettext("You have been shut out of this site."),
    ErrorCode.NO_PLAYER: lambda: gettext("This device is not known here."),
    ErrorCode.LINK_INVALID: lambda: gettext(
        "This link has been used, has been withdrawn or is too old. Ask for a new one."
    ),
    ErrorCode.CODE_UNKNOWN: lambda: gettext("There is no open group with this code. Please check it with your host."),
    ErrorCode.TOO_MANY_LOOKUPS: lambda: gettext("Too many wrong codes. Please wait ten minutes and try again."),
    ErrorCode.GROUP_CLOSED: lambda: gettext("This group has been closed."),
    ErrorCode.GROUP_FULL: lambda: gettext("This group is full."),
    ErrorCode.NOT_MEMBER: lambda: gettext("You are not a member of this group."),
    ErrorCode.NOT_HOST: lambda: gettext("Only the host can do that, and you are not the host now."),
    ErrorCode.REMOVED: lambda: gettext("The host has removed you from this group."),
    ErrorCode.MEMBER_PRESENT: lambda: gettext(
        "This member is here now. A seat can be handed over only while its owner is away."
    ),
    ErrorCode.NOBODY_READY: lambda: gettext("Nobody is ready to play. Somebody who is here has to take part."),
    ErrorCode.RULES_INVALID: lambda: gettext("Please choose one of the listed values for each rule."),
    ErrorCode.STALE: lambda: gettext(
        "Meanwhile something has changed. Please look again and repeat what you want to do."
    ),
}


def refusal(code: ErrorCode) -> str:
    """Return the sentence for a code in the current language."""
    return _WORDS[code]()
