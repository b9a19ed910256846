"""The command that shows how honest the ratings are."""

from io import StringIO

from django.core.management import call_command


def test_the_command_prints_strengths_bands_and_chances() -> None:
    out = StringIO()
    call_command(
        "calibrate_ratings",
        "--seats",
        "3",
        "--players",
        "6",
        "--matches",
        "12",
        "--reference",
        "300",
        stdout=out,
        verbosity=0,
    )
    lines = out.getvalue().splitlines()
    assert [line.split()[0] for line in lines[1:6]] == ["0%", "25%", "50%", "75%", "100%"]
    assert lines[6] == "matches played  players  within the band  mean sigma"
    assert lines[7].split()[0] == "10"
    assert sum(int(line.split()[2]) for line in lines[9:]) == 6 * 12 // 3 * 3
