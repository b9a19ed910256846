"""The one error of the engine: a code for programs; it must not know words for people."""

from __future__ import annotations

from enum import StrEnum


class EngineErrorCode(StrEnum):
    """Every reason for which the engine refuses something."""

    BAD_RULES = "bad_rules"
    BAD_SEATS = "bad_seats"
    BAD_FIRST_SEAT = "bad_first_seat"
    BAD_DECK = "bad_deck"
    BAD_STATE = "bad_state"
    BAD_SECRET = "bad_secret"
    BAD_NONCE = "bad_nonce"
    NO_CHOICE = "no_choice"
    ILLEGAL_ACTION = "illegal_action"
    MATCH_OVER = "match_over"


class EngineError(ValueError):
    """A refusal: `code` says why, `detail` says where, in English for logs.

    The detail never holds a card of the draw pile: errors end in logs, and nobody may learn the order there.
    """

    def __init__(self, code: EngineErrorCode, detail: str = "") -> None:
        super().__init__(f"{code.value}: {detail}" if detail else code.value)
        self.code = code
        self.detail = detail

    def __reduce__(self) -> tuple[type[EngineError], tuple[EngineErrorCode, str]]:
        """Keep code and detail when the error crosses a process border."""
        return (type(self), (self.code, self.detail))
