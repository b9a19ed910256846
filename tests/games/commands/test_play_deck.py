"""The play_deck command as a program: lines in, lines out, exit code, and what the other end of a pipe may do."""

import io
import json
import os
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.management.commands.play_deck import PIPE_CLOSED

ROOT = Path(__file__).parents[3]
COMMAND = [sys.executable, "manage.py", "play_deck", "--jsonl"]
GOOD = {"seats": 2, "first_seat": 1, "deck": [1, 3, 9, 10, 4, 5], "rules": {}, "policy": "always_stop"}
GOOD_LINE = json.dumps(GOOD).encode()
# Computed on paper in tests/games/engine/test_deck_lines.py, deck C.
ANSWER = {
    "hands": [[], [1, 9]],
    "pile": [3, 10],
    "draw_pile": [4, 5],
    "out": [True, False],
    "ranks": [2, 1],
    "steps": 5,
}


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment whose database cannot be opened: the command must not want one."""
    return {**os.environ, "BOZU_DATA_DIR": str(tmp_path), "DATABASE_URL": "postgresql://nobody@127.0.0.1:9/none"}


def answers_of(lines: bytes, monkeypatch: pytest.MonkeyPatch) -> tuple[list[dict[str, Any]], int]:
    """The answers to standard input in this process, and the exit code."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
    output = io.StringIO()
    code = 0
    try:
        call_command("play_deck", "--jsonl", stdout=output)
    except CommandError as error:
        code = error.returncode
    return [json.loads(line) for line in output.getvalue().splitlines()], code


def test_each_line_gets_a_line_and_the_exit_code_is_0(environment: dict[str, str]) -> None:
    run = subprocess.run(
        COMMAND, input=GOOD_LINE + b"\n" + GOOD_LINE + b"\n", capture_output=True, cwd=ROOT, env=environment, check=True
    )
    assert [json.loads(line) for line in run.stdout.splitlines()] == [ANSWER, ANSWER]
    assert run.stderr == b""


def test_bad_lines_are_answered_with_their_number_the_rest_goes_on_and_the_exit_code_is_1(
    environment: dict[str, str],
) -> None:
    lines = b"\n".join([b"{", GOOD_LINE, b"", b'{"seats": 4}', b"\xff", GOOD_LINE]) + b"\n"
    run = subprocess.run(COMMAND, input=lines, capture_output=True, cwd=ROOT, env=environment, check=False)
    assert run.returncode == 1
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert answers[1] == answers[5] == ANSWER
    assert [(sorted(answer), answer["line"]) for answer in answers if "error" in answer] == [
        (["error", "line"], 1),
        (["error", "line"], 3),
        (["error", "line"], 4),
        (["error", "line"], 5),
    ]
    assert b"bad lines: 4" in run.stderr
    assert b"Traceback" not in run.stderr


def test_nothing_in_nothing_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answers_of(b"", monkeypatch) == ([], 0)


def test_the_last_line_needs_no_line_end(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answers_of(GOOD_LINE, monkeypatch) == ([ANSWER], 0)


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = b"\xef\xbb\xbf" + GOOD_LINE + b"\r\n" + GOOD_LINE + b"\r\n"
    assert answers_of(lines, monkeypatch) == ([ANSWER, ANSWER], 0)


def test_a_byte_order_mark_in_a_later_line_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    answers, code = answers_of(GOOD_LINE + b"\n\xef\xbb\xbf" + GOOD_LINE + b"\n", monkeypatch)
    assert (answers[0], code) == (ANSWER, 1)
    assert answers[1]["line"] == 2


def test_a_line_separator_of_unicode_ends_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    answers, code = answers_of('{"policy": "\u2028"}\n'.encode() + GOOD_LINE, monkeypatch)
    assert (len(answers), answers[1], code) == (2, ANSWER, 1)


@pytest.mark.parametrize("size", [65_536, 65_537, 65_538, 65_539, 131_075, 1_000_000])
def test_a_huge_line_is_one_bad_line_and_the_next_is_read(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    answers, code = answers_of(b"x" * size + b"\n" + GOOD_LINE + b"\n", monkeypatch)
    assert (len(answers), answers[0]["line"], answers[1], code) == (2, 1, ANSWER, 1)


def test_a_line_may_be_as_long_as_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    padded = GOOD_LINE + b" " * (65_536 - len(GOOD_LINE))
    assert answers_of(padded + b"\n", monkeypatch) == ([ANSWER], 0)
    answers, code = answers_of(padded + b" \n", monkeypatch)
    assert (answers[0]["line"], code) == (1, 1)


def test_the_flag_is_needed() -> None:
    with pytest.raises(CommandError, match="--jsonl"):
        call_command("play_deck")


@pytest.fixture
def running(environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """The command, waiting for lines."""
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=environment
    ) as process:
        yield process
        process.kill()


def test_each_answer_comes_before_the_next_line_is_sent(running: subprocess.Popen[bytes]) -> None:
    assert running.stdin is not None
    assert running.stdout is not None
    for line, key in ((GOOD_LINE, "steps"), (b"x", "error"), (GOOD_LINE, "steps")):
        running.stdin.write(line + b"\n")
        running.stdin.flush()
        ready, _, _ = select.select([running.stdout], [], [], 60)
        assert ready, "no answer while the input is open"
        assert key in json.loads(running.stdout.readline())


def test_a_reader_that_goes_away_ends_the_command_without_a_traceback(running: subprocess.Popen[bytes]) -> None:
    assert running.stdin is not None
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdin.write(GOOD_LINE + b"\n")
    running.stdin.flush()
    running.stdout.readline()
    running.stdout.close()
    running.stdin.write(GOOD_LINE + b"\n")
    running.stdin.close()
    assert running.wait(timeout=60) == PIPE_CLOSED
    assert running.stderr.read() == b""
