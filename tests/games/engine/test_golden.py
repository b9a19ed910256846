"""Whole matches against the golden playthroughs, line by line; `goldens.py` says how they are written."""

import pytest

from games.engine import EmperorRule, LadyRule, SemimaruRule
from tests.games.engine.goldens import FOLDER, GOLDENS, Golden, playthrough


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: golden.name)
def test_a_match_plays_as_it_is_written_down(golden: Golden) -> None:
    written = golden.path.read_text(encoding="utf-8").splitlines()
    for number, (line, expected) in enumerate(zip(playthrough(golden), written, strict=True), start=1):
        assert line == expected, f"{golden.path.name}, line {number}"


def test_every_golden_file_has_its_match() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {golden.path.name for golden in GOLDENS}


def test_the_golden_matches_show_every_value_of_every_rule_and_every_seat_count() -> None:
    assert {golden.seats for golden in GOLDENS} == {2, 3, 4, 5, 6}
    assert {golden.rules.semimaru for golden in GOLDENS} == set(SemimaruRule)
    assert {golden.rules.emperor for golden in GOLDENS} == set(EmperorRule)
    assert {golden.rules.lady for golden in GOLDENS} == set(LadyRule)
    assert {golden.rules.allow_stop for golden in GOLDENS} == {True, False}
