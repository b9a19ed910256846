"""Addresses of the sockets; it must not hold consumers."""

from django.urls import URLPattern, re_path

from games.live.consumers import TableConsumer, refuse_socket

websocket_urlpatterns: list[URLPattern] = [
    re_path(r"^ws/(?P<language>[^/]+)/t/(?P<match_id>[^/]+)/$", TableConsumer.as_asgi()),
    re_path(r"", refuse_socket),  # type: ignore[arg-type]  # an ASGI application, which Channels wants here
]
