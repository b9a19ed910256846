"""The simulate command: its options, its figures and its silence where nobody watches."""

import io
import json
import os
import pty
import select
import subprocess
import sys
import termios
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.engine import EmperorRule, LadyRule, RuleSet, SemimaruRule, always_stop, simulate

ROOT = Path(__file__).parents[3]


def output_of(*options: str) -> str:
    output = io.StringIO()
    call_command("simulate", *options, stdout=output)
    return output.getvalue()


def figures_of(*options: str) -> dict[str, Any]:
    figures = json.loads(output_of("--json", *options))
    assert isinstance(figures, dict)
    return figures


def test_the_figures_are_those_of_the_simulation() -> None:
    figures = figures_of("--seats", "5", "--matches", "200", "--policy", "always_stop", "--seed", "11")
    expected = simulate(RuleSet(), 5, 200, policy=always_stop, seed=11)
    assert figures == {
        "seats": 5,
        "rules": RuleSet().to_dict(),
        "policy": "always_stop",
        "seed": 11,
        "matches": 200,
        "draw_rate": expected.draw_rate,
        "win_rate_by_seat": list(expected.win_rates),
        "flips": 100.0,
        "cards_left": expected.cards_left,
        "choices": expected.choices_per_match,
        "stops": expected.stops_per_match,
    }


def test_every_rule_can_be_set() -> None:
    options = ["--semimaru", "skip_turn", "--emperor", "ordinary", "--lady", "one_more_if_pile_empty"]
    figures = figures_of("--matches", "3", "--no-allow-stop", *options)
    assert figures["rules"] == {
        "semimaru": "skip_turn",
        "emperor": "ordinary",
        "lady": "one_more_if_pile_empty",
        "allow_stop": False,
    }
    assert figures["choices"] == 0
    for name, values in (("semimaru", SemimaruRule), ("emperor", EmperorRule), ("lady", LadyRule)):
        for value in values:
            assert figures_of("--matches", "1", f"--{name}", value.value)["rules"][name] == value.value


def test_the_text_names_every_figure_and_the_seed_to_see_it_again() -> None:
    text = output_of("--matches", "50", "--seed", "4", "--seats", "3")
    assert "50 matches, 3 seats, policy always_flip, seed 4" in text
    for word in ("draw rate", "win rate by seat", "seat 2", "flips per match", "cards left", "choices per match"):
        assert word in text
    assert "seat 3" not in text
    assert output_of("--matches", "50", "--seed", "4", "--seats", "3") == text


def test_without_a_seed_each_run_draws_its_own() -> None:
    first, second = (figures_of("--matches", "1")["seed"] for _ in range(2))
    assert first != second
    again = figures_of("--matches", "30", "--seed", str(first))
    assert again == figures_of("--matches", "30", "--seed", str(first))


def test_the_cpu_can_play() -> None:
    figures = figures_of("--matches", "2", "--policy", "cpu", "--seed", "1", "--seats", "2")
    assert 0 <= figures["stops"] <= figures["choices"]


@pytest.mark.parametrize(
    "options",
    [
        ["--seats", "1"],
        ["--seats", "7"],
        ["--seats", "x"],
        ["--matches", "0"],
        ["--matches", "-3"],
        ["--matches", "many"],
        ["--semimaru", "monk"],
        ["--emperor", "none"],
        ["--lady", "none"],
        ["--policy", "random"],
        ["--seed", "x"],
    ],
)
def test_a_bad_option_is_refused(options: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("simulate", *options)


def test_no_bar_and_no_database_in_a_pipe(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "BOZU_DATA_DIR": str(tmp_path),
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:9/none",
    }
    run = subprocess.run(
        [sys.executable, "manage.py", "simulate", "--matches", "20", "--json"],
        capture_output=True,
        cwd=ROOT,
        env=environment,
        check=True,
    )
    assert json.loads(run.stdout)["matches"] == 20
    assert run.stderr == b""


def test_a_bar_on_a_terminal() -> None:
    ours, theirs = pty.openpty()
    # A new terminal has no columns, and a bar would have no room in it.
    termios.tcsetwinsize(theirs, (24, 80))
    try:
        run = subprocess.run(
            [sys.executable, "manage.py", "simulate", "--matches", "20", "--json"],
            stdout=subprocess.PIPE,
            stderr=theirs,
            cwd=ROOT,
            check=True,
        )
        assert json.loads(run.stdout)["matches"] == 20
        ready, _, _ = select.select([ours], [], [], 10)
        assert ready, "nothing came on the terminal"
        assert b"match" in os.read(ours, 65_536)
    finally:
        os.close(theirs)
        os.close(ours)
