"""Registers the app games; it must not import models at the top."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
