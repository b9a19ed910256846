"""Reads the worked-out chances of matches; it must not write."""

from __future__ import annotations

from dataclasses import dataclass

from games.luck import Chances, turning_points
from games.models import ChanceReport


@dataclass(frozen=True, slots=True)
class StoredChances:
    """The chances of a match at each step, the moment before the first included."""

    by_step: tuple[Chances, ...]

    @property
    def turning_points(self) -> tuple[tuple[int, int, float], ...]:
        """The steps that changed some seat's chance most, as (step, seat, change), the greatest first."""
        return turning_points(self.by_step)


def chances_of(*, match_id: str) -> StoredChances | None:
    """Return the chances of a match, None where they have not been worked out."""
    report = ChanceReport.objects.filter(match_id=match_id, made_at__isnull=False).first()
    if report is None:
        return None
    return StoredChances(
        tuple(
            Chances(tuple(share / 1000 for share in wins), tuple(rank / 100 for rank in ranks))
            for wins, ranks in zip(report.wins, report.ranks, strict=True)
        )
    )
