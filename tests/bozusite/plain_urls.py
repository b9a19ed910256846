"""A few plain pages under language prefixes, so that the language layer is tested apart from the site's pages."""

from django.conf.urls.i18n import i18n_patterns
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import engines
from django.urls import path
from django.utils.translation import get_language

_LINKS = """{{ language_code }} {{ language_direction }}
{% for page in page_languages %}{{ page.code }} {{ page.path|safe }} {{ page.url|safe }} {{ page.choose_url|safe }}
{% endfor %}"""


def home(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"home in {get_language()}")


def rules(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"{request.method} rules in {get_language()} with {request.META['QUERY_STRING']}")


def links(request: HttpRequest) -> HttpResponse:
    return HttpResponse(engines["django"].from_string(_LINKS).render({}, request))


def refused(request: HttpRequest) -> HttpResponse:
    return render(request, "403.html", status=403)


urlpatterns = i18n_patterns(
    path("", home, name="home"),
    path("rules/", rules, name="rules"),
    path("links/", links, name="links"),
    path("p/<str:name>/", links, name="player"),
    # What the frame of every page links to.
    *(path(f"{name}/", links, name=name) for name in ("manifest", "learn", "cards", "rankings", "me")),
)
