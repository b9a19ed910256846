"""Draws the pictures that shared links show, one for each language, with the developers' browser; it knows no pages."""

from __future__ import annotations

import base64
import shutil
import struct
import zlib
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.html import escape
from django.utils.translation import get_language_info

from games.rules_page import summary
from games.rules_text.texts import texts_for

WIDTH, HEIGHT = 1200, 630
CARDS: Final = (12, 1, 9, 10)

# Few colours make a small file, and drawings of flat colours need no more.
COLOURS: Final = 96

_PAGE: Final = """<!doctype html><html lang="{language}" dir="{direction}"><meta charset="utf-8"><style>
body {{ margin: 0; box-sizing: border-box; width: 1200px; height: 630px; padding: 34px 80px 0; background: #e3e5cf;
  border-block: 22px solid #2f4a3c; color: #241d17; text-align: center;
  font-family: "Noto Sans", "Noto Sans Arabic", "Noto Sans Devanagari", "Noto Sans CJK JP", sans-serif }}
div {{ display: flex; justify-content: center; gap: 26px }}
img {{ width: 178px }}
img:nth-child(odd) {{ transform: rotate(-3deg) }}
img:nth-child(even) {{ transform: rotate(3deg) }}
h1 {{ margin: 26px 0 6px; line-height: 1.3; font: 600 64px "Noto Serif", "Noto Naskh Arabic", "Noto Serif Devanagari",
  "Noto Serif CJK JP", serif }}
p {{ margin: 0; font-size: 28px; line-height: 1.45; text-wrap: balance }}
</style><div dir="ltr">{images}</div><h1>{title}</h1><p>{summary}</p></html>"""

_PIXELS: Final = """async (source) => {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const bytes = context.getImageData(0, 0, image.width, image.height).data;
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
}"""


class Command(BaseCommand):
    help = "Draw the picture of the site for shared links in every language. Needs Playwright and Chromium."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--folder", type=Path, default=Path(settings.BASE_DIR) / "static" / "og")

    def handle(self, *, folder: Path, **options: Any) -> None:
        from playwright.sync_api import sync_playwright  # only developers have it

        program = shutil.which("chromium") or shutil.which("google-chrome")
        if program is None:
            raise CommandError("There is no Chromium on this machine.")
        folder.mkdir(parents=True, exist_ok=True)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            for language, _ in settings.LANGUAGES:
                page.set_content(page_of(language))
                shot = base64.b64encode(page.screenshot()).decode()
                pixels = base64.b64decode(page.evaluate(_PIXELS, f"data:image/png;base64,{shot}"))
                path = folder / f"{language}.png"
                path.write_bytes(indexed_png(pixels, WIDTH, HEIGHT))
                self.stdout.write(f"{path}: {path.stat().st_size} bytes")
            browser.close()


def page_of(language: str) -> str:
    """Return the picture of a language as a page of HTML that needs nothing else."""
    texts = texts_for(language)
    drawings = (Path(settings.BASE_DIR) / "static" / "cards" / f"{card:03d}.svg" for card in CARDS)
    sources = (base64.b64encode(drawing.read_bytes()).decode() for drawing in drawings)
    return _PAGE.format(
        language=language,
        direction="rtl" if get_language_info(language)["bidi"] else "ltr",
        images="".join(f'<img alt="" src="data:image/svg+xml;base64,{source}">' for source in sources),
        title=escape(texts.term("game")),
        summary=escape(summary(texts)),
    )


def indexed_png(rgba: bytes, width: int, height: int) -> bytes:
    """Return pixels as a PNG of few colours: the most frequent ones, each other colour as the nearest."""
    pixels = [rgba[at : at + 3] for at in range(0, len(rgba), 4)]
    frequent = [colour for colour, _ in Counter(pixels).most_common(COLOURS)]
    index = {colour: number for number, colour in enumerate(frequent)}
    for colour in set(pixels) - index.keys():
        index[colour] = min(range(len(frequent)), key=lambda number: _distance(frequent[number], colour))
    rows = (pixels[at : at + width] for at in range(0, len(pixels), width))
    # Each row begins with a 0: it is not predicted from the one above, which suits indexed colours best.
    data = b"".join(b"\0" + bytes(index[pixel] for pixel in row) for row in rows)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"PLTE", b"".join(frequent)), (b"IDAT", zlib.compress(data, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in chunks)


def _distance(one: bytes, other: bytes) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
