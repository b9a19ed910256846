"""The properties a rating must have, checked on chosen, random and many seeded matches."""

import math
import random
from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from ratings.calculator import BETA, FLOOR, START, Skill, band, points, rate

skills = st.builds(
    Skill,
    mu=st.floats(min_value=-2_000, max_value=6_000),
    sigma=st.floats(min_value=1e-3, max_value=500),
)


@st.composite
def matches(draw: st.DrawFn) -> tuple[list[Skill], list[int]]:
    count = draw(st.integers(2, 6))
    players = draw(st.lists(skills, min_size=count, max_size=count))
    places = draw(st.lists(st.integers(1, count), min_size=count, max_size=count))
    return players, places


def gains(players: Sequence[Skill], places: Sequence[int]) -> list[float]:
    return [new.mu - old.mu for old, new in zip(players, rate(players, places), strict=True)]


def close(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


# -- A tie -----------------------------------------------------------------------------------------------------------


@given(skills, skills)
def test_a_tie_of_two_lies_exactly_half_way_between_a_win_and_a_loss(one: Skill, other: Skill) -> None:
    players = (one, other)
    win, tie, loss = gains(players, (1, 2)), gains(players, (1, 1)), gains(players, (2, 1))
    for seat in (0, 1):
        assert close(tie[seat], (win[seat] + loss[seat]) / 2)


@given(st.lists(skills, min_size=3, max_size=6), st.data())
def test_a_tie_of_two_in_a_larger_match_is_exactly_half_too(players: list[Skill], data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(players))))
    place = {seat: 3 * rank for rank, seat in enumerate(order)}
    one, other = data.draw(st.permutations(range(len(players))))[:2]
    # With steps of three, one seat can stand just before, just behind or beside the other and pass nobody else.
    won, tied, lost = (
        gains(players, [place[other] + step if seat == one else place[seat] for seat in range(len(players))])
        for step in (-1, 0, 1)
    )
    for seat in (one, other):
        assert close(tied[seat], (won[seat] + lost[seat]) / 2)


@pytest.mark.parametrize("count", [2, 3, 6])
@pytest.mark.parametrize("first_place", [0, 1])
def test_equal_players_who_all_tie_keep_their_rating(count: int, first_place: int) -> None:
    players = [Skill(1432.1, 61.7)] * count
    rated = rate(players, [first_place] * count)
    assert {skill.mu for skill in rated} == {1432.1}
    assert len({skill.sigma for skill in rated}) == 1


@given(skills, st.lists(st.tuples(skills, st.integers(1, 6)), max_size=4), st.integers(1, 6))
def test_equal_players_who_tie_stay_equal_to_the_last_bit(
    twin: Skill, others: list[tuple[Skill, int]], place: int
) -> None:
    players = [twin, *(skill for skill, _ in others), twin]
    rated = rate(players, [place, *(other for _, other in others), place])
    assert rated[0] == rated[-1]


def test_when_a_strong_player_draws_with_a_weak_one_the_weak_rises_and_the_strong_falls() -> None:
    players = (Skill(1700, 60), Skill(1400, 60))
    win, tie, loss = gains(players, (1, 2)), gains(players, (1, 1)), gains(players, (2, 1))
    assert win[0] > 0 > tie[0] > loss[0]
    assert loss[1] > tie[1] > 0 > win[1]


# -- Places and seats ------------------------------------------------------------------------------------------------


@given(matches(), st.data())
def test_a_better_place_never_gains_less(match: tuple[list[Skill], list[int]], data: st.DataObject) -> None:
    players, places = match
    seat = data.draw(st.integers(0, len(players) - 1))
    better = list(places)
    better[seat] -= data.draw(st.integers(1, 6))
    assert gains(players, better)[seat] >= gains(players, places)[seat]


@given(skills, matches())
def test_of_equal_players_the_one_with_the_better_place_never_gains_less(
    skill: Skill, match: tuple[list[Skill], list[int]]
) -> None:
    _, places = match
    gained = gains([skill] * len(places), places)
    for one, place in enumerate(places):
        for other, other_place in enumerate(places):
            if place < other_place:
                assert gained[one] >= gained[other]


def test_a_fourth_place_gains_less_than_the_tied_seconds() -> None:
    gained = gains([START] * 6, [1, 2, 2, 4, 5, 5])
    assert gained[0] > gained[1] == gained[2] > gained[3] > gained[4] == gained[5]


@given(matches(), st.data())
def test_the_order_of_the_seats_changes_no_bit(match: tuple[list[Skill], list[int]], data: st.DataObject) -> None:
    players, places = match
    order = data.draw(st.permutations(range(len(players))))
    straight = rate(players, places)
    shuffled = rate([players[seat] for seat in order], [places[seat] for seat in order])
    assert shuffled == tuple(straight[seat] for seat in order)


def test_every_order_of_six_seats_gives_the_same_values() -> None:
    players = [Skill(1500 + 17 * seat, 40 + 9 * seat) for seat in range(6)]
    places = [1, 2, 2, 4, 5, 5]
    straight = rate(players, places)
    for order in permutations(range(6)):
        shuffled = rate([players[seat] for seat in order], [places[seat] for seat in order])
        assert shuffled == tuple(straight[seat] for seat in order)


@given(matches(), st.integers(-3, 3), st.integers(1, 5))
def test_only_the_order_of_the_places_counts(match: tuple[list[Skill], list[int]], start: int, step: int) -> None:
    players, places = match
    assert rate(players, [start + step * place for place in places]) == rate(players, places)


@given(matches())
def test_places_counted_from_0_from_1_and_without_gaps_are_the_same(match: tuple[list[Skill], list[int]]) -> None:
    players, places = match
    dense = {place: rank for rank, place in enumerate(sorted(set(places)))}
    assert rate(players, [dense[place] for place in places]) == rate(players, places)


