"""Names and rows that come from elsewhere, and staff; cases AD-02 to AD-05, NM-01, NM-02, NM-05, HX-06."""

from __future__ import annotations

import logging

import pytest
from django.contrib.admin import site
from django.contrib.auth.models import Permission, User
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from accounts.models import Group, Membership, Player
from games.live.known import forget_all
from games.live.snapshot import load_snapshot
from games.models import HouseRules, Match, RuleSet, Seat
from games.services.group_matches import start_group_match
from games.services.rules import load_defaults
from ratings.models import Rating
from tests.games.admin.staff import browser
from tests.games.finished import stored_match, visitor_of
from tests.visitors import Visitor, new_group

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

HOSTILE = ("<img src=x onerror=1>", "<div hx-get=/x>", "<b ws-send>", '"><svg>', "{{7*7}}")
# As old or hand-written rows could hold them.
STEERING = ("\u202eAnna", "\u2066Berta\u2067", "Ca\u2028rla", "Z" + "\u0301" * 50)


def with_rating(player: Player) -> None:
    Rating.objects.create(
        player=player, season="", mu=25.9, sigma=1.2, matches=12, wins=6, draws=0, last_match_at=timezone.now()
    )


@pytest.mark.parametrize("name", HOSTILE)
def test_markup_in_a_name_is_plain_text_at_the_table_in_rankings_and_in_admin(name: str) -> None:
    """Case NM-05: table page, live pieces, result, ranking, the player's page, title, and the lists of admin."""
    group, players = new_group("Anna", "Berta")
    Player.objects.filter(pk=players[1].pk).update(display_name=name)
    Membership.objects.filter(player=players[1]).update(display_name=name)
    players[1].refresh_from_db()
    with_rating(players[1])
    running = start_group_match(group=group, by=players[0])
    over = stored_match(players, group=group, is_rated=True)
    admin = Client(SERVER_NAME="127.0.0.1")
    admin.force_login(User.objects.create_superuser("rika"))
    pages = [
        (Visitor(), f"/en/t/{running.pk}/"),
        (Visitor(), f"/en/t/{running.pk}/state/"),
        (Visitor(), f"/en/m/{over.pk}/"),
        (Visitor(), "/en/rankings/"),
        (Visitor(), f"/en/p/{players[1].pk}/"),
        (visitor_of(players[0]), f"/en/g/{group.code}/"),
        (admin, reverse("admin:accounts_player_changelist")),
        (admin, reverse("admin:accounts_player_change", args=[players[1].pk])),
        (admin, reverse("admin:accounts_player_delete", args=[players[1].pk])),
        (admin, reverse("admin:games_match_change", args=[over.pk])),
    ]
    for client, path in pages:
        response = client.get(path)
        text = response.content.decode()
        assert response.status_code == 200, path
        assert name == escape(name) or name not in text, path
        title = text.partition("<title>")[2].partition("</title>")[0]
        # Words, since a code or an id may well hold these two digits.
        assert "49" not in title.split(), path
    policy = Visitor().get(f"/en/t/{running.pk}/")["Content-Security-Policy"]
    assert "default-src 'self'" in policy and "unsafe-inline" not in policy and "unsafe-eval" not in policy


@pytest.mark.parametrize("name", STEERING, ids=ascii)
def test_an_old_row_with_signs_that_steer_text_disturbs_no_page(name: str) -> None:
    """Case NM-02: written past all services; cleaned where it is shown."""
    group, players = new_group("Anna", "Berta")
    Player.objects.filter(pk=players[1].pk).update(display_name=name)
    Membership.objects.filter(player=players[1]).update(display_name=name)
    with_rating(players[1])
    match = start_group_match(group=group, by=players[0])
    Seat.objects.filter(match=match, player=players[1]).update(name=name)
    forget_all()
    visitor = visitor_of(players[0])
    paths = (f"/en/t/{match.pk}/", f"/en/g/{group.code}/", "/en/rankings/", f"/en/p/{players[1].pk}/")
    for path in paths:
        text = visitor.get(path).content.decode()
        assert not set("\u202e\u2066\u2067\u2028") & set(text), path
        assert "\u0301" * 4 not in text, path


