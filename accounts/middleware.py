"""Puts the player of the device cookie on each request and answers for banned ones; never makes a player."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render

from accounts.errors import AccountsError, ErrorCode
from accounts.requests import attach_identity


class PlayerMiddleware:
    """Gives every request `identity`, `device` and `player`, read from the database only when somebody asks."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        identity = attach_identity(request)
        response = self.get_response(request)
        identity.finish(response)
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        """Answer an action of a banned player with a page that says so; leave all other errors alone."""
        if isinstance(exception, AccountsError) and exception.code is ErrorCode.BANNED:
            return render(request, "accounts/banned.html", status=403)
        return None
