"""How a log record becomes one line of key=value pairs; it must not know who logs."""

import json
import logging
from datetime import UTC, datetime

_STANDARD = frozenset(logging.LogRecord("", 0, "", 0, "", None, None).__dict__) | {"message", "asctime", "taskName"}


def _quoted(value: object) -> str:
    text = str(value)
    # JSON strings keep line breaks and quotes out of the line, so that nobody can forge a second record.
    return (
        text
        if text.isascii() and text.replace(".", "").replace("-", "").replace("_", "").isalnum()
        else json.dumps(text)
    )


class LineFormatter(logging.Formatter):
    """Writes `at=… level=… logger=… message="…"` and then each extra field of the record."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        pairs: dict[str, object] = {
            "at": at.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        pairs |= {
            key: value
            for key, value in record.__dict__.items()
            if key not in _STANDARD and isinstance(value, str | int | float | bool)
        }
        if record.exc_info:
            pairs["error"] = self.formatException(record.exc_info)
        return " ".join(f"{key}={value if key == 'at' else _quoted(value)}" for key, value in pairs.items())
