"""Checks stored matches offline: shuffle, steps, state, result; it changes nothing."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from games.models import Match
from games.selectors.replays import replays
from games.verification import problems


class Command(BaseCommand):
    """Prints each flaw on a line of its own and ends with code 1 if there is any."""

    help = (
        "Check that stored matches are what their published fingerprint, their secret, the seats' nonces, their rules "
        "and their steps say. Ends with code 1 and the reasons if one is not."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the ids of matches, or --all."""
        parser.add_argument("ids", nargs="*", metavar="ID", help="the id of a match, as in its address")
        parser.add_argument("--all", action="store_true", help="check every stored match, live ones included")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check, print, and raise CommandError (code 1) if anything is wrong or missing."""
        ids: list[str] = options["ids"]
        if bool(ids) == options["all"]:
            raise CommandError("name one match or more, or give --all")
        matches = Match.objects.order_by("started_at", "pk")
        if ids:
            matches = matches.filter(pk__in=ids)
        count = matches.count()
        found = set()
        bad = 0
        is_shown = options["all"] and sys.stderr.isatty()
        for replay in tqdm(replays(matches), total=count, unit=" matches", disable=not is_shown):
            found.add(replay.match.pk)
            flaws = problems(replay)
            bad += bool(flaws)
            for problem in flaws:
                self.stdout.write(f"{replay.match.pk}: {problem.flaw.value}: {problem.detail}")
        missing = sorted(set(ids) - found)
        for match_id in missing:
            self.stdout.write(f"{match_id}: not found")
        if bad or missing:
            raise CommandError(f"{bad} of {len(found)} matches are not right, {len(missing)} were not found")
        self.stdout.write(f"{len(found)} checked, all right")
