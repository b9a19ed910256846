"""Measures the speed of the engine and, on request, the strength of the CPU; it asserts nothing.

    python -m tests.benchmarks.engine                    speed, about 15 seconds
    python -m tests.benchmarks.engine --strength 4000    strength too, some minutes for each 1,000 matches

Seconds are those of the processor, so that other programs count little. Speed stands beside a reference measured in the
same run, a plain loop over a list: to compare two machines, or two days on one, read the ratio and not the seconds.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable
from random import Random
from statistics import mean, quantiles, stdev

from games.engine import (
    CARDS,
    Action,
    Board,
    EmperorRule,
    LadyRule,
    Policy,
    PublicView,
    RuleSet,
    SemimaruRule,
    State,
    always_flip,
    always_stop,
    apply_action,
    choose,
    cpu,
    decode,
    derive_deck,
    encode,
    is_terminal,
    legal_actions,
    new_match,
    odds,
    play_out,
    policy_by_seat,
    public_view,
    random_policy,
    simulate,
    standings,
    winners,
)

ROUNDS = 5
AIM_STEPS_PER_SECOND = 700_000

RULES = {
    "defaults": RuleSet(),
    "skip, ladies go on": RuleSet(SemimaruRule.SKIP_TURN, lady=LadyRule.TAKE_PILE_AND_ONE_MORE),
    "out, ladies go on": RuleSet(lady=LadyRule.TAKE_PILE_AND_ONE_MORE),
    "all hands, take all": RuleSet(
        SemimaruRule.ALL_HANDS_TO_PILE, EmperorRule.TAKE_ALL_HANDS, LadyRule.ONE_MORE_IF_PILE_EMPTY
    ),
}


def best(work: Callable[[], int]) -> float:
    """Return the seconds per unit of work, the best of some rounds; the work returns its units."""
    found = []
    for _ in range(ROUNDS):
        start = time.process_time()
        units = work()
        found.append((time.process_time() - start) / units)
    return min(found)


def reference() -> int:
    """A plain loop over a list: one unit is one append and one comparison."""
    kept: list[int] = []
    for number in range(500_000):
        if number != 7:
            kept.append(number)
    return 500_000


def decks(count: int) -> list[list[int]]:
    source = Random(1)
    return [source.sample(CARDS, len(CARDS)) for _ in range(count)]


def random_playouts(boards: list[State]) -> Callable[[], int]:
    """Play prepared matches with random choices; a unit is a step."""
    policy = random_policy(Random(2))

    def work() -> int:
        steps = 0
        for state in boards:
            board = Board(state)
            board.run(policy)
            steps += board.steps
        return steps

    return work


def whole_playouts(orders: list[list[int]]) -> Callable[[], int]:
    """The same through `play_out`: deck checked, last state frozen."""
    policy = random_policy(Random(2))
    return lambda: sum(play_out(RuleSet(), 4, 0, deck, policy).state.step for deck in orders)


def simulated() -> int:
    """The same with shuffling and statistics, as the simulate command does it."""
    matches = 1_000
    found = simulate(RuleSet(), 4, matches, policy=random_policy(Random(2)), seed=1)
    return round(matches * found.flips_per_match) + found.stops


def live_steps(orders: list[list[int]]) -> Callable[[], int]:
    """Frozen states and events by `apply_action`, random choices; a unit is a step."""

    def work() -> int:
        bit = Random(2).getrandbits
        steps = 0
        for deck in orders:
            state = new_match(RuleSet(), 4, 0, deck)
            while legal := legal_actions(state):
                state, _ = apply_action(state, legal[bit(1)] if len(legal) == 2 else legal[0])
                steps += 1
        return steps

    return work


def midway() -> State:
    state = new_match(RuleSet(), 4, 0, decks(1)[0])
    for _ in range(50):
        state, _ = apply_action(state, Action.FLIP)
    return state


def repeated(call: Callable[[], object], times: int = 2_000) -> Callable[[], int]:
    def work() -> int:
        for _ in range(times):
            call()
        return times

    return work


def choices_of(rules: RuleSet, seats: int, count: int) -> list[PublicView]:
    """Views at choices, taken from matches as they come."""
    source = Random(3)
    found: list[PublicView] = []
    while len(found) < count:
        state = new_match(rules, seats, 0, source.sample(CARDS, len(CARDS)))
        while not is_terminal(state):
            legal = legal_actions(state)
            if len(legal) == 2:
                found.append(public_view(state))
            state, _ = apply_action(state, source.choice(legal))
    return found[:count]


def print_speed() -> None:
    print(f"Python {platform.python_version()}, {platform.machine()}, best of {ROUNDS} rounds")
    unit = best(reference)
    print(f"{'reference: append and compare':44} {unit * 1e6:9.3f} µs")
    orders = decks(300)
    starts = [new_match(RuleSet(), 4, 0, deck) for deck in orders]
    print("\nrandom play, 4 seats, defaults                        steps/s     µs/step   × reference")
    for name, work in (
        ("playout loop", random_playouts(starts)),
        ("play_out, check and freeze included", whole_playouts(orders)),
        ("simulate, shuffle and statistics included", simulated),
        ("apply_action, frozen states and events", live_steps(orders[:60])),
    ):
        seconds = best(work)
        print(f"{name:44} {1 / seconds:16,.0f} {seconds * 1e6:11.3f} {seconds / unit:13.1f}")
    print(f"{'aim of the playout loop':44} {AIM_STEPS_PER_SECOND:16,}")
    state = midway()
    text = encode(state)
    view = public_view(state)
    nonces = ["6f1d2c3b4a596877", "", "", ""]
    print("\none call, half way through a match                                 µs   × reference")
    for name, call in (
        ("apply_action (flip)", lambda: apply_action(state, Action.FLIP)),
        ("public_view", lambda: public_view(state)),
        ("odds", lambda: odds(view)),
        ("encode", lambda: encode(state)),
        ("decode, all checks included", lambda: decode(text)),
        ("derive_deck", lambda: derive_deck(bytes(32), nonces)),
    ):
        seconds = best(repeated(call))
        print(f"{name:58} {seconds * 1e6:14.2f} {seconds / unit:13.1f}")
    print("\nCPU decision, milliseconds                               mean     95 %      most   × reference (mean)")
    for name, rules in RULES.items():
        for seats in (2, 4, 6):
            times = []
            for each in choices_of(rules, seats, 120):
                start = time.process_time()
                choose(each)
                times.append(time.process_time() - start)
            print(
                f"{name + f', {seats} seats':52} {mean(times) * 1e3:8.2f} {quantiles(times, n=20)[-1] * 1e3:8.2f}"
                f" {max(times) * 1e3:9.2f} {mean(times) / unit:13,.0f}"
            )


def gains(rules: RuleSet, seats: int, habit: Policy, matches: int) -> tuple[list[float], list[int]]:
    """Win shares and ranks that one seat gains with the CPU over a habit that all seats keep, deck by deck."""
    source = Random(4)
    shares: list[float] = []
    ranks: list[int] = []
    for number in range(matches):
        deck = source.sample(CARDS, len(CARDS))
        seat = number % seats
        before = play_out(rules, seats, 0, deck, habit).state
        after = play_out(
            rules, seats, 0, deck, policy_by_seat([cpu if other == seat else habit for other in range(seats)])
        ).state
        shares.append(share(after, seat) - share(before, seat))
        ranks.append(standings(before)[seat] - standings(after)[seat])
    return shares, ranks


def share(state: State, seat: int) -> float:
    first = winners(state)
    return 1 / len(first) if seat in first else 0.0


def print_strength(matches: int) -> None:
    print(f"\none CPU seat among seats of a habit, against the habit in its place: {matches} decks a row")
    print(f"{'rules':22} seats  {'habit':12}      wins gained, points       ranks gained")
    for name, rules in RULES.items():
        for seats in (2, 3, 4, 6):
            for habit_name, habit in (("always_flip", always_flip), ("always_stop", always_stop)):
                shares, ranks = gains(rules, seats, habit, matches)
                print(
                    f"{name:22} {seats:5}  {habit_name:12} {mean(shares) * 100:+10.2f} ± {error(shares) * 100:.2f}"
                    f" {mean(ranks):+14.3f} ± {error(ranks):.3f}",
                    flush=True,
                )


def error(values: list[float] | list[int]) -> float:
    """Return the standard error of a mean."""
    return float(stdev(values) / len(values) ** 0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--strength", type=int, default=0, metavar="MATCHES", help="decks for each row, 2 or more")
    options = parser.parse_args()
    print_speed()
    if options.strength >= 2:
        print_strength(options.strength)


if __name__ == "__main__":
    main()
