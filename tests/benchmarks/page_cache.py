"""Measures how many public pages a second one process answers, rendered by Django and from memory; it asserts nothing.

Run it with `python -m tests.benchmarks.page_cache`; it starts a site in memory of its own and needs no server running.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PATHS = ("/ja/rules/", "/ar/rules/", "/en/cards/", "/hi/cards/9/")
Ask = Callable[[str], Awaitable[int]]


async def per_second(ask: Ask, path: str, seconds: float, clients: int) -> float:
    """Return the answers a second that clients get who ask one after the other, without a pause."""
    await ask(path)
    until = time.perf_counter() + seconds
    answers = 0

    async def client() -> None:
        nonlocal answers
        while time.perf_counter() < until:
            status = await ask(path)
            if status != 200:
                raise RuntimeError(f"{path} answered {status}")
            answers += 1

    start = time.perf_counter()
    await asyncio.gather(*(client() for _ in range(clients)))
    return answers / (time.perf_counter() - start)


async def compare(rendered: Ask, cached: Ask, title: str, seconds: float, clients: int) -> None:
    print(f"{title}, {clients} clients, {seconds:g} s each:")
    for path in PATHS:
        slow = await per_second(rendered, path, seconds, clients)
        fast = await per_second(cached, path, seconds, clients)
        print(f"  {path:14} rendered {slow:7.1f}/s   cached {fast:8.1f}/s   x{fast / slow:.0f}")


async def measure_in_process(seconds: float, clients: int) -> None:
    """Ask the application itself: what the work costs, without a server."""
    from bozusite.asgi import http_application
    from bozusite.page_cache import PageCache
    from games.selectors.pages import public_pages_mark
    from tests.bozusite.asking import ask

    cache = PageCache(http_application, public_pages_mark)

    async def rendered(path: str) -> int:
        return (await ask(http_application, path)).status

    async def cached(path: str) -> int:
        return (await ask(cache, path)).status

    await compare(rendered, cached, "In one process", seconds, clients)


async def measure_over_http(port: int, seconds: float, clients: int) -> None:
    """Ask a running Daphne over kept connections; a query keeps a page out of the cache."""
    free: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = asyncio.Queue()
    for _ in range(clients):
        free.put_nowait(await asyncio.open_connection("127.0.0.1", port))

    async def fetch(path: str) -> int:
        reader, writer = connection = await free.get()
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
        await reader.readexactly(int(length[1]) if length else 0)
        free.put_nowait(connection)
        return int(head.split(b" ", 2)[1])

    await compare(lambda path: fetch(f"{path}?rendered"), fetch, "Daphne over HTTP", seconds, clients)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--clients", type=int, default=8)
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="bozu-benchmark-")
    os.environ.update(DJANGO_SETTINGS_MODULE="bozusite.settings", BOZU_DATA_DIR=folder, BOZU_LOG_LEVEL="WARNING")
    try:
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        asyncio.run(measure_in_process(options.seconds, options.clients))

        from tests.services import free_port

        port = free_port()
        command = [sys.executable, "-m", "daphne", "-b", "127.0.0.1", "-p", str(port), "bozusite.asgi:application"]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
            try:
                asyncio.run(_when_open(port, lambda: measure_over_http(port, options.seconds, options.clients)))
            finally:
                server.terminate()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def _when_open(port: int, measure: Callable[[], Awaitable[None]]) -> None:
    for _ in range(200):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.1)
        else:
            writer.close()
            await measure()
            return
    raise RuntimeError("Daphne did not open its port")


if __name__ == "__main__":
    main()
