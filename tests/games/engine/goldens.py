"""Writes the golden playthroughs: whole matches as text, one line a step, kept to be diffed line by line.

    python -m tests.games.engine.goldens

writes all files of tests/games/engine/golden anew. Do so only when the rules are meant to change, and read the diff.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from games.engine import (
    EmperorRule,
    Event,
    LadyRule,
    RuleSet,
    SemimaruRule,
    State,
    apply_action,
    derive_deck,
    encode,
    legal_actions,
    new_match,
    standings,
)

FOLDER = Path(__file__).parent / "golden"


@dataclass(frozen=True)
class Golden:
    """One playthrough: its name decides the deck and the choices."""

    name: str
    rules: RuleSet
    seats: int
    first_seat: int

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.txt"


S, E, L = SemimaruRule, EmperorRule, LadyRule

GOLDENS = [
    Golden("defaults_2", RuleSet(), 2, 1),
    Golden("defaults_3", RuleSet(), 3, 0),
    Golden("defaults_4", RuleSet(), 4, 2),
    Golden("defaults_5", RuleSet(), 5, 4),
    Golden("defaults_6", RuleSet(), 6, 3),
    Golden("out_take_all_6", RuleSet(S.OUT, E.TAKE_ALL_HANDS, L.TAKE_PILE_AND_ONE_MORE, True), 6, 0),
    Golden("out_no_stop_4", RuleSet(S.OUT, E.KEEP_AND_ONE_MORE, L.TAKE_PILE_AND_ONE_MORE, False), 4, 1),
    Golden("skip_2", RuleSet(S.SKIP_TURN, E.ORDINARY, L.ONE_MORE_IF_PILE_EMPTY, True), 2, 0),
    Golden("skip_5", RuleSet(S.SKIP_TURN, E.TAKE_ALL_HANDS, L.ONE_MORE_IF_PILE_EMPTY, True), 5, 2),
    Golden("as_monk_3", RuleSet(S.AS_MONK, E.KEEP_AND_ONE_MORE, L.ONE_MORE_IF_PILE_EMPTY, True), 3, 2),
    Golden("as_courtier_4", RuleSet(S.AS_COURTIER, E.ORDINARY, L.TAKE_PILE, False), 4, 0),
    Golden("as_courtier_6", RuleSet(S.AS_COURTIER, E.TAKE_ALL_HANDS, L.TAKE_PILE, False), 6, 5),
    Golden("all_hands_2", RuleSet(S.ALL_HANDS_TO_PILE, E.TAKE_ALL_HANDS, L.TAKE_PILE_AND_ONE_MORE, False), 2, 1),
    Golden("all_hands_5", RuleSet(S.ALL_HANDS_TO_PILE, E.KEEP_AND_ONE_MORE, L.TAKE_PILE_AND_ONE_MORE, True), 5, 3),
]


def playthrough(golden: Golden) -> Iterator[str]:
    """Yield the lines of a playthrough."""
    secret = sha256(f"deck of {golden.name}".encode()).digest()
    choices = int.from_bytes(sha256(f"choices of {golden.name}".encode()).digest(), "big")
    state = new_match(golden.rules, golden.seats, golden.first_seat, derive_deck(secret, []))
    yield " ".join(f"{key}={value}" for key, value in golden.rules.to_dict().items())
    yield f"seats={golden.seats} first_seat={golden.first_seat}"
    yield f"deck {_cards(state.draw_pile)}"
    while legal := legal_actions(state):
        action = legal[choices & 1] if len(legal) == 2 else legal[0]
        if len(legal) == 2:
            choices >>= 1
        seat = state.turn
        state, events = apply_action(state, action)
        yield f"{state.step} seat {seat} {'/'.join(legal)} {action}: {', '.join(map(_event, events))} | {_table(state)}"
    for seat, hand in enumerate(state.hands):
        yield f"hand {seat} {_cards(hand)}"
    yield f"pile {_cards(state.common_pile)}"
    yield f"draw {_cards(state.draw_pile)}"
    yield f"ranks {_cards(standings(state))}"
    yield encode(state)


def _cards(cards: tuple[int, ...]) -> str:
    return " ".join(map(str, cards)) or "-"


def _event(event: Event) -> str:
    card = "" if event.card is None else f" card {event.card}"
    return f"{event.kind} seat {event.seat}{card} count {event.count}"


def _table(state: State) -> str:
    hands = " ".join(
        "out" if is_out else f"{len(hand)}{'s' if skips else ''}"
        for hand, is_out, skips in zip(state.hands, state.out, state.skip_pending, strict=True)
    )
    return f"hands {hands} pile {len(state.common_pile)} draw {len(state.draw_pile)} ranks {_cards(standings(state))}"


if __name__ == "__main__":
    for each in GOLDENS:
        each.path.write_text("\n".join(playthrough(each)) + "\n", encoding="utf-8")
