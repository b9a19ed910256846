"""All models of the app, by noun; nothing here may know views or sockets."""

from games.models.match import LIVE_STATUSES, Guess, Match, MatchStatus, PlayedBy, Seat, Step, new_match_id

__all__ = ["LIVE_STATUSES", "Guess", "Match", "MatchStatus", "PlayedBy", "Seat", "Step", "new_match_id"]
