"""Makes running tables of persons with their device cookies, for load tests; it must not run on a public site."""

import json
from argparse import ArgumentParser
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from tqdm import tqdm

from accounts.devices import COOKIE_NAME, new_secret, secret_hash
from accounts.models import Device, Player
from games import engine
from games.models import Match, Seat
from games.selectors.rules import site_rules
from games.services.matches import SeatPlan, start_match

# What htmx sends for a press of the flip button.
_MOVE = {
    "action": "flip",
    "version": "{version}",
    "HEADERS": {
        "HX-Request": "true",
        "HX-Trigger": "form-flip",
        "HX-Trigger-Name": None,
        "HX-Target": "form-flip",
        "HX-Current-URL": "",
    },
}
_TABLES_IN_TRANSACTION = 100
_PRESENT = timedelta(hours=1)


class Command(BaseCommand):
    help = "Make N running matches of persons, and write what a load generator needs to play them. Not in production."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--tables", type=int, default=50)
        parser.add_argument("--seats", type=int, default=4, choices=range(engine.MIN_SEATS, engine.MAX_SEATS + 1))
        parser.add_argument("--spectators", type=int, default=0, help="per table")
        parser.add_argument("--base-url", default="ws://127.0.0.1:8000", help="where the site listens")
        parser.add_argument("--language", default=settings.LANGUAGE_CODE)
        parser.add_argument("--out", default="tables.json", help="the file to write, - for standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the tables and write the file."""
        if settings.PRODUCTION:
            raise CommandError("load_tables makes people who do not exist; it is refused in production.")
        base = urlsplit(options["base_url"])
        if base.scheme not in ("ws", "wss") or not base.netloc:
            raise CommandError("--base-url must look like ws://127.0.0.1:8000")
        if options["tables"] < 1 or options["spectators"] < 0:
            raise CommandError("--tables must be at least 1 and --spectators at least 0")
        site = f"{'https' if base.scheme == 'wss' else 'http'}://{base.netloc}"
        tables: list[dict[str, Any]] = []
        with tqdm(total=options["tables"], unit="table", disable=None) as bar:
            while len(tables) < options["tables"]:
                with transaction.atomic():
                    for _ in range(min(_TABLES_IN_TRANSACTION, options["tables"] - len(tables))):
                        tables.append(self._table(options, f"{base.scheme}://{base.netloc}", site))
                        bar.update()
        move = {**_MOVE, "HEADERS": {**_MOVE["HEADERS"], "HX-Current-URL": f"{site}/"}}  # type: ignore[dict-item]
        text = json.dumps(
            {
                "move": json.dumps(move, separators=(",", ":")),
                "version_re": r'id="board"[^>]* data-version="(\d+)"',
                "turn_re": r'id="board"[^>]* data-turn="(\d+)"',
                "over_re": r'id="board"[^>]* data-over="1"',
                "tables": tables,
            }
        )
        if options["out"] == "-":
            self.stdout.write(text)
        else:
            Path(options["out"]).write_text(text)
            self.stdout.write(f"{len(tables)} tables of {options['seats']} seats: {options['out']}")

    def _table(self, options: dict[str, Any], base: str, site: str) -> dict[str, Any]:
        """One match with the addresses and headers of everybody at it."""
        secrets = [new_secret() for _ in range(options["seats"] + options["spectators"])]
        players = Player.objects.bulk_create(
            Player(display_name=f"Load {number + 1}") for number in range(len(secrets))
        )
        devices = Device.objects.bulk_create(
            Device(player=player, secret_hash=secret_hash(secret))
            for player, secret in zip(players, secrets, strict=True)
        )
        seats = [SeatPlan(player, player.display_name) for player in players[: options["seats"]]]
        match = start_match(seats=seats, rules=site_rules())
        self._open_pages(match, [device.pk for device in devices[: options["seats"]]])
        url = f"{base}/ws/{options['language']}/t/{match.pk}/"
        sockets = [{"url": url, "headers": {"Cookie": f"{COOKIE_NAME}={secret}", "Origin": site}} for secret in secrets]
        return {
            "version": match.version,
            "turn": match.turn,
            "seats": sockets[: options["seats"]],
            "spectators": sockets[options["seats"] :],
        }

    def _open_pages(self, match: Match, device_ids: list[int]) -> None:
        """Leave the rows as if everybody had just opened the page, whose socket comes next, however long that takes.

        Without it, the CPU would play for people who are absent because the load generator has not come to them yet.
        """
        present_until = match.started_at + _PRESENT
        seats = list(Seat.objects.filter(match=match).order_by("number"))
        for seat, device_id in zip(seats, device_ids, strict=True):
            seat.last_seen_at, seat.device_ids = present_until, [device_id]
        Seat.objects.bulk_update(seats, ["last_seen_at", "device_ids"])
        Match.objects.filter(pk=match.pk).update(due_at=present_until)
