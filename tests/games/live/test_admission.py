"""The door in one read says what the selector says, and whether an opening has to be written; cases ID-03, MP-06."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Device, Membership, Player
from accounts.selectors import device_for_secret
from games import engine
from games.errors import ErrorCode, ServiceError
from games.live.admission import admit
from games.models import Match, MatchStatus, Seat
from games.selectors.matches import TableAccess, table_access
from games.services.groups import join_group, make_group
from games.services.presence import touch_presence
from tests.games.seated import Clock, Person, be_seen, person, play, seat_people

pytestmark = [pytest.mark.both, pytest.mark.django_db]

Change = Callable[[Match, Person], object]


def by_selector(match_id: str, secret: str) -> TableAccess | ErrorCode:
    device = device_for_secret(secret) if secret else None
    try:
        return table_access(match_id, device.player if device else None)
    except ServiceError as error:
        return error.code


def by_door(match_id: str, secret: str) -> TableAccess | ErrorCode:
    try:
        return admit(match_id, secret).access
    except ServiceError as error:
        return error.code


CHANGES: dict[str, Change] = {
    "as it was": lambda match, who: None,
    "left": lambda match, who: Membership.objects.filter(player=who.player).update(left_at=timezone.now()),
    "removed": lambda match, who: Membership.objects.filter(player=who.player).update(removed_at=timezone.now()),
    "no member": lambda match, who: Membership.objects.filter(player=who.player).delete(),
    "banned": lambda match, who: Player.objects.filter(pk=who.player.pk).update(banned_at=timezone.now()),
    "deleted": lambda match, who: Player.objects.filter(pk=who.player.pk).update(deleted_at=timezone.now()),
    "signed out": lambda match, who: Device.objects.filter(pk=who.device.pk).update(revoked_at=timezone.now()),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("kind", ["group", "without a group", "against CPUs"])
def test_the_door_opens_to_whom_the_selector_lets_in(kind: str, change: str) -> None:
    anna, berta, stranger = person("Anna"), person("Berta"), person("Stranger")
    group = None
    if kind == "group":
        group = make_group(player=anna.player)
        join_group(group=group, player=berta.player)
    match = seat_people([berta], cpus=3) if kind == "against CPUs" else seat_people([anna, berta], group=group)
    CHANGES[change](match, berta)
    for secret in (anna.secret, berta.secret, stranger.secret, "", "no secret", "A" * 43):
        assert by_door(match.pk, secret) == by_selector(match.pk, secret)
        assert by_door("nosuchmatch2", secret) == ErrorCode.NOT_FOUND


def test_the_door_knows_player_and_device(clock: Clock) -> None:
    anna, berta = person(), person()
    match = seat_people([anna, berta])
    known = admit(match.pk, berta.secret)
    assert (known.player_id, known.device_id) == (berta.player.pk, berta.device.pk)
    unknown = admit(match.pk, "A" * 43)
    assert (unknown.player_id, unknown.device_id, unknown.is_news) == (None, None, False)


def test_an_opening_is_news_until_it_is_written_and_again_after_an_absence(clock: Clock) -> None:
    anna, berta = person(), person()
    match = seat_people([anna, berta])
    assert admit(match.pk, anna.secret).is_news
    touch_presence(match_id=match.pk, seat=0, is_opening=True, device_id=anna.device.pk)
    touch_presence(match_id=match.pk, seat=1, is_opening=True, device_id=berta.device.pk)
    assert not admit(match.pk, anna.secret).is_news
    clock.pass_seconds(19)
    assert not admit(match.pk, anna.secret).is_news
    clock.pass_seconds(1)
    assert admit(match.pk, anna.secret).is_news


@pytest.mark.parametrize(
    "values",
    [
        {"missed_steps": 1},
        {"is_held_by_cpu": True},
        {"left_at": timezone.now() - timedelta(days=9)},
        {"device_ids": []},
    ],
)
def test_an_opening_is_news_where_it_gives_something_back(values: dict[str, object], clock: Clock) -> None:
    anna, berta = person(), person()
    match = seat_people([anna, berta])
    touch_presence(match_id=match.pk, seat=0, is_opening=True, device_id=anna.device.pk)
    Seat.objects.filter(match=match, number=0).update(**values)
    assert admit(match.pk, anna.secret).is_news


def test_an_opening_is_news_at_a_match_that_waits_and_none_at_one_that_is_over(clock: Clock) -> None:
    anna, berta = person(), person()
    match = seat_people([anna, berta], deck=[3])
    touch_presence(match_id=match.pk, seat=0, is_opening=True, device_id=anna.device.pk)
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.PAUSED)
    assert admit(match.pk, anna.secret).is_news
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.RUNNING)
    be_seen(match, 1, clock.now)
    play(match, 0, anna, 0)
    match.refresh_from_db()
    assert engine.is_terminal(engine.decode(match.state))
    assert not admit(match.pk, berta.secret).is_news
