"""The rules of Bozu Mekuri as a library: pure, deterministic, standard library only; it knows no server, no words."""

from games.engine.cards import CARDS, EMPERORS, JITO, LADIES, MONKS, SEMIMARU, Role, is_emperor, role_of
from games.engine.codec import decode, encode
from games.engine.cpu import choose
from games.engine.errors import EngineError, EngineErrorCode
from games.engine.events import Event, EventKind
from games.engine.odds import Odds, has_semimaru_notice, odds
from games.engine.outlook import win_chances
from games.engine.play import Action, apply_action, legal_actions
from games.engine.playout import Board, Playout, Policy, play_out, play_out_from
from games.engine.policies import POLICIES, always_flip, always_stop, cpu, policy_by_seat, random_policy
from games.engine.replay import replay
from games.engine.rules import MAX_SEATS, MIN_SEATS, EmperorRule, LadyRule, RuleSet, SemimaruRule, all_rule_sets
from games.engine.scoring import ranks_of, standings, winners
from games.engine.shuffle import commitment, derive_deck, new_secret
from games.engine.simulation import Statistics, simulate
from games.engine.state import State, is_terminal, new_match
from games.engine.view import PublicView, public_view

__all__ = [
    "CARDS",
    "EMPERORS",
    "JITO",
    "LADIES",
    "MAX_SEATS",
    "MIN_SEATS",
    "MONKS",
    "POLICIES",
    "SEMIMARU",
    "Action",
    "Board",
    "EmperorRule",
    "EngineError",
    "EngineErrorCode",
    "Event",
    "EventKind",
    "LadyRule",
    "Odds",
    "Playout",
    "Policy",
    "PublicView",
    "Role",
    "RuleSet",
    "SemimaruRule",
    "State",
    "Statistics",
    "all_rule_sets",
    "always_flip",
    "always_stop",
    "apply_action",
    "choose",
    "commitment",
    "cpu",
    "decode",
    "derive_deck",
    "encode",
    "has_semimaru_notice",
    "is_emperor",
    "is_terminal",
    "legal_actions",
    "new_match",
    "new_secret",
    "odds",
    "play_out",
    "play_out_from",
    "policy_by_seat",
    "public_view",
    "random_policy",
    "ranks_of",
    "replay",
    "role_of",
    "simulate",
    "standings",
    "win_chances",
    "winners",
]
