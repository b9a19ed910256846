"""What another app shares with the installed site."""

import pytest

from games.views.share import shared_code
from tests.visitors import Visitor, new_group

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("place", ["url", "text", "title"])
@pytest.mark.parametrize(
    "form",
    ["https://play.example/g/{}/", "Come and play! https://play.example/ja/g/{} tonight", "http%3A%2F%2Fx%2Fg%2F{}%2F"],
)
def test_a_shared_invitation_leads_to_the_way_into_its_group(place, form):
    group, _ = new_group("Anna")
    visitor = Visitor()
    response = visitor.get("/ja/groups/shared/", {place: form.format(group.code)})
    assert (response.status_code, response["Location"]) == (303, f"/ja/g/{group.code}/")
    assert visitor.get(response["Location"]).status_code == 200


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Our code is K7M3 P9RX, come!", "K7M3P9RX"),
        ("k7m3-p9rx", "K7M3P9RX"),
        ("K7M3P9RX", "K7M3P9RX"),
        ("Saturday", ""),
        ("the code: 12345678901", ""),
        ("", ""),
        ("/g/../../etc/passwd", ""),
    ],
)
def test_a_code_alone_is_found_in_a_message_and_plain_words_are_none(text, code):
    assert shared_code(["", text]) == code


@pytest.mark.parametrize("text", ["", "Good morning everybody", "<script>alert(1)</script>", "x" * 50_000])
def test_a_text_without_a_code_gets_a_page_that_helps(text):
    response = Visitor().get("/en/groups/shared/", {"text": text})
    html = response.content.decode()
    assert response.status_code == 200
    assert 'data-code="nothing_shared"' in html
    assert 'id="id_code"' in html
    assert "<script>alert" not in html
    assert "no-store" in response["Cache-Control"]
