"""Writes the pictures of the cards into the folder of static files; it draws nothing itself."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.art.card import pictures


class Command(BaseCommand):
    help = "Draw the hundred cards and their back as SVG files."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--folder", type=Path, default=Path(settings.BASE_DIR) / "static" / "cards")

    def handle(self, *, folder: Path, **options: Any) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for name, picture in pictures():
            (folder / name).write_text(picture, encoding="utf-8", newline="\n")
        self.stdout.write(f"Drew the cards in {folder}.")
