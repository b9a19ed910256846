"""`compile_catalogues`: makes the files that Django reads translations from; it must not change a catalogue."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from bozusite.catalogues import compile_catalogues


class Command(BaseCommand):
    help = "Compile the translation catalogues that have changed. Needs no gettext."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        written = compile_catalogues(settings.BASE_DIR)
        if options["verbosity"]:
            self.stdout.write(f"{len(written)} catalogues compiled")
