"""Fixtures for the tests about people."""

from tests.visitors import fresh_policy

__all__ = ["fresh_policy"]
