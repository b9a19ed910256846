"""Works all ratings out anew from the stored results; the ratings' own service does it."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand
from tqdm import tqdm

from games.models import Match, MatchStatus
from games.selectors.ratings import rated_results
from ratings.services import rebuild_ratings


class Command(BaseCommand):
    """Replaces every rating and entry, in one transaction; the same results give the same values to the last bit."""

    help = (
        "Work out all ratings anew from the stored results of finished rated matches. Voided matches no longer count. "
        "Matches that end meanwhile wait until it is done."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild and say how many matches count."""
        count = Match.objects.filter(status=MatchStatus.FINISHED, is_rated=True).count()
        results = tqdm(rated_results(), total=count, unit=" matches", disable=not sys.stderr.isatty())
        counted = rebuild_ratings(results=results)
        self.stdout.write(f"matches that count: {counted}")
