"""Has matches by some rules simulated by a worker, in short parts, and keeps what they show; it must not know pages."""

from __future__ import annotations

import dataclasses
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from celery import current_app
from django.db import transaction

from accounts.clock import database_now
from games import engine
from games.hints import HintSender
from games.models import RulePreview
from games.selectors.previews import SEAT_COUNTS, statistics_from

if TYPE_CHECKING:
    from django.contrib.auth.models import User

SIMULATE: Final = "games.tasks.simulate_preview"
# A part takes about a second. A preview that has not moved for this long has lost its job, or its worker.
_LOST_AFTER_SECONDS: Final = 30.0
_KEPT_HOURS: Final = 24
_KEPT_PER_PERSON: Final = 5


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is simulated: matches per part and seat count, and how often."""

    policy: engine.Policy
    matches_per_part: int
    rounds: int

    @property
    def matches(self) -> int:
        """The matches per seat count in all."""
        return self.matches_per_part * self.rounds


# The CPU thinks some 20 milliseconds in a match; where nobody may stop there is nothing to think about.
# Parts are short, so that a worker comes back to the turns of real matches.
THINKING: Final = Plan(engine.cpu, matches_per_part=50, rounds=20)
CHOICELESS: Final = Plan(engine.always_flip, matches_per_part=2_000, rounds=10)


def plan_of(rules: engine.RuleSet) -> Plan:
    """Return how matches by these rules are simulated."""
    return THINKING if rules.allow_stop else CHOICELESS


def start_preview(*, asked_by: User, rules: engine.RuleSet, name: str = "") -> RulePreview:
    """Have a preview made and return it; somebody who asks twice gets the one that is being made.

    Throws away what nobody will look at any more: everything older than a day, and all but the newest few of the same
    person, whose jobs then find nothing to do.
    """
    now = database_now()
    with transaction.atomic():
        RulePreview.objects.filter(asked_at__lt=now - timedelta(hours=_KEPT_HOURS)).delete()
        own = list(RulePreview.objects.select_for_update().filter(asked_by=asked_by).order_by("-asked_at", "-pk"))
        for preview in own:
            if not preview.is_finished and (preview.rules, preview.name) == (rules.to_dict(), name):
                return preview
        RulePreview.objects.filter(pk__in=[preview.pk for preview in own[_KEPT_PER_PERSON - 1 :]]).delete()
        preview = RulePreview.objects.create(
            asked_by=asked_by,
            name=name,
            rules=rules.to_dict(),
            seed=secrets.randbits(32),
            parts_total=plan_of(rules).rounds * len(SEAT_COUNTS),
            asked_at=now,
            moved_at=now,
        )
        transaction.on_commit(lambda: _sender.put((preview.pk, 0)))
    return preview


def revive_preview(*, preview: RulePreview) -> bool:
    """Ask a worker again for a preview that has stood still for long; return whether that was so.

    Whoever looks at an unfinished preview calls this, so that a lost job costs half a minute, not the preview.
    """
    now = database_now()
    lost_since = now - timedelta(seconds=_LOST_AFTER_SECONDS)
    still = RulePreview.objects.filter(pk=preview.pk, parts_done=preview.parts_done, moved_at__lt=lost_since)
    if preview.is_finished or not still.update(moved_at=now):
        return False
    _sender.put((preview.pk, preview.parts_done))
    return True


def simulate_part(*, preview_id: int, part: int) -> bool:
    """Simulate the next part of a preview, keep it, and ask for the one after; return whether there was work to do.

    A job for a part that is done already, or for a preview that is gone, does nothing; of two jobs for the same part
    one is kept. The same seed gives the same figures.
    """
    preview = RulePreview.objects.filter(pk=preview_id).first()
    if preview is None or preview.is_finished or preview.parts_done != part:
        return False
    rules = engine.RuleSet.from_dict(preview.rules)
    plan = plan_of(rules)
    seat_count = SEAT_COUNTS[part % len(SEAT_COUNTS)]
    found = engine.simulate(
        rules, seat_count, plan.matches_per_part, policy=plan.policy, seed=preview.seed * preview.parts_total + part
    )
    with transaction.atomic():
        preview = RulePreview.objects.select_for_update().filter(pk=preview_id, parts_done=part).first()
        if preview is None:
            return False
        if str(seat_count) in preview.figures:
            found = statistics_from(preview, seat_count).merged(found)
        preview.figures[str(seat_count)] = _stored(found)
        preview.parts_done += 1
        preview.moved_at = database_now()
        preview.save(update_fields=["figures", "parts_done", "moved_at"])
        if not preview.is_finished:
            transaction.on_commit(lambda: _sender.put((preview_id, part + 1)))
    return True


def _stored(statistics: engine.Statistics) -> dict[str, Any]:
    figures = {field.name: getattr(statistics, field.name) for field in dataclasses.fields(statistics)}
    del figures["rules"], figures["seat_count"]
    return {key: list(value) if isinstance(value, tuple) else value for key, value in figures.items()}


def _send(job: tuple[int, int]) -> None:
    current_app.send_task(SIMULATE, args=job, expires=_LOST_AFTER_SECONDS, ignore_result=True)


_sender: Final = HintSender("previews", _send)
