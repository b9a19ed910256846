"""The pages of groups: two taps to a seat, codes that cannot be guessed, parts and pages, the host's pages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.utils.html import escape

from accounts.models import Group, LookupCount, Membership, Player
from accounts.services import ban_player
from accounts.services.lookups import WRONG_CODES_ALLOWED
from games.models import HouseRules, Match, MatchStatus, RuleSet, Seat
from games.services.groups import pass_host_on
from games.services.rules import load_defaults
from tests.visitors import Visitor, be_silent, run_together

pytestmark = pytest.mark.django_db


class Party:
    """A group made by Anna, as browsers see it."""

    def __init__(self) -> None:
        self.host = Visitor()
        self.path = self.host.post("/en/groups/new/", {"name": "Anna"}).headers["Location"]
        self.group = Group.objects.get(code=self.path.split("/")[3])

    def join(self, name: str) -> Visitor:
        """Let somebody new follow the link and join."""
        visitor = Visitor()
        assert visitor.post(f"{self.path}join/", {"name": name}).status_code == 303
        return visitor

    def member(self, visitor: Visitor) -> Membership:
        """Return the membership of a visitor."""
        return Membership.objects.get(group=self.group, player=visitor.player)

    def part(self, visitor: Visitor, **values: str) -> object:
        """Poll as the page does."""
        return visitor.htmx(f"{self.path}members/", values)

    def end_match(self) -> Match:
        """Finish the running match as far as the group is concerned."""
        match = Match.objects.get(group=self.group, status=MatchStatus.RUNNING)
        Match.objects.filter(pk=match.pk).update(status=MatchStatus.FINISHED, turn=None)
        return match


@pytest.fixture
def party() -> Iterator[Party]:
    yield Party()


def text(response: object) -> str:
    return response.content.decode()  # type: ignore[attr-defined]


def test_a_group_is_made_with_a_name_and_nothing_else(party: Party) -> None:
    page = text(party.host.get(party.path))
    assert re.fullmatch(r"/en/g/[CDFGHJKMNPRTVWXY34679]{8}/", party.path)
    assert "<bdi>Anna</bdi>" in page
    assert f"http://127.0.0.1/g/{party.group.code}/" in page, "the invite link has no language"
    assert f"{party.group.code[:4]} {party.group.code[4:]}" in page
    assert "<svg" in page and "style=" not in page
    assert HouseRules.objects.get(group=party.group).turn_limit_seconds is None


def test_an_empty_name_makes_no_group_and_says_why() -> None:
    response = Visitor().post("/en/groups/new/", {"name": "\u200b"})
    assert response.status_code == 422 and "visible character" in text(response)
    assert not Group.objects.exists() and not Player.objects.exists()


def test_from_the_link_to_the_group_it_takes_two_taps_with_the_name_included(party: Party) -> None:
    guest = Visitor()
    guest.defaults["HTTP_ACCEPT_LANGUAGE"] = "ja"
    landing = guest.get(f"/g/{party.group.code}/")
    assert landing.status_code == 302 and landing.headers["Location"] == f"/ja/g/{party.group.code}/"
    assert "Accept-Language" in landing["Vary"]
    page = guest.get(landing.headers["Location"])  # the first tap
    assert 'name="name"' in text(page) and not page.cookies
    joined = guest.post(f"{landing.headers['Location']}join/", {"name": "はなこ"})  # the second
    assert joined.headers["Location"] == f"/ja/g/{party.group.code}/"
    assert "<bdi>はなこ</bdi>" in text(guest.get(joined.headers["Location"]))


def test_a_device_with_a_name_joins_with_one_tap(party: Party) -> None:
    guest = Visitor()
    guest.post("/en/me/name/", {"name": "Berta"})
    page = text(guest.get(party.path))
    assert 'name="name"' not in page and "Berta" in page
    assert guest.post(f"{party.path}join/").status_code == 303
    assert party.member(guest).display_name == "Berta"


def test_a_refused_name_stays_in_the_field(party: Party) -> None:
    guest = Visitor()
    response = guest.post(f"{party.path}join/", {"name": "x" * 25})
    assert response.status_code == 422
    assert 'value="' + "x" * 25 in text(response) and "too long" in text(response)
    assert not guest.secret


def test_a_late_arrival_is_led_to_the_table_to_watch(party: Party) -> None:
    party.join("Berta")
    party.host.post(f"{party.path}start/", {"after": ""})
    late = Visitor()
    assert "can watch" in text(late.get(party.path))
    match = Match.objects.get()
    assert late.post(f"{party.path}join/", {"name": "Late"}).headers["Location"] == f"/en/t/{match.pk}/"
    assert not Seat.objects.filter(player=late.player).exists()


@pytest.mark.parametrize(
    "name",
    [
        "<img src=x onerror>",
        "<div hx-get=/x>",
        "<b ws-send>",
        '"><svg>',
        "{{7*7}}",
        "{% now %}",
        "&lt;b&gt;",
    ],
)
def test_markup_in_a_name_is_plain_text_everywhere(party: Party, name: str) -> None:
    guest = party.join(name)
    number = party.member(guest).pk
    for visitor, path in (
        (party.host, party.path),
        (guest, party.path),
        (guest, "/en/me/"),
        (party.host, f"{party.path}member/{number}/"),
        (guest, "/en/me/delete/"),
    ):
        page = text(visitor.get(path))
        assert escape(name) in page
        assert name == escape(name) or name not in page


def test_wrong_and_closed_codes_are_answered_alike(party: Party) -> None:
    closed = Party()
    closed.host.post(f"{closed.path}close/")
    stranger = Visitor()
    for_closed = stranger.get(closed.path)
    for_wrong = stranger.get("/en/g/CDFGHJKM/")
    assert for_closed.status_code == for_wrong.status_code == 404
    assert text(for_closed).replace(closed.group.code, "") == text(for_wrong).replace("CDFGHJKM", "")


def test_guessing_is_throttled_over_all_pages_and_right_codes_are_then_refused_too(party: Party) -> None:
    guesser = Visitor()
    paths = ["/en/g/{}/", "/en/groups/find/?code={}", "/ja/g/{}/rules/"]
    answers = [guesser.get(paths[number % 3].format(f"CDFGHJ{number:02d}"[:8])).status_code for number in range(100)]
    assert answers[:WRONG_CODES_ALLOWED] == [404] * WRONG_CODES_ALLOWED
    assert set(answers[WRONG_CODES_ALLOWED:]) == {429}
    response = guesser.get(party.path)
    assert response.status_code == 429 and int(response["Retry-After"]) > 0
    assert guesser.post(f"{party.path}join/", {"name": "Mallory"}).status_code == 429
    assert LookupCount.objects.get().count == WRONG_CODES_ALLOWED
    assert Visitor().get(party.path).status_code == 200, "others are not affected"


def test_dropping_cookies_does_not_help_a_guesser() -> None:
    guesser = Visitor()
    for _ in range(WRONG_CODES_ALLOWED):
        guesser.get("/en/g/CDFGHJKM/")
        guesser.cookies.clear()
    assert guesser.get("/en/g/CDFGHJKM/").status_code == 429


def test_a_member_is_never_locked_out_by_others_at_the_same_address(party: Party) -> None:
    for _ in range(WRONG_CODES_ALLOWED + 1):
        party.host.get("/en/g/CDFGHJKM/")
    assert party.host.get(party.path).status_code == 200


def test_the_address_of_a_client_is_not_stored() -> None:
    guesser = Visitor()
    guesser.get("/en/g/CDFGHJKM/")
    assert guesser.defaults["REMOTE_ADDR"] not in LookupCount.objects.get().client_hash


@pytest.mark.django_db(transaction=True)
@pytest.mark.both
def test_wrong_codes_tried_at_once_are_all_counted() -> None:
    guesser = Visitor()
    guesser.get("/en/g/CDFGHJKM/")
    run_together([lambda: guesser.get("/en/g/CDFGHJKM/")] * 5)
    assert LookupCount.objects.get().count == 6


def test_a_code_can_be_typed_with_spaces_and_small_letters(party: Party) -> None:
    code = party.group.code.lower()
    response = Visitor().get("/en/groups/find/", {"code": f" {code[:4]}-{code[4:]} "})
    assert response.headers["Location"] == party.path
    assert Visitor().get(f"/en/g/{code}/").headers["Location"] == party.path


def test_an_unknown_code_keeps_what_was_typed() -> None:
    response = Visitor().get("/en/groups/find/", {"code": "CDFG HJKM"})
    assert response.status_code == 404 and 'value="CDFG HJKM"' in text(response)


def test_a_poll_that_knows_everything_gets_nothing(party: Party) -> None:
    page = text(party.host.get(party.path))
    seen = re.search(r"seen=(\w+)", page)
    assert seen is not None
    assert party.part(party.host, seen=seen.group(1), known="").status_code == 204  # type: ignore[attr-defined]
    party.join("Berta")
    response = party.part(party.host, seen=seen.group(1), known="")
    assert response.status_code == 200  # type: ignore[attr-defined]
    assert "<bdi>Berta</bdi>" in text(response) and "<html" not in text(response)


def test_a_part_has_one_root_and_equals_what_the_page_holds(party: Party) -> None:
    party.join("Berta")
    page, part = text(party.host.get(party.path)), text(party.part(party.host))
    assert part.startswith('<section id="members"') and part.rstrip().endswith("</section>")
    assert part.strip() in page


def test_a_part_opened_as_a_page_leads_to_the_page(party: Party) -> None:
    response = party.host.get(f"{party.path}members/")
    assert response.status_code == 303 and response.headers["Location"] == party.path
    assert "HX-Request" in party.part(party.host)["Vary"]  # type: ignore[index]


def test_everybody_is_led_to_the_table_once_when_a_match_starts(party: Party) -> None:
    berta = party.join("Berta")
    started = party.host.post(f"{party.path}start/", {"after": ""})
    match = Match.objects.get()
    assert started.headers["Location"] == f"/en/t/{match.pk}/"
    assert party.part(berta, known="")["HX-Redirect"] == f"/en/t/{match.pk}/"  # type: ignore[index]
    assert berta.get(f"{party.path}?known=").headers["Location"] == f"/en/t/{match.pk}/"
    page = berta.get(party.path)
    assert page.status_code == 200 and f'href="/en/t/{match.pk}/"' in text(page), "coming back shows the group"
    assert party.part(berta, known=match.pk).status_code == 200  # type: ignore[attr-defined]


def test_only_the_host_sees_and_uses_the_hosts_buttons(party: Party) -> None:
    berta = party.join("Berta")
    assert 'id="start"' in text(party.host.get(party.path)) and 'id="start"' not in text(berta.get(party.path))
    response = berta.post(f"{party.path}start/", {"after": ""})
    assert response.status_code == 409 and "Only the host" in text(response)
    number = party.member(party.host).pk
    for path in ("settings/", "close/", f"member/{number}/"):
        assert berta.get(f"{party.path}{path}").status_code == 403
        assert berta.post(f"{party.path}{path}").status_code == 403
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    "path", ["members/", "ready/", "start/", "again/", "leave/", "settings/", "settings/cpu/", "close/", "member/1/"]
)
def test_a_stranger_can_do_nothing_but_join(party: Party, path: str) -> None:
    stranger = Visitor()
    stranger.post("/en/me/name/", {"name": "Mallory"})
    response = stranger.post(f"{party.path}{path}")
    assert response.status_code in (403, 405)
    assert not Match.objects.exists() and Membership.objects.count() == 1


def test_ready_is_a_toggle_for_oneself(party: Party) -> None:
    berta = party.join("Berta")
    berta.post(f"{party.path}ready/", {"ready": "no"})
    assert not party.member(berta).is_ready and party.member(party.host).is_ready
    assert "Watches" in text(party.host.get(party.path))
    berta.post(f"{party.path}ready/", {"ready": "yes", "nonce": "abc"})
    assert party.member(berta).is_ready and party.member(berta).nonce == "abc"


def test_a_rematch_by_one_tap_each(party: Party) -> None:
    berta = party.join("Berta")
    party.host.post(f"{party.path}start/", {"after": ""})
    first = party.end_match()
    response = party.host.post(f"{party.path}again/", {"after": first.pk})
    assert response.headers["Location"] == party.path
    assert "Waiting for:" in text(party.host.get(party.path))
    response = berta.post(f"{party.path}again/", {"after": first.pk})
    second = Match.objects.exclude(pk=first.pk).get()
    assert response.headers["Location"] == f"/en/t/{second.pk}/"
    assert party.part(party.host, known="")["HX-Redirect"] == f"/en/t/{second.pk}/"  # type: ignore[index]


def test_an_old_tap_is_refused_in_words(party: Party) -> None:
    party.host.post(f"{party.path}start/", {"after": ""})
    party.end_match()
    response = party.host.post(f"{party.path}start/", {"after": ""})
    assert response.status_code == 409 and "something has changed" in text(response)
    assert Match.objects.count() == 1


def test_a_removed_member_is_told_everywhere_and_stays_out(party: Party) -> None:
    berta = party.join("Berta")
    number = party.member(berta).pk
    party.host.post(f"{party.path}member/{number}/", {"action": "remove"})
    page = berta.get(party.path)
    assert page.status_code == 403 and "removed you" in text(page)
    assert party.part(berta)["HX-Refresh"] == "true"  # type: ignore[index]
    assert berta.post(f"{party.path}join/", {"name": "New name"}).status_code == 403
    assert berta.post(f"{party.path}ready/", {"ready": "yes"}).status_code == 403
    assert "Berta" not in text(party.host.get(party.path))


def test_guests_of_a_closed_group_are_told_and_led_home(party: Party) -> None:
    berta = party.join("Berta")
    party.host.post(f"{party.path}close/")
    page = berta.get(party.path)
    assert page.status_code == 410 and "has been closed" in text(page) and 'href="/en/"' in text(page)
    assert party.part(berta)["HX-Refresh"] == "true"  # type: ignore[index]


def test_leaving_asks_first(party: Party) -> None:
    berta = party.join("Berta")
    assert berta.get(f"{party.path}leave/").status_code == 200
    assert party.member(berta).is_current
    assert berta.post(f"{party.path}leave/").headers["Location"] == "/en/"
    assert not party.member(berta).is_current
    assert 'id="join"' in text(berta.get(party.path))


def test_the_host_role_is_handed_over_and_the_old_host_loses_the_powers(party: Party) -> None:
    berta = party.join("Berta")
    party.host.post(f"{party.path}member/{party.member(berta).pk}/", {"action": "host"})
    assert party.host.get(f"{party.path}settings/").status_code == 403
    assert berta.get(f"{party.path}settings/").status_code == 200


def test_opening_the_group_passes_an_absent_hosts_role_on(party: Party) -> None:
    berta = party.join("Berta")
    be_silent(party.group, party.host.player, 121)  # type: ignore[arg-type]
    assert 'id="start"' in text(berta.get(party.path))
    assert party.host.get(f"{party.path}settings/").status_code == 403
    pass_host_on(group=party.group)
    assert Group.objects.get().host == berta.player


def test_a_seat_goes_to_a_new_device_by_the_hosts_link(party: Party) -> None:
    berta = party.join("Berta")
    party.host.post(f"{party.path}start/", {"after": ""})
    number = party.member(berta).pk
    assert "Make a link" not in text(party.host.get(f"{party.path}member/{number}/"))
    be_silent(party.group, berta.player, 30)  # type: ignore[arg-type]
    page = text(party.host.post(f"{party.path}member/{number}/", {"action": "seat"}))
    link = re.search(r'id="seat_link" href="http://127\.0\.0\.1([^"]+)"', page)
    assert link is not None
    device = Visitor()
    asked = device.get(link.group(1))
    assert "Berta" in text(asked) and not device.secret and asked["Referrer-Policy"] == "no-referrer"
    taken = device.post(link.group(1))
    match = Match.objects.get()
    assert taken.headers["Location"] == f"/en/t/{match.pk}/"
    assert Seat.objects.get(match=match, player=device.player).name == "Berta"
    assert device.post(link.group(1)).status_code == 410
    assert Visitor().get(link.group(1)).status_code == 410


def test_a_seat_link_is_no_link_to_the_whole_player(party: Party) -> None:
    berta = party.join("Berta")
    be_silent(party.group, berta.player, 30)  # type: ignore[arg-type]
    number = party.member(berta).pk
    page = text(party.host.post(f"{party.path}member/{number}/", {"action": "seat"}))
    secret = re.search(r"/seat/([\w-]{43})/", page)
    assert secret is not None
    assert Visitor().post(f"/en/me/link/{secret.group(1)}/").status_code == 410


def settings_of(party: Party, **changes: str) -> dict[str, str]:
    return {
        "version": str(HouseRules.objects.get(group=party.group).version),
        "base": "",
        "semimaru": "out",
        "emperor": "keep_and_one_more",
        "lady": "take_pile",
        "allow_stop": "true",
        "turn_limit": "",
        "kind": "friendly",
        "cpu_seats": "0",
        **changes,
    }


def test_the_settings_page_explains_every_value_and_marks_the_defaults(party: Party) -> None:
    page = text(party.host.get(f"{party.path}settings/"))
    assert page.count('type="radio"') == 5 + 3 + 3 + 2 + 3 + 2
    assert page.count("Site default") == 4
    for value in ("out", "skip_turn", "as_monk", "as_courtier", "all_hands_to_pile"):
        assert f'id="semimaru_{value}_text"' in page
    assert "ends the moment Semimaru comes up" in page


def test_saved_settings_are_remembered_and_differences_shown(party: Party) -> None:
    response = party.host.post(
        f"{party.path}settings/", settings_of(party, semimaru="as_monk", turn_limit="60", kind="rated")
    )
    assert response.headers["Location"] == party.path
    house = HouseRules.objects.get(group=party.group)
    assert (house.semimaru, house.lady, house.turn_limit_seconds, house.is_rated) == ("as_monk", None, 60, True)
    page = text(party.host.get(party.path))
    assert "Like a monk" in page and page.count("Not the site's default") == 1
    assert 'value="as_monk" checked' in text(party.host.get(f"{party.path}settings/"))


def test_an_invalid_value_is_refused_and_the_rest_stays_as_typed(party: Party) -> None:
    response = party.host.post(
        f"{party.path}settings/", settings_of(party, semimaru="eat_everybody", lady="take_pile_and_one_more")
    )
    assert response.status_code == 422
    assert 'value="take_pile_and_one_more" checked' in text(response)
    assert HouseRules.objects.get().lady is None


def test_a_second_save_from_an_old_page_is_refused_with_everything_typed_kept(party: Party) -> None:
    old = settings_of(party, semimaru="skip_turn", turn_limit="30")
    party.host.post(f"{party.path}settings/", settings_of(party, semimaru="as_monk"))
    response = party.host.post(f"{party.path}settings/", old)
    page = text(response)
    assert response.status_code == 409 and "something has changed" in page
    assert 'value="skip_turn" checked' in page and re.search(r'value="30"[^>]*checked', page)
    assert HouseRules.objects.get().semimaru == "as_monk"
    again = re.search(r'name="version" value="(\d+)"', page)
    assert again is not None
    assert party.host.post(f"{party.path}settings/", {**old, "version": again.group(1)}).status_code == 303
    assert HouseRules.objects.get().semimaru == "skip_turn"


def test_the_built_in_rule_set_is_named_in_the_hosts_language(party: Party) -> None:
    load_defaults()
    RuleSet.objects.create(name="Family")
    page = party.host.get(f"/ja/g/{party.group.code}/settings/").content.decode()
    assert "<bdi>標準ルール</bdi>" in page and "<bdi>Family</bdi>" in page


def test_settings_can_start_from_any_rule_set(party: Party) -> None:
    RuleSet.objects.create(name="Standard", is_site_default=True)
    family = RuleSet.objects.create(name="Family", semimaru="as_courtier", emperor="ordinary")
    page = text(party.host.get(f"{party.path}settings/", {"base": family.pk}))
    assert 'value="as_courtier" checked' in page and 'value="ordinary" checked' in page
    party.host.post(
        f"{party.path}settings/",
        settings_of(party, base=str(family.pk), semimaru="as_courtier", emperor="ordinary", lady="take_pile"),
    )
    house = HouseRules.objects.get(group=party.group)
    assert (house.base, house.semimaru, house.emperor) == (family, None, None)


def test_while_a_match_runs_the_page_says_that_changes_count_later(party: Party) -> None:
    party.host.post(f"{party.path}start/", {"after": ""})
    assert "from the next match" in text(party.host.get(f"{party.path}settings/"))
    party.host.post(f"{party.path}settings/", settings_of(party, semimaru="as_monk"))
    assert Match.objects.get().rules["semimaru"] == "out"


def test_two_people_get_advice_and_change_the_rule_with_one_tap(party: Party) -> None:
    party.join("Berta")
    page = text(party.host.get(party.path))
    assert 'id="advice"' in page and "ends the moment Semimaru comes up" in page
    version = str(HouseRules.objects.get().version)
    party.host.post(f"{party.path}settings/semimaru/", {"version": version, "semimaru": "skip_turn"})
    assert HouseRules.objects.get().semimaru == "skip_turn"
    assert 'id="advice"' not in text(party.host.get(party.path))
    party.join("Carla")
    assert 'id="advice"' not in text(party.host.get(party.path))


def test_cpu_seats_are_added_one_by_one_up_to_six_seats(party: Party) -> None:
    party.join("Berta")
    for _ in range(7):
        version = str(HouseRules.objects.get().version)
        party.host.post(f"{party.path}settings/cpu/", {"version": version, "step": "more"})
    assert HouseRules.objects.get().cpu_seats == 5
    assert "4 CPU seats are added" in text(party.host.get(party.path))
    party.host.post(f"{party.path}start/", {"after": ""})
    assert Match.objects.get().seat_count == 6


def test_a_tap_from_an_old_page_does_not_add_a_second_cpu_seat(party: Party) -> None:
    version = str(HouseRules.objects.get().version)
    taps = [party.host.post(f"{party.path}settings/cpu/", {"version": version, "step": "more"}) for _ in range(2)]
    assert [tap.status_code for tap in taps] == [303, 403]
    assert HouseRules.objects.get().cpu_seats == 1


def test_a_banned_member_cannot_act(party: Party) -> None:
    berta = party.join("Berta")
    ban_player(player=berta.player)  # type: ignore[arg-type]
    party.host.post(f"{party.path}start/", {"after": ""})
    party.end_match()
    response = berta.post(f"{party.path}again/", {"after": Match.objects.get().pk})
    assert response.status_code == 403
    stranger = Visitor()
    stranger.post("/en/me/name/", {"name": "Mallory"})
    ban_player(player=stranger.player)  # type: ignore[arg-type]
    assert stranger.post(f"{party.path}join/").status_code == 403


def test_pages_of_a_group_set_no_cookie_for_readers_and_are_private(party: Party) -> None:
    response = Visitor().get(party.path)
    assert not response.cookies
    assert "private" in response["Cache-Control"] and "Cookie" in response["Vary"]


@pytest.mark.parametrize("path", ["", "settings/", "leave/", "close/"], ids=["group", "settings", "leave", "close"])
def test_every_page_speaks_every_language(party: Party, path: str, settings: object) -> None:
    for code, _name in settings.LANGUAGES:  # type: ignore[attr-defined]
        response = party.host.get(f"/{code}/g/{party.group.code}/{path}")
        assert response.status_code == 200 and f'lang="{code}"' in text(response)


def test_matches_of_the_group_are_listed(party: Party) -> None:
    party.join("Berta")
    assert "No match yet" in text(party.host.get(party.path))
    party.host.post(f"{party.path}start/", {"after": ""})
    match = party.end_match()
    page = text(party.host.get(party.path))
    assert match.pk in page and page.count("<bdi>Berta</bdi>") >= 2


def test_a_time_limit_is_told_before_joining_and_there_is_none_by_default(party: Party) -> None:
    """Case AX-04."""
    guest = Visitor()
    assert 'id="limit"' not in guest.get(party.path).content.decode()
    party.host.post(f"{party.path}settings/", settings_of(party, turn_limit="30"))
    html = guest.get(party.path).content.decode()
    told = html.split('id="limit"')[1].split("</p>")[0]
    assert "30 seconds" in told
    assert "the CPU makes that step" in told
    assert "can change the limit" in told
