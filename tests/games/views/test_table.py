"""The live table as a page, by plain forms and by polling."""

import pytest

from accounts.models import Player
from games import engine
from games.live import fragments
from games.live.snapshot import load_snapshot
from games.models import Guess, Match, Seat, SitePolicy
from games.services.matches import SeatPlan, start_match
from tests.games.live.pages import Page
from tests.visitors import Visitor

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def solo():
    """A visitor who has just started a match that they open, with a courtier as its first card, and its id."""
    visitor = Visitor()
    visitor.post("/en/play/", {"visit": "d" * 32})
    match = Match.objects.get()
    deck = sorted(match.deck, key=lambda card: card != 3)
    Match.objects.update(turn=0, state=engine.encode(engine.new_match(engine.RuleSet(), 4, 0, tuple(deck))))
    return visitor, match.pk


def duel(first: Player, second: Player, **settings) -> str:
    """A match of two people in which the first begins; its id."""
    rules = engine.RuleSet(semimaru=engine.SemimaruRule.AS_COURTIER)
    seats = [SeatPlan(first, first.display_name), SeatPlan(second, second.display_name)]
    return start_match(seats=seats, rules=rules, first_seat=0, **settings).pk


def people(count: int) -> list[Visitor]:
    """Visitors who are players already."""
    visitors = []
    for number in range(count):
        visitor = Visitor()
        visitor.post("/en/play/", {"visit": f"{number:032d}"})
        visitors.append(visitor)
    Seat.objects.all().delete()
    Match.objects.all().delete()
    return visitors


def test_a_reload_equals_the_live_state(solo):
    visitor, match_id = solo
    for _ in range(2):
        html = visitor.get(f"/en/t/{match_id}/").content.decode()
        for name, piece in fragments.pieces(load_snapshot(match_id), "en", 0).items():
            assert piece in html, name
        visitor.post(f"/en/t/{match_id}/do/", {"action": "flip", "version": str(load_snapshot(match_id).version)})


def test_every_piece_finds_its_target_in_the_page_and_no_id_is_double(solo):
    visitor, match_id = solo
    page = Page(visitor.get(f"/en/t/{match_id}/").content.decode().replace("<!doctype html>", ""))
    assert all(page.ids)
    assert len(page.ids) == len(set(page.ids))
    snapshot = load_snapshot(match_id)
    for name in [*fragments.pieces(snapshot, "en", 0), "clock", "notice", "pulse"]:
        assert page.by_id(name)


def test_ones_own_seat_comes_last_and_the_others_in_turn_order(solo):
    first, second, third = people(3)
    seats = [SeatPlan(visitor.player, f"P{number}") for number, visitor in enumerate((first, second, third))]
    match_id = start_match(seats=seats, rules=engine.RuleSet()).pk
    html = second.get(f"/en/t/{match_id}/").content.decode()
    order = sorted((html.index(f'<section id="seat-{number}"'), number) for number in range(3))
    assert [number for _, number in order] == [2, 0, 1]
    assert 'data-you="1"' in html


def test_the_table_page_is_never_stored_and_never_indexed(solo):
    visitor, match_id = solo
    response = visitor.get(f"/en/t/{match_id}/")
    assert "no-store" in response["Cache-Control"]
    assert '<meta name="robots" content="noindex">' in response.content.decode()


def test_a_solo_match_is_nobody_elses_business(solo):
    _, match_id = solo
    assert Visitor().get(f"/en/t/{match_id}/").status_code == 404
    assert Visitor().get(f"/en/t/{match_id}/state/").status_code == 404


def test_a_table_that_does_not_exist_is_a_404():
    assert Visitor().get("/en/t/222222222222/").status_code == 404
    assert Visitor().get("/en/t/none/").status_code == 404


