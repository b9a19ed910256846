"""The measurement of the ratings: it finds strengths that are known, and the bands it looks at are honest."""

from itertools import permutations

import pytest

from games import engine
from games.calibration import HABITS, MILESTONES, Calibration, calibrate, chance_ahead, fit_strengths
from ratings.calculator import START, Skill

# The rule that tells players of different habits apart best.
FURTHER_FLIPS = engine.RuleSet(lady=engine.LadyRule.TAKE_PILE_AND_ONE_MORE)


def measure(
    *, player_count: int = 60, matches_each: int = 40, reference_matches: int = 4_000, seed: int = 5
) -> Calibration:
    return calibrate(
        rules=FURTHER_FLIPS,
        seat_count=4,
        player_count=player_count,
        matches_each=matches_each,
        reference_matches=reference_matches,
        seed=seed,
    )


def test_strengths_that_gave_the_scores_are_found_again() -> None:
    strengths = [1640.0, 1570.0, 1490.0, 1450.0, 1350.0]
    scores = {}
    for one, other in permutations(range(5), 2):
        chance = chance_ahead(Skill(strengths[one], 1e-6), Skill(strengths[other], 1e-6))
        scores[one, other] = (1_000 * chance, 1_000)
    assert fit_strengths(scores) == pytest.approx(strengths, abs=0.01)


def test_even_scores_mean_equal_strengths() -> None:
    scores = dict.fromkeys(permutations(range(5), 2), (50.0, 100))
    assert fit_strengths(scores) == pytest.approx([START.mu] * 5)


def test_two_hundred_and_eighty_points_are_about_seven_points_of_percentage() -> None:
    assert chance_ahead(Skill(1780, 1e-6), Skill(1500, 1e-6)) == pytest.approx(0.57, abs=0.002)
    assert chance_ahead(START, START) == 0.5


def test_bands_and_chances_agree_with_what_happened() -> None:
    found = measure()
    # Under this rule it is better to stop, and plainly so.
    assert found.strengths[0] > START.mu + 50 > START.mu - 50 > found.strengths[-1]
    assert [line.matches for line in found.coverage] == [n for n in MILESTONES if n <= 30]
    for line in found.coverage:
        assert line.player_count >= 55
        # The band promises 95 of 100; sixty players may stray from that by luck.
        assert line.inside / line.player_count >= 0.9
        assert 90 < line.mean_sigma < START.sigma
    first = found.predictions[0]
    assert 0.5 <= first.predicted < 0.52
    assert abs(first.observed - first.predicted) < 0.02
    assert sum(prediction.pair_count for prediction in found.predictions) == 60 * 40 // 4 * 6


def test_the_same_seed_gives_the_same_figures_and_another_one_others() -> None:
    one, same, other = (
        measure(player_count=10, matches_each=12, reference_matches=200, seed=seed) for seed in (5, 5, 6)
    )
    assert one == same
    assert one != other


def test_every_match_is_reported() -> None:
    calls: list[None] = []
    calibrate(
        rules=FURTHER_FLIPS,
        seat_count=4,
        player_count=len(HABITS),
        matches_each=8,
        reference_matches=50,
        seed=1,
        on_match=lambda: calls.append(None),
    )
    assert len(calls) == 50 + 10
