"""Small answers that several views give; they know no page."""

from django.http import HttpResponse


def see_other(location: str) -> HttpResponse:
    """Return a redirect after a change: the browser reads the next page, and a reload does not repeat the change."""
    response = HttpResponse(status=303)
    response["Location"] = location
    return response
