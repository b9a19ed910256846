"""A visitor's hands and eyes at a live table, for browser tests."""

import re
import sqlite3
import time
from typing import Any

from tests.browser.waiting import wait_until

OWN_TURN = "#flip:not([aria-disabled])"
_BOARD = re.compile(r'id="board"[^>]* data-version="(\d+)"[^>]*')


def start_solo(page: Any, language: str = "en") -> str:
    """Start a match from the home page; return its address."""
    page.goto(f"/{language}/")
    page.click("#play-now")
    page.wait_for_selector("#table")
    return page.url


def version(page: Any) -> int:
    """The version that the page shows."""
    return int(page.get_attribute("#board", "data-version"))


def is_over(page: Any) -> bool:
    """Whether the page shows the end of the match."""
    return page.get_attribute("#board", "data-over") is not None


def wait_for_turn(page: Any, timeout_seconds: float = 30.0) -> bool:
    """Wait until the viewer may act; False if the match is over instead."""
    wait_until(
        page,
        f"""() => document.querySelector('#board').dataset.over || (document.querySelector('{OWN_TURN}') &&
            document.querySelector('#table').matches('.is-connected:not(.is-sending)'))""",
        timeout_seconds=timeout_seconds,
    )
    return not is_over(page)


def act(page: Any, how: Any = None) -> int:
    """Make one step on one's own turn, by the space key unless told how; return the version it was made for."""
    if page.query_selector("#stop"):
        page.wait_for_timeout(400)  # a choice that has just come up takes no press for a moment
    number = version(page)
    if how is None:
        page.keyboard.press("Space")
    else:
        how()
    wait_for_version(page, number + 1)
    return number


def wait_for_version(page: Any, number: int) -> None:
    """Wait until the page shows at least this version."""
    wait_until(page, "number => Number(document.querySelector('#board').dataset.version) >= number", number)


def wait_for_news(page: Any) -> None:
    """Wait until the site has a later version than a page without script shows."""
    number = version(page)
    while (board := _BOARD.search(page.request.get(page.url).text())) and int(board[1]) <= number:
        page.wait_for_timeout(50)
    assert board, "no table any more"


def play_on(page: Any, number: int, *others: Any) -> None:
    """Play until at least this version as a page without script would, while the page is elsewhere; then come back.

    That is much quicker than drawing each step. Other pages at the table, if any, are elsewhere meanwhile, too.
    """
    pages = (page, *others)
    addresses = [one.url.partition("?")[0] for one in pages]
    origin = "/".join(page.url.split("/")[:3])
    for one in pages:
        one.goto("about:blank")
    deadline = time.monotonic() + 90
    while True:
        html = page.request.get(addresses[0]).text()
        board = _BOARD.search(html)
        assert board, html[:2000]
        if int(board[1]) >= number or "data-over" in board[0]:
            break
        assert time.monotonic() < deadline, f"the table stands still at step {board[1]}"
        form = {"action": "flip", "version": board[1]}
        flip = re.search(r'<button[^>]*id="flip"[^>]*', html)
        if flip and "aria-disabled" not in flip[0]:
            page.request.post(f"{addresses[0]}do/", form=form, headers={"Origin": origin}, max_redirects=0)
        else:
            page.wait_for_timeout(50)
    for one, address in zip(pages, addresses, strict=True):
        one.goto(address)
        one.wait_for_selector("#table.is-connected")


def sent_frames(page: Any) -> list[str]:
    """A list that fills with what the page sends over its sockets from now on; call it before the page loads."""
    frames: list[str] = []

    def listen(socket: Any) -> None:
        socket.on("framesent", lambda payload: frames.append(payload))

    page.on("websocket", listen)
    return frames


def actions(frames: list[str]) -> list[str]:
    """The steps among frames, such as "flip"."""
    return re.findall(r'"action":"(flip|stop)"', "".join(frames))


def wait_for_heartbeat(page: Any, seconds: int) -> None:
    """Wait until a page of this table, once loaded anew, would show life so often, as the changed policy says."""
    is_so = "async text => (await (await fetch(location.href)).text()).includes(text)"
    wait_until(page, is_so, f'data-beat-ms="{seconds * 1000}"')


def set_policy(site: Any, **values: float) -> None:
    """Change values of the site policy, as another process would; each process sees them within five seconds."""
    database = sqlite3.connect(site.data_dir / "site.sqlite3", timeout=10)
    with database:
        names = ", ".join(f"{name} = ?" for name in values)
        database.execute(f"UPDATE games_sitepolicy SET {names}", tuple(values.values()))
    database.close()