@pytest.mark.parametrize("name", ["", "\u3164", "\u200b" * 15, "\u2800"], ids=ascii)
def test_an_old_row_without_a_visible_name_still_has_a_label_at_its_seat(name: str) -> None:
    """Case NM-01: every seat and member is called by something that can be seen."""
    group, players = new_group("Anna", "Berta")
    match = start_group_match(group=group, by=players[0])
    Seat.objects.filter(match=match, player=players[1]).update(name=name)
    forget_all()
    number = Seat.objects.get(match=match, player=players[1]).number
    text = Visitor().get(f"/en/t/{match.pk}/").content.decode()
    assert f"<bdi>Player {number + 1}</bdi>" in text
    assert "<bdi></bdi>" not in text and f"<bdi>{name}</bdi>" not in text


def test_running_matches_keep_their_rules_through_reconnect_and_restart_and_the_result_shows_them() -> None:
    """Case AD-02: the default and the group in the lobby change; what runs does not, what starts next does."""
    load_defaults()
    standard = RuleSet.objects.get(is_site_default=True)
    group, players = new_group("Anna", "Berta")
    match = start_group_match(group=group, by=players[0])
    lobby, others = new_group("Carla", "Dora")
    rika = browser("rika", "view_ruleset", "change_ruleset")
    values = {"name": standard.name, "semimaru": "skip_turn", "emperor": standard.emperor, "lady": standard.lady}
    values |= {"loaded_version": str(standard.version), "is_site_default": "on"}
    assert rika.post(reverse("admin:games_ruleset_change", args=[standard.pk]), values).status_code == 302
    forget_all()  # as after a restart
    assert load_snapshot(match.pk).view.rules.semimaru == "out" and load_snapshot(match.pk).view.rules.allow_stop
    page = visitor_of(players[0]).get(f"/en/t/{match.pk}/").content.decode()
    assert "Out at once" in page and "Skip one turn" not in page
    following = start_group_match(group=lobby, by=others[0])
    assert (following.rules["semimaru"], following.rules["allow_stop"]) == ("skip_turn", False)
    over = stored_match(players, group=group)  # played by the rules it started with
    assert "Out at once" in Visitor().get(f"/en/m/{over.pk}/").content.decode()


