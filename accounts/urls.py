"""Addresses of the pages about oneself, relative to the language prefix; it must not hold views."""

from django.urls import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = []
