"""The pages of the deal of the day: plain forms, one's own place, earlier days, and what they keep to themselves."""

from __future__ import annotations

import json
import re
from datetime import UTC, date, datetime, timedelta
from html import unescape
from typing import Any

import pytest

from accounts.models import Player
from games import engine
from games.models import DailyDeal, DailyTry, Match, MatchStatus
from games.models.daily import revealed_at
from games.selectors.daily import planned_deal
from tests.games.finished import play, stored_match, visitor_of
from tests.games.selectors.test_daily import tries
from tests.visitors import Visitor, new_player

pytestmark = pytest.mark.django_db

DAY = date(2026, 7, 1)
NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> dict[str, datetime]:
    """The moment at which the pages are read; a test may change it."""
    at = {"now": NOON}
    for module in ("games.views.daily", "games.views.matches", "games.live.store"):
        monkeypatch.setattr(f"{module}.database_now", lambda: at["now"])
    return at


def text(response: Any) -> str:
    return response.content.decode()


def plain(response: Any) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", text(response))))


def finished_try(player: Player) -> Match:
    """A first try at the real deal of the day, played to its end as the services leave it."""
    deal = DailyDeal.objects.filter(day=DAY).first()
    if deal is None:
        deal = planned_deal(DAY)
        deal.save(force_insert=True)
    deck = engine.derive_deck(bytes.fromhex(deal.secret), [""] * 4)
    rules = engine.RuleSet.from_dict(deal.rules)
    match = stored_match([player, None, None, None], secret=bytes.fromhex(deal.secret), rules=rules, daily=deal)
    state, _ = play(rules, 4, 0, deck)
    match.seats.update(nonce="")
    match.deck, match.state = list(deck), engine.encode(state)
    match.result = (match.result or {}) | {
        "ranks": list(engine.standings(state)),
        "counts": [len(hand) for hand in state.hands],
    }
    match.save()
    match.steps.all().delete()
    DailyTry.objects.create(match=match, deal=deal, player=player, place=1, cards=30, finished_at=NOON)
    return match


def test_one_form_without_scripts_leads_to_the_table() -> None:
    visitor = Visitor()
    page = text(visitor.get("/en/daily/"))
    assert '<form method="post" action="/en/daily/play/"' in page and "Play today’s deal" in page
    assert visitor.player is None, "reading makes nobody"
    answer = visitor.post("/en/daily/play/")
    assert answer.status_code == 303
    match = Match.objects.get()
    assert answer["Location"] == f"/en/t/{match.pk}/"
    assert match.daily_id == DAY and match.seats.filter(player=visitor.player).exists()
    table = visitor.get(answer["Location"])
    assert "<title>Deal of the day, July 1, 2026" in text(table)
    assert plain(table).count("Deal of the day, July 1, 2026") == 3, "title, heading, and the facts of the match"
    assert '<p class="header-note">Deal of the day</p>' in text(table), "to be seen on a phone, where facts are below"
    page = text(visitor.get("/en/daily/"))
    assert f'href="/en/t/{match.pk}/"' in page and "Go on playing" in page and "play-daily" not in page
    assert visitor.post("/en/daily/play/")["Location"] == answer["Location"]


def test_home_leads_there_and_reading_the_button_s_address_starts_nothing() -> None:
    assert 'href="/en/daily/"' in text(Visitor().get("/en/"))
    assert Visitor().get("/en/daily/play/").status_code == 405
    assert not Match.objects.exists()


def test_the_fingerprint_stands_there_before_anybody_plays_and_no_secret() -> None:
    deal = planned_deal(DAY)
    page = text(Visitor().get("/en/daily/"))
    assert deal.commitment in page and deal.secret not in page
    assert "shown from July 2, 2026, 1 a.m. UTC on" in plain(Visitor().get("/en/daily/"))


def test_one_s_own_row_is_marked_on_whatever_page_it_stands() -> None:
    players = tries([(1, 60)] * 10 + [(2, 30)] * 55)
    last = visitor_of(players[-1])
    first_page = text(last.get("/en/daily/"))
    assert 'id="you"' not in first_page and 'href="/en/daily/?page=2#you"' in first_page
    assert "Your rank is 11 of 65." in plain(last.get("/en/daily/"))
    second_page = text(last.get("/en/daily/?page=2"))
    assert 'id="you"' in second_page and 'rel="prev" href="/en/daily/?page=1#day-table"' in second_page
    assert 'id="you"' not in text(Visitor().get("/en/daily/?page=2"))


def test_who_has_tried_may_play_again_for_fun_and_sees_the_first_try() -> None:
    anna = new_player("Anna")
    match = finished_try(anna)
    page = text(visitor_of(anna).get("/en/daily/"))
    assert "Play it again, just for fun" in page and f'href="/en/m/{match.pk}/"' in page


