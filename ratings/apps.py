"""Registers the app ratings; it must not import models at the top."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    """Registration of the application."""

    name = "ratings"
    verbose_name = _("Ratings")
