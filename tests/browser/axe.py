"""What the accessibility rules of axe find wrong on a page as it is now; it must not know the page."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe


def violations(page: Any, **options: Any) -> list[str]:
    """Return the broken rules with the elements that break them; axe's own `options` choose among its rules."""
    # The elements that keep the rules need not be described: that takes as long as finding those that do not.
    found = Axe().run(page, options={"resultTypes": ["violations"], **options}).response["violations"]
    return [f"{rule['id']}: {[node['html'][:120] for node in rule['nodes']]}" for rule in found]
