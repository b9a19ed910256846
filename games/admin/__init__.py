"""The games' part of admin; it must not write rows but through services."""

from games.admin import groups, log, matches, players, rules

__all__ = ["groups", "log", "matches", "players", "rules"]
