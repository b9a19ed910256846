"""The actions of staff on matches, hung on an admin of their own."""

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest
from django.test import RequestFactory

from games.admin.match_actions import verify_matches, void_matches
from games.admin.matches import MatchAdmin
from games.models import Match, MatchStatus
from tests.games.finished import stored_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def model_admin() -> MatchAdmin:
    return MatchAdmin(Match, admin.AdminSite())


def asked_by(*permissions: str) -> HttpRequest:
    """A request of a staff member who has these permissions of the app games."""
    request = RequestFactory().post("/admin/", {"confirmed": "yes"})
    request.user = User.objects.create_user("staff", is_staff=True)
    request.user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    request._messages = CookieStorage(request)  # type: ignore[attr-defined]
    return request


def said(request: HttpRequest) -> list[str]:
    return [str(message) for message in request._messages]  # type: ignore[attr-defined]


def test_finished_matches_are_voided_and_written_down_and_live_ones_left_alone(model_admin):
    finished, live = stored_match([None, None]), stored_match([None, None], steps=4)
    request = asked_by("void_match")

    void_matches(model_admin, request, Match.objects.all())

    assert Match.objects.get(pk=finished.pk).status == MatchStatus.VOIDED
    assert Match.objects.get(pk=live.pk).status == MatchStatus.RUNNING
    assert sorted(said(request)) == sorted(
        ["1 match was voided.", f"Match {live.pk} has not been played to its end and stays as it is."]
    )
    assert [entry.object_id for entry in LogEntry.objects.all()] == [finished.pk]


def test_checking_names_what_is_wrong(model_admin):
    good, bad = stored_match([None, None]), stored_match([None, None])
    Match.objects.filter(pk=bad.pk).update(commitment="0" * 64)
    request = asked_by("view_match")

    verify_matches(model_admin, request, Match.objects.all())

    assert len(said(request)) == 1
    assert said(request)[0].startswith(f"{bad.pk}: commitment:")
    assert good.pk not in said(request)[0]


def test_checking_honest_matches_says_so(model_admin):
    stored_match([None, None])
    request = asked_by("view_match")

    verify_matches(model_admin, request, Match.objects.all())

    assert said(request) == ["1 match checked: all right."]


@pytest.mark.parametrize(
    ("permissions", "offered"),
    [
        ((), set()),
        (("view_match",), {"verify_matches"}),
        (("view_match", "void_match"), {"verify_matches", "void_matches"}),
        (("change_match",), {"verify_matches"}),
    ],
)
def test_each_action_is_offered_to_those_who_may_alone(model_admin, permissions, offered):
    assert set(model_admin.get_actions(asked_by(*permissions))) - {"delete_selected"} == offered
