"""What the public pages state as being in force, and a mark that changes with it; changes nothing."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Final

from accounts.models import Group
from games.models import RuleSet, SitePolicy, TurnLimit
from games.rules_parts import Facts
from games.selectors.rules import effective_rules, forget_policy, house_rules_of, rules_of, site_default, site_policy
from games.services.matches import SOLO_SEATS

_RULE_FIELDS: Final = ("pk", "version", "updated_at", "semimaru", "emperor", "lady", "allow_stop")
_POLICY_FIELDS: Final = ("version", "updated_at", "away_after_seconds", "away_turn_seconds")


def site_facts() -> Facts:
    """Return what the site's own rules page states."""
    return _facts(site_default())


def group_facts(group: Group) -> Facts:
    """Return what the rules page of a group states: its house rules, beside the site's default."""
    default = site_default()
    house = house_rules_of(group)
    base = house.base or default
    return _facts(
        default,
        rules=effective_rules(house),
        turn_limit_seconds=house.turn_limit_seconds,
        is_rated=house.is_rated,
        is_group=True,
        changed_at=[house.updated_at, base.updated_at if base else None],
    )


def public_pages_mark() -> str:
    """Return a mark of what the public pages state; it is another one after any edit that they show."""
    rows = [
        RuleSet.objects.filter(is_site_default=True).values_list(*_RULE_FIELDS).first(),
        SitePolicy.objects.values_list(*_POLICY_FIELDS).first(),
    ]
    return hashlib.sha256(repr(rows).encode()).hexdigest()[:16]


def _facts(default: RuleSet | None, *, changed_at: list[datetime | None] | None = None, **of_group: object) -> Facts:
    forget_policy()  # pages are kept under a mark just read from the database, so they may not tell older values
    policy = site_policy()
    policy_changed_at = SitePolicy.objects.values_list("updated_at", flat=True).first()
    moments = changed_at or [default.updated_at if default else None]
    site_rules = rules_of(default)
    values: dict[str, object] = {"rules": site_rules, **of_group}
    return Facts(
        site_rules=site_rules,
        # The page speaks of the policy, too, so its edits count.
        updated_at=max([at for at in [*moments, policy_changed_at] if at], default=None),
        turn_limits=tuple(TurnLimit.values),
        away_after_seconds=policy.away_after_seconds,
        away_turn_seconds=policy.away_turn_seconds,
        solo_cpu_seats=SOLO_SEATS - 1,
        **values,  # type: ignore[arg-type]
    )
