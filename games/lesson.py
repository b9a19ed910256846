"""The tutorial's match: a fixed deck, three seats, and what is explained after each step; it has no words, no HTML."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games import engine
from games.engine import Action, EventKind

RULES: Final = engine.RuleSet()
"""The built-in rules, whatever the site's default is: the explanations follow from the deck under these."""

SEATS: Final = 3
LEARNER: Final = 0

# A full match has 100 cards. The order is chosen so that, whatever the learner decides, every kind of card comes up,
# the learner meets a monk with a full hand, and Semimaru falls to a CPU seat; a test goes through all the ways.
DECK: Final = (
    *(17, 35, 24, 3, 12, 7, 9, 57),  # courtiers, a monk, a lady with a pile to take, a lady without one
    *(18, 1),  # the Semimaru notice comes up; then an emperor and the first choice
    *(8, 6, 21, 62, 10, 2),  # monks, the lady who takes what they left, Semimaru, and Empress Jitō with a choice
    *(29, 22, 4, 86, 26, 14, 16, 5),
)

# The CPU seats stop at every choice: how well the CPU plays must not change the lesson.
CPU_CHOICE: Final = Action.STOP

LETTERS: Final = {"f": Action.FLIP, "s": Action.STOP}
"""How the learner's choices are written in an address."""

# What is explained from the beginning to the first choice: until there, every way is the same.
OPENING: Final = (
    *("start", "courtier", "turns", "places", "before_monk", "monk", "pile", "lady", "empty_pile", "notice", "emperor"),
)
# What is explained when a courtier comes up and nothing else happens, in this order.
ASIDES: Final = ("house_emperor", "house_semimaru", "house_lady", "house_stop", "out_last", "nearly_over", "away")


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after `step` actions. `choices` are the learner's up to here; `lesson` names what is explained now.

    `seat` made the last action and `events` are what it did; before the first action they are None and empty.
    """

    step: int
    choices: str
    state: engine.State
    seat: int | None
    action: Action | None
    events: tuple[engine.Event, ...]
    lesson: str

    @property
    def is_over(self) -> bool:
        """Whether this is the end of the match."""
        return self.state.turn is None

    @property
    def is_own_turn(self) -> bool:
        """Whether the learner acts next."""
        return self.state.turn == LEARNER

    @property
    def is_choice(self) -> bool:
        """Whether the learner has to choose between a further card and stopping."""
        return self.is_own_turn and len(engine.legal_actions(self.state)) > 1


@lru_cache(maxsize=64)
def way(choices: str) -> tuple[Moment, ...]:
    """Return the moments from the beginning to the first choice that `choices` leaves open, or to the end.

    `choices` holds letters of LETTERS; those after the last choice of the match are not used.
    """
    actions, used = _actions(choices)
    state = engine.new_match(RULES, SEATS, LEARNER, DECK)
    told = engine.replay(RULES, SEATS, LEARNER, DECK, actions)
    moments = [Moment(0, "", state, None, None, (), OPENING[0])]
    lessons = _lessons(state, actions, told)
    for step, (action, (after, events), lesson) in enumerate(zip(actions, told, lessons, strict=True), start=1):
        moments.append(Moment(step, used[step - 1], after, state.turn, action, events, lesson))
        state = after
    return tuple(moments)


def nearest(step: int, choices: str) -> Moment:
    """Return the moment after so many actions, or the last one that can be reached with these choices."""
    moments = way(choices)
    return moments[min(step, len(moments) - 1)]


def all_ways() -> Iterator[tuple[Moment, ...]]:
    """Yield every way from the beginning to the end."""
    open_ways = [""]
    while open_ways:
        choices = open_ways.pop()
        moments = way(choices)
        if moments[-1].is_choice:
            open_ways += [choices + letter for letter in LETTERS]
        else:
            yield moments


def _actions(choices: str) -> tuple[list[Action], list[str]]:
    """The actions as far as they are decided, and for each the learner's choices up to and with it."""
    state = engine.new_match(RULES, SEATS, LEARNER, DECK)
    actions, used, count = [], [], 0
    while state.turn is not None:
        action = Action.FLIP
        if len(engine.legal_actions(state)) > 1:
            if state.turn != LEARNER:
                action = CPU_CHOICE
            elif count == len(choices):
                break
            else:
                action = LETTERS[choices[count]]
                count += 1
        actions.append(action)
        used.append(choices[:count])
        state, _ = engine.apply_action(state, action)
    return actions, used


def _lessons(
    state: engine.State, actions: list[Action], told: tuple[tuple[engine.State, tuple[engine.Event, ...]], ...]
) -> list[str]:
    """What is explained after each action."""
    lessons: list[str] = []
    asides = iter(ASIDES)
    for step, (action, (after, events)) in enumerate(zip(actions, told, strict=True), start=1):
        if step < len(OPENING):
            lesson = OPENING[step]
        elif after.turn is None:
            lesson = "won" if engine.standings(after)[LEARNER] == 1 else "lost"
        else:
            lesson = _lesson(state, action, events, lessons[-1]) or next(asides)
        lessons.append(lesson)
        state = after
    return lessons


def _lesson(state: engine.State, action: Action, events: tuple[engine.Event, ...], before: str) -> str:
    """What an action after the opening gives to explain; nothing where a courtier just joins a hand."""
    who = "own" if state.turn == LEARNER else "other"
    if action is Action.STOP:
        return f"stopped_{who}"
    kinds = {event.kind for event in events}
    if EventKind.WENT_OUT in kinds:
        return "semimaru"
    if EventKind.LOST_HAND in kinds:
        return "spared" if before == "stopped_own" else f"monk_{who}"
    if EventKind.TOOK_PILE in kinds:
        return f"jito_{who}" if EventKind.MAY_GO_ON in kinds else f"lady_{who}"
    return "further" if state.is_further_flip and who == "own" else ""
