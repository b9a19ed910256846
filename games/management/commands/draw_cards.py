"""Writes the pictures of the cards and their style sheet into the folder of static files; it draws nothing itself."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.art.card import pictures
from games.art.sheet import marks, sheet


class Command(BaseCommand):
    help = "Draw the hundred cards, their back and the marks of the roles as SVG files, with the style sheet for them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--folder", type=Path, default=Path(settings.BASE_DIR) / "static")

    def handle(self, *, folder: Path, **options: Any) -> None:
        files = {f"cards/{name}": picture for name, picture in pictures()}
        files |= {f"marks/{name}": picture for name, picture in marks()}
        files["css/faces.css"] = sheet()
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        self.stdout.write(f"Drew the cards in {folder}.")