@pytest.mark.parametrize(
    ("column", "value"), [("semimaru", "eat_everybody"), ("emperor", ""), ("lady", "[]"), ("lady", "\u202ex")]
)
def test_a_bad_row_in_the_database_breaks_neither_rules_nor_lobby_nor_start(
    column: str, value: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Case AD-03: written past all forms, into the site's set and into a group's."""
    load_defaults()
    group, players = new_group("Anna", "Berta")
    RuleSet.objects.update(**{column: value})
    HouseRules.objects.filter(group=group).update(**{column: value or "x"})
    visitor = visitor_of(players[0])
    with caplog.at_level(logging.ERROR):
        for path in (
            "/en/",
            "/en/rules/",
            f"/en/g/{group.code}/",
            f"/en/g/{group.code}/rules/",
            f"/en/g/{group.code}/settings/",
        ):
            assert visitor.get(path).status_code == 200, path
        started = visitor.post(f"/en/g/{group.code}/start/", {"after": ""})
        assert started.status_code == 303 and "/t/" in started["Location"]
        assert visitor.get(started["Location"]).status_code == 200
        assert Visitor().post("/en/play/", {"visit": "d" * 32}).status_code == 303
    assert Match.objects.filter(rules__semimaru="out").count() == 2
    assert "bad_rule_set" in caplog.text


def test_staff_that_may_only_look_change_nothing_anywhere() -> None:
    """Case AD-04: every change page, add page, delete page and list action of the site's own models."""
    load_defaults()
    group, players = new_group("Anna", "Berta")
    match = stored_match(players, group=group, is_rated=True)
    viewer = browser("viewer")
    user = User.objects.get(username="viewer")
    user.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    objects = {Player: players[0], Group: group, Match: match, RuleSet: RuleSet.objects.get()}
    counts = {model: model._default_manager.count() for model in objects}
    for model, row in objects.items():
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        assert viewer.get(reverse(f"{name}_change", args=[row.pk])).status_code == 200, name
        assert viewer.post(reverse(f"{name}_change", args=[row.pk]), {"name": "X"}).status_code == 403, name
        assert viewer.post(reverse(f"{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403, name
        assert viewer.post(reverse(f"{name}_add"), {"name": "X"}).status_code == 403, name
        for action in [*site.get_model_admin(model).get_actions(_all_rights()), "delete_selected"]:
            values = {"action": action, "_selected_action": [row.pk], "post": "yes"}
            viewer.post(reverse(f"{name}_changelist"), values)
    assert {model: model._default_manager.count() for model in objects} == counts
    match.refresh_from_db()
    group.refresh_from_db()
    players[0].refresh_from_db()
    assert match.status == "finished" and not group.is_closed
    assert players[0].deleted_at is None and players[0].banned_at is None and players[0].display_name == "Anna"


def _all_rights() -> HttpRequest:
    """A request of somebody who may do everything, to learn the names of all actions."""
    request = RequestFactory().get("/admin/")
    request.user = User.objects.get_or_create(username="root", defaults={"is_superuser": True, "is_staff": True})[0]
    return request


def test_groups_and_games_go_on_whatever_is_deleted_in_admin() -> None:
    """Case AD-05: the set in use, then "delete selected" on all."""
    load_defaults()
    family = RuleSet.objects.create(name="Family", semimaru="as_courtier")
    group, players = new_group("Anna", "Berta")
    HouseRules.objects.filter(group=group).update(base=family)
    rika = browser("rika", "view_ruleset", "change_ruleset", "delete_ruleset", "add_ruleset")
    for row in RuleSet.objects.all():
        rika.post(reverse("admin:games_ruleset_delete", args=[row.pk]), {"post": "yes"})
    values = {"action": "delete_selected", "_selected_action": list(RuleSet.objects.values_list("pk", flat=True))}
    rika.post(reverse("admin:games_ruleset_changelist"), values | {"post": "yes"})
    assert set(RuleSet.objects.values_list("name", flat=True)) >= {"Family"}
    assert RuleSet.objects.filter(is_site_default=True).exists()
    match = start_group_match(group=group, by=players[0])
    assert match.rules["semimaru"] == "as_courtier"
    assert Visitor().get("/en/rules/").status_code == 200


def test_a_form_opened_before_somebody_logged_in_and_out_of_admin_still_works() -> None:
    """Case HX-06: our forms carry no token that another tab could rotate."""
    User.objects.create_superuser("rika", password="right")
    host = Visitor()
    path = host.post("/en/groups/new/", {"name": "Anna"}).headers["Location"]
    version = str(HouseRules.objects.get().version)  # the form in tab A
    page = host.get("/admin/login/").content.decode()
    token = page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    values = {"username": "rika", "password": "right", "csrfmiddlewaretoken": token, "next": "/admin/"}
    assert host.post("/admin/login/", values).status_code == 302
    page = host.get("/admin/").content.decode()
    token = page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    assert host.post("/admin/logout/", {"csrfmiddlewaretoken": token}).status_code == 200
    saved = host.post(
        f"{path}settings/",
        {
            "version": version,
            "base": "",
            "semimaru": "as_monk",
            "emperor": "keep_and_one_more",
            "lady": "take_pile",
            "allow_stop": "true",
            "turn_limit": "30",
            "kind": "friendly",
            "cpu_seats": "0",
        },
    )
    assert saved.status_code == 303 and HouseRules.objects.get().semimaru == "as_monk"
    part = host.post(f"{path}ready/", {"ready": "no"}, headers={"HX-Request": "true"})
    assert part.status_code == 200 and "<html" not in part.content.decode()


def test_a_refused_foreign_post_of_a_fragment_puts_no_page_into_the_page() -> None:
    """Case HX-06: even where a browser's request is refused, the answer is short."""
    host = Visitor()
    path = host.post("/en/groups/new/", {"name": "Anna"}).headers["Location"]
    host.defaults |= {"HTTP_ORIGIN": "https://elsewhere.example", "HTTP_SEC_FETCH_SITE": "cross-site"}
    answer = host.post(f"{path}ready/", {"ready": "no"}, headers={"HX-Request": "true"})
    assert answer.status_code == 403
    assert Membership.objects.get().is_ready
