"""Waiting for a page to come to a state; it must not know what the state means."""

import time
from typing import Any

from playwright.sync_api import Error

POLLING_SECONDS = 0.1


def wait_until(page: Any, script: str, arg: Any = None, timeout_seconds: float = 30.0) -> None:
    """
    Return as soon as `script` (an expression or a function of `arg`) gives a true value in the page.

    Raises TimeoutError with the script if it never does. Playwright's own wait_for_function is not used: its further
    looks use eval inside the page, which the site's Content-Security-Policy forbids, and a page in the background,
    which draws nothing, would wait for ever.
    """
    deadline = time.monotonic() + timeout_seconds
    while True:
        try:
            if page.evaluate(script, arg):
                return
        except Error as error:
            if "context was destroyed" not in str(error):  # the page is just going elsewhere: look again there
                raise
        if time.monotonic() > deadline:
            raise TimeoutError(f"never true on {page.url}: {script}")
        page.wait_for_timeout(POLLING_SECONDS * 1000)
