"""What a finished rated match tells the ratings, and the rules of what counts; it must not touch the database."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Final

# Product rule: at most this many matches a UTC day among the same set of players count on the site's ladder.
DAILY_LIMIT: Final = 10

# The season of a rating that runs on for ever.
ALL_TIME: Final = ""


class Ladder(StrEnum):
    """Where a match counts: among everybody, or within its group."""

    SITE = "site"
    GROUP = "group"


class NotRated(StrEnum):
    """Why a match does not count on a ladder."""

    TOO_FEW_PEOPLE = "too_few_people"
    SAME_DEVICE = "same_device"
    DAILY_LIMIT = "daily_limit"
    NO_GROUP = "no_group"


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The end of one match that was played as rated: places of the seats that belong to people, 1 the best.

    `devices` names, for each player id, the devices that held the seat. CPU seats are not in it.
    """

    match_id: str
    finished_at: datetime
    places: Mapping[int, int]
    group_id: int | None = None
    devices: Mapping[int, Collection[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a result on each ladder: None where it counts, else the reason why not."""

    site: NotRated | None
    group: NotRated | None


def counted_places(result: MatchResult) -> dict[int, int]:
    """The places that count, by player id in ascending order, numbered anew 1, 2, 2, 4.

    Seats that share a device with another seat are left out like CPU seats: nobody gains by playing against himself,
    and the others do not lose their match by it.
    """
    holders = Counter(device for player_id in result.places for device in set(result.devices.get(player_id, ())))
    counted = {
        player_id: place
        for player_id, place in sorted(result.places.items())
        if all(holders[device] == 1 for device in result.devices.get(player_id, ()))
    }
    return {player_id: 1 + sum(other < place for other in counted.values()) for player_id, place in counted.items()}


def reason_not_to_rate(result: MatchResult, counted: Mapping[int, int]) -> NotRated | None:
    """The reason why a result counts nowhere, or None."""
    if len(counted) >= 2:
        return None
    return NotRated.TOO_FEW_PEOPLE if len(result.places) < 2 else NotRated.SAME_DEVICE


def players_key(player_ids: Iterable[int]) -> str:
    """One text for one set of players, whatever their order."""
    return ",".join(map(str, sorted(player_ids)))


def utc_day(moment: datetime) -> date:
    """The UTC day a match belongs to, by its end."""
    return moment.astimezone(UTC).date()


def season_of(moment: datetime) -> str:
    """The calendar quarter in UTC that a match belongs to, by its end, such as "2026Q3"."""
    day = utc_day(moment)
    return f"{day.year:04}Q{(day.month + 2) // 3}"
