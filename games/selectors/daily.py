"""Reads about the deals of the day: their orders, who did how well, what may be shown; it must not write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Final

from django.db.models import Q, QuerySet
from django.utils.crypto import salted_hmac

from games import engine
from games.models import LIVE_STATUSES, DailyDeal, DailyTry, Match, MatchStatus
from games.models.daily import revealed_at
from games.selectors.rules import site_rules
from games.services.matches import SOLO_SEATS

if TYPE_CHECKING:
    from accounts.models import Player

PAGE_SIZE: Final = 50
_DOMAIN: Final = "bozu-mekuri/daily/1"


@dataclass(frozen=True, slots=True)
class DailyLine:
    """A line of a day's table: the rank of a first try, whose it is, and its place and cards at the table."""

    rank: int
    player_id: int
    name: str
    place: int
    cards: int


@dataclass(frozen=True, slots=True)
class DailyPage:
    """Some lines of a day's table, the number of lines in all, and where the page stands (counted from 1)."""

    lines: tuple[DailyLine, ...]
    line_count: int
    page: int
    page_count: int


def utc_day(now: datetime) -> date:
    """Return the day whose deal is played at a moment."""
    return now.astimezone(UTC).date()


def deal_of(day: date) -> DailyDeal:
    """Return the deal of a day: the stored one, else, unsaved, the one that its first match will store."""
    return DailyDeal.objects.filter(pk=day).first() or planned_deal(day)


def planned_deal(day: date) -> DailyDeal:
    """Return a day's deal as it follows from the key of the site, which nobody outside can guess, and its rules now.

    The first seat moves on by one each day.
    """
    secret = salted_hmac(_DOMAIN, day.isoformat(), algorithm="sha256").digest()
    return DailyDeal(
        day=day,
        rules=site_rules().to_dict(),
        first_seat=day.toordinal() % SOLO_SEATS,
        secret=secret.hex(),
        commitment=engine.commitment(secret),
    )


def is_revealed(day: date, now: datetime) -> bool:
    """Say whether everybody may know the secret and the order of a day's deal."""
    return now >= revealed_at(day)


def is_sealed(match: Match, now: datetime) -> bool:
    """Say whether a match's secret and order stay hidden even after its end, as others still play the same deal."""
    return match.daily_id is not None and not is_revealed(match.daily_id, now)


def first_try(*, player: Player, day: date) -> DailyTry | None:
    """Return a player's first try at a day's deal with its match, None if there was none."""
    return DailyTry.objects.select_related("match").filter(deal=day, player=player).first()


def is_first_try(*, match_id: str) -> bool:
    """Say whether a match is somebody's first try at a deal of the day."""
    return DailyTry.objects.filter(pk=match_id).exists()


def live_try(*, player: Player, day: date) -> Match | None:
    """Return a player's match of a day's deal that can still go on, None without one."""
    return Match.objects.filter(daily=day, seats__player=player, status__in=LIVE_STATUSES).first()


def daily_table(*, day: date, page: int = 1) -> DailyPage:
    """Return a page of a day's table; a page beyond the ends is the nearest one.

    The better place at the table stands first, then the greater number of cards; equals share a rank (1, 2, 2, 4), and
    among them stands first who finished first. Three queries, whatever the number of lines.
    """
    counted = _counted(day)
    line_count = counted.count()
    page_count = max(1, -(-line_count // PAGE_SIZE))
    page = min(max(1, page), page_count)
    start = (page - 1) * PAGE_SIZE
    tries = list(
        counted.select_related("player").order_by("place", "-cards", "finished_at", "match")[start : start + PAGE_SIZE]
    )
    return DailyPage(tuple(_lines(day, tries, start)), line_count, page, page_count)


def daily_line(*, day: date, player: Player) -> DailyLine | None:
    """Return a player's line in a day's table, None for somebody who is not in it."""
    tried = _counted(day).select_related("player").filter(player=player).first()
    return _lines(day, [tried], 0)[0] if tried else None


def page_of(*, day: date, player: Player) -> int | None:
    """Return the number of the page on which a player stands, None for somebody who is not in the table."""
    tried = _counted(day).filter(player=player).first()
    if tried is None:
        return None
    level_before = Q(finished_at__lt=tried.finished_at) | Q(finished_at=tried.finished_at, match__lt=tried.match_id)
    before = _counted(day).filter(_better(tried) | (Q(place=tried.place, cards=tried.cards) & level_before)).count()
    return before // PAGE_SIZE + 1


def neighbouring_days(day: date) -> tuple[date | None, date | None]:
    """Return the last day before and the first day after with a finished first try."""
    days = DailyTry.objects.filter(finished_at__isnull=False).values_list("deal_id", flat=True)
    return (
        days.filter(deal__lt=day).order_by("-deal_id").first(),
        days.filter(deal__gt=day).order_by("deal_id").first(),
    )


def _counted(day: date) -> QuerySet[DailyTry]:
    """The first tries that count: ended in time, of matches that stand and of people who are still here."""
    return DailyTry.objects.filter(
        deal=day,
        finished_at__lt=revealed_at(day),
        match__status=MatchStatus.FINISHED,
        player__banned_at=None,
        player__deleted_at=None,
    )


def _better(tried: DailyTry) -> Q:
    return Q(place__lt=tried.place) | Q(place=tried.place, cards__gt=tried.cards)


def _lines(day: date, tries: Sequence[DailyTry], start: int) -> list[DailyLine]:
    """The lines of neighbouring tries, the first of which stands at place `start`, counted from 0, or anywhere."""
    lines: list[DailyLine] = []
    for number, tried in enumerate(tries):
        assert tried.place is not None and tried.cards is not None
        if not lines:
            rank = 1 + _counted(day).filter(_better(tried)).count()
        elif (lines[-1].place, lines[-1].cards) == (tried.place, tried.cards):
            rank = lines[-1].rank
        else:
            rank = start + number + 1
        lines.append(DailyLine(rank, tried.player_id, tried.player.display_name, tried.place, tried.cards))
    return lines
