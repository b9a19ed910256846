"""Reads the worked-out chances and luck of matches; it must not write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.luck import Chances, turning_points
from games.models import ChanceReport, MatchStatus, Seat, SeatLuck


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


def luck_of(*, match_id: str) -> dict[int, int]:
    """Return the luck of each seat of a match in hundredths of a card, nothing where it has not been worked out."""
    return dict(SeatLuck.objects.filter(match=match_id).values_list("number", "hundredths"))


# A page asks for so many at once; the next reading asks for more.
_MOST_MISSING: Final = 50


@dataclass(frozen=True, slots=True)
class LuckRecords:
    """A player's luckiest and unluckiest match, and the matches whose luck has not been worked out yet."""

    best: SeatLuck | None
    worst: SeatLuck | None
    missing: Sequence[str]


def luck_records_of(*, player_id: int, group_id: int | None = None, is_own: bool = False) -> LuckRecords:
    """Return the extremes of a player's luck in finished matches, of everywhere or of a group; three queries.

    Others learn of rated matches only, as elsewhere on the page; `is_own` counts all.
    """
    about = Q(match__status=MatchStatus.FINISHED)
    if group_id is not None:
        about &= Q(match__group=group_id)
    if not is_own:
        about &= Q(match__is_rated=True)
    lucks: QuerySet[SeatLuck] = SeatLuck.objects.filter(about, player=player_id).select_related("match")
    missing = (
        Seat.objects.filter(about, player=player_id, is_shared=False)
        .exclude(Exists(SeatLuck.objects.filter(match=OuterRef("match"))))
        .order_by("-match__finished_at")
    )
    return LuckRecords(
        best=lucks.order_by("-hundredths", "match_id").first(),
        worst=lucks.order_by("hundredths", "match_id").first(),
        missing=tuple(missing.values_list("match_id", flat=True)[:_MOST_MISSING]),
    )
