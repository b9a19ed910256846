"""What the pages of a group show, gathered from selectors; it writes nothing."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language

from accounts.models import Group, Player
from games import engine
from games.models import Match
from games.rules_text.texts import Texts, texts_for
from games.selectors.groups import Member, last_match, live_match, matches_of, members
from games.selectors.rules import RULE_KEYS, effective_rules, house_rules_of, site_rules
from games.services.group_matches import CPU_SEATS_FOR_ONE

_MATCHES_SHOWN = 10

# The names of rules and values in the words of the rules page.
_TERMS: dict[str, dict[object, str]] = {
    "semimaru": {
        engine.SemimaruRule.OUT: "rule.semimaru.out",
        engine.SemimaruRule.SKIP_TURN: "rule.semimaru.skip",
        engine.SemimaruRule.AS_MONK: "rule.semimaru.monk",
        engine.SemimaruRule.AS_COURTIER: "rule.semimaru.courtier",
        engine.SemimaruRule.ALL_HANDS_TO_PILE: "rule.semimaru.all_hands",
    },
    "emperor": {
        engine.EmperorRule.KEEP_AND_ONE_MORE: "rule.emperor.keep_and_more",
        engine.EmperorRule.TAKE_ALL_HANDS: "rule.emperor.take_all",
        engine.EmperorRule.ORDINARY: "rule.emperor.ordinary",
    },
    "lady": {
        engine.LadyRule.TAKE_PILE: "rule.lady.take_pile",
        engine.LadyRule.TAKE_PILE_AND_ONE_MORE: "rule.lady.take_and_more",
        engine.LadyRule.ONE_MORE_IF_PILE_EMPTY: "rule.lady.more_if_empty",
    },
    "allow_stop": {True: "rule.stop.on", False: "rule.stop.off"},
}
_TITLES = {"semimaru": "rule.semimaru", "emperor": "rule.emperor", "lady": "rule.lady", "allow_stop": "rule.stop"}


@dataclass(frozen=True, slots=True)
class RuleValue:
    """One value that a rule can have, as the editor shows it."""

    value: str
    title: str
    explanation: str
    is_chosen: bool
    is_default: bool


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule with its values."""

    key: str
    title: str
    values: tuple[RuleValue, ...]

    @property
    def chosen(self) -> RuleValue:
        """Return the value in force."""
        return next(value for value in self.values if value.is_chosen)

    @property
    def differs(self) -> bool:
        """Tell whether the value in force is not the site's default."""
        return not self.chosen.is_default


def form_value(value: object) -> str:
    """Return a rule's value as forms send it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def rules_shown(rules: engine.RuleSet) -> tuple[Rule, ...]:
    """Return the four rules with all values named and explained in the current language."""
    texts = texts_for(get_language() or "en")
    default = site_rules()
    return tuple(
        Rule(
            key=key,
            title=texts.term(_TITLES[key]),
            values=tuple(
                RuleValue(
                    value=form_value(value),
                    title=texts.term(term),
                    explanation=_explanation(texts, key, value, rules.allow_stop),
                    is_chosen=getattr(rules, key) == value,
                    is_default=getattr(default, key) == value,
                )
                for value, term in _TERMS[key].items()
            ),
        )
        for key in RULE_KEYS
    )


def _explanation(texts: Texts, key: str, value: object, allow_stop: bool) -> str:
    if key == "allow_stop":
        return texts.line("local.stop.on" if value else "local.stop.off")
    text_id = f"effect.{key}.{value}"
    if text_id not in texts.by_id:
        text_id += ".choice" if allow_stop else ".must"
    return texts.line(text_id)


def two_seat_advice() -> str:
    """Return the sentence that warns two people of the Semimaru rule "out"."""
    return texts_for(get_language() or "en").line("winning.two_players")


def lobby(group: Group, player: Player, *, known_match: str | None = None) -> dict[str, Any]:
    """Return what the changing part of a group's page shows: members, the running match, what can be started."""
    everybody = members(group)
    live = live_match(group)
    last = last_match(group)
    house = house_rules_of(group)
    rules = effective_rules(house)
    ready = [
        member
        for member in everybody
        if member.is_present and member.is_ready and not member.membership.player.is_banned
    ]
    seated = min(len(ready), engine.MAX_SEATS)
    is_rated = house.is_rated and seated > 1
    cpu_seats = 0 if is_rated or not ready else min(house.cpu_seats, engine.MAX_SEATS - seated)
    if seated == 1 and cpu_seats == 0:
        cpu_seats = CPU_SEATS_FOR_ONE
    me = next((member for member in everybody if member.player_id == player.pk), None)
    return {
        "group": group,
        "me": me,
        "is_host": group.host_id == player.pk,
        "members": everybody,
        "live": live,
        "last": last,
        "after": last.pk if last else "",
        "known_match": known_match if known_match is not None else (live.pk if live else ""),
        "seated": seated,
        "cpu_seats": cpu_seats,
        "watching": len(ready) - seated,
        "is_rated_now": is_rated,
        "is_rated_group": house.is_rated,
        "waited_for": _waited_for(everybody, last, live),
        "asked": bool(last and me and live is None and me.membership.again_after == last.pk),
        "advice": two_seat_advice()
        if seated + cpu_seats == 2 and rules.semimaru is engine.SemimaruRule.OUT and live is None
        else "",
        "house_version": house.version,
    }


def _waited_for(everybody: list[Member], last: Match | None, live: Match | None) -> list[Member]:
    """Return who played, is still there and has not tapped "rematch", once somebody has."""
    if last is None or live is not None:
        return []
    if not any(member.membership.again_after == last.pk for member in everybody):
        return []
    played = set(last.seats.filter(player__isnull=False).values_list("player_id", flat=True))
    return [
        member
        for member in everybody
        if member.is_present and member.player_id in played and member.membership.again_after != last.pk
    ]


def lobby_mark(facts: dict[str, Any], language: str) -> str:
    """Return a mark of what the changing part shows; a poll that knows it is answered with nothing."""
    shown = [
        language,
        facts["group"].host_id,
        facts["after"],
        facts["live"].pk if facts["live"] else "",
        facts["seated"],
        facts["cpu_seats"],
        facts["is_rated_now"],
        facts["is_rated_group"],
        facts["asked"],
        facts["advice"],
        facts["house_version"],
        [member.player_id for member in facts["waited_for"]],
        [
            (member.player_id, member.name, member.is_present, member.is_ready, member.is_waiting, member.is_seated)
            for member in facts["members"]
        ],
    ]
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]


def invitation(request: HttpRequest, group: Group) -> dict[str, Any]:
    """Return the invite address, which opens in each guest's own language, and the code in two halves."""
    return {
        "invite_address": request.build_absolute_uri(reverse("invite", args=[group.code])),
        "code_halves": f"{group.code[:4]} {group.code[4:]}",
    }


def settings_shown(group: Group) -> dict[str, Any]:
    """Return the group's rules and settings for reading, and the commitment to the next shuffle."""
    house = house_rules_of(group)
    return {
        "house": house,
        "rules": rules_shown(effective_rules(house)),
        "commitment": engine.commitment(bytes.fromhex(house.next_secret)) if house.next_secret else "",
    }


def recent_matches(group: Group) -> list[Match]:
    """Return the group's last matches with their seats, the latest first."""
    return list(matches_of(group).prefetch_related("seats__player")[:_MATCHES_SHOWN])
