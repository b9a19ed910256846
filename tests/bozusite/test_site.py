"""The real site under its supervisor: it serves, heals, refuses to run twice, and leaves nothing behind."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time

import pytest

from tests.bozusite.children import is_alive, wait_until
from tests.services import free_port
from tests.site import ROOT


def get(site, path: str, **headers: str) -> tuple[int, http.client.HTTPMessage, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=20)
    try:
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        return response.status, response.headers, response.read()
    finally:
        connection.close()


def process_of(site, part: str) -> int:
    """Return the process number of the one living process with `part` in its command line, 0 if there is none."""
    found = [pid for pid, command in site.processes().items() if part in command]
    assert len(found) <= 1, site.processes()
    return found[0] if found else 0


def run_second(site, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "manage.py"), "runsite", *arguments]
    return subprocess.run(
        command, env=site.full_environment | environment, cwd=ROOT, capture_output=True, text=True, timeout=60
    )


def test_the_address_is_printed_once_the_site_answers(site):
    wait_until(lambda: f"Bozu Mekuri is at http://127.0.0.1:{site.port}/" in site.log)


def test_pages_come_in_the_language_of_their_address_with_hashed_files(site):
    status, headers, body = get(site, "/ja/")
    assert status == 200
    assert b'<html lang="ja"' in body
    assert headers["Set-Cookie"] is None
    style = re.search(rb'href="(/static/css/[\w-]+\.[0-9a-f]{12}\.css)"', body)[1].decode()
    status, headers, _ = get(site, style)
    assert status == 200
    assert "immutable" in headers["Cache-Control"]


def test_three_processes_share_the_work_and_the_clock_is_no_part_of_the_worker(site):
    wait_until(lambda: len(site.processes()) == 4)  # the supervisor is the fourth
    assert process_of(site, "daphne") and process_of(site, "celery --quiet -A bozusite worker")
    assert process_of(site, "celery --quiet -A bozusite beat")
    assert " -B" not in " ".join(site.processes().values())


@pytest.mark.parametrize("part", ["daphne", "celery --quiet -A bozusite worker", "celery --quiet -A bozusite beat"])
def test_a_process_that_is_killed_comes_back(site, part):
    wait_until(lambda: process_of(site, part) != 0)
    old = process_of(site, part)
    os.kill(old, signal.SIGKILL)
    wait_until(lambda: process_of(site, part) not in (0, old))
    wait_until(lambda: is_alive(process_of(site, part)) and site.is_answering())


def test_the_worker_consumes_what_the_clock_sends(site):
    """The queue folder stays short: whatever the clock puts there every second is taken away."""
    queue = site.data_dir / "broker" / "queue"

    def newest() -> float:
        return max((path.stat().st_mtime for path in [queue, *queue.iterdir()] if path.exists()), default=0.0)

    first = newest()
    wait_until(lambda: newest() > first + 2)
    wait_until(lambda: len(list(queue.iterdir())) <= 1)
    status, _, body = get(site, "/healthz")
    assert (status, json.loads(body)["status"]) == (200, "ok")


def test_a_second_site_on_the_same_port_is_refused_plainly_and_starts_nothing(site, tmp_path):
    answer = run_second(site, "--port", str(site.port), BOZU_DATA_DIR=str(tmp_path / "other"))
    assert answer.returncode == 1
    assert f"Port {site.port} is in use by another program" in answer.stderr
    assert f"./run --port {site.port + 1}" in answer.stderr
    assert "Traceback" not in answer.stderr
    assert not (tmp_path / "other" / "site.sqlite3").exists()


def test_a_second_site_on_the_same_data_is_refused_plainly(site):
    answer = run_second(site, "--port", str(free_port()))
    assert answer.returncode == 1
    assert f"Another site is running on the data folder {site.data_dir}" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_a_foreign_socket_is_refused_by_the_real_server(site):
    request = (
        "GET /ws/en/t/abcdefghjkmn/ HTTP/1.1\r\n"
        f"Host: 127.0.0.1:{site.port}\r\nOrigin: http://evil.example\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", site.port), timeout=10) as stranger:
        stranger.sendall(request.encode())
        assert stranger.recv(100).startswith(b"HTTP/1.1 403")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_site_stops_with_exit_code_0_and_no_process_left(make_site, number):
    site = make_site()
    started_at = time.monotonic()
    assert site.stop(number) == 0  # it also looks for processes left over
    assert time.monotonic() - started_at < 10


def test_a_site_that_was_killed_starts_again_on_its_data_at_once(make_site):
    site = make_site()
    key = (site.data_dir / "secret_key").read_text()
    site.process.kill()  # the supervisor alone; its children are told by the system
    site.process.wait()
    site.process = None
    site.start()
    assert (site.data_dir / "secret_key").read_text() == key
    assert site.stop() == 0


def test_setting_up_only_prepares_the_data_and_stops(make_site, tmp_path):
    data = tmp_path / "data"
    command = [sys.executable, str(ROOT / "manage.py"), "runsite", "--setup-only"]
    environment = {**os.environ, "BOZU_DATA_DIR": str(data)}
    answer = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.endswith("Everything is set up.\n")
    assert (data / "site.sqlite3").exists()
    assert (data / "static" / "staticfiles.json").exists()


def test_a_setup_that_fails_starts_nothing(tmp_path):
    (tmp_path / "site.sqlite3").write_text("this is no database" * 100)
    command = [sys.executable, str(ROOT / "manage.py"), "runsite", "--port", str(free_port())]
    environment = {**os.environ, "BOZU_DATA_DIR": str(tmp_path)}
    answer = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert answer.returncode == 1
    assert "Setting up failed; nothing was started." in answer.stderr


def test_uvicorn_serves_the_same_site(make_site):
    """The faster server of the README starts with the life span that Daphne does not speak."""
    site = make_site()
    site.stop()
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "bozusite.asgi:application", "--port", str(port), "--lifespan", "on"]
    command += ["--ws", "websockets-sansio", "--log-level", "warning"]
    environment = site.full_environment | {"BOZU_HASHED_STATIC": "1"}
    process = subprocess.Popen(command, env=environment, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    try:
        site.port = port
        wait_until(site.is_answering)
        assert get(site, "/ja/")[0] == 200
    finally:
        process.terminate()
        _, errors = process.communicate(timeout=20)
    assert "Traceback" not in errors
