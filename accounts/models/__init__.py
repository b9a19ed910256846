"""The tables of people without accounts: players, devices, and the groups they meet in; knows no matches."""

from .groups import Group, LookupCount, Membership
from .players import Device, OneTimeLink, Player

__all__ = ["Device", "Group", "LookupCount", "Membership", "OneTimeLink", "Player"]
