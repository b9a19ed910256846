"""The fixed and the thinking ways to decide a choice, under the names that commands use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from games.engine.cpu import choose
from games.engine.play import Action
from games.engine.playout import Board, Policy


def always_flip(board: Board) -> Action:
    """Flip at every choice."""
    return Action.FLIP


def always_stop(board: Board) -> Action:
    """Stop at every choice."""
    return Action.STOP


def cpu(board: Board) -> Action:
    """Decide as the CPU does, from the public view."""
    return choose(board.view())


def random_policy(source: Random) -> Policy:
    """Return a policy that flips or stops by an even chance."""
    bit = source.getrandbits

    def decide(board: Board) -> Action:
        return Action.FLIP if bit(1) else Action.STOP

    return decide


def policy_by_seat(policies: Sequence[Policy]) -> Policy:
    """Return a policy that decides for each seat as the one at its number does."""

    def decide(board: Board) -> Action:
        # A policy is only asked when a seat is on turn; 0 stands for the None that the type allows.
        return policies[board.turn or 0](board)

    return decide


POLICIES: Final[Mapping[str, Policy]] = {"always_flip": always_flip, "always_stop": always_stop, "cpu": cpu}
