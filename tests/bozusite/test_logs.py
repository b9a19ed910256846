"""One record is one line, whatever is in it."""

import logging
import re

from bozusite.logs import LineFormatter


def line(message: str, *arguments: object, **extra: object) -> str:
    record = logging.getLogger("bozu.test").makeRecord(
        "bozu.test", logging.WARNING, "x.py", 1, message, arguments, None, extra=extra
    )
    return LineFormatter().format(record)


def test_a_record_becomes_pairs_with_a_time_in_utc():
    text = line("socket %s", "opened", match="abc", version=3)
    assert re.fullmatch(
        r"at=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z level=warning logger=bozu\.test "
        r'message="socket opened" match=abc version=3',
        text,
    )


def test_nobody_can_forge_a_second_record_or_a_field():
    text = line("name is %s", 'x"\nat=2026 level=error\u2028 y=1')
    assert "\n" not in text and "\u2028" not in text
    assert text.count(" level=") == 2  # the second one inside quotes
    assert '\\"\\nat=2026' in text


def test_a_traceback_stays_on_the_line():
    try:
        raise ValueError("broken")
    except ValueError:
        import sys

        record = logging.getLogger("bozu.test").makeRecord(
            "bozu.test", logging.ERROR, "x.py", 1, "failed", (), sys.exc_info()
        )
    text = LineFormatter().format(record)
    assert "\n" not in text
    assert "ValueError: broken" in text
