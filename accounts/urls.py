"""Addresses of the pages about oneself, relative to the language prefix; it must not hold views."""

from django.urls import URLPattern, URLResolver, path

from accounts.views import links, me

urlpatterns: list[URLPattern | URLResolver] = [
    path("me/", me.me, name="me"),
    path("me/name/", me.me_name, name="me_name"),
    path("me/link/", me.me_link, name="me_link"),
    path("me/link/<int:link_id>/withdraw/", me.me_link_revoke, name="me_link_revoke"),
    path("me/link/<str:secret>/", links.device_link, name="device_link"),
    path("me/devices/<int:device_id>/sign-out/", me.me_device_revoke, name="me_device_revoke"),
    path("me/data/", me.me_data, name="me_data"),
    path("me/delete/", me.me_delete, name="me_delete"),
]
