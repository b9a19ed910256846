"""The Django application of players, devices and groups; holds only its registration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Registration of the application."""

    name = "accounts"
    verbose_name = _("People and groups")
