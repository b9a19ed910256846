"""Matches in admin: read by those who may, voided by those who may, edited by nobody, and no secret shown."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games.models import Match, MatchStatus
from tests.games.admin.staff import browser
from tests.games.finished import stored_match
from tests.visitors import new_group, new_player

pytestmark = pytest.mark.django_db

LIST = "/admin/games/match/"


def page_of(match: Match) -> str:
    return reverse("admin:games_match_change", args=[match.pk])


@pytest.fixture
def viewer() -> Client:
    return browser("viewer", "view_match", "view_seat")


@pytest.mark.parametrize("steps", [None, 12])
def test_a_page_shows_the_match_but_neither_deck_nor_secret(viewer: Client, steps: int | None) -> None:
    match = stored_match([new_player("Anna"), None], steps=steps)
    page = viewer.get(page_of(match)).content.decode()
    assert "<bdi>Anna</bdi>" in page and match.commitment in page and "Out at once" in page
    for secret in (match.deck_secret, "nonce-0", str(match.deck)[1:40], match.state[:40]):
        assert secret not in page
    assert 'name="_save"' not in page


def test_a_finished_match_links_to_its_replay_and_a_running_one_to_its_table(viewer: Client) -> None:
    over, live = stored_match([None, None]), stored_match([None, None], steps=3)
    page = viewer.get(LIST).content.decode()
    assert f"/en/m/{over.pk}/" in page and f"/en/t/{live.pk}/" in page
    assert f"/en/t/{live.pk}/" in viewer.get(page_of(live)).content.decode()


def test_the_list_is_searched_and_filtered(viewer: Client) -> None:
    group, (anna,) = new_group("Anna")
    hers = stored_match([anna, None], group=group)
    other = stored_match([new_player("Berta"), None], steps=4)

    def found(query: str) -> set[str]:
        page = viewer.get(f"{LIST}?{query}").content.decode()
        return {match.pk for match in (hers, other) if page_of(match) in page}

    assert found("") == {hers.pk, other.pk}
    assert found(f"q={group.code}") == found("q=Anna") == {hers.pk}
    assert found("status__exact=running") == {other.pk}
    assert found(f"group__id__exact={group.pk}") == found(f"seats__player__id__exact={anna.pk}") == {hers.pk}


def test_nobody_edits_adds_or_deletes_a_match_not_even_a_superuser() -> None:
    match = stored_match([None, None])
    client = browser("boss")
    User.objects.filter(username="boss").update(is_superuser=True)
    before = Match.objects.values().get()
    assert client.post(page_of(match), {"status": "voided", "is_rated": "on"}).status_code == 403
    assert client.post(f"{LIST}add/", {}).status_code == 403
    assert client.post(reverse("admin:games_match_delete", args=[match.pk]), {"post": "yes"}).status_code == 403
    client.post(LIST, {"action": "delete_selected", "_selected_action": [match.pk], "post": "yes"})
    assert Match.objects.values().get() == before and not LogEntry.objects.exists()


def test_voiding_asks_first_then_voids_and_writes_it_down() -> None:
    match = stored_match([new_player("Anna"), None])
    client = browser("moderator", "view_match", "void_match")
    assert 'value="void_matches"' in client.get(page_of(match)).content.decode()
    sent = {"action": "void_matches", "_selected_action": [match.pk]}
    question = client.post(LIST, sent)
    assert question.status_code == 200 and "cannot be undone" in question.content.decode()
    assert Match.objects.get().status == MatchStatus.FINISHED
    assert client.post(LIST, sent | {"confirmed": "yes"}).status_code == 302
    assert Match.objects.get().status == MatchStatus.VOIDED
    entry = LogEntry.objects.get()
    assert (entry.user.username, entry.object_id, entry.change_message) == ("moderator", match.pk, "Voided.")
    assert '<input type="hidden" name="action" value="void_matches">' not in client.get(page_of(match)).content.decode()


def test_a_viewer_checks_but_does_not_void(viewer: Client) -> None:
    match = stored_match([None, None])
    page = viewer.get(page_of(match)).content.decode()
    assert 'value="verify_matches"' in page and "void_matches" not in page
    answer = viewer.post(LIST, {"action": "verify_matches", "_selected_action": [match.pk]}, follow=True)
    assert "1 match checked: all right." in answer.content.decode()
    viewer.post(LIST, {"action": "void_matches", "_selected_action": [match.pk], "confirmed": "yes"})
    assert Match.objects.get().status == MatchStatus.FINISHED and not LogEntry.objects.exists()


def test_without_permission_there_are_no_matches() -> None:
    match = stored_match([None, None])
    client = browser("editor", "view_ruleset", "change_ruleset")
    for answer in (client.get(LIST), client.get(page_of(match)), client.post(LIST, {"action": "verify_matches"})):
        assert answer.status_code == 403


def test_a_broken_row_does_not_break_the_pages(viewer: Client) -> None:
    match = stored_match([None, None], result={"ranks": "x"})
    Match.objects.update(rules=[])
    assert viewer.get(LIST).status_code == 200 and viewer.get(page_of(match)).status_code == 200
