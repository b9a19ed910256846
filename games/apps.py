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
        """Give people and groups the site's policy values, and follow what happens to people.

        An edit of the policy counts at once in this process; matches and ratings join in "my data" and "delete me";
        whoever is signed out or shut out is taken off the tables.
        """
        import games.rules_text.checks  # noqa: F401 - registers the check of the texts
        from accounts.personal import register_store
        from accounts.policy import provide_policy
        from accounts.signals import access_ended
        from games.selectors.rules import forget_policy, site_policy
        from games.services.personal import STORES
        from games.services.tables import end_access

        def after_policy_edit(**kwargs: Any) -> None:
            forget_policy()

        provide_policy(site_policy)
        for store in STORES:
            register_store(store)
        access_ended.connect(end_access, dispatch_uid="take people off the tables")
        post_save.connect(
            after_policy_edit, sender="games.SitePolicy", weak=False, dispatch_uid="forget the policy just edited"
        )
