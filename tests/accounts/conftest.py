"""Fixtures about people; they make visitors as browsers do, not rows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.selectors.rules import forget_policy


@pytest.fixture(autouse=True)
def fresh_policy() -> Iterator[None]:
    """Keep one test's policy out of the next one."""
    forget_policy()
    yield
    forget_policy()
