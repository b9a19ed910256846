"""Formats of Hindi."""
