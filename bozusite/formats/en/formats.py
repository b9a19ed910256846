"""How English writes short dates and times, so that no day is taken for a month; read by Django by these names."""

SHORT_DATE_FORMAT = "Y-m-d"
SHORT_DATETIME_FORMAT = "Y-m-d H:i"
