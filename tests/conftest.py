"""Fixtures that every test may use: servers and the running site; it must not know one feature's facts."""

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock

import pytest
from django.conf import settings
from django.test import TransactionTestCase
from hypothesis import HealthCheck
from hypothesis import settings as laws

from tests.emptying import empty_tables
from tests.services import PostgresServer, RedisServer, ServiceMissing, running_postgres, running_redis
from tests.site import ROOT, Site
from tests.static_files import found_once

# A machine that is busy with other things is no fault of a law; tests/benchmarks/engine.py measures speed.
laws.register_profile("busy machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
laws.load_profile("busy machine")

IS_CI = os.environ.get("CI", "").lower() in ("1", "true")


def pytest_configure(config: pytest.Config) -> None:
    from bozusite.catalogues import compile_catalogues

    if not hasattr(config, "workerinput"):  # one of several processes is enough
        compile_catalogues(ROOT)  # whoever edits a catalogue tests what it says now


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    is_scaled = "postgresql" in settings.DATABASES["default"]["ENGINE"] and bool(settings.REDIS_URL)
    skip = pytest.mark.skip(reason="runs only against PostgreSQL and Redis")
    is_thorough = bool(os.environ.get("BOZU_THOROUGH_TESTS"))
    skip_more = pytest.mark.skip(reason="runs with BOZU_THOROUGH_TESTS=1")
    for item in items:
        if item.get_closest_marker("thorough") and not is_thorough:
            item.add_marker(skip_more)
        if "browser" in Path(item.path).relative_to(ROOT).parts:
            item.add_marker("browser")
            # A browser, a site, a worker and a clock share two cores here: a late one is not a fault of the product.
            # The report names every second try.
            item.add_marker(pytest.mark.flaky(reruns=2))
            if not item.get_closest_marker("timeout"):
                item.add_marker(pytest.mark.timeout(240))  # with the start of a site and a browser
        if item.get_closest_marker("postgres") and not is_scaled:
            item.add_marker(skip)


def missing(what: str) -> None:
    """End the test that needs `what`: it fails where everything must be there (CI), and is skipped elsewhere."""
    if IS_CI:
        pytest.fail(f"{what} is not on this machine, and CI=true")
    pytest.skip(f"{what} is not on this machine")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """The test database, which each test that commits leaves empty."""
    with mock.patch.object(TransactionTestCase, "_fixture_teardown", empty_tables):
        yield


@pytest.fixture(scope="session", autouse=True)
def static_files() -> Iterator[None]:
    """The static files, found once for all clients."""
    with found_once():
        yield


@pytest.fixture(scope="session")
def redis_server() -> Iterator[RedisServer]:
    """A Redis of our own: `.url`, `.restart()` (loses everything), `.stop()`."""
    try:
        with running_redis() as server:
            yield server
    except ServiceMissing as error:
        missing(str(error))


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A PostgreSQL of our own: `.url`, `.restart()`, `.stop()`."""
    try:
        with running_postgres() as server:
            yield server
    except ServiceMissing as error:
        missing(str(error))


@pytest.fixture(scope="module")
def make_site() -> Iterator[Callable[..., Site]]:
    """Returns a function that starts the real site with more environment variables; all are stopped at the end."""
    sites: list[Site] = []

    def make(**environment: str) -> Site:
        site = Site(Path(tempfile.mkdtemp(prefix="bozu-site-")), environment)
        sites.append(site)
        site.start()
        return site

    yield make
    for site in sites:
        site.clean_up()


@pytest.fixture(scope="module")
def site(request: pytest.FixtureRequest, make_site: Callable[..., Site]) -> Site:
    """The real supervised site with the test switches on; a module may name variables for it in SITE_ENVIRONMENT."""
    return make_site(**getattr(request.module, "SITE_ENVIRONMENT", {}))
