"""Formats of Arabic."""
