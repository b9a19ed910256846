"""Writes house rules and the built-in defaults; knows no pages and no matches."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts import services as people
from accounts.errors import AccountsError, ErrorCode
from accounts.models import Group, Player
from games import engine
from games.models import HouseRules, RuleSet, SitePolicy
from games.models.rules import BUILT_IN_NAME
from games.selectors.rules import RULE_KEYS, base_rules
from games.services.staff_roles import load_staff_roles


@dataclass(frozen=True, slots=True)
class HouseRulesWish:
    """All that a host sets; a rule is None to follow the base set, `base_id` is None for the site's default."""

    base_id: int | None = None
    semimaru: str | None = None
    emperor: str | None = None
    lady: str | None = None
    allow_stop: bool | None = None
    turn_limit_seconds: int | None = None
    is_rated: bool = False
    cpu_seats: int = 0


def wish_of(house: HouseRules) -> HouseRulesWish:
    """Return the settings as they are, to change one of them with `dataclasses.replace`."""
    return HouseRulesWish(
        base_id=house.base_id,
        semimaru=house.semimaru,
        emperor=house.emperor,
        lady=house.lady,
        allow_stop=house.allow_stop,
        turn_limit_seconds=house.turn_limit_seconds,
        is_rated=house.is_rated,
        cpu_seats=house.cpu_seats,
    )


@transaction.atomic
def change_house_rules(*, group: Group, by: Player, version: int, wish: HouseRulesWish) -> HouseRules:
    """Write the group's settings for its next match and return them; a running match keeps its own copy.

    A rule that equals the base set's is stored as "follow the base". Raises AccountsError: NOT_HOST, GROUP_CLOSED,
    BANNED, STALE when somebody saved since the page was loaded, RULES_INVALID for values outside the lists.
    """
    group = people.lock_group(group)
    if group.is_closed:
        raise AccountsError(ErrorCode.GROUP_CLOSED)
    if group.host_id != by.pk:
        raise AccountsError(ErrorCode.NOT_HOST)
    if by.is_banned:
        raise AccountsError(ErrorCode.BANNED)
    house, _is_new = HouseRules.objects.select_for_update().get_or_create(
        group=group, defaults={"next_secret": engine.new_secret().hex()}
    )
    if house.version != version:
        raise AccountsError(ErrorCode.STALE)
    base = None
    if wish.base_id is not None:
        base = RuleSet.objects.filter(pk=wish.base_id).first()
        if base is None:
            raise AccountsError(ErrorCode.RULES_INVALID)
    house.base = None if base is None or base.is_site_default else base
    basis = base_rules(house)
    for key in RULE_KEYS:
        value = getattr(wish, key)
        if value is not None and not _is_rule(key, value):
            raise AccountsError(ErrorCode.RULES_INVALID)
        setattr(house, key, None if value is None or value == getattr(basis, key) else value)
    house.turn_limit_seconds = wish.turn_limit_seconds
    house.is_rated = wish.is_rated
    house.cpu_seats = wish.cpu_seats
    house.version += 1
    try:
        house.full_clean(exclude=["group", "base"])
    except ValidationError as error:
        raise AccountsError(ErrorCode.RULES_INVALID) from error
    house.save()
    return house


def _is_rule(key: str, value: object) -> bool:
    try:
        engine.RuleSet.from_dict({key: value})
    except engine.EngineError:
        return False
    return True


@transaction.atomic
def move_site_default(*, to: RuleSet) -> list[RuleSet]:
    """Take the default's mark from whatever set has it, so that `to` can be saved with it; return those sets."""
    formers = list(RuleSet.objects.select_for_update().filter(is_site_default=True).exclude(pk=to.pk))
    for former in formers:
        former.is_site_default = False
        former.version += 1
        former.save()
    return formers


@transaction.atomic
def load_defaults() -> bool:
    """Make sure that there are a default rule set, a policy row and the staff roles; return whether any was missing."""
    has_new_roles = load_staff_roles()
    _policy, is_new_policy = SitePolicy.objects.get_or_create(pk=SitePolicy.SINGLETON_ID)
    if RuleSet.objects.filter(is_site_default=True).exists():
        return is_new_policy or has_new_roles
    built_in, is_new = RuleSet.objects.get_or_create(name=BUILT_IN_NAME, defaults={"is_site_default": True})
    if not is_new:
        built_in.is_site_default = True
        built_in.version += 1
        built_in.save()
    return True
