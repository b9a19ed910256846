"""`setup_site`: brings the data folder up to this version of the program; it must not start anything."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Compile the catalogues, collect static files, migrate the database and load the defaults."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("compile_catalogues", verbosity=0)
        if settings.HASHED_STATIC:
            call_command("collectstatic", interactive=False, verbosity=0)
        call_command("migrate", interactive=False, verbosity=0)
        call_command("load_defaults", verbosity=0)
