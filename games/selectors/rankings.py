"""What a player's page shows beyond the rating itself: opponents and records; it must not write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, F, Q

from accounts.models import Membership, Player
from ratings.models import Rating, RatingEntry
from ratings.results import Ladder
from ratings.selectors import MATCHES_TO_ENTER, HistoryPoint

MOST_OPPONENTS: Final = 12


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody a player met on a ladder, and how often the player was ahead, level and behind."""

    player_id: int
    name: str
    matches: int
    ahead: int
    level: int
    behind: int


@dataclass(frozen=True, slots=True)
class Records:
    """The best a player's history holds; a peak counts only once enough matches were played to enter a ranking."""

    peak: HistoryPoint | None
    best_match: HistoryPoint
    worst_match: HistoryPoint
    longest_run_of_firsts: int


def opponents_of(*, player_id: int, group_id: int | None = None) -> tuple[Opponent, ...]:
    """Return whom a player met most on the site's ladder, or on a group's, the most frequent first."""
    ladder = Ladder.SITE if group_id is None else Ladder.GROUP
    own_place = F("rated_match__entries__place")
    met = RatingEntry.objects.filter(
        ladder=ladder, rated_match__entries__player=player_id, rated_match__entries__ladder=ladder
    ).exclude(player=player_id)
    if group_id is not None:
        met = met.filter(rated_match__group=group_id)
    rows = list(
        met.order_by()
        .values("player_id", "player__display_name")
        .annotate(
            matches=Count("pk"),
            ahead=Count("pk", filter=Q(place__gt=own_place)),
            level=Count("pk", filter=Q(place=own_place)),
        )
        .order_by("-matches", "player_id")[:MOST_OPPONENTS]
    )
    names = group_names(group_id, [row["player_id"] for row in rows])
    return tuple(
        Opponent(
            player_id=row["player_id"],
            name=names.get(row["player_id"], row["player__display_name"]),
            matches=row["matches"],
            ahead=row["ahead"],
            level=row["level"],
            behind=row["matches"] - row["ahead"] - row["level"],
        )
        for row in rows
    )


def records_of(history: Sequence[HistoryPoint]) -> Records | None:
    """Return the records of a history in finishing order, None for an empty one."""
    if not history:
        return None
    settled = history[MATCHES_TO_ENTER - 1 :]
    longest = run = 0
    for point in history:
        run = run + 1 if point.place == 1 else 0
        longest = max(longest, run)
    return Records(
        peak=max(settled, key=lambda point: point.points) if settled else None,
        best_match=max(history, key=lambda point: point.change),
        worst_match=min(history, key=lambda point: point.change),
        longest_run_of_firsts=longest,
    )


def visible_player(*, player_id: int, viewer: Player | None) -> Player | None:
    """Return a player whose page the viewer may see: a rated one, oneself, or somebody of a group of one's own.

    Ids can be counted through, so the name of somebody who never played rated is not for everybody.
    """
    player = Player.objects.filter(pk=player_id).first()
    if player is None or (viewer is not None and viewer.pk == player_id):
        return player
    if Rating.objects.filter(player=player_id, group=None).exists():
        return player
    if viewer is None:
        return None
    shared = Membership.objects.filter(player=player_id, removed_at=None).filter(
        group__memberships__player=viewer, group__memberships__left_at=None, group__memberships__removed_at=None
    )
    return player if shared.exists() else None


def group_names(group_id: int | None, player_ids: Sequence[int]) -> dict[int, str]:
    """Return the names that players go by in a group, by player id; none on the site's ladder."""
    if group_id is None:
        return {}
    members = Membership.objects.filter(group=group_id, player__in=player_ids)
    return dict(members.values_list("player_id", "display_name"))
