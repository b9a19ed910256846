"""Makes and reads the site's own secret key in the data folder; it must not know what the key is used for."""

import contextlib
import os
import secrets
import tempfile
from pathlib import Path


def kept_secret(path: Path) -> str:
    """Return the secret stored at `path`, making it first if there is none.

    Several processes may start at once: each writes a private file and links it into place,
    the first link wins, and all read that one. The file can be read by its owner only.
    """
    if not path.exists():
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".secret")  # mkstemp makes it 0600
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(64))
                file.flush()
                os.fsync(file.fileno())
            with contextlib.suppress(FileExistsError):
                os.link(name, path)
        finally:
            Path(name).unlink()
    return path.read_text(encoding="ascii").strip()
