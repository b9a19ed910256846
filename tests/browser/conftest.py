"""Pages that report their own faults: script errors, refused content, htmx errors, failed requests."""

from collections.abc import Iterator
from typing import Any

import pytest

_HTMX_FAULTS = """
for (const name of ["oobErrorNoTarget", "swapError", "targetError", "wsError", "responseError"]) {
  document.addEventListener(`htmx:${name}`, () => console.error(`fault: ${name}`));
}
"""


@pytest.fixture
def faults() -> Iterator[list[str]]:
    """What went wrong on pages opened with `watched`; a test that expects some takes them out of the list."""
    found: list[str] = []
    yield found
    assert not found


@pytest.fixture
def watched(faults: list[str]) -> Any:
    """A function that opens a page in a context and writes down its faults."""

    def open_page(context: Any) -> Any:
        page = context.new_page()
        page.add_init_script(_HTMX_FAULTS)
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "response",
            lambda response: faults.append(f"{response.status} {response.url}") if response.status >= 400 else None,
        )
        return page

    return open_page
