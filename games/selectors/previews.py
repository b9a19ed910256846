"""Reads previews of rules; it must not write, and knows no page."""

from __future__ import annotations

from typing import Any

from games import engine
from games.models import RulePreview

SEAT_COUNTS = tuple(range(engine.MIN_SEATS, engine.MAX_SEATS + 1))


def preview_of(preview_id: int) -> RulePreview | None:
    """Return a preview, None where it has been cleaned away."""
    return RulePreview.objects.filter(pk=preview_id).first()


def statistics_of(preview: RulePreview) -> tuple[engine.Statistics, ...]:
    """Return what has been found so far, by rising seat count; nothing before every seat count has some matches."""
    if not all(str(seat_count) in preview.figures for seat_count in SEAT_COUNTS):
        return ()
    return tuple([statistics_from(preview, seat_count) for seat_count in SEAT_COUNTS])


def statistics_from(preview: RulePreview, seat_count: int) -> engine.Statistics:
    """Return the stored figures of one seat count; raises KeyError when there are none yet."""
    stored = preview.figures[str(seat_count)]
    figures: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in stored.items()}
    return engine.Statistics(rules=engine.RuleSet.from_dict(preview.rules), seat_count=seat_count, **figures)
