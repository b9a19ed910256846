"""Names: what is dropped, what is refused, what counts as the same; the cases NM-01 to NM-05."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.errors import AccountsError, ErrorCode
from accounts.names import (
    NAME_MAX_GRAPHEMES,
    NAME_STORAGE_LENGTH,
    free_name,
    grapheme_count,
    name_key,
    normalise_name,
    numbered_name,
    shown_name,
)

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


def refusal_of(text: str) -> ErrorCode:
    with pytest.raises(AccountsError) as caught:
        normalise_name(text)
    return caught.value.code


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "\u00a0",
        "\u200b" * 15,
        "\u200d",
        "\u3164",
        "\uffa0",
        "\u115f",
        "\u1160",
        "\u2800",
        "\ufeff",
        "\u00ad",
        "\t",
        "\n",
        "\u17b4",
        "\u034f",
        "\U0001d159",
        "\U000e0061",
        "\u202e\u202c",
        "\u2028",
        "\u0301",
        "\ufe0f",
        "\ud800",
        "\ue000",
        "\x00",
    ],
    ids=ascii,
)
def test_a_name_without_anything_visible_is_refused(text: str) -> None:
    assert refusal_of(text) is ErrorCode.NAME_EMPTY
    assert shown_name(text) == ""


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("  Anna  ", "Anna"),
        ("Anna\u202e\u2066\u2067\u200f", "Anna"),
        ("An\u2028na", "An na"),
        ("An\r\n\t na", "An na"),
        ("Ａｎｎａ", "Anna"),
        ("e\u0301", "é"),
        ("An\u200bna", "Anna"),
        ("A\x07nna\x1b[31m", "Anna[31m"),
        ("Anna\ud83d", "Anna"),
        ("\u0301Anna", "Anna"),
        ("A\u20ddnna", "Anna"),
        ("ab\u200dc\u200cd", "abcd"),
    ],
    ids=ascii,
)
def test_what_cannot_be_seen_or_steers_text_is_dropped(typed: str, stored: str) -> None:
    assert normalise_name(typed) == stored


@pytest.mark.parametrize(
    "name",
    [
        FAMILY,
        ENGLAND,
        "\U0001f1ef\U0001f1f5",
        "\U0001f44d\U0001f3fd",
        "\U0001f469\U0001f3fd\u200d\U0001f680",
        "❤\ufe0f",
        "1\ufe0f\u20e3",
        "می\u200cخواهم",
        "क्\u200dष",
        "क्\u200cष",
        "葛\U000e0100城",
        "สวัสดี",
        "Nguyễn",
        "שָׁלוֹם",
        "أحمد",
        "蝉丸",
    ],
    ids=ascii,
)
def test_what_scripts_and_emoji_need_is_kept(name: str) -> None:
    assert normalise_name(name) == unicodedata.normalize("NFKC", name)


@pytest.mark.parametrize("unit", [FAMILY, ENGLAND, "W", "م", "ก", "\U0001f1ef\U0001f1f5"], ids=ascii)
def test_length_is_counted_as_people_see_it(unit: str) -> None:
    assert grapheme_count(normalise_name(unit * NAME_MAX_GRAPHEMES)) == NAME_MAX_GRAPHEMES
    assert refusal_of(unit * (NAME_MAX_GRAPHEMES + 1)) is ErrorCode.NAME_TOO_LONG


def test_a_very_long_text_is_refused_without_much_work() -> None:
    assert refusal_of("e\u0301" * 100_000) is ErrorCode.NAME_TOO_LONG


def test_towers_of_marks_are_cut_down() -> None:
    name = normalise_name("Z" + "\u0301" * 50 + "a")
    assert name.endswith("a")
    assert sum(1 for sign in name if unicodedata.combining(sign)) <= 3


@pytest.mark.parametrize("name", ["CPU", "cpu 1", "СРU", "Admin", "moderator", "System"])
def test_names_that_pass_for_the_site_are_refused(name: str) -> None:
    assert refusal_of(name) is ErrorCode.NAME_RESERVED


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "ANNA"),
        ("Anna", "Аnnа"),  # with Cyrillic А and а
        ("Anna", "Ａｎｎａ"),
        ("HOT", "НОТ"),  # all Cyrillic
        ("Niko", "ΝΙΚΟ"),  # all Greek
        ("José", "Jose\u0301"),
        ("Anna", "Anna "),
        ("Anna 2", "Anna2"),
        ("Straße", "STRASSE"),
    ],
    ids=ascii,
)
def test_look_alikes_have_one_key(one: str, other: str) -> None:
    assert name_key(normalise_name(one)) == name_key(normalise_name(other))


@pytest.mark.parametrize(("one", "other"), [("José", "Jose"), ("Anna", "Anne"), ("あ", "ア"), ("علي", "على")])
def test_different_names_have_different_keys(one: str, other: str) -> None:
    assert name_key(normalise_name(one)) != name_key(normalise_name(other))


def test_a_taken_name_gets_the_lowest_free_number() -> None:
    taken = {name_key("Anna"), name_key("Anna 2")}
    assert free_name("Аnna", taken) == "Аnna 3"
    assert free_name("Berta", taken) == "Berta"


def test_a_number_fits_into_the_limits() -> None:
    numbered = numbered_name(normalise_name(FAMILY * NAME_MAX_GRAPHEMES), 12)
    assert numbered.endswith(" 12")
    assert grapheme_count(numbered) <= NAME_MAX_GRAPHEMES
    assert len(numbered) <= NAME_STORAGE_LENGTH
    assert FAMILY * 2 in numbered


def test_an_old_row_is_cut_between_graphemes_when_shown() -> None:
    assert shown_name(FAMILY * 30) == FAMILY * NAME_MAX_GRAPHEMES
    assert shown_name("\u202eAnna\u2066") == "Anna"


@given(st.text(max_size=60))
def test_normalising_twice_changes_nothing_more(text: str) -> None:
    try:
        name = normalise_name(text)
    except AccountsError:
        return
    assert normalise_name(name) == name
    assert shown_name(name) == name
    assert unicodedata.is_normalized("NFKC", name)
    assert name == name.strip()
    assert len(name_key(name)) <= NAME_STORAGE_LENGTH * 2
    assert not any(
        unicodedata.bidirectional(sign) in {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
        for sign in name
    )


@given(st.text(alphabet=st.characters(categories=["Cc", "Cf", "Zs", "Zl", "Zp", "Mn"]), max_size=40))
def test_nothing_but_invisible_characters_is_never_a_name(text: str) -> None:
    # A Cf sign that is drawn (such as an Arabic number mark) would be visible, but those are dropped as well.
    assert refusal_of(text) in {ErrorCode.NAME_EMPTY, ErrorCode.NAME_TOO_LONG}
