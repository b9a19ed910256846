"""The arithmetic of ratings: places in, new skills out; it knows no player, no match and no database.

The model is the pairwise Bradley-Terry model of Weng and Lin (2011), openskill's BradleyTerryFull: each player is
compared with each other one, ahead counts 1, behind 0 and a shared place exactly 1/2. A chance is read off the logistic
curve, 1 / (1 + exp(-(mu - mu') / c)) with c² = sigma² + sigma'² + 2 beta².

Two things are ours, both in one factor, `3 / (k + 1)` for a match of k players:

* The k - 1 comparisons of one player in one match hang together: who is last loses all of them at once. Among equals
  the number of players left behind is uniform on 0..k-1 and has the variance (k² - 1) / 12, while k - 1 separate duels
  would have (k - 1) / 4. One match is therefore worth 3 / (k + 1) of its duels: all of them with two players, three
  fifths with four, three sevenths with six. Both the step of mu and the loss of sigma are scaled by it.
* openskill's own damping of sigma, sigma / c, is left out. It is there for games where sigma is close to beta; here,
  where luck decides, it would leave the band as wide after a thousand matches as after ten.

The numbers are chosen for this game; `manage.py calibrate_ratings` repeats the measurements.

* `BETA` 700 sets what a point means: 40 points are one point of percentage in the chance to end ahead of somebody.
* `START.sigma` 100 is how far apart people can be at most under the rule sets where deciding matters most: players who
  flip at each choice and players who never do, with every habit between them, lie within 1500 ± 140 there, but within
  1500 ± 35 under the site's first defaults. So the first band, 1500 ± 196, is right for the one and wide for the other.
* `TAU` 1 lets skill move by about 30 points in a thousand matches, so that sigma never falls much below 40.

Measured with `--lady take_pile_and_one_more`, the rule that tells those players apart best, and 4 seats:

| matches played | true strength within the band | sigma |
|---|---|---|
| 10 | 100 % | 98 |
| 30 | 99 % | 94 |
| 100 | 99 % | 83 |
| 300 | 97 % | 66 |

and of pairs for whom the ratings said 52.8, 54.7 and 56.6 % the favourite ended ahead in 52.3, 54.3 and 56.3 %.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final

from openskill.models import BradleyTerryFull


@dataclass(frozen=True, slots=True)
class Skill:
    """What is believed of a player's strength: a normal curve with mean `mu` and deviation `sigma`, in points."""

    mu: float
    sigma: float

    def __post_init__(self) -> None:
        if not (isfinite(self.mu) and isfinite(self.sigma) and self.sigma > 0):
            raise ValueError("a skill needs a finite mu and a finite sigma above 0")


START: Final = Skill(mu=1500.0, sigma=100.0)
BETA: Final = 700.0
TAU: Final = 1.0
FLOOR: Final = 100
# The band holds the true strength in 95 of 100 cases.
BAND_SIGMAS: Final = 1.96


def _worth_of_match(_c: float, player_count: int, *_unused: Any) -> float:
    """The share of its k - 1 duels that one match of k players is worth (module docstring)."""
    return 3.0 / (player_count + 1)


_MODEL: Final = BradleyTerryFull(mu=START.mu, sigma=START.sigma, beta=BETA, tau=TAU, gamma=_worth_of_match)


def rate(skills: Sequence[Skill], places: Sequence[int]) -> tuple[Skill, ...]:
    """The skills after a match, in the order given; a smaller place is better and equal places are a tie.

    Only the order of the places matters, and the order of the seats does not: the same players with the same places get
    the same values to the last bit. Raises ValueError for fewer than two players or for another number of places.
    """
    if len(skills) < 2 or len(skills) != len(places):
        raise ValueError("a rated match needs two players or more and a place for each")
    # Sums of floats depend on their order, so the players always go in by place and strength.
    order = sorted(range(len(skills)), key=lambda seat: (places[seat], skills[seat].mu, skills[seat].sigma))
    teams = [[_MODEL.rating(mu=skills[seat].mu, sigma=skills[seat].sigma)] for seat in order]
    rated = _MODEL.rate(teams, ranks=[float(places[seat]) for seat in order])
    worth = _worth_of_match(0.0, len(skills))
    new: dict[int, Skill] = {}
    for seat, (player,) in zip(order, rated, strict=True):
        old = skills[seat].mu
        new[seat] = Skill(mu=old + worth * (player.mu - old), sigma=player.sigma)
    return tuple(new[seat] for seat in range(len(skills)))


def points(skill: Skill) -> int:
    """The rating as people see it: mu as a whole number, never below `FLOOR`."""
    return max(FLOOR, round(skill.mu))


def band(skill: Skill) -> tuple[int, int]:
    """The lowest and the highest rating that are still likely, as whole numbers, never below `FLOOR`."""
    reach = BAND_SIGMAS * skill.sigma
    return max(FLOOR, round(skill.mu - reach)), max(FLOOR, round(skill.mu + reach))
