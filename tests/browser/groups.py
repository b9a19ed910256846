"""How browser tests come to a group by its pages; it must not know what is tested there."""

from typing import Any


def make_group(host: Any) -> str:
    """Make a group as Anna, in English; return its code."""
    host.goto("/en/groups/new/")
    host.fill("#id_name", "Anna")
    host.click("#make_group")
    host.wait_for_url("**/en/g/*/")
    return str(host.url.rstrip("/").split("/")[-1])


def join_group(guest: Any, code: str, name: str) -> None:
    """Join a group by its English page under a name."""
    guest.goto(f"/en/g/{code}/")
    guest.fill("#id_name", name)
    guest.click("#join")
    guest.wait_for_selector("#members")


def set_limit(host: Any, code: str, seconds: int, kind: str = "friendly") -> None:
    """Give the group's matches a limit for each step, and their kind, by the page of its settings."""
    host.goto(f"/en/g/{code}/settings/")
    host.check(f"input[name=turn_limit][value='{seconds}']")
    host.check(f"input[name=kind][value={kind}]")
    host.click("#save_settings")
    host.wait_for_selector(f"#rules >> text={seconds} seconds")
