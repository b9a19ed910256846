"""Tables of persons straight from the site's database, with the cookie of each seat; it must not know their pages."""

import json
from typing import Any

from tests.site import Site

# Each command starts a Python with the whole site in it, so one makes tables for many tests, by their number of seats.
_AT_ONCE = {2: 12, 3: 3, 4: 4, 5: 2, 6: 4}
_MAKE = """
import json
from io import StringIO
from django.core.management import call_command
made = {}
for seats, count in %r.items():
    out = StringIO()
    call_command("load_tables", tables=count, seats=seats, base_url=%r, out="-", stdout=out, stderr=StringIO())
    made[seats] = json.loads(out.getvalue())["tables"]
print(json.dumps(made))
"""


class MadeTables:
    """Running tables on which nobody has played yet and everybody is there; each is given away once."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._left: dict[str, list[dict[str, Any]]] = {}

    def take(self, seats: int) -> tuple[str, list[dict[str, str]]]:
        """Return the id of a table of so many persons and the cookie of each, for a browser on the site."""
        if not self._left.get(str(seats)):
            base = self._site.base_url.replace("http:", "ws:")
            answer = self._site.manage("shell", "-v", "0", "-c", _MAKE % (_AT_ONCE, base))
            self._left = json.loads(answer.strip().splitlines()[-1])
        table = self._left[str(seats)].pop()
        cookies = []
        for seat in table["seats"]:
            name, _, value = seat["headers"]["Cookie"].partition("=")
            cookies.append({"name": name, "value": value, "domain": "127.0.0.1", "path": "/"})
        return table["seats"][0]["url"].rstrip("/").rpartition("/")[2], cookies
