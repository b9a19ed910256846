"""The preview of rules in admin: what it asks for, shows, keeps from others, and never saves."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games import engine
from games.models import RulePreview, RuleSet
from games.services import previews
from games.services.previews import Plan, simulate_part
from games.services.rules import load_defaults
from tests.games.admin.staff import browser

pytestmark = pytest.mark.django_db

START = "/admin/games/ruleset/preview/"
VALUES = {"name": "Trial", "semimaru": "as_monk", "emperor": "ordinary", "lady": "take_pile"}


@pytest.fixture(autouse=True)
def jobs(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The jobs that a worker is asked for, instead of sending them; small plans, so that a test can do them."""
    sent: list[tuple[int, int]] = []
    monkeypatch.setattr(previews._sender, "put", sent.append)
    monkeypatch.setattr(previews, "CHOICELESS", Plan(engine.always_flip, matches_per_part=30, rounds=2))
    monkeypatch.setattr(previews, "THINKING", Plan(engine.always_flip, matches_per_part=3, rounds=1))
    return sent


@pytest.fixture
def rika() -> Client:
    load_defaults()
    return browser("rika", role="Rules editor")


def work(jobs: list[tuple[int, int]]) -> None:
    while jobs:
        preview_id, part = jobs.pop(0)
        simulate_part(preview_id=preview_id, part=part)


def started(client: Client, on_commit: Callable[..., Any], **changes: str) -> str:
    """Start a preview and return the address of its page."""
    with on_commit(execute=True):
        answer = client.post(START, VALUES | changes)
    assert answer.status_code == 302
    return str(answer.headers["Location"])


def test_a_preview_goes_from_the_form_to_the_charts_and_saves_nothing(
    rika: Client, jobs: list[tuple[int, int]], django_capture_on_commit_callbacks: Any
) -> None:
    form = rika.get(reverse("admin:games_ruleset_change", args=[RuleSet.objects.get().pk])).content.decode()
    assert f'formaction="{START}"' in form
    before = RuleSet.objects.values().get()

    page_address = started(rika, django_capture_on_commit_callbacks)
    waiting = rika.get(page_address).content.decode()
    assert '<progress id="preview-bar" max="10" value="0">' in waiting and "<svg class" not in waiting
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in waiting
    assert f'hx-get="{page_address}progress/"' in waiting and "<bdi>Trial</bdi>" in waiting
    with django_capture_on_commit_callbacks(execute=True):
        work(jobs)
    assert jobs == [(RulePreview.objects.get().pk, 1)], "one part asks for the next"
    while jobs:
        with django_capture_on_commit_callbacks(execute=True):
            work(jobs)

    page = rika.get(page_address).content.decode()
    assert page.count('class="chart"') == 4 and page.count('class="chart-bar"') == 20 + 5 + 5 + 5
    assert "refresh" not in page and "hx-get" not in page and "<progress" not in page
    assert "style=" not in page.split('id="content-main"')[1] and "Like a monk" in page
    assert re.findall(r'<th scope="row">(\d)</th><td>(\d+)</td>', page) == [(str(seats), "60") for seats in range(2, 7)]
    assert RuleSet.objects.values().get() == before and not LogEntry.objects.exists()


def test_the_figures_are_those_of_the_simulation(
    rika: Client, jobs: list[tuple[int, int]], django_capture_on_commit_callbacks: Any
) -> None:
    started(rika, django_capture_on_commit_callbacks)
    while jobs:
        with django_capture_on_commit_callbacks(execute=True):
            work(jobs)
    preview = RulePreview.objects.get()
    rules = engine.RuleSet.from_dict(preview.rules)
    assert (rules.semimaru, rules.emperor, rules.allow_stop) == ("as_monk", "ordinary", False)
    runs = [engine.simulate(rules, 3, 30, policy=engine.always_flip, seed=preview.seed * 10 + part) for part in (1, 6)]
    expected = runs[0].merged(runs[1])
    stored = preview.figures["3"]
    assert (stored["draws"], tuple(stored["sole_wins"])) == (expected.draws, expected.sole_wins)
    assert (tuple(stored["lengths"]), tuple(stored["piles"])) == (expected.lengths, expected.piles)


def test_doubled_late_and_lost_jobs_do_no_harm(
    rika: Client, jobs: list[tuple[int, int]], django_capture_on_commit_callbacks: Any
) -> None:
    page_address = started(rika, django_capture_on_commit_callbacks)
    preview = RulePreview.objects.get()
    jobs.clear()
    assert simulate_part(preview_id=preview.pk, part=0)
    assert not simulate_part(preview_id=preview.pk, part=0)
    assert not simulate_part(preview_id=preview.pk, part=5)
    assert not simulate_part(preview_id=preview.pk + 1, part=0)
    preview.refresh_from_db()
    assert preview.parts_done == 1 and preview.figures["2"]["matches"] == 30

    rika.get(page_address)
    assert jobs == [], "a preview that moves is left alone"
    RulePreview.objects.update(moved_at=preview.moved_at - timedelta(seconds=31))
    rika.get(page_address)
    rika.get(page_address)
    assert jobs == [(preview.pk, 1)], "one that stands still is asked for again, once"


