"""How browser tests come to a group by its pages; it must not know what is tested there."""

from typing import Any


def make_group(host: Any) -> str:
    """Make a group as Anna, in English; return its code."""
    host.goto("/en/groups/new/")
    host.fill("#id_name", "Anna")
    host.click("#make_group")
    host.wait_for_url("**/en/g/*/")
    return str(host.url.rstrip("/").split("/")[-1])
