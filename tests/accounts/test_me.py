"""The page about oneself: devices, one-time links, stored data, deletion."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from functools import partial

import pytest

from accounts import services
from accounts.clock import database_now
from accounts.devices import COOKIE_NAME, secret_hash
from accounts.models import Device, OneTimeLink, Player
from tests.visitors import Visitor, run_together

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> Visitor:
    visitor = Visitor()
    visitor.post("/en/me/name/", {"name": "Anna"})
    return visitor


def link_of(visitor: Visitor) -> str:
    page = visitor.post("/en/me/link/").content.decode()
    found = re.search(r'id="new_link" href="http://127\.0\.0\.1(/en/me/link/[^"]+)"', page)
    assert found is not None
    return found.group(1)


def test_a_link_is_shown_once_with_its_picture_and_stored_as_a_hash(anna: Visitor) -> None:
    response = anna.post("/en/me/link/")
    page = response.content.decode()
    assert "<svg viewBox=" in page and "style=" not in page
    assert "no-store" in response["Cache-Control"]
    secret = re.search(r"/en/me/link/([\w-]{43})/", page)
    assert secret is not None
    assert OneTimeLink.objects.get().secret_hash == secret_hash(secret.group(1))
    assert secret.group(1) not in anna.get("/en/me/").content.decode()


def test_a_link_makes_another_device_the_same_player_by_post_only(anna: Visitor) -> None:
    link = link_of(anna)
    other = Visitor()
    for _preview in range(2):
        page = other.get(link)
        assert page.status_code == 200 and "Anna" in page.content.decode()
        assert page["Referrer-Policy"] == "no-referrer" and "no-store" in page["Cache-Control"]
    assert not other.secret
    assert other.post(link).status_code == 303
    assert other.player == anna.player and other.secret != anna.secret
    assert Device.objects.count() == 2 and Player.objects.count() == 1


def test_a_link_works_once(anna: Visitor) -> None:
    link = link_of(anna)
    Visitor().post(link)
    late = Visitor()
    assert late.get(link).status_code == 410
    assert late.post(link).status_code == 410
    assert not late.secret


def test_a_link_ends_after_ten_minutes(anna: Visitor) -> None:
    link = link_of(anna)
    made = OneTimeLink.objects.get()
    assert made.expires_at - made.created_at == timedelta(seconds=600)
    OneTimeLink.objects.update(expires_at=database_now() - timedelta(seconds=1))
    assert Visitor().post(link).status_code == 410


def test_a_link_can_be_withdrawn_by_its_owner_only(anna: Visitor) -> None:
    link = link_of(anna)
    number = OneTimeLink.objects.get().pk
    stranger = Visitor()
    stranger.post("/en/me/name/", {"name": "Berta"})
    stranger.post(f"/en/me/link/{number}/withdraw/")
    assert Visitor().get(link).status_code == 200
    anna.post(f"/en/me/link/{number}/withdraw/")
    assert Visitor().get(link).status_code == 410


def test_a_new_link_withdraws_the_old_one(anna: Visitor) -> None:
    first, second = link_of(anna), link_of(anna)
    assert Visitor().get(first).status_code == 410
    assert Visitor().get(second).status_code == 200


def test_a_device_that_is_somebody_else_is_told_before_it_changes(anna: Visitor) -> None:
    link = link_of(anna)
    berta = Visitor()
    berta.post("/en/me/name/", {"name": "Berta"})
    page = berta.get(link).content.decode()
    assert "Anna" in page and "Berta" in page
    berta.post(link)
    assert berta.player == anna.player


def test_a_link_of_a_deleted_player_opens_nothing(anna: Visitor) -> None:
    link = link_of(anna)
    anna.post("/en/me/delete/")
    assert Visitor().post(link).status_code == 410


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_of_two_devices_that_use_a_link_at_once_one_gets_through() -> None:
    anna = Visitor()
    anna.post("/en/me/name/", {"name": "Anna"})
    link = link_of(anna)
    visitors = [Visitor() for _ in range(4)]
    answers = [answer.status_code for answer in run_together([partial(visitor.post, link) for visitor in visitors])]
    assert sorted(answers) == [303, 410, 410, 410]
    assert Device.objects.count() == 2


def test_signing_out_another_device_ends_it_there(anna: Visitor) -> None:
    other = Visitor()
    other.post(link_of(anna))
    theirs = Device.objects.get(secret_hash=secret_hash(other.secret))
    assert anna.post(f"/en/me/devices/{theirs.pk}/sign-out/").status_code == 303
    assert other.player is None and anna.player is not None
    assert "Nothing is stored" in other.get("/en/me/").content.decode()


def test_signing_out_this_device_takes_the_cookie_away(anna: Visitor) -> None:
    own = Device.objects.get()
    response = anna.post(f"/en/me/devices/{own.pk}/sign-out/")
    assert response.cookies[COOKIE_NAME]["max-age"] == 0


def test_nobody_signs_out_somebody_elses_device(anna: Visitor) -> None:
    stranger = Visitor()
    stranger.post("/en/me/name/", {"name": "Berta"})
    stranger.post(f"/en/me/devices/{Device.objects.earliest('pk').pk}/sign-out/")
    assert anna.player is not None and stranger.player is not None


def test_my_data_holds_all_that_is_stored_and_no_secret(anna: Visitor) -> None:
    group = anna.post("/en/groups/new/").headers["Location"]
    anna.post(f"{group}start/", {"after": ""})
    link_of(anna)
    response = anna.get("/en/me/data/")
    data = json.loads(response.content)
    assert "attachment" in response["Content-Disposition"]
    assert set(data) == {
        "player",
        "devices",
        "one_time_links",
        "groups",
        "matches",
        "guesses",
        "daily_tries",
        "ratings",
    }
    assert data["player"]["name"] == "Anna" and data["groups"][0]["is_host"]
    assert data["matches"][0]["name_at_the_table"] == "Anna"
    assert anna.secret not in response.content.decode()
    assert Device.objects.get().secret_hash not in response.content.decode()


def test_everything_stored_about_a_player_is_exported() -> None:
    """Whoever adds a table or a column about players has to decide how it is handed out and forgotten."""
    relations = {
        f"{relation.related_model._meta.label}.{relation.field.name}" for relation in Player._meta.related_objects
    }
    assert relations == {
        "accounts.Device.player",
        "accounts.OneTimeLink.player",
        "accounts.Membership.player",
        "accounts.Group.host",
        "games.Seat.player",
        "games.Guess.player",
        "games.DailyTry.player",
        "ratings.Rating.player",
        "ratings.RatingEntry.player",
    }


def test_deleting_asks_first_and_leaves_a_neutral_stub(anna: Visitor) -> None:
    player = anna.player
    assert player is not None
    assert "cannot be undone" in anna.get("/en/me/delete/").content.decode()
    assert anna.player == player
    response = anna.post("/en/me/delete/")
    assert response.cookies[COOKIE_NAME]["max-age"] == 0
    player.refresh_from_db()
    assert player.display_name == "" and player.deleted_at is not None
    assert not player.devices.exists() and not player.memberships.exists() and not player.one_time_links.exists()


def test_a_deleted_player_can_start_anew_as_somebody_else(anna: Visitor) -> None:
    stub = anna.player
    anna.post("/en/me/delete/")
    anna.post("/en/me/name/", {"name": "Anna"})
    assert anna.player is not None and anna.player != stub


def test_merging_moves_devices_and_places_and_keeps_removals() -> None:
    from tests.visitors import new_group, new_player

    group, (host, kept, merged) = new_group("Host", "Kept", "Merged")
    other, (merged_host, _) = new_group("Merged host", "Guest")
    services.merge_players(kept=kept, merged=merged)
    assert kept.devices.count() == 2 and not merged.devices.exists()
    assert kept.memberships.get(group=group).is_current
    assert not merged.memberships.get(group=group).is_current
    services.merge_players(kept=kept, merged=merged_host)
    other.refresh_from_db()
    assert other.host == kept and kept.memberships.get(group=other).is_current
    from games.services.groups import remove_member

    twin = new_player("Twin")
    from games.services.groups import join_group

    join_group(group=group, player=twin)
    remove_member(group=group, by=host, player_id=twin.pk)
    services.merge_players(kept=kept, merged=twin)
    assert not kept.memberships.get(group=group).is_current
