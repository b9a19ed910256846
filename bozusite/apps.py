"""Registers the site itself as an app, for its commands; it must not hold models."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "bozusite"
    verbose_name = "Bozu Mekuri"
