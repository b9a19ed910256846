"""All models of the app, by noun; nothing here may know views or sockets."""

from games.models.daily import DailyDeal, DailyTry
from games.models.luck import ChanceReport, SeatLuck
from games.models.match import LIVE_STATUSES, Guess, Match, MatchStatus, PlayedBy, Seat, Step, new_match_id
from games.models.preview import RulePreview
from games.models.rules import (
    EmperorChoice,
    HouseRules,
    LadyChoice,
    RuleSet,
    SemimaruChoice,
    SitePolicy,
    TurnLimit,
)
from games.models.staff import StaffRole

__all__ = [
    "LIVE_STATUSES",
    "ChanceReport",
    "DailyDeal",
    "DailyTry",
    "EmperorChoice",
    "Guess",
    "HouseRules",
    "LadyChoice",
    "Match",
    "MatchStatus",
    "PlayedBy",
    "RulePreview",
    "RuleSet",
    "Seat",
    "SeatLuck",
    "SemimaruChoice",
    "SitePolicy",
    "StaffRole",
    "Step",
    "TurnLimit",
    "new_match_id",
]