def test_several_people_preview_at_once_and_one_person_twice_the_same_only_once(
    rika: Client, django_capture_on_commit_callbacks: Any
) -> None:
    saburo = browser("saburo", role="Rules editor")
    first = started(rika, django_capture_on_commit_callbacks)
    assert started(rika, django_capture_on_commit_callbacks) == first
    other = started(rika, django_capture_on_commit_callbacks, lady="take_pile_and_one_more")
    theirs = started(saburo, django_capture_on_commit_callbacks)
    assert len({first, other, theirs}) == 3
    assert saburo.get(first).status_code == 200, "a colleague may be shown a preview"


def test_old_previews_are_cleaned_away_and_their_jobs_end(
    rika: Client, django_capture_on_commit_callbacks: Any
) -> None:
    first = started(rika, django_capture_on_commit_callbacks)
    old = RulePreview.objects.get()
    RulePreview.objects.update(asked_at=old.asked_at - timedelta(hours=25))
    started(rika, django_capture_on_commit_callbacks)
    assert not RulePreview.objects.filter(pk=old.pk).exists()
    assert not simulate_part(preview_id=old.pk, part=0)
    assert rika.get(first).headers["Location"] == "/admin/games/ruleset/"
    assert "That preview is gone" in rika.get("/admin/games/ruleset/").content.decode()

    for number in range(7):
        started(rika, django_capture_on_commit_callbacks, name=f"Trial {number}")
    assert RulePreview.objects.count() == 5
    assert set(RulePreview.objects.values_list("name", flat=True)) == {f"Trial {number}" for number in range(2, 7)}


def test_the_piece_for_the_page_says_when_it_is_done(
    rika: Client, jobs: list[tuple[int, int]], django_capture_on_commit_callbacks: Any
) -> None:
    page_address = started(rika, django_capture_on_commit_callbacks)
    ask = {"HX-Request": "true"}
    assert rika.get(f"{page_address}progress/").headers["Location"] == page_address, "a person is led to the page"
    piece = rika.get(f"{page_address}progress/", headers=ask).content.decode()
    assert piece.strip().startswith('<div id="preview" hx-get=') and "hx-swap-oob" not in piece
    while jobs:
        with django_capture_on_commit_callbacks(execute=True):
            work(jobs)
    piece = rika.get(f"{page_address}progress/", headers=ask).content.decode()
    assert "hx-get" not in piece and 'id="preview-say" hx-swap-oob="innerHTML"' in piece
    RulePreview.objects.all().delete()
    gone = rika.get(f"{page_address}progress/", headers=ask)
    assert gone.headers["HX-Redirect"] == page_address


@pytest.mark.parametrize("changes", [{"semimaru": "eat_everybody"}, {"emperor": ""}, {"lady": "' OR 1=1"}])
def test_values_that_are_no_rules_start_nothing(rika: Client, changes: dict[str, str]) -> None:
    answer = rika.post(START, VALUES | changes)
    assert answer.status_code == 400 and "errorlist" in answer.content.decode()
    assert not RulePreview.objects.exists()


@pytest.mark.parametrize("permissions", [(), ("view_ruleset",), ("view_ruleset", "add_ruleset", "delete_ruleset")])
def test_who_may_not_change_rules_sees_no_preview(
    rika: Client, permissions: tuple[str, ...], django_capture_on_commit_callbacks: Any
) -> None:
    page_address = started(rika, django_capture_on_commit_callbacks)
    RulePreview.objects.update(asked_by=User.objects.get(username="rika"))
    other = browser("other", *permissions)
    assert other.post(START, VALUES).status_code == 403
    assert other.get(START).status_code == 403
    assert other.get(page_address).status_code == 403
    assert other.get(f"{page_address}progress/").status_code == 403
    assert RulePreview.objects.count() == 1
    if permissions:
        form = other.get(reverse("admin:games_ruleset_change", args=[RuleSet.objects.get().pk]))
        assert form.status_code == 200 and START not in form.content.decode()


def test_a_preview_needs_djangos_token(rika: Client) -> None:
    strict = Client(enforce_csrf_checks=True, SERVER_NAME="127.0.0.1")
    strict.cookies = rika.cookies
    assert strict.post(START, VALUES).status_code == 403
    assert not RulePreview.objects.exists()


def test_where_stopping_is_allowed_the_seats_think() -> None:
    assert previews.plan_of(engine.RuleSet(allow_stop=True)) is previews.THINKING
    assert previews.plan_of(engine.RuleSet(allow_stop=False)) is previews.CHOICELESS
