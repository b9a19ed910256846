"""The command that makes the built-in rule set, the site policy and the staff roles; safe to run at every start."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.services.rules import load_defaults


class Command(BaseCommand):
    """Makes the built-in rule set, the site policy and the staff roles where they are missing."""

    help = (
        "Makes the built-in rule set, the site policy and the roles for staff where they are missing, and gives the "
        "roles what is new in this version; changes nothing else that exists."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Make what is missing and say whether anything was."""
        if load_defaults() and options["verbosity"] > 0:
            self.stdout.write("Built-in defaults loaded.")
