"""Reads who played in turn on one device; it must not write."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.models import Seat

if TYPE_CHECKING:
    from accounts.models import Player


@dataclass(frozen=True, slots=True)
class Round:
    """The people who pass a device round, in the order of their seats, and how many seats the CPU takes."""

    names: tuple[str, ...]
    cpu_seats: int


def round_of(*, match_id: str, player: Player) -> Round | None:
    """Return who plays a match on a device of this player; None for any other match."""
    seats = list(Seat.objects.filter(match=match_id).order_by("number").values_list("player_id", "is_shared", "name"))
    names = tuple(name for player_id, is_shared, name in seats if is_shared and player_id == player.pk)
    return Round(names, sum(player_id is None for player_id, _, _ in seats)) if names else None


def last_round_of(player: Player) -> Round | None:
    """Return who played the latest match on a device of this player, None if there was none."""
    seat = Seat.objects.filter(player=player, is_shared=True).order_by("-match__started_at").first()
    return round_of(match_id=seat.match_id, player=player) if seat is not None else None
