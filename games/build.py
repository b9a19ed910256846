"""The mark of the running version of the program, by which an open page notices a newer one; it knows no page."""

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).resolve().parent.parent
_FOLDERS: Final = ("accounts", "bozusite", "games", "locale", "ratings", "static", "templates")
# Made from the others, on each machine anew.
_MADE: Final = frozenset({".pyc", ".mo"})


@lru_cache(maxsize=1)
def build_mark() -> str:
    """Return 12 hexadecimal digits: the same in all processes that run the same files, other ones after a change."""
    digest = hashlib.sha256()
    for folder in _FOLDERS:
        for path in sorted((_ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix not in _MADE:
                digest.update(f"{path.relative_to(_ROOT).as_posix()}\n{path.stat().st_size}\n".encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
