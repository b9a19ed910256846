"""`verify_match`: silent about honest matches, loud and with exit code 1 about others."""

import subprocess
import sys
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.models import Match
from tests.games.finished import stored_match
from tests.site import ROOT

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> tuple[str, str]:
    """Return what the command prints and what it fails with, empty when it does not."""
    output = StringIO()
    try:
        call_command("verify_match", *arguments, stdout=output)
    except CommandError as error:
        return output.getvalue(), str(error)
    return output.getvalue(), ""


def tamper(match: Match) -> None:
    deck = list(match.deck)
    deck[0], deck[99] = deck[99], deck[0]
    Match.objects.filter(pk=match.pk).update(deck=deck)


def test_one_honest_match_is_right():
    match = stored_match([None] * 4)

    assert run(match.pk) == ("1 checked, all right\n", "")


def test_all_matches_are_checked_live_ones_included():
    for steps in (None, 12):
        stored_match([None] * 3, steps=steps)

    assert run("--all") == ("2 checked, all right\n", "")


def test_a_tampered_match_is_named_with_the_reason():
    good, bad = stored_match([None] * 4), stored_match([None] * 4)
    tamper(bad)

    output, failure = run("--all")

    assert f"{bad.pk}: deck: the stored deck is not the derived one, first at place 1 from the top\n" in output
    assert good.pk not in output
    assert failure == "1 of 2 matches are not right, 0 were not found"


def test_only_the_named_matches_are_checked():
    good, bad = stored_match([None] * 4), stored_match([None] * 4)
    tamper(bad)

    assert run(good.pk)[1] == ""
    assert run(good.pk, bad.pk)[1] == "1 of 2 matches are not right, 0 were not found"


def test_a_match_that_is_not_there_is_a_failure():
    output, failure = run("222222222222")

    assert output == "222222222222: not found\n"
    assert failure.endswith("1 were not found")


@pytest.mark.parametrize("arguments", [(), ("--all", "222222222222")])
def test_it_wants_ids_or_all(arguments):
    assert run(*arguments)[1] == "name one match or more, or give --all"


def test_no_output_of_a_live_match_tells_its_order():
    match = stored_match([None] * 4, steps=10)
    tamper(match)

    output, failure = run("--all")

    assert failure
    for place in range(10, 99):
        assert f"{match.deck[place]}, {match.deck[place + 1]}" not in output
    assert match.deck_secret not in output


def test_the_exit_code_is_one_when_something_is_wrong(tmp_path):
    environment = {"BOZU_DATA_DIR": str(tmp_path), "PATH": "/usr/bin:/bin"}
    manage = [sys.executable, str(ROOT / "manage.py")]
    subprocess.run([*manage, "migrate", "-v0"], env=environment, cwd=ROOT, check=True)

    empty = subprocess.run(
        [*manage, "verify_match", "--all"], env=environment, cwd=ROOT, capture_output=True, text=True
    )
    missing = subprocess.run(
        [*manage, "verify_match", "222222222222"], env=environment, cwd=ROOT, capture_output=True, text=True
    )

    assert (empty.returncode, empty.stdout) == (0, "0 checked, all right\n")
    assert missing.returncode == 1
    assert "were not found" in missing.stderr
