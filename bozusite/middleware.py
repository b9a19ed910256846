"""What happens to every request before its view: static files, language, origin; it must not know pages."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import is_valid_path
from django.utils import translation
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.encoding import escape_uri_path
from whitenoise.middleware import WhiteNoiseMiddleware

from bozusite import languages
from bozusite.origins import is_own_origin
from bozusite.pages import with_query, without_choice

View = Callable[[HttpRequest], HttpResponseBase]

_SAFE = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Serves static files whole, since Django warns about plain files that an ASGI server would have to stream."""

    def __call__(self, request):  # type: ignore[no-untyped-def]
        response = super().__call__(request)
        if response.status_code == 404 and request.path_info.startswith(settings.STATIC_URL):
            # In place of a script or a style that is gone, a page is of no use to anybody.
            return HttpResponse("Not found\n", status=404, content_type="text/plain; charset=utf-8")
        return response

    @staticmethod
    def serve(static_file, request):  # type: ignore[no-untyped-def]
        answer = static_file.get_response(request.method, request.META)
        response = HttpResponse(answer.file.read() if answer.file else b"", status=int(answer.status))
        if answer.file:
            answer.file.close()
        del response["content-type"]
        for key, value in answer.headers:
            response[key] = value
        return response


class LanguageMiddleware:
    """Sets the language of each request: by the prefix of its address alone, or by the reader's wish without one."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        segment, rest = languages.split_prefix(request.path_info)
        if segment in languages.CODES:
            query, is_chosen = without_choice(request.META.get("QUERY_STRING", ""))
            if is_chosen and request.method in _SAFE:
                return _kept_choice(segment, with_query(escape_uri_path(request.path), query))
            request.LANGUAGE_CODE = segment
            with translation.override(segment):
                response = self.get_response(request)
            response.headers.setdefault("Content-Language", segment)
            return response

        code = languages.best_match(segment)
        if code is not None:
            return _permanent_redirect(request, code, rest)

        wish = wished_language(request)
        request.LANGUAGE_CODE = wish
        with translation.override(wish):
            response = (
                _redirect(with_query(f"/{wish}/", request.META.get("QUERY_STRING", "")))
                if (request.path_info == "/")
                else self.get_response(request)
            )
        response.headers.setdefault("Content-Language", wish)
        patch_vary_headers(response, ["Accept-Language", "Cookie"])
        return response


def wished_language(request: HttpRequest) -> str:
    """Return the language wanted where the address does not say: the kept choice, else the browser's, else ours."""
    kept = languages.best_match(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""))
    return kept or languages.match_header(request.headers.get("Accept-Language", ""))


def _redirect(location: str, status: int = 302) -> HttpResponse:
    response = HttpResponse(status=status)
    response["Location"] = location
    return response


def _kept_choice(code: str, location: str) -> HttpResponse:
    response = _redirect(location)
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
    patch_cache_control(response, private=True, no_store=True)
    return response


def _permanent_redirect(request: HttpRequest, code: str, rest: str) -> HttpResponse:
    path = escape_uri_path(f"/{code}{rest or '/'}")
    with translation.override(code):
        # With the closing slash at once, so that nobody is redirected twice.
        if not is_valid_path(f"/{code}{rest}") and is_valid_path(f"/{code}{rest}/"):
            path = f"{path.rstrip('/')}/"
    location = with_query(path, request.META.get("QUERY_STRING", ""))
    # 308 keeps the method of a form that was sent to the old spelling.
    return _redirect(location, 301 if request.method in _SAFE else 308)


class SameOriginMiddleware:
    """Accepts changes only from our own pages, by what the browser says of the request's origin.

    So our forms need no token and our pages no cookie. /admin/ keeps Django's token check, which comes after this one.
    """

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith("/admin/") or request.method in _SAFE:
            return self.get_response(request)
        # Django's test client says so of itself unless told to enforce the checks.
        is_unchecked = getattr(request, "_dont_enforce_csrf_checks", False)
        if not is_unchecked and not is_from_own_page(request):
            return render(request, "403.html", status=403)
        request.csrf_processing_done = True  # type: ignore[attr-defined]
        return self.get_response(request)


def is_from_own_page(request: HttpRequest) -> bool:
    """Return whether the browser says that `request` was made by a page of ours or by its user directly.

    Sec-Fetch-Site decides where it is sent (browsers send it to https and to localhost); otherwise Origin does.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = request.headers.get("Origin", "")
    return is_own_origin(origin, is_secure=request.is_secure(), host=request.get_host())
