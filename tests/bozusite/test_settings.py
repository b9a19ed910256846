"""What the settings make of the environment, and what they refuse."""

import json
import os
import stat
import subprocess
import sys
import threading

import pytest

from bozusite.secrets import kept_secret
from tests.site import ROOT

PRODUCTION = {
    "BOZU_PRODUCTION": "1",
    "BOZU_ALLOWED_HOSTS": "bozu.example",
    "BOZU_BEHIND_PROXY": "1",
    "SECRET_KEY": "k3-jFq8Zt5xN0w7PbVhM1uRcYsE9aGdL4oTiKvXzQJnW2mU6yBrHpCfASDgOelI",
}
_SHOW = """
import json
from bozusite import settings
print(json.dumps({name: getattr(settings, name) for name in sys.argv[1:]}, default=str))
"""


@pytest.fixture
def run(tmp_path):
    """Runs a Python program with nothing of ours in the environment but what is given."""

    def start(arguments: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
        clean = {
            key: value
            for key, value in os.environ.items()
            if not key.startswith("BOZU_") and key not in ("SECRET_KEY", "DATABASE_URL", "REDIS_URL")
        }
        clean |= {"BOZU_DATA_DIR": str(tmp_path / "data"), **environment}
        command = [sys.executable, *arguments]
        return subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, text=True, check=False)

    return start


@pytest.fixture
def shown(run):
    """Returns the named settings under an environment."""

    def show(*names: str, **environment: str) -> dict:
        answer = run(["-c", f"import sys\n{_SHOW}", *names], **environment)
        assert answer.returncode == 0, answer.stderr
        return json.loads(answer.stdout)

    return show


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"SECRET_KEY": ""}, "SECRET_KEY must be set in production"),
        ({"BOZU_ALLOWED_HOSTS": ""}, "BOZU_ALLOWED_HOSTS must name the hosts"),
        ({"BOZU_TEST_SWITCHES": "1"}, "BOZU_TEST_SWITCHES cannot be on together with BOZU_PRODUCTION"),
        ({"BOZU_PRODUCTION": "perhaps"}, "BOZU_PRODUCTION must be 1 or 0"),
    ],
)
def test_a_production_site_refuses_to_start_half_configured(run, change, complaint):
    answer = run(["manage.py", "check"], **(PRODUCTION | change))
    assert answer.returncode != 0
    assert complaint in answer.stderr


def test_production_settings_pass_djangos_deployment_check_without_a_warning(run):
    answer = run(["manage.py", "check", "--deploy", "--fail-level", "WARNING"], **PRODUCTION)
    assert answer.returncode == 0, answer.stderr


def test_production_never_debugs_and_speaks_https_only(shown):
    names = ["DEBUG", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE", "SECURE_SSL_REDIRECT"]
    found = shown(*names, **PRODUCTION, BOZU_DEBUG="1")
    assert found == {"DEBUG": False} | dict.fromkeys(names[1:], True)


def test_a_forwarded_scheme_is_believed_only_behind_a_proxy(shown):
    assert shown("SECURE_PROXY_SSL_HEADER") == {"SECURE_PROXY_SSL_HEADER": None}
    assert shown("SECURE_PROXY_SSL_HEADER", BOZU_BEHIND_PROXY="1")["SECURE_PROXY_SSL_HEADER"] == [
        "HTTP_X_FORWARDED_PROTO",
        "https",
    ]


def test_a_site_on_one_machine_needs_no_variable_and_no_server(shown, tmp_path):
    found = shown("DEBUG", "TEST_SWITCHES", "REDIS_URL", "CELERY_BROKER_URL", "DATABASES", "ALLOWED_HOSTS")
    assert (found["DEBUG"], found["TEST_SWITCHES"], found["REDIS_URL"]) == (False, False, "")
    assert found["CELERY_BROKER_URL"] == "filesystem://localhost"
    database = found["DATABASES"]["default"]
    assert database["NAME"] == str(tmp_path / "data" / "site.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert found["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]


def test_two_variables_make_it_a_site_on_many_machines(shown):
    found = shown(
        "CELERY_BROKER_URL",
        "CELERY_BROKER_TRANSPORT_OPTIONS",
        "DATABASES",
        "CACHES",
        DATABASE_URL="postgresql://bozu:secret@db.example:5433/bozu",
        REDIS_URL="redis://redis.example/3",
    )
    database = found["DATABASES"]["default"]
    assert (database["ENGINE"], database["HOST"], database["PORT"]) == (
        "django.db.backends.postgresql",
        "db.example",
        5433,
    )
    assert database["OPTIONS"]["pool"] and database["CONN_HEALTH_CHECKS"]
    assert found["CELERY_BROKER_URL"] == "redis://redis.example/3"
    assert "visibility_timeout" not in found["CELERY_BROKER_TRANSPORT_OPTIONS"]
    assert found["CACHES"]["default"]["LOCATION"] == "redis://redis.example/3"


def test_what_the_site_keeps_on_disk_is_for_its_owner_only(shown, tmp_path):
    shown("DEBUG")
    data = tmp_path / "data"
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert stat.S_IMODE((data / "broker").stat().st_mode) == 0o700
    assert stat.S_IMODE((data / "secret_key").stat().st_mode) == 0o600


def test_the_secret_key_is_made_once_and_kept(shown):
    assert shown("SECRET_KEY") == shown("SECRET_KEY")


def test_processes_that_start_together_agree_on_one_secret(tmp_path):
    barrier, found = threading.Barrier(8), []

    def start() -> None:
        barrier.wait()
        found.append(kept_secret(tmp_path / "secret_key"))

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and len(set(found)) == 1
    assert len(found[0]) >= 64
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


@pytest.mark.django_db
def test_the_database_of_one_machine_waits_for_locks_and_writes_ahead(settings):
    from django.db import connection

    if connection.vendor != "sqlite":
        pytest.skip("about SQLite")
    with connection.cursor() as cursor:
        found = {
            name: cursor.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "busy_timeout")
        }
    assert found == {"journal_mode": "wal", "synchronous": 1, "busy_timeout": 5_000}
