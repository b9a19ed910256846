"""Formats of Swahili."""
