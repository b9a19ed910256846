"""The games' part of admin; it must not write rows but through services."""

from games.admin import groups, rules

__all__ = ["groups", "rules"]
