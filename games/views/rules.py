"""The rules page of the site and of a group; the words and rules are composed elsewhere."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.rules_page import compose, structured_data
from games.rules_text.texts import texts_for
from games.selectors.pages import group_facts, site_facts
from games.views.group_access import NoAccess, visit_group
from games.views.public import public_page


@require_safe
@public_page
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules as the site has them by default, the same for everybody."""
    texts = texts_for(get_language() or settings.LANGUAGE_CODE)
    page = compose(site_facts(), texts)
    url = request.build_absolute_uri(request.path)
    context = {
        "page": page,
        "texts": texts,
        "structured_data": script_json(structured_data(page, texts, url)),
        "operator": settings.OPERATOR_NAME,
        "contact": settings.OPERATOR_CONTACT,
    }
    return render(request, "rules/page.html", context)


@require_safe
def group_rules(request: HttpRequest, code: str) -> HttpResponse:
    """Show the rules as a group plays, with what differs from the site's default marked; search engines stay out."""
    try:
        group = visit_group(request, code).group
    except NoAccess as no_access:
        return no_access.response
    texts = texts_for(get_language() or settings.LANGUAGE_CODE)
    context = {
        "page": compose(group_facts(group), texts),
        "texts": texts,
        "group": group,
        "operator": settings.OPERATOR_NAME,
        "contact": settings.OPERATOR_CONTACT,
    }
    response = render(request, "rules/page.html", context)
    response["X-Robots-Tag"] = "noindex"
    patch_cache_control(response, private=True, no_cache=True)
    return response


def script_json(data: dict[str, Any]) -> SafeString:
    """Return data as JSON that can stand inside a script element without ending it."""
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for sign, escape in (("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026")):
        written = written.replace(sign, escape)
    return SafeString(written)
