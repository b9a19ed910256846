"""`check_catalogues`: fails when a shipped language is not complete and correct; it must not change a catalogue."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from bozusite import languages
from bozusite.catalogues import catalogue_problems


class Command(BaseCommand):
    help = "Check that every offered language translates every text of the program, with the right placeholders."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        codes = [language.code for language in languages.OFFERED]
        problems = catalogue_problems(settings.BASE_DIR, codes, languages.DEFAULT_CODE)
        if problems:
            raise CommandError("\n".join(problems))
        self.stdout.write(f"{len(codes)} languages complete")
