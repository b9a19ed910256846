"""Prints how honest the ratings are under a rule set, by simulation; it reads and writes no stored match."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from tqdm import tqdm

from games import engine
from games.calibration import HABITS, calibrate


class Command(BaseCommand):
    help = "Rate simulated players of known strength and compare the bands and chances with what happened."

    def add_arguments(self, parser: ArgumentParser) -> None:
        defaults = engine.RuleSet()
        parser.add_argument("--semimaru", choices=list(engine.SemimaruRule), default=defaults.semimaru)
        parser.add_argument("--emperor", choices=list(engine.EmperorRule), default=defaults.emperor)
        parser.add_argument("--lady", choices=list(engine.LadyRule), default=defaults.lady)
        parser.add_argument("--seats", type=int, choices=range(engine.MIN_SEATS, engine.MAX_SEATS + 1), default=4)
        parser.add_argument("--players", type=int, default=200)
        parser.add_argument("--matches", type=int, default=320, help="matches of each player")
        parser.add_argument("--reference", type=int, default=20_000, help="matches that the true strengths come from")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, **options: Any) -> None:
        rules = engine.RuleSet.from_dict(
            {
                "semimaru": str(options["semimaru"]),
                "emperor": str(options["emperor"]),
                "lady": str(options["lady"]),
                "allow_stop": True,
            }
        )
        total = options["reference"] + options["players"] * options["matches"] // options["seats"]
        with tqdm(total=total, unit="match", disable=options["verbosity"] == 0) as progress:
            found = calibrate(
                rules=rules,
                seat_count=options["seats"],
                player_count=options["players"],
                matches_each=options["matches"],
                reference_matches=options["reference"],
                seed=options["seed"],
                on_match=progress.update,
            )
        self.stdout.write("flips at (of 100 choices)  true strength")
        for habit, strength in zip(HABITS, found.strengths, strict=True):
            self.stdout.write(f"{habit:>25.0%}  {strength:.0f}")
        self.stdout.write("matches played  players  within the band  mean sigma")
        for line in found.coverage:
            share = line.inside / line.player_count
            self.stdout.write(f"{line.matches:>14}  {line.player_count:>7}  {share:>15.1%}  {line.mean_sigma:.1f}")
        self.stdout.write("predicted  observed  pairs")
        for prediction in found.predictions:
            self.stdout.write(f"{prediction.predicted:>9.1%}  {prediction.observed:>8.1%}  {prediction.pair_count}")
