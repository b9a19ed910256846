"""What matches and ratings keep about one player: handing it out and forgetting it; knows no pages."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Membership, Player
from accounts.personal import Store
from games.models import DailyTry, Guess, Seat
from games.services.groups import leave_group
from games.services.presence import leave_matches_of
from ratings.models import Rating, RatingEntry


def _time(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def export_matches(player: Player) -> list[dict[str, object]]:
    """Return every seat the player has had, the oldest first; times in UTC, seats counted from 0."""
    return [
        {
            "match": seat.match_id,
            "group": seat.match.group.code if seat.match.group else None,
            "status": seat.match.status,
            "is_rated": seat.match.is_rated,
            "deal_of_the_day": seat.match.daily_id.isoformat() if seat.match.daily_id else None,
            "started_at": _time(seat.match.started_at),
            "finished_at": _time(seat.match.finished_at),
            "seat": seat.number,
            "name_at_the_table": seat.name,
            "part_of_the_shuffle": seat.nonce,
            "last_seen_at": _time(seat.last_seen_at),
            "left_at": _time(seat.left_at),
            "missed_steps": seat.missed_steps,
            "devices": seat.device_ids,
            "steps": [
                {"step": step.sequence, "action": step.action, "by": step.played_by, "at": _time(step.played_at)}
                for step in seat.match.steps.filter(seat=seat.number)
            ],
            "result": seat.match.result,
        }
        for seat in Seat.objects.filter(player=player).select_related("match__group").order_by("match__started_at")
    ]


def export_guesses(player: Player) -> list[dict[str, object]]:
    """Return every guess of a winner that the player made."""
    return [
        {"match": guess.match_id, "name": guess.name, "seat": guess.seat, "made_at": _time(guess.made_at)}
        for guess in Guess.objects.filter(player=player).order_by("made_at")
    ]


def export_daily_tries(player: Player) -> list[dict[str, object]]:
    """Return the player's first tries at deals of the day, the oldest first."""
    return [
        {
            "day": tried.deal_id.isoformat(),
            "match": tried.match_id,
            "place": tried.place,
            "cards": tried.cards,
            "finished_at": _time(tried.finished_at),
        }
        for tried in DailyTry.objects.filter(player=player).order_by("deal_id")
    ]


def export_ratings(player: Player) -> dict[str, object]:
    """Return the player's ratings and what each rated match did to them."""
    return {
        "now": [
            {
                "group": rating.group.code if rating.group else None,
                "season": rating.season,
                "points": rating.points,
                "mu": rating.mu,
                "sigma": rating.sigma,
                "matches": rating.matches,
                "wins": rating.wins,
                "draws": rating.draws,
                "last_match_at": _time(rating.last_match_at),
            }
            for rating in Rating.objects.filter(player=player).select_related("group").order_by("pk")
        ],
        "history": [
            {
                "match": entry.rated_match.match_id,
                "ladder": entry.ladder,
                "place": entry.place,
                "mu_before": entry.mu_before,
                "sigma_before": entry.sigma_before,
                "mu_after": entry.mu_after,
                "sigma_after": entry.sigma_after,
                "season_mu_before": entry.season_mu_before,
                "season_sigma_before": entry.season_sigma_before,
                "season_mu_after": entry.season_mu_after,
                "season_sigma_after": entry.season_sigma_after,
            }
            for entry in RatingEntry.objects.filter(player=player).select_related("rated_match").order_by("rated_match")
        ],
    }


def forget_matches(player: Player) -> None:
    """Leave the player's groups and running seats, and take the name off every result, which stays as it is."""
    current = Membership.objects.filter(player=player, left_at__isnull=True, removed_at__isnull=True)
    for membership in current.select_related("group").order_by("group_id"):
        if not membership.group.is_closed:
            leave_group(group=membership.group, by=player)
    Seat.objects.filter(player=player).update(name="", device_ids=[])
    Guess.objects.filter(player=player).delete()
    transaction.on_commit(lambda: leave_matches_of(player_id=player.pk))


def nothing_to_forget(player: Player) -> None:
    """Keep results: others are compared with them, and the stub they belong to says nothing about a person."""


STORES = (
    Store("matches", export_matches, forget_matches),
    Store("guesses", export_guesses, nothing_to_forget),
    Store("daily_tries", export_daily_tries, nothing_to_forget),
    Store("ratings", export_ratings, nothing_to_forget),
)
