"""Starts matches of the deal of the day, the first of a person as the one that counts; it must not know pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from accounts.models import Player
from games import engine
from games.live import store
from games.models import DailyDeal, DailyTry, Match
from games.selectors import daily
from games.services.matches import SOLO_SEATS, SeatPlan, start_match

if TYPE_CHECKING:
    from datetime import date


def start_daily_match(*, player: Player) -> Match:
    """Return a match of this person at the deal of the present UTC day, against three CPU seats.

    One that can still go on is returned as it is: nobody looks into the order with a second try while the first one is
    open. The person's first match of a day is the try that counts, which the database holds to one.
    """
    day = daily.utc_day(store.database_now())
    deal = _stored_deal(day)
    with transaction.atomic():
        # One after the other for each person, so that two taps at once do not make a first and a second try.
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        running = daily.live_try(player=player, day=day)
        if running is not None:
            return running
        match = start_match(
            # Nobody adds a number to this shuffle: the order has to be the same for all.
            seats=[SeatPlan(player, player.display_name), *[SeatPlan(None)] * (SOLO_SEATS - 1)],
            rules=engine.RuleSet.from_dict(deal.rules),
            first_seat=deal.first_seat,
            secret=bytes.fromhex(deal.secret),
            daily=deal,
        )
        if not DailyTry.objects.filter(deal=deal, player=player).exists():
            DailyTry.objects.create(match=match, deal=deal, player=player)
    return match


def _stored_deal(day: date) -> DailyDeal:
    """The row of a day's deal, made by whoever comes first; from then on nothing about it changes."""
    planned = daily.planned_deal(day)
    values = {name: getattr(planned, name) for name in ("rules", "first_seat", "secret", "commitment")}
    return DailyDeal.objects.get_or_create(day=day, defaults=values)[0]
