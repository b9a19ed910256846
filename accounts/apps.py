"""Registers the app accounts; it must not import models at the top."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
