"""How dates and times are written in each language."""

from datetime import UTC, datetime

import pytest
from django.utils.formats import date_format
from django.utils.translation import override

MOMENT = datetime(2026, 3, 4, 17, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "2026-03-04 17:05"), ("hi", "4/3/2026, 17:05"), ("ar", "4/3/2026، 17:05"), ("ja", "2026/03/04 17:05")],
)
def test_a_short_date_and_time_take_no_day_for_a_month_and_fit_a_narrow_column(language, text):
    with override(language):
        assert date_format(MOMENT, "SHORT_DATETIME_FORMAT") == text


def test_a_long_date_in_english_names_its_month():
    with override("en"):
        assert date_format(MOMENT, "DATE_FORMAT") == "March 4, 2026"
