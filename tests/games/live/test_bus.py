"""News between processes, over a real unix socket and a real Redis; cases WS-06 and WS-08."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import redis

from games.live import bus, listening
from games.live.bus import CHANNEL, News, NewsKind, news_of_line
from tests.games.seated import Told
from tests.services import RedisServer
from tests.site import ROOT


def foreign(news: News) -> bytes:
    """The line as another process would send it."""
    values = json.loads(news.to_line())
    return json.dumps({**values, "from": "elsewhere"}).encode() + b"\n"


class Listener:
    """Collects the news that arrive."""

    def __init__(self) -> None:
        self.news: list[News] = []

    def take(self, line: bytes) -> None:
        news = news_of_line(line)
        if news is not None:
            self.news.append(news)

    async def until(self, condition: Callable[[], bool], seconds: float = 10) -> None:
        async with asyncio.timeout(seconds):
            while not condition():
                await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def listening_to_news() -> AsyncIterator[Listener]:
    listener = Listener()
    task = asyncio.create_task(listening.listen(listener.take))
    try:
        yield listener
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Path:
    """A data folder of its own, embedded."""
    settings.DATA_DIR = tmp_path
    settings.REDIS_URL = ""
    return tmp_path


async def is_served() -> None:
    async with asyncio.timeout(10):
        while not listening._is_served(bus.socket_path()):
            await asyncio.sleep(0.01)


def test_a_line_carries_everything_and_comes_back_as_it_was() -> None:
    news = News(NewsKind.PHRASE, "abcdefghjkmn", 7, {"seat": 2, "phrase": "hello"})
    assert news_of_line(foreign(news)) == News(NewsKind.PHRASE, "abcdefghjkmn", 7, {"seat": 2, "phrase": "hello"})


def test_the_own_echo_and_foreign_lines_are_no_news() -> None:
    assert news_of_line(News(NewsKind.STEP, "abcdefghjkmn", 7).to_line()) is None
    for line in (
        b"",
        b"{",
        b"[]",
        b"5",
        b'{"kind":"step"}',
        b'{"kind":"x","match":"","version":0,"from":""}',
        b"[" * 9999,
    ):
        assert news_of_line(line) is None


def test_news_of_the_own_process_go_straight_to_its_hub(told: Told) -> None:
    bus.tell(News(NewsKind.STEP, "abcdefghjkmn", 1))
    assert told.kinds == ["step"]


def test_nobody_listening_means_dropped_without_a_complaint(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    bus.attach(None)
    bus.tell(News(NewsKind.STEP, "abcdefghjkmn", 1))
    assert bus.flush(10)
    assert caplog.text == ""


@pytest.mark.parametrize("is_long", [False, True])
async def test_another_process_reaches_the_site_by_the_private_socket(
    is_long: bool, folder: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_long:
        settings.DATA_DIR = folder / ("x" * 90)
        settings.DATA_DIR.mkdir()
        assert len(os.fsencode(bus.socket_path())) < 108
    code = (
        "import django; django.setup()\n"
        "from games.live import bus\n"
        "for number in range(100):\n"
        "    bus.tell(bus.News(bus.NewsKind.STEP, 'abcdefghjkmn', number))\n"
        "assert bus.flush(10)\n"
    )
    async with listening_to_news() as listener:
        await is_served()
        assert bus.socket_path().stat().st_mode & 0o777 == 0o600
        worker = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            code,
            cwd=ROOT,
            env={**os.environ, "BOZU_DATA_DIR": str(settings.DATA_DIR), "REDIS_URL": ""},
        )
        assert await worker.wait() == 0
        await listener.until(lambda: len(listener.news) == 100)
    assert [news.version for news in listener.news] == list(range(100))
    assert not bus.socket_path().exists()


async def test_a_worker_finds_the_site_again_after_its_restart(folder: Path) -> None:
    bus.attach(None)
    line = bus._SocketLine(bus.socket_path)
    for version in (1, 2):
        async with listening_to_news() as listener:
            await is_served()
            news = foreign(News(NewsKind.STEP, "abcdefghjkmn", version))

            def send(news: bytes = news) -> None:
                # The first line into a socket whose other end has gone may vanish; news may be lost, but only once.
                line.send(news)

            await asyncio.to_thread(send)
            if version == 2:
                await asyncio.to_thread(send)
            await listener.until(lambda: bool(listener.news))
            assert listener.news[0].version == version
    line._drop()


async def test_a_socket_file_left_by_a_killed_process_is_no_obstacle(folder: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as left_over:
        left_over.bind(os.fspath(bus.socket_path()))
    async with listening_to_news() as listener:
        await is_served()
        line = bus._SocketLine(bus.socket_path)
        await asyncio.to_thread(line.send, foreign(News(NewsKind.STEP, "abcdefghjkmn", 1)))
        await listener.until(lambda: bool(listener.news))
        line._drop()


@pytest.mark.parametrize("turns_before", range(4))
@pytest.mark.parametrize("turns_after", range(4))
async def test_whoever_comes_as_the_site_ends_is_shown_out(turns_before: int, turns_after: int, folder: Path) -> None:
    task = asyncio.create_task(listening.listen(lambda line: None))
    while not bus.socket_path().exists():
        await asyncio.sleep(0)
    for _ in range(turns_before):
        await asyncio.sleep(0)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(10)
        client.connect(os.fspath(bus.socket_path()))
        for _ in range(turns_after):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.sleep(0)
        task.cancel()  # an end that takes its time is asked for again
        await asyncio.gather(task, return_exceptions=True)
        with contextlib.suppress(ConnectionResetError):  # it was not even let in
            assert client.recv(1) == b""
    assert not bus.socket_path().exists()


async def test_a_second_site_process_does_not_take_the_socket_away(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with listening_to_news() as first:
        await is_served()
        async with listening_to_news() as second:
            while "Another site process" not in caplog.text:
                await asyncio.sleep(0.01)
            line = bus._SocketLine(bus.socket_path)
            await asyncio.to_thread(line.send, foreign(News(NewsKind.STEP, "abcdefghjkmn", 1)))
            await first.until(lambda: bool(first.news))
            line._drop()
            assert second.news == []


async def test_garbage_on_the_socket_ends_only_its_own_connection(folder: Path) -> None:
    async with listening_to_news() as listener:
        await is_served()
        _, writer = await asyncio.open_unix_connection(os.fspath(bus.socket_path()))
        writer.write(b"\xff\x00{nonsense\n" + b"x" * 200_000)
        with contextlib.suppress(OSError):
            await writer.drain()
        line = bus._SocketLine(bus.socket_path)
        await asyncio.to_thread(line.send, foreign(News(NewsKind.STEP, "abcdefghjkmn", 1)))
        await listener.until(lambda: bool(listener.news))
        line._drop()
        writer.close()


@pytest.fixture
def scaled(redis_server: RedisServer, settings: Any) -> RedisServer:
    settings.REDIS_URL = redis_server.url
    return redis_server


async def test_a_worker_reaches_every_site_process_through_redis(scaled: RedisServer) -> None:
    async with listening_to_news() as one, listening_to_news() as two:
        line = bus._RedisLine()
        client = redis.Redis.from_url(scaled.url)
        while client.pubsub_numsub(CHANNEL)[0][1] < 2:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(line.send, foreign(News(NewsKind.STEP, "abcdefghjkmn", 1)))
        await one.until(lambda: bool(one.news))
        await two.until(lambda: bool(two.news))
        client.close()
        assert line._client is not None
        line._client.close()


async def test_site_processes_reach_each_other_and_a_burst_goes_out_whole(scaled: RedisServer) -> None:
    publisher = listening.publisher()
    assert publisher is not None
    task = asyncio.create_task(publisher.run())
    async with listening_to_news() as listener:
        client = redis.Redis.from_url(scaled.url)
        while client.pubsub_numsub(CHANNEL)[0][1] < 1:
            await asyncio.sleep(0.01)
        for version in range(200):
            publisher.put(foreign(News(NewsKind.STEP, "abcdefghjkmn", version)))
        await listener.until(lambda: len(listener.news) == 200)
        client.close()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_restarted_redis_is_listened_to_again_within_ten_seconds(
    scaled: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    """Case WS-06: the subscription dies with Redis."""
    publisher = listening.publisher()
    assert publisher is not None
    task = asyncio.create_task(publisher.run())
    async with listening_to_news() as listener:
        client = redis.Redis.from_url(scaled.url)
        while client.pubsub_numsub(CHANNEL)[0][1] < 1:
            await asyncio.sleep(0.01)
        client.close()
        await asyncio.to_thread(scaled.restart)

        async def publish() -> None:
            while not listener.news:
                publisher.put(foreign(News(NewsKind.STEP, "abcdefghjkmn", 1)))
                await asyncio.sleep(0.05)

        await asyncio.wait_for(publish(), 10)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def test_news_to_a_redis_that_is_away_are_lost_with_one_line_in_the_log(
    settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    bus.attach(None)
    bus._to_redis._logged_at = -100.0
    for version in range(5):
        bus.tell(News(NewsKind.STEP, "abcdefghjkmn", version))
    assert bus.flush(10)
    assert caplog.text.count("are lost") == 1


async def test_a_hundred_events_of_one_worker_use_one_redis_connection(scaled: RedisServer) -> None:
    """Case WS-08: the client count stays flat."""
    line = bus._RedisLine()
    client = redis.Redis.from_url(scaled.url)
    before = client.info("clients")["connected_clients"]
    for version in range(100):
        await asyncio.to_thread(line.send, foreign(News(NewsKind.STEP, "abcdefghjkmn", version)))
    assert client.info("clients")["connected_clients"] <= before + 1
    client.close()
    assert line._client is not None
    line._client.close()


@pytest.mark.django_db
def test_who_is_gone_is_told_after_the_commit(told: Told, django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        bus.tell_gone(group_id=3, player_id=4)
        assert told.news == []
    assert told.news[0][0].details == {"group_id": 3, "player_id": 4, "device_id": None, "is_final": True}
