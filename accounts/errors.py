"""The closed list of reasons why something about people or groups is refused; holds codes, never words."""

from __future__ import annotations

from enum import StrEnum


class ErrorCode(StrEnum):
    """Every refusal of this application."""

    NAME_EMPTY = "name_empty"
    NAME_TOO_LONG = "name_too_long"
    NAME_RESERVED = "name_reserved"
    BANNED = "banned"
    NO_PLAYER = "no_player"
    LINK_INVALID = "link_invalid"
    CODE_UNKNOWN = "code_unknown"
    TOO_MANY_LOOKUPS = "too_many_lookups"
    GROUP_CLOSED = "closed"
    GROUP_FULL = "group_full"
    NOT_MEMBER = "not_member"
    NOT_HOST = "not_host"
    REMOVED = "removed"
    MEMBER_PRESENT = "member_present"
    NOBODY_READY = "nobody_ready"
    RULES_INVALID = "rules_invalid"
    STALE = "stale"


class AccountsError(Exception):
    """A refusal; `code` says which."""

    def __init__(self, code: ErrorCode) -> None:
        super().__init__(code.value)
        self.code = code
