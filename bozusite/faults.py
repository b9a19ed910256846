"""The page for a fault of ours; it may lean on nothing that may be what is broken: no database, no context."""

import logging

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation

from bozusite import languages
from bozusite.middleware import wished_language

logger = logging.getLogger(__name__)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer that something went wrong, in the language of the address or else the reader's."""
    segment, _ = languages.split_prefix(request.path_info)
    code = segment if segment in languages.CODES else wished_language(request)
    with translation.override(code):
        try:
            html = render_to_string("500.html")
        except Exception:  # say, the list of static files is what is missing
            logger.exception("event=fault_page_failed")
            return HttpResponse("Something went wrong.\n", status=500, content_type="text/plain; charset=utf-8")
    response = HttpResponse(html, status=500)
    response["Content-Language"] = code
    response["Cache-Control"] = "no-store"
    return response
