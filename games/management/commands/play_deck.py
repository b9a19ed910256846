"""Plays given decks to their end, a JSON line in and a JSON line out, without a database."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.deck_lines import MAX_LINE_BYTES, LineError, played_line

BOM = b"\xef\xbb\xbf"
PIPE_CLOSED = 141  # what a shell reports of a program that SIGPIPE ended


class Command(BaseCommand):
    """Read decks from standard input and print how each of them ends."""

    help = (
        "Reads JSON lines from standard input, each with seats, first_seat, deck (1 to 100 distinct cards, top first), "
        "rules (missing keys take the initial defaults) and policy (always_flip, always_stop or cpu), and prints a "
        "JSON line for each. A bad line gives an error with its number, the rest goes on, and the exit code is 1."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Ask for the one format there is, so that another can come beside it."""
        parser.add_argument("--jsonl", action="store_true", required=True, help="one JSON object a line, in and out")

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer line by line; raise CommandError (exit code 1) at the end if a line was bad."""
        bad_lines = 0
        try:
            for number, line in enumerate(_lines(sys.stdin.buffer), start=1):
                try:
                    answer = played_line(line)
                except LineError as error:
                    bad_lines += 1
                    answer = json.dumps({"error": str(error), "line": number})
                self.stdout.write(answer)
                # Whoever feeds the lines one by one waits for each answer.
                self.stdout.flush()
        except BrokenPipeError:
            # The reader has seen enough. The interpreter must not trip over the closed pipe once more when it exits.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(PIPE_CLOSED)
        if bad_lines:
            raise CommandError(f"bad lines: {bad_lines}", returncode=1)


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Yield the lines without their ends; of one that is too long only the beginning is kept in memory."""
    is_first = True
    while line := source.readline(MAX_LINE_BYTES + 2):
        rest = line
        while not rest.endswith(b"\n") and (rest := source.readline(MAX_LINE_BYTES)):
            pass
        yield (line.removeprefix(BOM) if is_first else line).removesuffix(b"\n")
        is_first = False
