"""Which rules and policy values are in force, read defensively; changes nothing."""

from __future__ import annotations

import logging
import math
import os
import time
from dataclasses import dataclass, fields, replace
from typing import Any, Final, cast

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import Field, QuerySet

from accounts.models import Group
from games import engine
from games.models import HouseRules, RuleSet, SitePolicy

logger = logging.getLogger(__name__)

RULE_KEYS: Final = ("semimaru", "emperor", "lady", "allow_stop")
_POLICY_CACHE_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class Policy:
    """The site's policy values; durations in seconds."""

    cpu_pace_seconds: float = 1.2
    away_after_seconds: float = 20
    heartbeat_seconds: float = 10
    away_turn_seconds: float = 2
    deadline_slack_seconds: float = 1
    sweep_behind_seconds: float = 0.25
    missed_steps_limit: int = 2
    abandon_after_seconds: float = 1800
    one_time_link_seconds: float = 600
    host_succession_seconds: float = 120


class _PolicyCache:
    """The policy last read by this process, and until when it is fresh enough."""

    policy: Policy | None = None
    fresh_until: float = 0.0


def forget_policy() -> None:
    """Have the next call of `site_policy` read the database again."""
    _PolicyCache.policy = None


def site_policy() -> Policy:
    """Return the policy in force, at most five seconds old; a senseless value gives way to the initial one."""
    now = time.monotonic()
    if _PolicyCache.policy is None or now >= _PolicyCache.fresh_until:
        _PolicyCache.policy = _with_test_pace(_read_policy())
        _PolicyCache.fresh_until = now + _POLICY_CACHE_SECONDS
    return _PolicyCache.policy


def _read_policy() -> Policy:
    row = SitePolicy.objects.filter(pk=SitePolicy.SINGLETON_ID).first()
    if row is None:
        return Policy()
    values: dict[str, float] = {}
    for field in fields(Policy):
        value = getattr(row, field.name)
        stored = cast("Field[Any, Any]", SitePolicy._meta.get_field(field.name))
        try:
            if not math.isfinite(value):
                raise ValidationError("not a finite number")
            stored.clean(value, row)
        except (TypeError, ValidationError):
            logger.error("event=bad_site_policy field=%s", field.name)
        else:
            values[field.name] = value
    return Policy(**values)  # type: ignore[arg-type]


def _with_test_pace(policy: Policy) -> Policy:
    """Return the policy at the pace that a browser test asks for; only where test switches are allowed at all."""
    pace = os.environ.get("BOZU_CPU_PACE_SECONDS") if settings.TEST_SWITCHES else None
    return replace(policy, cpu_pace_seconds=float(pace)) if pace else policy


def site_default() -> RuleSet | None:
    """Return the row of the site's default, or None when there is none."""
    return RuleSet.objects.filter(is_site_default=True).first()


def site_rules() -> engine.RuleSet:
    """Return the site's default rules; the built-in ones when the row is missing or holds an unknown value."""
    return rules_of(site_default())


def rules_of(rule_set: RuleSet | None) -> engine.RuleSet:
    """Return the rules of a stored set, or the built-in default, with a line in the log, when they cannot be used."""
    if rule_set is None:
        return engine.RuleSet()
    try:
        return rule_set.to_engine()
    except engine.EngineError as error:
        logger.error("event=bad_rule_set rule_set=%s reason=%s", rule_set.pk, error.code)
        return engine.RuleSet()


def rule_sets() -> QuerySet[RuleSet]:
    """Return all named sets that a group may start from, the site's default first."""
    return RuleSet.objects.order_by("-is_site_default", "name")


def base_rules(house: HouseRules) -> engine.RuleSet:
    """Return the rules that a group's own changes start from."""
    return rules_of(house.base) if house.base_id is not None else site_rules()


def house_rules_of(group: Group) -> HouseRules:
    """Return the group's house rules; a fresh unsaved row when the group never had any."""
    return HouseRules.objects.select_related("base").filter(group=group).first() or HouseRules(group=group)


def effective_rules(house: HouseRules) -> engine.RuleSet:
    """Return what the group's next match is played by: its own values over its base set.

    A stored value that the engine does not know gives way to the base set's, with a line in the log.
    """
    values = base_rules(house).to_dict()
    for key in RULE_KEYS:
        own = getattr(house, key)
        if own is None:
            continue
        try:
            engine.RuleSet.from_dict({**values, key: own})
        except engine.EngineError as error:
            logger.error("event=bad_house_rules group=%s rule=%s reason=%s", house.group_id, key, error.code)
        else:
            values[key] = own
    return engine.RuleSet.from_dict(values)


def group_rules(group: Group) -> engine.RuleSet:
    """Return what the group's next match is played by."""
    return effective_rules(house_rules_of(group))


def differing_keys(rules: engine.RuleSet, other: engine.RuleSet) -> tuple[str, ...]:
    """Return the keys in which two rule sets differ, in the order of the rules page."""
    return tuple(key for key in RULE_KEYS if getattr(rules, key) != getattr(other, key))
