"""The site's own settings, on a data folder that lasts as long as the tests; it must not change a setting."""

import atexit
import os
import shutil
import tempfile

from tests.services import REDIS_URLS

# Tests keep away from the data, the jobs and the switches of a site that runs from this folder.
_DATA_DIR = tempfile.mkdtemp(prefix="bozu-tests-")
atexit.register(shutil.rmtree, _DATA_DIR, ignore_errors=True)
os.environ["BOZU_DATA_DIR"] = _DATA_DIR
for _name in ("BOZU_PRODUCTION", "BOZU_DEBUG", "BOZU_TEST_SWITCHES", "BOZU_HASHED_STATIC", "SECRET_KEY"):
    os.environ.pop(_name, None)

# Of several processes that test at once, each has its own Redis ("gw0" is the first).
_servers = os.environ.get(REDIS_URLS, "").split()
if _servers:
    os.environ["REDIS_URL"] = _servers[int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))]

# Programs that tests start are to find the site's settings, not these.
os.environ["DJANGO_SETTINGS_MODULE"] = "bozusite.settings"

from bozusite.settings import *  # noqa: E402, F403
