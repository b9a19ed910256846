"""The codes with which services refuse; the words for them live in templates and catalogues."""

from enum import StrEnum


class ErrorCode(StrEnum):
    """Every reason for a refusal that a person may see."""

    # How it was said.
    BAD_MESSAGE = "bad_message"
    TOO_BIG = "too_big"
    TOO_FAST = "too_fast"
    # The match and its steps.
    NOT_FOUND = "not_found"
    NOT_LIVE = "not_live"
    NOT_YOUR_SEAT = "not_your_seat"
    NOT_YOUR_TURN = "not_your_turn"
    STALE = "stale"
    ILLEGAL_ACTION = "illegal_action"
    NOT_DUE = "not_due"  # an automatic step whose time has not come
    UNAVAILABLE = "unavailable"  # the database did not answer; trying again is right
    # People.
    BANNED = "banned"
    NOT_MEMBER = "not_member"
    REMOVED = "removed"
    NOT_HOST = "not_host"
    NAME_INVALID = "name_invalid"
    NAME_TAKEN = "name_taken"
    # Groups.
    GROUP_FULL = "group_full"
    RUNNING_MATCH = "running_match"
    NOT_ENOUGH_SEATS = "not_enough_seats"
    CLOSED = "closed"
    # Guesses.
    CANNOT_GUESS = "cannot_guess"


class ServiceError(Exception):
    """A refusal of a service; `code` says why."""

    def __init__(self, code: ErrorCode) -> None:
        super().__init__(code.value)
        self.code = code
