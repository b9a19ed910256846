"""Which page of a list a request asks for; it must not know the list."""

from django.http import HttpRequest


def asked_page(request: HttpRequest) -> int:
    """Return the number after `page` in the address, counted from 1; 1 where there is none to be read."""
    text = request.GET.get("page", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else 1
