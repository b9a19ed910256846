"""What happens to every request before its view: static files, language, origin; it must not know pages."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Serves static files from memory-sized answers, since an ASGI server cannot stream a plain file without a warning."""

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


class LanguageMiddleware(LocaleMiddleware):
    pass


class SameOriginMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)
