"""What another app shares with the installed site, mostly the invitation to a group; it must not open groups itself."""

import re
from typing import Final
from urllib.parse import unquote

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.selectors import normal_code
from games.views.answers import see_other

_LONGEST: Final = 4_000
# As in our invite links, with or without a language in front; the host may be written in any way.
_IN_LINK: Final = re.compile(r"/g/([^/\s?#]{1,64})")
# A code alone, or in two halves as it is shown and read aloud.
_ALONE: Final = re.compile(r"(?<!\w)(\w{8}|\w{4}[- ]\w{4})(?!\w)")


@require_safe
@never_cache
def group_shared(request: HttpRequest) -> HttpResponse:
    """Lead from a shared link or text to the group it names, else to a page that says what would have helped."""
    shared = [request.GET.get(name, "")[:_LONGEST] for name in ("url", "text", "title")]
    code = shared_code(shared)
    if code:
        return see_other(reverse("group", kwargs={"code": code}))
    return render(
        request, "groups/shared.html", {"shared": next((text.strip() for text in shared if text.strip()), "")}
    )


def shared_code(texts: list[str]) -> str:
    """Return the code of a group in the first of the texts that has one, in a link before one alone; empty if none."""
    for pattern in (_IN_LINK, _ALONE):
        for text in texts:
            for found in pattern.findall(unquote(text)):
                code = normal_code(found)
                if code:  # its letters hold no vowel, so no word of a message is taken for one
                    return code
    return ""
