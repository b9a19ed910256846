"""The page about oneself: name, devices, links, stored data, deletion; reading it makes nobody."""

from __future__ import annotations

from typing import Any, cast

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import services
from accounts.clock import database_now
from accounts.forms import NameForm
from accounts.models import Player
from accounts.names import shown_name
from accounts.requests import PlayerRequest
from accounts.selectors import devices_of, open_groups_of, open_links_of
from accounts.stored import stored_data


def see_other(location: str) -> HttpResponse:
    """Return a redirect to be read with GET after a change."""
    response = HttpResponseRedirect(location)
    response.status_code = 303
    return response


def _page(request: PlayerRequest, *, form: NameForm | None = None, status: int = 200, **more: Any) -> HttpResponse:
    player = request.player
    context: dict[str, Any] = {"player": player, "form": form, **more}
    if player is not None:
        context |= {
            "devices": devices_of(player),
            "this_device": request.device,
            "links": open_links_of(player, database_now()),
            "groups": open_groups_of(player),
        }
    if form is None:
        context["form"] = NameForm(initial={"name": shown_name(player.display_name) if player else ""})
    return render(request, "accounts/me.html", context, status=status)


@require_safe
def me(request: HttpRequest) -> HttpResponse:
    """Show one's name, groups, devices and what can be done about them."""
    return _page(cast(PlayerRequest, request))


@require_POST
def me_name(request: HttpRequest) -> HttpResponse:
    """Take a name, making the player if this is the first thing they do."""
    form = NameForm(request.POST)
    if not form.is_valid():
        return _page(cast(PlayerRequest, request), form=form, status=422)
    services.rename_player(player=services.ensure_player(request), name=form.cleaned_data["name"])
    return see_other(reverse("me"))


def _own_player(request: HttpRequest) -> Player | None:
    return cast(PlayerRequest, request).player


@require_POST
def me_link(request: HttpRequest) -> HttpResponse:
    """Make a one-time link to another device and show it with its QR code, this once."""
    player = services.ensure_player(request)
    link, secret = services.make_link(player=player)
    address = request.build_absolute_uri(reverse("device_link", args=[secret]))
    response = _page(cast(PlayerRequest, request), new_link=link, new_link_address=address)
    response["Cache-Control"] = "no-store"
    return response


@require_POST
def me_link_revoke(request: HttpRequest, link_id: int) -> HttpResponse:
    """Withdraw a one-time link."""
    player = _own_player(request)
    if player is not None:
        services.revoke_link(player=player, link_id=link_id)
    return see_other(reverse("me"))


@require_POST
def me_device_revoke(request: HttpRequest, device_id: int) -> HttpResponse:
    """Sign one of one's devices out, this one included."""
    own = cast(PlayerRequest, request)
    device = own.device
    if device is not None:
        was_signed_out = services.revoke_device(player=device.player, device_id=device_id)
        if was_signed_out and device.pk == device_id:
            own.identity.drop()
    return see_other(reverse("me"))


@require_safe
def me_data(request: HttpRequest) -> HttpResponse:
    """Hand out everything stored about the player as JSON."""
    player = _own_player(request)
    if player is None:
        return see_other(reverse("me"))
    response = JsonResponse(
        stored_data(player), json_dumps_params={"ensure_ascii": False, "indent": 2}, content_type="application/json"
    )
    response["Content-Disposition"] = 'attachment; filename="bozu-mekuri.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def me_delete(request: HttpRequest) -> HttpResponse:
    """Ask once, then forget the player."""
    own = cast(PlayerRequest, request)
    player = own.player
    if player is None:
        return see_other(reverse("me"))
    if request.method != "POST":
        return render(request, "accounts/delete.html", {"player": player})
    services.forget_player(player=player)
    own.identity.drop()
    return render(request, "accounts/deleted.html")
