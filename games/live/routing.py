"""Addresses of the sockets; it must not hold consumers."""

from django.urls import URLPattern

websocket_urlpatterns: list[URLPattern] = []
