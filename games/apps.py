"""Registers the app games and what it offers to the packages below; it must not import models at the top."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_save
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Registration of the application."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Give people and groups the site's policy values, and let an edit of them count at once in this process."""
        from accounts.policy import provide_policy
        from games.selectors.rules import forget_policy, site_policy

        def after_policy_edit(**kwargs: Any) -> None:
            forget_policy()

        provide_policy(site_policy)
        post_save.connect(
            after_policy_edit, sender="games.SitePolicy", weak=False, dispatch_uid="forget the policy just edited"
        )
