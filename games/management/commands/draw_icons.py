"""Draws the site's icons for home screens with the developers' browser; it knows no page."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.art.icon import app_icon

SIZES: Final = {
    # File name without ending: side in pixels, whether systems may cut it to their own shape.
    "icon-192": (192, False),
    "icon-512": (512, False),
    "maskable-192": (192, True),
    "maskable-512": (512, True),
    # Apple's systems round the corners themselves and fill what is clear with black.
    "apple-180": (180, True),
}
_STYLE: Final = "body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }"


class Command(BaseCommand):
    help = "Draw the icons of the installed site. Needs Playwright and Chromium."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--folder", type=Path, default=Path(settings.BASE_DIR) / "static" / "icons" / "app")

    def handle(self, *, folder: Path, **options: Any) -> None:
        from playwright.sync_api import sync_playwright  # only developers have it

        program = shutil.which("chromium") or shutil.which("google-chrome")
        if program is None:
            raise CommandError("There is no Chromium on this machine.")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "icon.svg").write_text(app_icon(is_maskable=False), encoding="utf-8")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
            for name, (side, is_maskable) in SIZES.items():
                page = browser.new_page(viewport={"width": side, "height": side})
                drawing = app_icon(is_maskable=is_maskable)
                page.set_content(f"<style>{_STYLE}</style>{drawing}")
                path = folder / f"{name}.png"
                path.write_bytes(page.screenshot(omit_background=True))
                page.close()
                self.stdout.write(f"{path}: {path.stat().st_size} bytes")
            browser.close()
