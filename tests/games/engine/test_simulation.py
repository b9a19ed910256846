"""Statistics of many matches: the known arithmetic of rules.md, and that they add up."""

import pytest

from games.engine import EngineError, RuleSet, SemimaruRule, Statistics, always_flip, always_stop, simulate
from games.engine.policies import POLICIES

MATCHES = 4_000

# rules.md, "Known arithmetic": seats, draws, flips per match, cards left in the pile, choices per match.
KNOWN = [
    (2, 0.0, 50.4, 30.6, 3.9),
    (3, 0.026, 100.0, 22.2, 7.9),
    (4, 0.013, 100.0, 16.4, 7.9),
    (5, 0.009, 100.0, 12.4, 7.9),
    (6, 0.010, 100.0, 10.4, 7.9),
]


def error_of(histogram: tuple[int, ...]) -> float:
    """The standard error of a histogram's mean."""
    matches = sum(histogram)
    mean = sum(value * count for value, count in enumerate(histogram)) / matches
    variance = sum(count * (value - mean) ** 2 for value, count in enumerate(histogram)) / matches
    return float((variance / matches) ** 0.5)


@pytest.mark.parametrize(("seats", "draws", "flips", "left", "choices"), KNOWN)
@pytest.mark.parametrize("policy", ["always_flip", "always_stop"])
def test_the_known_arithmetic_holds(
    seats: int, draws: float, flips: float, left: float, choices: float, policy: str
) -> None:
    """Within four standard errors of our sample, one for the table's own sample and the table's rounding."""
    found = simulate(RuleSet(), seats, MATCHES, policy=POLICIES[policy], seed=seats)
    draw_error = (draws * (1 - draws) / MATCHES) ** 0.5
    assert abs(found.draw_rate - draws) <= 5 * draw_error + 0.0005
    assert abs(found.flips_per_match - flips) <= 5 * error_of(found.lengths) + 0.05
    assert abs(found.cards_left - left) <= 5 * error_of(found.piles) + 0.05
    # At most 8 choices come of 8 emperors; with two seats the match ends half way, anywhere.
    assert abs(found.choices_per_match - choices) <= 5 * 8 / 12**0.5 / MATCHES**0.5 + 0.05


def test_with_two_seats_a_draw_cannot_happen_and_with_more_all_cards_come() -> None:
    assert simulate(RuleSet(), 2, 300, policy=always_flip, seed=1).draws == 0
    assert simulate(RuleSet(), 3, 300, policy=always_flip, seed=1).lengths[100] == 300


def test_the_figures_add_up() -> None:
    found = simulate(RuleSet(), 4, 500, policy=always_stop, seed=7)
    assert sum(found.sole_wins) + found.draws == found.matches == 500
    assert sum(found.win_rates) + found.draw_rate == pytest.approx(1)
    assert sum(found.drawn_wins) >= 2 * found.draws
    assert sum(found.lengths) == sum(found.piles) == 500
    assert found.choices == found.stops
    assert found.stops_per_match == found.choices_per_match > 7


def test_nobody_stops_who_always_flips_and_nobody_chooses_where_stopping_is_not_allowed() -> None:
    assert simulate(RuleSet(), 4, 50, policy=always_flip, seed=7).stops == 0
    bound = simulate(RuleSet(allow_stop=False), 4, 50, policy=always_stop, seed=7)
    assert (bound.choices, bound.stops) == (0, 0)


def test_the_same_seed_gives_the_same_statistics_and_another_gives_others() -> None:
    first = simulate(RuleSet(), 4, 100, policy=always_flip, seed=3)
    assert simulate(RuleSet(), 4, 100, policy=always_flip, seed=3) == first
    assert simulate(RuleSet(), 4, 100, policy=always_flip, seed=4) != first


def test_parts_merge_to_the_whole() -> None:
    first = simulate(RuleSet(), 4, 60, policy=always_flip, seed=1)
    second = simulate(RuleSet(), 4, 40, policy=always_flip, seed=2)
    both = first.merged(second)
    assert both.matches == 100
    assert both.cards_left == pytest.approx(0.6 * first.cards_left + 0.4 * second.cards_left)
    assert both.sole_wins == tuple(one + other for one, other in zip(first.sole_wins, second.sole_wins, strict=True))


@pytest.mark.parametrize(
    "other",
    [
        lambda: simulate(RuleSet(), 5, 1, policy=always_flip, seed=1),
        lambda: simulate(RuleSet(semimaru=SemimaruRule.AS_MONK), 4, 1, policy=always_flip, seed=1),
    ],
)
def test_runs_of_different_rules_or_seats_do_not_merge(other: object) -> None:
    run = simulate(RuleSet(), 4, 1, policy=always_flip, seed=1)
    assert callable(other)
    with pytest.raises(ValueError):
        run.merged(other())


def test_each_match_is_told_to_a_progress_bar() -> None:
    seen: list[int] = []
    simulate(RuleSet(), 4, 12, policy=always_flip, seed=1, on_match=lambda: seen.append(1))
    assert len(seen) == 12


def test_a_run_without_matches_or_with_impossible_seats_is_refused() -> None:
    with pytest.raises(ValueError):
        simulate(RuleSet(), 4, 0, policy=always_flip, seed=1)
    with pytest.raises(EngineError):
        simulate(RuleSet(), 7, 1, policy=always_flip, seed=1)


def test_statistics_are_frozen() -> None:
    run = simulate(RuleSet(), 4, 1, policy=always_flip, seed=1)
    assert isinstance(run, Statistics)
    with pytest.raises(AttributeError):
        run.matches = 2  # type: ignore[misc]
