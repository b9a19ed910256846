"""The page of a match that is over: who sees it, each step by plain links, what it says, what it never says."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from django.core.management import call_command

from accounts.models import Group, Player
from games import engine, luck
from games.models import ChanceReport, Guess, Match, MatchStatus, PlayedBy, Seat, SeatLuck, Step
from games.services import luck as luck_service
from games.services.luck import work_out_chances
from games.views.luck_words import luck_text
from tests.games.finished import stored_match, visitor_of
from tests.visitors import Visitor, new_group, new_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> tuple[Group, list[Player]]:
    return new_group("Anna", "Ben", "Clara")


@pytest.fixture
def match(group) -> Match:
    return stored_match([*group[1], None], group=group[0])


@pytest.fixture
def sent(monkeypatch) -> list[str]:
    """The matches for which a worker was asked."""
    found: list[str] = []
    monkeypatch.setattr(luck_service._sender, "put", found.append)
    return found


def text(response) -> str:
    return response.content.decode()


def plain(response) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", text(response))))


@pytest.fixture(autouse=True)
def few_samples(monkeypatch) -> None:
    """Work the chances out from fewer ends: they are tested in tests/games/test_luck.py."""
    monkeypatch.setattr(luck, "SAMPLES", 20)


# Who sees it.


def test_everybody_with_the_link_sees_a_match_of_a_group(match):
    response = Visitor().get(f"/en/m/{match.pk}/")

    assert response.status_code == 200
    assert "Download as JSON" in text(response)
    assert '<meta name="robots" content="noindex">' in text(response)
    assert not response.cookies


def test_a_solo_match_is_shown_to_its_owner_and_a_helpful_404_to_others():
    anna = new_player("Anna")
    match = stored_match([anna, None, None, None])

    assert visitor_of(anna).get(f"/en/m/{match.pk}/").status_code == 200
    for stranger in (Visitor(), visitor_of(new_player("Ben"))):
        response = stranger.get(f"/en/m/{match.pk}/")
        assert response.status_code == 404
        assert "only on a device of the person who played it" in plain(response)
        assert stranger.get(f"/en/m/{match.pk}/match.json").status_code == 404
        assert stranger.get(f"/en/m/{match.pk}/luck/").status_code == 404
        assert stranger.get(f"/en/m/{match.pk}/step/?step=1").status_code == 404


def test_a_match_that_does_not_exist_looks_like_one_that_is_not_shown():
    solo = stored_match([new_player("Anna"), None])

    missing, hidden = Visitor().get("/en/m/222222222222/"), Visitor().get(f"/en/m/{solo.pk}/")

    assert missing.status_code == hidden.status_code == 404
    assert text(missing).replace("222222222222", "") == text(hidden).replace(solo.pk, "")


@pytest.mark.parametrize("status", [MatchStatus.RUNNING, MatchStatus.PAUSED])
@pytest.mark.parametrize("page", ["", "?step=3", "step/?step=3", "luck/"])
def test_a_match_that_goes_on_is_shown_as_its_table(group, status, page):
    match = stored_match([*group[1], None], group=group[0], steps=20, status=status)

    response = Visitor().get(f"/en/m/{match.pk}/{page}")

    while response.status_code == 302 and response.headers["Location"].startswith(f"/en/m/{match.pk}/"):
        response = Visitor().get(response.headers["Location"])
    assert (response.status_code, response.headers["Location"]) == (302, f"/en/t/{match.pk}/")


def test_nothing_of_a_live_match_but_its_fingerprint_is_told(group):
    match = stored_match([*group[1], None], group=group[0], steps=20)
    order = re.compile(r"\D+".join(str(card) for card in match.deck[20:26]))

    answers = [
        Visitor().get(f"/en/m/{match.pk}/{page}") for page in ("", "match.json", "step/?step=5", "luck/", "luck/chart/")
    ]
    answers.append(Visitor().htmx(f"/en/m/{match.pk}/step/", {"step": "5"}))
    answers.append(Visitor().htmx(f"/en/m/{match.pk}/luck/chart/"))

    for response in answers:
        assert response.status_code in (302, 409)
        assert match.deck_secret not in text(response)
        assert not order.search(text(response))


def test_the_file_of_a_live_match_is_refused(group):
    match = stored_match([*group[1], None], group=group[0], steps=20)

    response = Visitor().get(f"/en/m/{match.pk}/match.json")

    assert (response.status_code, response.json()) == (409, {"error": "not_over"})


def test_a_match_that_was_given_up_keeps_the_cards_that_lay_face_down(group):
    match = stored_match([*group[1], None], group=group[0], steps=20, status=MatchStatus.ABANDONED)

    response = Visitor().get(f"/en/m/{match.pk}/")

    assert response.status_code == 200
    assert match.commitment in text(response)
    assert match.deck_secret not in text(response)
    assert "Check in your browser" not in text(response)
    assert "stay face down" in plain(response)
    document = Visitor().get(f"/en/m/{match.pk}/match.json").json()
    assert document["shuffle"]["secret"] is None and document["shuffle"]["deck"] is None


# The steps.


def test_every_step_has_an_address_and_shows_the_table_as_it_stood(match):
    for number in (0, 1, 37, match.version):
        state = engine.new_match(engine.RuleSet(), 4, 0, match.deck)
        for step in Step.objects.filter(match=match, sequence__lte=number):
            state, _ = engine.apply_action(state, engine.Action(step.action))

        page = text(Visitor().get(f"/en/m/{match.pk}/?step={number}"))

        for seat in range(4):
            fan = re.search(rf'id="fan-{seat}"[^>]*>((?:<i class=c\d+></i>)*)</div>', page)
            assert fan and fan[1].count("<i ") == len(state.hands[seat])
        assert f'data-version="{number}"' in page
        assert page.count('aria-current="step"') == 1
        assert re.search(rf'data-step="{number}"[^>]* aria-current="step"', page)


@pytest.mark.parametrize(
    ("asked", "shown"), [("", None), ("999", None), ("-1", None), ("x", None), ("1e3", None), ("٣", None), ("0", 0)]
)
def test_an_odd_step_is_answered_with_the_nearest_sense(match, asked, shown):
    page = text(Visitor().get(f"/en/m/{match.pk}/", {"step": asked}))

    assert f'data-version="{match.version if shown is None else shown}"' in page


def test_plain_links_lead_through_the_whole_match(match):
    visitor = Visitor()
    page = text(visitor.get(f"/en/m/{match.pk}/?step=0"))
    steps = 0
    while link := re.search(r'rel="next" href="(\?step=\d+)"', page):
        page = text(visitor.get(f"/en/m/{match.pk}/{link[1]}"))
        steps += 1

    assert steps == match.version
    assert 'rel="prev"' in page and "?step=0" in page


def test_the_first_step_has_no_way_back_and_the_last_none_on(match):
    first = text(Visitor().get(f"/en/m/{match.pk}/?step=0"))
    last = text(Visitor().get(f"/en/m/{match.pk}/"))

    assert 'rel="prev"' not in first and 'rel="next"' in first
    assert 'rel="next"' not in last and 'rel="prev"' in last


def test_the_piece_of_a_step_equals_the_page_of_that_step(match):
    page = text(Visitor().get(f"/en/m/{match.pk}/?step=12"))
    response = Visitor().htmx(f"/en/m/{match.pk}/step/", {"step": "12"})

    assert response.headers["HX-Push-Url"] == f"/en/m/{match.pk}/?step=12"
    pieces = re.split(
        r'(?=<(?:div|section|p|nav) id="(?:board|seat-\d|piles|latest|turn|odds|say|replay_nav)")', text(response)
    )
    assert len(pieces) > 10
    for piece in pieces:
        assert re.sub(r' hx-swap-oob="[^"]*"', "", piece).strip() in page


def test_a_page_holds_no_piece_marked_for_swapping(match):
    # When the browser goes back, htmx would take such pieces out of the page.
    assert "hx-swap-oob" not in text(Visitor().get(f"/en/m/{match.pk}/?step=12"))


def test_the_address_of_a_piece_opened_as_a_page_leads_to_the_page(match):
    response = Visitor().get(f"/en/m/{match.pk}/step/?step=12")

    assert (response.status_code, response.headers["Location"]) == (302, f"/en/m/{match.pk}/?step=12")


def test_the_list_says_who_made_each_step(group):
    def by(sequence: int, seat: int) -> str:
        return (PlayedBy.PERSON, PlayedBy.TIMEOUT, PlayedBy.AWAY, PlayedBy.CPU)[seat]

    match = stored_match([*group[1], None], group=group[0], played_by=by)
    page = text(Visitor().get(f"/en/m/{match.pk}/"))

    for number, who in ((1, "person"), (2, "CPU, time over"), (3, "CPU, player away"), (4, "CPU")):
        line = page.split(f'data-step="{number}"', 1)[1].split("</a>", 1)[0]
        assert line.endswith(f'<span class="step-who">{who}</span>')


def test_a_step_of_a_kept_seat_is_told_apart_from_a_cpu_seats_own(group):
    match = stored_match([*group[1], None], group=group[0], played_by=lambda sequence, seat: PlayedBy.CPU)

    assert "CPU, keeps the seat" in text(Visitor().get(f"/en/m/{match.pk}/"))


def test_a_name_is_escaped_and_isolated_everywhere(group):
    group[1][0].display_name = '<b id="x">'
    match = stored_match([*group[1], None], group=group[0])
    Guess.objects.create(match=match, player=group[1][1], name="<i>x</i>", seat=0, version=1, made_at=match.step_at)

    page = text(Visitor().get(f"/en/m/{match.pk}/"))

    assert '<b id="x">' not in page
    assert page.count("<bdi>&lt;b id=&quot;x&quot;&gt;</bdi>") > 10


def test_ones_own_seat_is_marked_and_stands_at_the_bottom(group, match):
    page = text(visitor_of(group[1][1]).get(f"/en/m/{match.pk}/"))

    assert 'data-you="1"' in page
    assert re.search(r'<div class="slot" data-place="0"><section id="seat-1"', page)
    assert 'class="is-you"' in page


def test_a_page_carries_no_inline_style_or_script(match):
    work_out_chances(match_id=match.pk)
    for path in ("", "luck/"):
        page = text(Visitor().get(f"/en/m/{match.pk}/{path}"))

        assert not re.search(r"\sstyle=", page)
        assert "<style" not in page
        assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", page))
        assert not re.search(r"\son[a-z]+=", page)


@pytest.mark.parametrize("language", ["ja", "ar", "hi"])
def test_the_page_comes_in_every_language(match, language):
    work_out_chances(match_id=match.pk)

    page = text(Visitor().get(f"/{language}/m/{match.pk}/?step=30"))
    assert f'lang="{language}"' in page
    assert f"/{language}/m/{match.pk}/step/?step=31" in page
    assert Visitor().get(f"/{language}/m/{match.pk}/luck/").status_code == 200


# What it says.


def test_the_ranks_are_those_of_the_engine_with_shared_ones():
    people = [new_player(f"Player {number}") for number in range(2)]
    match = stored_match(people)
    state = engine.decode(match.state)
    ranks = engine.standings(state)

    page = text(Visitor().get(f"/en/m/{match.pk}/"))

    body = page.split('<table class="outcome-table"', 1)[1].split("</table>", 1)[0]
    shown = re.findall(r'<span class="rank">(\d)</span></td>\s*<th scope="row"><bdi>Player (\d)</bdi>', body)
    assert {(int(seat), int(rank)) for rank, seat in shown} == set(enumerate(ranks))


def test_rules_first_seat_and_circle_of_viewers_are_told(group):
    rules = engine.RuleSet(semimaru=engine.SemimaruRule.AS_MONK, allow_stop=False)
    match = stored_match(group[1], group=group[0], rules=rules, first_seat=1, turn_limit_seconds=30)

    about = plain(Visitor().get(f"/en/m/{match.pk}/")).split("This match", 1)[1]

    assert "Went first Ben" in about
    assert "Like a monk" in about and "30 seconds" in about
    assert "everybody who has this link" in about


def test_the_luck_of_each_seat_and_each_choice_is_told(match):
    page = plain(Visitor().get(f"/en/m/{match.pk}/"))

    assert "Cards lost to monks" in page
    assert re.search(r"\d+ choices between one more card and stopping", page)


def test_a_match_changed_afterwards_is_denounced_on_its_page(match):
    deck = list(match.deck)
    deck[98], deck[99] = deck[99], deck[98]
    Match.objects.update(deck=deck)

    page = plain(Visitor().get(f"/en/m/{match.pk}/"))

    assert "does not fit together" in page
    assert "not the one that the secret and the seats' numbers give" in page


def test_an_honest_match_has_no_warning(match):
    page = Visitor().get(f"/en/m/{match.pk}/")

    assert 'role="alert"' not in text(page)


def test_a_match_that_cannot_be_read_says_so(match):
    Match.objects.update(deck=[])

    response = Visitor().get(f"/en/m/{match.pk}/")

    assert response.status_code == 500
    assert "damaged or was changed" in plain(response)


def test_a_match_with_its_middle_missing_is_shown_as_far_as_it_goes(match):
    Step.objects.filter(sequence=30).delete()

    response = Visitor().get(f"/en/m/{match.pk}/")

    assert response.status_code == 200
    assert "cannot be played by the rules" in plain(response)
    assert 'data-last="29"' in text(response)


def test_a_former_player_has_a_neutral_name(group, match):
    Seat.objects.filter(match=match, number=0).update(name="")

    assert "Player 1" in plain(Visitor().get(f"/en/m/{match.pk}/"))


def test_the_number_of_queries_does_not_grow_with_the_match(match, django_assert_max_num_queries):
    short = stored_match([new_player("Dora"), new_player("Emil")])
    for each in (match, short):
        with django_assert_max_num_queries(9):
            Visitor().get(f"/en/m/{each.pk}/")


# Files.


def test_the_file_of_a_match_is_saved_under_a_name_of_its_own(match):
    response = Visitor().get(f"/en/m/{match.pk}/match.json")

    assert response.headers["Content-Type"] == "application/json; charset=utf-8"
    assert response.headers["Content-Disposition"] == f'attachment; filename="bozu-mekuri-{match.pk}.json"'
    assert json.loads(response.content)["id"] == match.pk


def test_ones_whole_history_is_for_oneself(group, match):
    solo = stored_match([group[1][0], None])
    stored_match([group[1][1], None])

    own = visitor_of(group[1][0]).get("/en/me/matches.json")

    assert {each["id"] for each in own.json()["matches"]} == {match.pk, solo.pk}
    assert "no-store" in own.headers["Cache-Control"]
    assert Visitor().get("/en/me/matches.json").status_code == 404


def test_a_history_holds_nothing_of_a_live_match():
    anna = new_player("Anna")
    live = stored_match([anna, None], steps=10)

    response = visitor_of(anna).get("/en/me/matches.json")

    assert response.json()["matches"] == []
    assert live.pk not in text(response)


# Chances.


def test_the_chances_are_asked_for_once_and_shown_when_they_are_there(match, sent):
    first = Visitor().htmx(f"/en/m/{match.pk}/luck/chart/")
    second = Visitor().htmx(f"/en/m/{match.pk}/luck/chart/")

    assert sent == [match.pk]
    for response in (first, second):
        assert 'hx-trigger="load delay:2s"' in text(response)
        assert "<svg" not in text(response)

    assert work_out_chances(match_id=match.pk)
    page = text(Visitor().htmx(f"/en/m/{match.pk}/luck/chart/"))
    assert page.count("<polyline") == 4
    assert "hx-trigger" not in page
    assert sent == [match.pk]


def test_the_luck_of_each_seat_stands_beside_the_expected_ranks(match, sent):
    assert work_out_chances(match_id=match.pk)
    lucks = SeatLuck.objects.filter(match=match).order_by("number")
    assert [each.player_id for each in lucks] == [seat.player_id for seat in match.seats.order_by("number")]
    page = text(Visitor().htmx(f"/en/m/{match.pk}/luck/chart/"))
    for each in lucks:
        assert f'<span dir="ltr">{luck_text(each.hundredths)}</span>' in page


def test_a_lost_job_is_asked_for_again(match, sent):
    Visitor().htmx(f"/en/m/{match.pk}/luck/chart/")
    report = ChanceReport.objects.get()
    ChanceReport.objects.update(asked_at=report.asked_at.replace(year=2020))

    Visitor().htmx(f"/en/m/{match.pk}/luck/chart/")

    assert sent == [match.pk, match.pk]


def test_working_out_twice_changes_nothing(match):
    assert work_out_chances(match_id=match.pk)
    before = ChanceReport.objects.values().get()

    assert not work_out_chances(match_id=match.pk)
    assert ChanceReport.objects.values().get() == before


def test_the_chances_begin_open_and_end_with_the_result(match):
    work_out_chances(match_id=match.pk)
    report = ChanceReport.objects.get()

    assert len(report.wins) == match.version + 1
    assert all(0 < share < 1000 for share in report.wins[0])
    ranks = match.result["ranks"]
    assert report.ranks[-1] == [100 * rank for rank in ranks]
    assert [share > 0 for share in report.wins[-1]] == [rank == 1 for rank in ranks]


def test_no_chances_are_worked_out_for_a_match_without_an_end(group, sent):
    match = stored_match(group[1], group=group[0], steps=10, status=MatchStatus.ABANDONED)

    response = Visitor().get(f"/en/m/{match.pk}/luck/")

    assert "came to no end" in plain(response)
    assert sent == []
    assert not work_out_chances(match_id=match.pk)


def test_without_script_the_page_of_the_chances_looks_again_by_itself(match, sent):
    page = text(Visitor().get(f"/en/m/{match.pk}/luck/"))

    assert '<meta http-equiv="refresh" content="2">' in page
    work_out_chances(match_id=match.pk)
    assert "http-equiv" not in text(Visitor().get(f"/en/m/{match.pk}/luck/"))


def test_the_piece_of_the_chances_opened_as_a_page_leads_to_the_page(match, sent):
    response = Visitor().get(f"/en/m/{match.pk}/luck/chart/")

    assert response.headers["Location"] == f"/en/m/{match.pk}/luck/"


# Ratings on the page.


def test_what_a_rated_match_did_to_the_ratings_is_told(group):
    match = stored_match(group[1], group=group[0], is_rated=True)
    call_command("rebuild_ratings", verbosity=0)

    page = text(Visitor().get(f"/en/m/{match.pk}/"))

    assert len(re.findall(r'<span class="change" dir="ltr">[+−±]\d+</span>', page)) == 3
    assert "No rating changed" not in page


def test_a_rated_match_of_one_device_says_why_nothing_changed(group):
    match = stored_match(group[1][:2], group=group[0], is_rated=True)
    Seat.objects.update(device_ids=[7])
    call_command("rebuild_ratings", verbosity=0)

    assert "each on a device of their own" in plain(Visitor().get(f"/en/m/{match.pk}/"))


def test_a_voided_match_says_that_nothing_changed(group):
    match = stored_match(group[1][:2], group=group[0], is_rated=True)
    Match.objects.update(status=MatchStatus.VOIDED)

    page = plain(Visitor().get(f"/en/m/{match.pk}/"))
    assert "No rating changed, since the match has no result." in page
