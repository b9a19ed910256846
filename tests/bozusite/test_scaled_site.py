"""The same site on PostgreSQL and Redis: nothing but two variables differs."""

import http.client
import json

import pytest
import redis

from tests.bozusite.children import wait_until
from tests.site import Site


@pytest.fixture(scope="module")
def scaled_site(make_site, postgres_server, redis_server) -> Site:
    """The supervised site with its data in PostgreSQL and its jobs in Redis."""
    return make_site(DATABASE_URL=postgres_server.url, REDIS_URL=redis_server.url)


def health_of(site: Site) -> tuple[int, dict]:
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=20)
    try:
        connection.request("GET", "/healthz")
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


def test_it_keeps_nothing_in_files_but_static_ones(scaled_site):
    assert health_of(scaled_site)[0] == 200
    assert not (scaled_site.data_dir / "site.sqlite3").exists()
    assert not (scaled_site.data_dir / "broker").exists()


def test_the_worker_takes_what_the_clock_sends_through_redis(scaled_site, redis_server):
    with redis.Redis.from_url(redis_server.url) as client:
        # Redis counts what was put on and taken off lists since it started.
        def taken() -> int:
            return int(client.info("commandstats").get("cmdstat_brpop", {}).get("calls", 0))

        before = taken()
        wait_until(lambda: taken() > before + 2)
        wait_until(lambda: client.llen("bozu") == 0)


def test_it_is_well_again_after_redis_was_lost_and_came_back(scaled_site, redis_server):
    redis_server.stop()
    status, parts = health_of(scaled_site)
    assert (status, parts["broker"], parts["database"]) == (503, "failing", "ok")
    redis_server.start()
    wait_until(lambda: health_of(scaled_site)[0] == 200)
    with redis.Redis.from_url(redis_server.url) as client:
        wait_until(lambda: client.info("commandstats").get("cmdstat_brpop", {}).get("calls", 0) > 2, 60)


def test_it_is_well_again_after_the_database_restarted(scaled_site, postgres_server):
    postgres_server.restart()
    wait_until(lambda: health_of(scaled_site)[0] == 200)


def test_several_sites_may_share_one_database_and_one_redis(scaled_site, make_site):
    other = make_site(
        DATABASE_URL=scaled_site.environment["DATABASE_URL"], REDIS_URL=scaled_site.environment["REDIS_URL"]
    )
    assert health_of(other)[0] == health_of(scaled_site)[0] == 200
    assert other.stop() == 0