# -- What moves, and by how much -------------------------------------------------------------------------------------


@given(matches())
def test_what_is_won_is_lost_elsewhere_when_each_gain_is_weighed_by_its_certainty(
    match: tuple[list[Skill], list[int]],
) -> None:
    players, places = match
    weighed = [gain / (player.sigma**2 + 1.0) for gain, player in zip(gains(players, places), players, strict=True)]
    assert math.isclose(math.fsum(weighed), 0.0, abs_tol=1e-9)


@given(matches())
def test_values_stay_finite_and_uncertain(match: tuple[list[Skill], list[int]]) -> None:
    players, places = match
    for skill in rate(players, places):
        assert math.isfinite(skill.mu)
        assert 0 < skill.sigma < math.inf


def test_the_same_result_moves_an_uncertain_player_more() -> None:
    settled, fresh = gains((Skill(1500, 35), Skill(1500, 100)), (1, 2))
    assert settled < -fresh


def test_a_win_against_the_stronger_gains_more_than_against_the_weaker() -> None:
    against_stronger = gains((START, Skill(1800, 50)), (1, 2))[0]
    against_weaker = gains((START, Skill(1200, 50)), (1, 2))[0]
    assert against_stronger > against_weaker > 0


@pytest.mark.parametrize(("count", "duels"), [(2, 1.0), (3, 3 / 4 * 2), (4, 3 / 5 * 3), (5, 3 / 6 * 4), (6, 3 / 7 * 5)])
def test_a_win_over_k_players_is_worth_three_of_k_plus_one_of_its_duels(count: int, duels: float) -> None:
    sigma_squared = START.sigma**2 + 1.0
    duel = sigma_squared / math.sqrt(2 * sigma_squared + 2 * BETA**2) / 2
    assert close(gains([START] * count, range(count))[0], duels * duel)


def test_200_wins_over_a_far_weaker_player_and_an_upset_stay_finite_and_ordered() -> None:
    strong, weak = START, Skill(400, 60)
    for _ in range(200):
        before = strong
        strong, weak = rate((strong, weak), (1, 2))
        assert strong.mu > before.mu
    upset_strong, upset_weak = rate((strong, weak), (2, 1))
    assert upset_strong.mu < strong.mu
    assert upset_weak.mu > weak.mu
    assert upset_strong.mu > upset_weak.mu
    assert points(weak) >= FLOOR
    others = [Skill(weak.mu, 60)] * 5
    six = rate([strong, *others], [1, 2, 3, 4, 5, 6])
    assert all(math.isfinite(skill.mu) and skill.sigma > 0 for skill in six)


def test_a_closed_circle_of_three_equal_players_makes_no_points() -> None:
    for draw_share in (0.0, 0.2):
        rng = random.Random(300)
        circle = [START] * 3
        for _ in range(300):
            places = rng.sample((1, 2, 3), 3)
            if rng.random() < draw_share:
                places = [min(place, 2) for place in places]
            circle = list(rate(circle, places))
        assert abs(sum(skill.mu for skill in circle) / 3 - START.mu) < 1.0


@pytest.mark.timeout(600)  # the processor may have other things to do
def test_a_hundred_thousand_matches_keep_every_promise() -> None:
    rng = random.Random(20260919)
    population = [START] * 400
    for number in range(100_000):
        seats = rng.sample(range(400), rng.choice((2, 3, 4, 4, 4, 5, 6)))
        players = [population[seat] for seat in seats]
        # Places of the kind the game gives: often all different, now and then shared.
        counts = [rng.randrange(12) for _ in seats]
        places = [1 + sum(other > count for other in counts) for count in counts]
        rated = rate(players, places)
        weighed = 0.0
        for player, skill in zip(players, rated, strict=True):
            assert math.isfinite(skill.mu)
            assert 30 < skill.sigma <= START.sigma
            weighed += (skill.mu - player.mu) / (player.sigma**2 + 1.0)
        assert abs(weighed) < 1e-9
        if number % 20 == 0:
            twin = [players[0]] * len(places)
            gained = dict(sorted(zip(places, gains(twin, places), strict=True)))
            assert list(gained.values()) == sorted(gained.values(), reverse=True)
            assert rate(players[::-1], places[::-1]) == rated[::-1]
        for seat, skill in zip(seats, rated, strict=True):
            population[seat] = skill
    # Nobody here is any better than anybody else: the spread is luck alone and must not outgrow the band.
    mean = sum(skill.mu for skill in population) / 400
    inside = sum(low <= START.mu <= high for low, high in map(band, population))
    assert abs(mean - START.mu) < 2.0
    assert inside >= 380


# -- The face --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mu", "sigma"), [(math.nan, 1.0), (math.inf, 1.0), (0.0, 0.0), (0.0, -1.0), (0.0, math.nan)])
def test_a_skill_that_is_no_number_is_refused(mu: float, sigma: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        Skill(mu, sigma)


@pytest.mark.parametrize("places", [[], [1], [1, 2, 3]])
def test_a_match_needs_two_players_and_a_place_for_each(places: list[int]) -> None:
    with pytest.raises(ValueError, match="two players"):
        rate([START] * min(len(places), 2), places)


@given(skills)
@example(Skill(-2_000, 1))
def test_the_shown_rating_lies_in_its_band_and_never_below_the_floor(skill: Skill) -> None:
    low, high = band(skill)
    assert FLOOR <= low <= points(skill) <= high


@given(matches())
def test_the_band_narrows_with_play_from_the_start(match: tuple[list[Skill], list[int]]) -> None:
    _, places = match
    assume(len(places) >= 2)
    assert all(skill.sigma < START.sigma for skill in rate([START] * len(places), places))
