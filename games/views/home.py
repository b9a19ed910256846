"""The home page and the button on it that starts a match; reading it makes nobody and sets no cookie."""

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import PlayerRequest
from accounts.services import ensure_player
from games.services.matches import start_solo_match
from games.views.answers import see_other
from games.views.public import public_page


@require_safe
@public_page
def home(request: HttpRequest) -> HttpResponse:
    """Show what the game is and how to start."""
    return render(request, "home.html")


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Start a match of this person against three CPU seats and go to its table."""
    player = ensure_player(cast(PlayerRequest, request))
    nonce = request.POST.get("nonce", "")[:64]
    match = start_solo_match(player=player, nonce=nonce)
    return see_other(reverse("table", kwargs={"match_id": match.id}))
