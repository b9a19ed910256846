"""Visitors as browsers are: own cookies, own address, requests from our own pages; it must not make rows by hand."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts.clock import database_now
from accounts.devices import COOKIE_NAME
from accounts.models import Device, Group, Membership, Player
from accounts.selectors import device_for_secret
from games.models import Seat
from games.selectors.rules import forget_policy
from games.services.groups import join_group, make_group

_addresses = count(1)


class Visitor(Client):
    """A browser of its own, at a network address of its own, whose forms come from our pages."""

    def __init__(self, **headers: Any) -> None:
        number = next(_addresses)
        super().__init__(
            enforce_csrf_checks=True,
            SERVER_NAME="127.0.0.1",
            REMOTE_ADDR=f"10.{number // 65536 % 256}.{number // 256 % 256}.{number % 256}",
            HTTP_ORIGIN="http://127.0.0.1",
            HTTP_SEC_FETCH_SITE="same-origin",
            **headers,
        )

    @property
    def secret(self) -> str:
        """The value of the device cookie, empty without one."""
        return self.cookies[COOKIE_NAME].value if COOKIE_NAME in self.cookies else ""

    @property
    def player(self) -> Player | None:
        """The player that the cookie belongs to."""
        device = device_for_secret(self.secret)
        return device.player if device else None

    def htmx(self, path: str, data: dict[str, str] | None = None) -> Any:
        """Ask as htmx does."""
        return self.get(path, data or {}, headers={"HX-Request": "true"})


@pytest.fixture(autouse=True)
def fresh_policy() -> Iterator[None]:
    """Keep the policy that one test read out of the next one."""
    forget_policy()
    yield
    forget_policy()


def new_player(name: str = "Anna") -> Player:
    """Make a player who chose a name, with one device."""
    player = Player.objects.create(display_name=name, is_named=True)
    Device.objects.create(player=player, secret_hash=f"{player.pk:064d}")
    return player


def new_group(*names: str) -> tuple[Group, list[Player]]:
    """Make a group of present and ready members; the first is host, the others joined in the order given."""
    players = [new_player(name) for name in names]
    group = make_group(player=players[0])
    for player in players[1:]:
        join_group(group=group, player=player)
    return group, players


def be_silent(group: Group, player: Player, seconds: float) -> None:
    """Let a member have given no sign of life for so many seconds, neither on a page nor at a table."""
    at = database_now() - timedelta(seconds=seconds)
    Membership.objects.filter(group=group, player=player).update(last_seen_at=at)
    Seat.objects.filter(match__group=group, player=player).update(last_seen_at=at)


def run_together(jobs: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run jobs in threads that start at one moment; return what each returned or raised."""
    start = threading.Barrier(len(jobs))
    results: list[Any] = [None] * len(jobs)

    def run(number: int) -> None:
        try:
            start.wait(timeout=10)
            results[number] = jobs[number]()
        except Exception as error:
            results[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
        assert not thread.is_alive()
    return results