def test_others_watch_a_match_of_people_without_buttons_to_play():
    first, second = people(2)
    assert first.player
    assert second.player
    match_id = duel(first.player, second.player)
    page = Page(Visitor().get(f"/en/t/{match_id}/").content.decode().replace("<!doctype html>", ""))
    assert page.by_id("table").attributes["data-you"] == ""
    assert "flip" not in page.ids
    assert "form-guess" in page.ids


def test_a_flip_by_plain_form_is_a_step_and_shows_the_table_again(solo):
    visitor, match_id = solo
    response = visitor.post(f"/en/t/{match_id}/do/", {"action": "flip", "version": "0"})
    assert response.status_code == 303
    assert response["Location"] == f"/en/t/{match_id}/"
    assert load_snapshot(match_id).version == 1


def test_the_same_form_sent_twice_is_one_step_and_the_second_is_told_so(solo):
    visitor, match_id = solo
    for _ in range(2):
        response = visitor.post(f"/en/t/{match_id}/do/", {"action": "flip", "version": "0"})
    assert response["Location"] == f"/en/t/{match_id}/?notice=not_your_turn"
    assert load_snapshot(match_id).version == 1
    assert "It is not your turn" in visitor.get(response["Location"]).content.decode()


def test_a_notice_in_the_address_is_only_ever_one_of_our_sentences(solo):
    visitor, match_id = solo
    html = visitor.get(f"/en/t/{match_id}/?notice=<b>x</b>").content.decode()
    assert "<b>x</b>" not in html
    assert Page(html.replace("<!doctype html>", "")).by_id("notice").text == ""


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({"action": "stop", "version": "0"}, "illegal_action"),
        ({"action": "flip", "version": "9"}, "stale"),
        ({"action": "flip"}, "bad_message"),
        ({"action": "flip", "version": "x"}, "bad_message"),
        ({"action": "dance"}, "bad_message"),
        ({}, "bad_message"),
        ({"action": "guess", "seat": "1"}, "cannot_guess"),
    ],
)
def test_a_refused_form_changes_nothing_and_says_why(solo, form, code):
    visitor, match_id = solo
    response = visitor.post(f"/en/t/{match_id}/do/", form)
    assert response["Location"].endswith(f"?notice={code}")
    assert load_snapshot(match_id).version == 0


def test_somebody_elses_seat_cannot_be_played():
    first, second = people(2)
    assert first.player
    assert second.player
    match_id = duel(first.player, second.player)
    for visitor, code in ((second, "not_your_turn"), (Visitor(), "not_your_seat")):
        response = visitor.post(f"/en/t/{match_id}/do/", {"action": "flip", "version": "0"})
        assert response["Location"].endswith(f"?notice={code}")
    assert load_snapshot(match_id).version == 0


def test_a_watcher_becomes_a_player_by_guessing_and_the_guess_is_kept():
    first, second = people(2)
    assert first.player
    assert second.player
    match_id = duel(first.player, second.player)
    watcher = Visitor()
    response = watcher.post(f"/en/t/{match_id}/do/", {"action": "guess", "seat": "1", "visit": "e" * 32})
    assert response["Location"].endswith("?notice=guess_kept")
    assert Guess.objects.get().player == watcher.player
    assert Guess.objects.get().seat == 1


def test_a_page_without_scripts_looks_again_while_others_play_and_stands_still_on_its_own_turn():
    first, second = people(2)
    assert first.player
    assert second.player
    match_id = duel(first.player, second.player)
    assert 'http-equiv="refresh"' not in first.get(f"/en/t/{match_id}/").content.decode()
    assert 'http-equiv="refresh"' in second.get(f"/en/t/{match_id}/").content.decode()


def test_polling_gets_the_pieces_of_its_own_view(solo):
    visitor, match_id = solo
    answer = visitor.get(f"/en/t/{match_id}/state/").content.decode()
    for name, piece in fragments.pieces(load_snapshot(match_id), "en", 0).items():
        assert piece in answer, name
    assert [root.attributes["id"] for root in Page(answer).roots][-3:] == ["clock", "notice", "pulse"]


