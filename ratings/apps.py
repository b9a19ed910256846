"""Registers the app ratings; it must not import models at the top."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "ratings"
