"""How honest the ratings are: matches of players of known strength, rated and compared; it stores nothing."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, sqrt
from random import Random
from typing import Final

from games import engine
from ratings import calculator
from ratings.calculator import BETA, START, Skill

# A habit is the share of choices at which a player flips; nothing else tells these players apart.
HABITS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
# After how many matches of its own a player's band is looked at.
MILESTONES: Final = (10, 30, 100, 300, 1_000)
# Predictions are gathered in steps of two points of percentage from even chances up.
_BIN: Final = 0.02
_LAST_BIN: Final = 5


@dataclass(frozen=True, slots=True)
class Coverage:
    """After `matches` of their own, how many of `player_count` players had their true strength within the band."""

    matches: int
    player_count: int
    inside: int
    mean_sigma: float


@dataclass(frozen=True, slots=True)
class Prediction:
    """Pairs for which the ratings gave about the same chance: that chance, and how often the favourite was ahead."""

    pair_count: int
    predicted: float
    observed: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """The true strength of each habit in points, and how bands and chances compare with what happened."""

    strengths: tuple[float, ...]
    coverage: tuple[Coverage, ...]
    predictions: tuple[Prediction, ...]


def calibrate(
    *,
    rules: engine.RuleSet,
    seat_count: int,
    player_count: int,
    matches_each: int,
    reference_matches: int,
    seed: int,
    on_match: Callable[[], object] = lambda: None,
) -> Calibration:
    """Rate `player_count` players over about `matches_each` matches each and compare with their true strengths.

    The strengths come from `reference_matches` further matches, by the most likely fit of the model that the ratings
    use. `on_match` is called after each match that is played. The same seed gives the same figures.
    """
    rng = Random(seed)
    strengths = fit_strengths(_pair_scores(rules, seat_count, reference_matches, rng, on_match))
    skills = [START] * player_count
    played = [0] * player_count
    seen: dict[int, list[tuple[bool, float]]] = defaultdict(list)
    bins: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for _ in range(player_count * matches_each // seat_count):
        seats = rng.sample(range(player_count), seat_count)
        places = _play(rules, [player % len(HABITS) for player in seats], rng)
        for one, other in combinations(range(seat_count), 2):
            chance = chance_ahead(skills[seats[one]], skills[seats[other]])
            score = _score(places[one], places[other])
            if chance < 0.5:
                chance, score = 1 - chance, 1 - score
            bins[min(int((chance - 0.5) / _BIN), _LAST_BIN)].append((chance, score))
        for player, skill in zip(seats, calculator.rate([skills[player] for player in seats], places), strict=True):
            skills[player] = skill
            played[player] += 1
            if played[player] in MILESTONES:
                low, high = calculator.band(skill)
                seen[played[player]].append((low <= strengths[player % len(HABITS)] <= high, skill.sigma))
        on_match()
    return Calibration(
        strengths=strengths,
        coverage=tuple(
            Coverage(matches, len(players), sum(inside for inside, _ in players), _mean(sigma for _, sigma in players))
            for matches, players in sorted(seen.items())
        ),
        predictions=tuple(
            Prediction(len(pairs), _mean(chance for chance, _ in pairs), _mean(score for _, score in pairs))
            for _, pairs in sorted(bins.items())
        ),
    )


def chance_ahead(one: Skill, other: Skill) -> float:
    """The chance that the first ends ahead of the second, a tie as a half, on the curve of `ratings.calculator`."""
    return 1 / (1 + exp((other.mu - one.mu) / sqrt(one.sigma**2 + other.sigma**2 + 2 * BETA**2)))


def _play(rules: engine.RuleSet, habits: Sequence[int], rng: Random) -> tuple[int, ...]:
    """The places of one match of players with these habits."""
    deck = rng.sample(engine.CARDS, len(engine.CARDS))

    def decide(board: engine.Board) -> engine.Action:
        flips = HABITS[habits[board.turn or 0]]
        return engine.Action.FLIP if rng.random() < flips else engine.Action.STOP

    end = engine.play_out(rules, len(habits), rng.randrange(len(habits)), deck, decide)
    return engine.standings(end.state)


def _score(place: int, other: int) -> float:
    return 1.0 if place < other else 0.5 if place == other else 0.0


# For two habits: how often the first was ahead of the second (a tie as a half), and how often they met.
PairScores = dict[tuple[int, int], tuple[float, int]]


def _pair_scores(
    rules: engine.RuleSet, seat_count: int, match_count: int, rng: Random, on_match: Callable[[], object]
) -> PairScores:
    scores: dict[tuple[int, int], float] = defaultdict(float)
    counts: dict[tuple[int, int], int] = defaultdict(int)
    for _ in range(match_count):
        habits = [rng.randrange(len(HABITS)) for _ in range(seat_count)]
        places = _play(rules, habits, rng)
        for one in range(seat_count):
            for other in range(seat_count):
                if habits[one] != habits[other]:
                    scores[habits[one], habits[other]] += _score(places[one], places[other])
                    counts[habits[one], habits[other]] += 1
        on_match()
    return {pair: (scores[pair], count) for pair, count in counts.items()}


def fit_strengths(pair_scores: PairScores) -> tuple[float, ...]:
    """The strengths that make the scores most likely, in points around the start; found by damped Newton steps."""
    logits = [0.0] * len(HABITS)
    for _ in range(500):
        for habit in range(len(HABITS)):
            slope = curvature = 0.0
            for (one, other), (score, count) in pair_scores.items():
                if one == habit:
                    chance = 1 / (1 + exp(logits[other] - logits[one]))
                    slope += score - count * chance
                    curvature += count * chance * (1 - chance)
            logits[habit] += slope / curvature / 2
        middle = _mean(logits)
        logits = [logit - middle for logit in logits]
    return tuple(START.mu + logit * sqrt(2) * BETA for logit in logits)


def _mean(values: Sequence[float] | Iterator[float]) -> float:
    numbers = list(values)
    return sum(numbers) / len(numbers)
