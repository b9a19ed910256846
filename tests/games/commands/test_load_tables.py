"""Tables for load tests: what the file says is what a load generator can play with."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.selectors import device_for_secret
from games import engine
from games.live import fragments
from games.live.admission import admit
from games.live.messages import Message, parse
from games.live.snapshot import load_snapshot
from games.models import Match
from games.selectors.matches import table_access
from games.services.play import settle_due
from tests.games.live.tables import walk
from tests.games.seated import Clock

pytestmark = pytest.mark.django_db


def made(folder: Path, **options: Any) -> dict[str, Any]:
    out = folder / "tables.json"
    call_command("load_tables", out=str(out), verbosity=0, **options)
    values: dict[str, Any] = json.loads(out.read_text())
    return values


def test_each_table_is_a_running_match_whose_sockets_belong_to_its_seats(tmp_path: Path, capsys: Any) -> None:
    values = made(tmp_path, tables=3, seats=5, spectators=2, base_url="ws://127.0.0.1:8123")
    assert len(values["tables"]) == Match.objects.count() == 3
    for table in values["tables"]:
        match_ids = {re.fullmatch(r"ws://127\.0\.0\.1:8123/ws/\w+/t/(\w+)/", one["url"]) for one in table["seats"]}
        (found,) = {match.group(1) for match in match_ids if match}
        match = Match.objects.get(pk=found)
        assert (table["version"], table["turn"]) == (0, match.turn) and not match.is_rated
        everybody = table["seats"] + table["spectators"]
        assert {one["headers"]["Origin"] for one in everybody} == {"http://127.0.0.1:8123"}
        devices = [device_for_secret(one["headers"]["Cookie"].partition("=")[2]) for one in everybody]
        seats = [table_access(found, device.player).seat for device in devices if device]
        assert seats == [0, 1, 2, 3, 4, None, None]
    assert "3 tables of 5 seats" in capsys.readouterr().out


def test_the_move_is_what_the_page_sends_and_the_patterns_find_what_it_is_sent(tmp_path: Path) -> None:
    values = made(tmp_path, tables=1)
    assert parse(values["move"].replace("{version}", "7")) == Message("flip", 7)
    for snapshot in walk(4, engine.RuleSet(), seed=3):
        text = "".join(fragments.pieces(snapshot, "en", 1).values())
        version, turn = re.search(values["version_re"], text), re.search(values["turn_re"], text)
        assert version and int(version.group(1)) == snapshot.version
        assert (int(turn.group(1)) if turn else None) == snapshot.view.turn
        assert bool(re.search(values["over_re"], text)) is (not snapshot.is_live)
    pulse = fragments.pulse_piece(7) + fragments.notice_piece("stale", "en")
    assert not re.search(values["version_re"], pulse)
    assert load_snapshot(Match.objects.get().pk).version == 0


def test_nobody_is_absent_while_the_load_generator_is_on_its_way(tmp_path: Path, clock: Clock) -> None:
    values = made(tmp_path, tables=1, seats=3)
    clock.pass_seconds(1_000)
    match_id = Match.objects.get().pk
    assert settle_due(match_id=match_id) is not None  # seconds that are missing: nothing is due
    assert not any(face.is_away for face in load_snapshot(match_id).seats)
    for seat in values["tables"][0]["seats"]:
        admission = admit(match_id, seat["headers"]["Cookie"].partition("=")[2])
        assert not admission.is_news and not admission.access.is_due(clock.now)


def test_it_is_refused_in_production(tmp_path: Path, settings: Any) -> None:
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="production"):
        made(tmp_path, tables=1)
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    "options", [{"base_url": "http://127.0.0.1"}, {"base_url": "ws://"}, {"tables": 0}, {"spectators": -1}]
)
def test_what_makes_no_sense_is_refused(options: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        made(tmp_path, **options)
