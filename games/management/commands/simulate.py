"""Prints the statistics of a rule set over many simulated matches, without a database."""

from __future__ import annotations

import json
import secrets
import sys
from argparse import ArgumentTypeError, BooleanOptionalAction
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from tqdm import tqdm

from games.engine import MAX_SEATS, MIN_SEATS, POLICIES, EmperorRule, LadyRule, RuleSet, SemimaruRule
from games.engine.simulation import Statistics, simulate


class Command(BaseCommand):
    """Simulate matches and print what they show."""

    help = (
        "Simulates matches on random decks and prints draw rate, win rate by seat (seat 0 flips first), flips, "
        "cards left in the common pile and choices. The cpu policy takes some 20 milliseconds a match."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take seats, matches, the four rules, the policy, a seed and the form of the answer."""
        default = RuleSet()
        parser.add_argument("--seats", type=int, default=4, choices=range(MIN_SEATS, MAX_SEATS + 1))
        parser.add_argument("--matches", type=_at_least_one, default=10_000)
        parser.add_argument("--semimaru", choices=[rule.value for rule in SemimaruRule], default=default.semimaru.value)
        parser.add_argument("--emperor", choices=[rule.value for rule in EmperorRule], default=default.emperor.value)
        parser.add_argument("--lady", choices=[rule.value for rule in LadyRule], default=default.lady.value)
        parser.add_argument("--allow-stop", action=BooleanOptionalAction, default=default.allow_stop)
        parser.add_argument("--policy", choices=list(POLICIES), default="always_flip", help="how every seat chooses")
        parser.add_argument("--seed", type=int, default=None, help="a whole number; the same seed, the same matches")
        parser.add_argument("--json", action="store_true", help="print one JSON object instead of lines to read")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the simulation with a progress bar on standard error, and print the figures."""
        rules = RuleSet(
            SemimaruRule(options["semimaru"]),
            EmperorRule(options["emperor"]),
            LadyRule(options["lady"]),
            options["allow_stop"],
        )
        seed = secrets.randbits(32) if options["seed"] is None else options["seed"]
        # Nobody watches a bar in a pipe or a log.
        with tqdm(total=options["matches"], unit="match", leave=False, disable=not sys.stderr.isatty()) as bar:
            statistics = simulate(
                rules,
                options["seats"],
                options["matches"],
                policy=POLICIES[options["policy"]],
                seed=seed,
                on_match=bar.update,
            )
        figures = _figures(statistics, options["policy"], seed)
        self.stdout.write(json.dumps(figures) if options["json"] else _lines(figures))


def _at_least_one(text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        value = 0
    if value < 1:
        raise ArgumentTypeError("not a whole number of 1 or more")
    return value


def _figures(statistics: Statistics, policy: str, seed: int) -> dict[str, Any]:
    return {
        "seats": statistics.seat_count,
        "rules": statistics.rules.to_dict(),
        "policy": policy,
        "seed": seed,
        "matches": statistics.matches,
        "draw_rate": statistics.draw_rate,
        "win_rate_by_seat": list(statistics.win_rates),
        "flips": statistics.flips_per_match,
        "cards_left": statistics.cards_left,
        "choices": statistics.choices_per_match,
        "stops": statistics.stops_per_match,
    }


def _lines(figures: dict[str, Any]) -> str:
    rules = ", ".join(
        f"{key} {json.dumps(value) if value in (True, False) else value}" for key, value in figures["rules"].items()
    )
    wins = "\n".join(f"  seat {seat:<12} {rate:8.2%}" for seat, rate in enumerate(figures["win_rate_by_seat"]))
    return (
        f"{figures['matches']} matches, {figures['seats']} seats, policy {figures['policy']}, seed {figures['seed']}\n"
        f"{rules}\n"
        f"draw rate           {figures['draw_rate']:8.2%}\n"
        f"win rate by seat (draws apart)\n{wins}\n"
        f"flips per match     {figures['flips']:8.2f}\n"
        f"cards left in pile  {figures['cards_left']:8.2f}\n"
        f"choices per match   {figures['choices']:8.2f}\n"
        f"stops per match     {figures['stops']:8.2f}"
    )