def test_a_first_try_without_a_result_is_explained() -> None:
    anna = new_player("Anna")
    match = finished_try(anna)
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.ABANDONED)
    DailyTry.objects.update(place=None, cards=None, finished_at=None)
    assert "Your first try ended without a result" in plain(visitor_of(anna).get("/en/daily/"))


def test_the_order_is_shown_to_nobody_else_before_its_time(now: dict[str, datetime]) -> None:
    """Not by a link to somebody's match, its file, its luck, nor by the pages of the day."""
    anna, other = new_player("Anna"), visitor_of(new_player("Berta"))
    match = finished_try(anna)
    paths = [f"/en/m/{match.pk}/", f"/en/m/{match.pk}/match.json", f"/en/m/{match.pk}/luck/", f"/en/t/{match.pk}/"]
    assert [other.get(path).status_code for path in paths] == [404] * 4
    now["now"] = revealed_at(DAY) - timedelta(seconds=1)
    assert other.get("/en/daily/2026-07-01/deal.json").status_code == 404
    page = text(other.get("/en/daily/2026-07-01/"))
    assert match.deck_secret not in page and "deck-check" not in page


def test_the_one_who_has_played_sees_the_replay_and_no_secret_the_same_day(now: dict[str, datetime]) -> None:
    anna = new_player("Anna")
    match = finished_try(anna)
    own = visitor_of(anna)
    page = text(own.get(f"/en/m/{match.pk}/"))
    assert match.deck_secret not in page and match.commitment in page
    assert "This was your first try: it counts." in page and 'id="shuffle_check"' not in page
    document = json.loads(text(own.get(f"/en/m/{match.pk}/match.json")))
    assert (document["daily"], document["shuffle"]["secret"], document["shuffle"]["deck"]) == ("2026-07-01", None, None)
    history = json.loads(text(own.get("/en/me/matches.json")))
    assert history["matches"][0]["shuffle"]["secret"] is None
    now["now"] = revealed_at(DAY)
    assert match.deck_secret in text(own.get(f"/en/m/{match.pk}/"))
    assert json.loads(text(own.get(f"/en/m/{match.pk}/match.json")))["shuffle"]["deck"] == match.deck


def test_after_the_day_anybody_can_check_the_order(now: dict[str, datetime]) -> None:
    match = finished_try(new_player("Anna"))
    now["now"] = revealed_at(DAY)
    page = text(Visitor().get("/en/daily/2026-07-01/"))
    assert match.deck_secret in page and 'data-source="/en/daily/2026-07-01/deal.json"' in page
    deal = json.loads(text(Visitor().get("/en/daily/2026-07-01/deal.json")))
    nonces = [seat["nonce"] for seat in deal["seats"]]
    assert list(engine.derive_deck(bytes.fromhex(deal["shuffle"]["secret"]), nonces)) == deal["shuffle"]["deck"]
    assert deal["shuffle"]["deck"] == match.deck
    assert engine.commitment(bytes.fromhex(deal["shuffle"]["secret"])) == deal["shuffle"]["commitment"]


def test_earlier_days_are_reached_from_day_to_day(now: dict[str, datetime]) -> None:
    tries([(1, 20)])
    tries([(1, 30)], DAY + timedelta(days=2))
    now["now"] = NOON + timedelta(days=5)
    assert 'href="/en/daily/2026-07-03/"' in text(Visitor().get("/en/daily/"))
    page = text(Visitor().get("/en/daily/2026-07-03/"))
    assert 'href="/en/daily/2026-07-01/"' in page and 'href="/en/daily/"' in page
    assert 'href="/en/daily/2026-07-03/"' in text(Visitor().get("/en/daily/2026-07-01/"))
    assert "Nobody finished the deal of this day." in plain(Visitor().get("/en/daily/2026-07-02/"))


@pytest.mark.parametrize("path", ["2026-07-02", "2999-01-01", "2026-02-30", "2026-7-1", "yesterday"])
def test_days_to_come_and_days_that_are_none_are_not_found(path: str) -> None:
    assert Visitor().get(f"/en/daily/{path}/").status_code == 404


def test_a_page_with_somebody_s_place_is_kept_by_no_shared_cache() -> None:
    anna = new_player("Anna")
    finished_try(anna)
    answer = visitor_of(anna).get("/en/daily/")
    assert "Cookie" in answer["Vary"] and "public" not in answer.get("Cache-Control", "")
    assert not Visitor().get("/en/daily/").cookies


def test_markup_in_a_name_is_plain_text() -> None:
    finished_try(new_player("<b>x</b>"))
    assert "<bdi>&lt;b&gt;x&lt;/b&gt;</bdi>" in text(Visitor().get("/en/daily/"))
