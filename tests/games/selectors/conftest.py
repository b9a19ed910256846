"""Fixtures for the tests of this folder."""

from tests.visitors import fresh_policy

__all__ = ["fresh_policy"]
