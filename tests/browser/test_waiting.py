"""The waiting of the browser tests themselves."""

from pathlib import Path

FOLDER = Path(__file__).parent


def test_no_browser_test_waits_by_eval_inside_the_page():
    forbidden = "." + "wait_for_function("  # see tests/browser/waiting.py

    assert [path.name for path in FOLDER.glob("*.py") if forbidden in path.read_text(encoding="utf-8")] == []
