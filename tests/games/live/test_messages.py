"""What a page may say, parsed strictly; case WS-03."""

from __future__ import annotations

import json

import pytest

from games.errors import ErrorCode
from games.live.messages import LONGEST, Message, MessageError, parse

HEADERS = {"HX-Request": "true", "HX-Trigger": "form-flip", "HX-Trigger-Name": None, "HX-Current-URL": "http://x/"}


def refusal(text: str) -> ErrorCode:
    with pytest.raises(MessageError) as refused:
        parse(text)
    return refused.value.code


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"action": "flip", "version": "12"}, Message("flip", 12)),
        ({"action": "flip", "version": 12, "HEADERS": HEADERS}, Message("flip", 12)),
        ({"action": "stop", "version": "0"}, Message("stop", 0)),
        ({"action": "beat"}, Message("beat")),
        ({"action": "beat", "version": "3"}, Message("beat", 3)),
        ({"action": "sync", "version": "3", "HEADERS": {}}, Message("sync", 3)),
        ({"action": "take_back", "version": "3"}, Message("take_back", 3)),
        ({"action": "leave"}, Message("leave")),
        ({"action": "phrase", "phrase": "hello"}, Message("phrase", phrase="hello")),
        ({"action": "guess", "seat": "5"}, Message("guess", seat=5)),
        ({"action": "review", "step": "41"}, Message("review", step=41)),
        ({"action": "review_end"}, Message("review_end")),
    ],
)
def test_every_message_of_a_page_is_understood(values: dict[str, object], expected: Message) -> None:
    assert parse(json.dumps(values)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '"x"',
        "5",
        "null",
        "true",
        "NaN",
        '{"type":null}',
        '{"action":null}',
        '{"action":["flip"],"version":"1"}',
        '{"action":{},"version":"1"}',
        '{"action":"cheat","version":"1"}',
        '{"action":"FLIP","version":"1"}',
        '{"action":"flip"}',
        '{"action":"flip","version":null}',
        '{"action":"flip","version":true}',
        '{"action":"flip","version":-1}',
        '{"action":"flip","version":1.0}',
        '{"action":"flip","version":1e400}',
        '{"action":"flip","version":""}',
        '{"action":"flip","version":"-1"}',
        '{"action":"flip","version":" 1"}',
        '{"action":"flip","version":"1.0"}',
        '{"action":"flip","version":"²"}',
        '{"action":"flip","version":"١"}',
        '{"action":"flip","version":"1000001"}',
        '{"action":"flip","version":"' + "9" * 5000 + '"}',
        '{"action":"flip","version":' + "9" * 5000 + "}",
        '{"action":"flip","version":"1","seat":"2"}',
        '{"action":"flip","version":"1","player":"7"}',
        '{"action":"flip","version":"1","HEADERS":"x"}',
        '{"action":"flip","version":"1","HEADERS":null}',
        '{"action":"phrase"}',
        '{"action":"review"}',
        '{"action":"review","step":"-1"}',
        '{"action":"review","step":"x"}',
        '{"action":"review_end","step":"1"}',
        '{"action":"phrase","phrase":"free text"}',
        '{"action":"phrase","phrase":["hello"]}',
        '{"action":"guess"}',
        '{"action":"guess","seat":"6"}',
        '{"action":"guess","seat":"x"}',
        "[" * 4000 + "]" * 3999,
        "[" * 4000,
        '{"a":' * 1500,
        "\ud800",
    ],
)
def test_anything_else_is_a_bad_message(text: str) -> None:
    assert refusal(text) is ErrorCode.BAD_MESSAGE


def test_what_no_form_can_fill_is_too_big_and_not_even_read() -> None:
    assert refusal("x" * (LONGEST + 1)) is ErrorCode.TOO_BIG
    assert refusal("[" * 1_000_000) is ErrorCode.TOO_BIG
    assert parse('{"action":"beat"}' + " " * (LONGEST - 17)) == Message("beat")