def test_a_form_posted_by_script_is_answered_with_the_pieces(solo):
    visitor, match_id = solo
    form = {"action": "flip", "version": "0"}
    response = visitor.post(f"/en/t/{match_id}/do/", form, headers={"HX-Request": "true"})
    assert response.status_code == 200
    assert Page(response.content.decode()).by_id("board").attributes["data-version"] == "1"


def test_a_whole_match_is_played_by_plain_forms():
    first, second = people(2)
    assert first.player
    assert second.player
    match_id = duel(first.player, second.player)
    for _ in range(400):
        snapshot = load_snapshot(match_id)
        if not snapshot.is_live:
            break
        visitor = first if snapshot.view.turn == 0 else second
        page = Page(visitor.get(f"/en/t/{match_id}/").content.decode().replace("<!doctype html>", ""))
        form = page.by_id("form-stop" if "stop" in page.ids else "form-flip")
        values = {
            field.attributes["name"] or "": field.attributes["value"] or ""
            for field in form.inside
            if field.tag == "input"
        }
        assert visitor.post(form.attributes["action"] or "", values)["Location"] == f"/en/t/{match_id}/"
    html = first.get(f"/en/t/{match_id}/").content.decode()
    page = Page(html.replace("<!doctype html>", ""))
    assert "hidden" not in page.by_id("result").attributes
    assert page.by_id("to-match").attributes["href"] == f"/en/m/{match_id}/"
    assert "ws-connect" not in html


def test_whoever_comes_back_is_shown_what_the_cpu_did_for_them(solo):
    visitor, match_id = solo
    visitor.post(f"/en/t/{match_id}/do/", {"action": "flip", "version": "0"})
    state = engine.decode(Match.objects.get().state)
    # Two steps later it is as if the CPU had played this seat.
    from django.utils import timezone

    from games.models import Step

    while state.step < 9 or state.turn != 0:
        seat = state.turn
        state, _ = engine.apply_action(state, engine.Action.FLIP)
        Step.objects.create(
            match_id=match_id,
            sequence=state.step,
            seat=seat,
            action="flip",
            played_by="away" if seat == 0 else "cpu",
            played_at=timezone.now(),
        )
    Match.objects.update(state=engine.encode(state), version=state.step, turn=state.turn)
    played = Step.objects.filter(seat=0, played_by="away").count()
    assert played
    page = Page(visitor.get(f"/en/t/{match_id}/").content.decode().replace("<!doctype html>", ""))
    assert "hidden" not in page.by_id("meanwhile").attributes
    assert f"the CPU made {played} step" in page.by_id("meanwhile").text
    assert page.by_id("meanwhile").text.count("CPU for ") == played


def test_whoever_leaves_is_led_away_and_the_cpu_plays_the_seat(solo):
    visitor, match_id = solo
    response = visitor.post(f"/en/t/{match_id}/do/", {"action": "leave"})
    assert response["Location"] == "/en/"
    assert Seat.objects.get(number=0).left_at is not None
    page = Page(visitor.get(f"/en/t/{match_id}/").content.decode().replace("<!doctype html>", ""))
    assert Seat.objects.get(number=0).left_at is None
    assert "hidden" in page.by_id("meanwhile").attributes


def test_the_pace_of_signs_of_life_is_that_of_the_site_policy(solo):
    visitor, match_id = solo
    assert 'data-beat-ms="10000"' in visitor.get(f"/ar/t/{match_id}/").content.decode()
    SitePolicy.objects.create(heartbeat_seconds=4.5)
    assert 'data-beat-ms="4500"' in visitor.get(f"/ar/t/{match_id}/").content.decode()


def test_the_rules_in_force_stand_beside_the_table(solo):
    visitor, match_id = solo
    html = visitor.get(f"/en/t/{match_id}/").content.decode()
    for text in ("Out at once", "Keep and one more", "Take the pile", "No limit", "Friendly game"):
        assert text in html
    assert Match.objects.get().commitment in html
    assert Match.objects.get().deck_secret not in html
