"""Which of many like cases a browser test runs each time, and which only in a thorough run; it knows no page."""

from collections.abc import Iterable
from typing import Any

import pytest


def some_by_default(cases: Iterable[Any], *usual: Any) -> list[Any]:
    """Return all cases as parameters, those that are not among `usual` for thorough runs only."""
    return [case if case in usual else pytest.param(case, marks=pytest.mark.thorough) for case in cases]
