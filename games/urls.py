"""Addresses of the game pages, relative to the language prefix; it must not hold views."""

from django.urls import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = []
