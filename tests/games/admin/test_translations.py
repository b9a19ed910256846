"""No page of admin falls back to English, neither in our texts nor in those of Django and its scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from accounts.models import Group
from games.models import RuleSet
from games.services.rules import load_defaults
from tests.games.admin.staff import browser
from tests.games.finished import stored_match
from tests.visitors import new_group

pytestmark = pytest.mark.django_db

TRANSLATED = [code for code, _ in settings.LANGUAGES if code != "en"]
# Where Django has gaps, or English words of its own.
WITH_GAPS = ("ar", "hi", "id", "sw")
# Names, and the pictures of Django that have English names in its code.
SAME = {"English", "Bahasa Indonesia", "Kiswahili", "Bozu Mekuri", "Semimaru", "Semimaru:", "Other", "Standard rules"}
SAME |= {"boss", "Anna", "Berta", "Anna · 1", "Berta · 1", "Moderator", "Rules editor", "ID", "Id"}
SAME |= {"Status", "Status:", "Filter", "2 total"}


class Texts(HTMLParser):
    """Collects what people read or hear of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self._unread = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unread += tag in ("script", "style", "svg")
        values = dict(attrs)
        names = ["title", "aria-label", "placeholder", "alt"]
        names += ["value"] if tag == "input" and values.get("type") in ("submit", "button") else []
        self.found |= {str(values[name]).strip() for name in names if values.get(name)}

    def handle_endtag(self, tag: str) -> None:
        self._unread -= tag in ("script", "style", "svg")

    def handle_data(self, data: str) -> None:
        if not self._unread:
            self.found.add(" ".join(data.split()))


def texts(html: str) -> set[str]:
    """Return the texts of a page that hold Latin words."""
    parser = Texts()
    parser.feed(html)
    return {text.lstrip("› ") for text in parser.found if re.search("[A-Za-z]{2}", text)}


class Desk:
    """A superuser in a browser whose language changes, with something in every list."""

    def __init__(self) -> None:
        load_defaults()
        group, (self.anna, berta) = new_group("Anna", "Berta")
        self.match = stored_match([self.anna, berta], group=group)
        self.other = RuleSet.objects.create(name="Other")
        self.client = browser("boss")
        User.objects.update(is_superuser=True)
        values = {"name": "Other", "semimaru": "as_monk", "emperor": "ordinary", "lady": "take_pile"}
        self.values = {**values, "loaded_version": "1"}
        self.client.post(reverse("admin:games_ruleset_change", args=[self.other.pk]), self.values)
        self.preview = self.client.post("/admin/games/ruleset/preview/", self.values).headers["Location"]
        self.names = {Group.objects.get().code, self.match.pk, f"{self.match.pk}/0", f"{self.match.pk}/1"}
        self.names |= {self.match.commitment}

    def pages(self, language: str) -> Iterator[tuple[str, set[str]]]:
        """Yield every kind of page with its texts."""
        other, user = self.other.pk, User.objects.get().pk
        self.client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        for address in (
            "/admin/",
            "/admin/games/",
            self.preview,
            "/admin/admin/logentry/",
            "/admin/games/ruleset/",
            "/admin/games/ruleset/?q=zzz",
            "/admin/games/ruleset/9999/change/",
            reverse("admin:games_ruleset_change", args=[other]),
            reverse("admin:games_ruleset_delete", args=[other]),
            reverse("admin:games_ruleset_delete", args=[RuleSet.objects.get(is_site_default=True).pk]),
            reverse("admin:games_ruleset_history", args=[other]),
            reverse("admin:games_ruleset_simple_history", args=[other, self.other.history.first().pk]),
            reverse("admin:games_sitepolicy_change", args=[1]),
            "/admin/games/match/",
            reverse("admin:games_match_change", args=[self.match.pk]),
            "/admin/accounts/player/",
            reverse("admin:accounts_player_change", args=[self.anna.pk]),
            "/admin/accounts/group/",
            "/admin/auth/user/add/",
            reverse("admin:auth_user_change", args=[user]),
            "/admin/password_change/",
        ):
            yield address, texts(self.client.get(address, follow=True).content.decode())
        for address, values in (
            ("/admin/games/ruleset/add/", {"name": "", "semimaru": "x"}),
            ("/admin/games/ruleset/preview/", {"semimaru": "x"}),
            (reverse("admin:games_ruleset_change", args=[other]), self.values),
            (reverse("admin:games_sitepolicy_change", args=[1]), {"cpu_pace_seconds": "99"}),
            ("/admin/games/match/", {"action": "void_matches", "_selected_action": [self.match.pk]}),
            ("/admin/games/ruleset/", {"action": "delete_selected", "_selected_action": [other]}),
            ("/admin/accounts/player/", {"action": "ban", "_selected_action": []}),
            ("/admin/auth/user/add/", {"username": "a b", "password1": "1", "password2": "2"}),
        ):
            yield f"POST {address}", texts(self.client.post(address, values, follow=True).content.decode())
        stranger = Client(SERVER_NAME="127.0.0.1", HTTP_ACCEPT_LANGUAGE=language)
        yield "login", texts(stranger.post("/admin/login/", {"username": "x", "password": "y"}).content.decode())
        yield "nothing allowed", texts(browser(f"new-{language}", language=language).get("/admin/").content.decode())


def test_staff_meet_no_english_in_any_other_language() -> None:
    desk = Desk()
    english = dict(desk.pages("en"))
    User.objects.exclude(username="boss").delete()
    for language in WITH_GAPS:
        for address, shown in desk.pages(language):
            left = (shown & english[address]) - SAME - desk.names
            # Secrets of accounts as Django shows them.
            left = {text for text in left if "***" not in text and text not in ("pbkdf2_sha256", "salt", "hash")}
            assert not left, (language, address, left)
        User.objects.exclude(username="boss").delete()


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_scripts_of_admin_find_every_text_and_a_form_for_every_number(language: str) -> None:
    """Case I18-09: the only catalogue that goes to a browser; a text that is missing there is shown in English."""
    client = Client(SERVER_NAME="127.0.0.1", HTTP_ACCEPT_LANGUAGE=language)
    script = client.get("/admin/jsi18n/").content.decode()
    found = re.search(r"(?s)newcatalog = (\{.*?\});\n", script)
    assert found
    catalogue = json.loads(found.group(1))
    for text in ("Choose a Date", "Choose all %s", "January", "abbrev. month May\x04May", "Sunday", "Today", "6 p.m."):
        assert catalogue[text] and catalogue[text] != text, text
    heads = [value for text, value in catalogue.items() if text.startswith("one letter ")]
    assert len(heads) == 7 and all(len(head) <= 2 for head in heads), "a calendar has room for no more"
    assert [catalogue[f"one letter {day}\x04{day[0]}"] for day in ("Sunday", "Friday")] != ["S", "F"]
    forms = [value for value in catalogue.values() if isinstance(value, list)]
    assert forms and len({len(value) for value in forms}) == 1
    assert all(all(value) for value in forms)
