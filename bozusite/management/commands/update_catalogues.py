"""`update_catalogues`: brings the catalogues up to the texts of the program; it must not translate."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from bozusite import languages
from bozusite.catalogues import template_catalogue, update_catalogue


class Command(BaseCommand):
    help = "Add new texts to every catalogue and drop those that are gone. Needs no gettext."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        template = template_catalogue(settings.BASE_DIR)
        for language in languages.OFFERED:
            if language.code != languages.DEFAULT_CODE:
                missing = update_catalogue(settings.BASE_DIR, language.code, template)
                self.stdout.write(f"{language.code}: {len(template)} texts, {missing} not translated")
