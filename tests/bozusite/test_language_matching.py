"""How a wish for a language finds an offered one."""

import time

import pytest

from bozusite.languages import CODES, OFFERED, best_match, match_header, split_prefix

SEVEN = ("ja", "en", "id", "sw", "ar", "ru", "hi")
MANY = (*SEVEN, "zh-hant", "zh-hans", "ko", "es", "pt-br", "fr", "de", "he", "ms", "fil", "nb", "fa")


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ("ja", "ja"),
        ("JA-JP", "ja"),
        ("en-GB-oxendict", "en"),
        ("AR", "ar"),
        ("ar-EG", "ar"),
        ("in", "id"),
        ("in-ID", "id"),
        ("iw", "he"),
        ("zh-TW", "zh-hant"),
        ("zh-HK", "zh-hant"),
        ("zh-MO", "zh-hant"),
        ("zh_Hant_SG", "zh-hant"),
        ("zh-Hans-TW", "zh-hans"),
        ("zh", "zh-hans"),
        ("zh-CN", "zh-hans"),
        ("zh-SG", "zh-hans"),
        ("yue", "zh-hant"),
        ("zh-yue-HK", "zh-hant"),
        ("cmn-TW", "zh-hant"),
        ("zh-cht", "zh-hant"),
        ("pt", "pt-br"),
        ("pt-PT", "pt-br"),
        ("pt_BR", "pt-br"),
        ("no", "nb"),
        ("nn-NO", "nb"),
        ("tl", "fil"),
        ("fil-PH", "fil"),
        ("prs", "fa"),
        ("zsm", "ms"),
        ("swh-KE", "sw"),
        ("eng", "en"),
        ("jpn", "ja"),
    ],
)
def test_a_wish_finds_the_variant_that_serves_it_best(wish, code):
    assert best_match(wish, MANY) == code


@pytest.mark.parametrize(
    "wish", ["", "x", "xx", "de_", "english", "../en", "e n", "admin", "1a", "q" * 10_000, "en-" * 40]
)
def test_what_is_no_offered_language_finds_nothing(wish):
    assert best_match(wish, SEVEN) is None


def test_a_reader_of_one_chinese_script_gets_the_other_before_a_foreign_language():
    assert best_match("zh-TW", ("en", "zh-hans")) == "zh-hans"
    assert best_match("zh-CN", ("en", "zh-hant")) == "zh-hant"


def test_norwegian_is_found_under_whichever_code_it_is_offered():
    assert best_match("nn", ("en", "no")) == "no"
    assert best_match("no", ("en", "nb")) == "nb"


def test_the_strongest_wish_that_is_offered_wins():
    assert match_header("de;q=0.9, ru;q=0.7, ja;q=0.8", SEVEN) == "ja"
    assert match_header("fr-CH, fr;q=0.9, ar;q=0.8, *;q=0.5", SEVEN) == "ar"


def test_equal_wishes_are_taken_in_the_order_they_were_sent():
    assert match_header("hi, sw", SEVEN) == "hi"
    assert match_header("sw, hi", SEVEN) == "sw"


def test_a_language_with_weight_zero_is_not_wanted():
    assert match_header("ja;q=0, ru;q=0.1", SEVEN) == "ru"


def test_any_language_means_the_default():
    assert match_header("*", SEVEN) == "en"
    assert match_header("xx, *;q=0.5, ja;q=0.1", SEVEN) == "en"


@pytest.mark.parametrize(
    "header", ["", ",,,", ";q=1", "ja;q=x", "ja;q=-1", "ja;q=2.5", "\x00\xff", "ja q=1", "en;;", "ja;level=1"]
)
def test_a_broken_header_means_the_default(header):
    assert match_header(header, SEVEN) == "en"


@pytest.mark.parametrize(
    "junk", ["a" * 10_240, "a," * 5_120, "-" * 10_240, "en-" * 3_400, "ja;q=" + "0" * 10_240, ";" * 10_240]
)
def test_ten_kilobytes_of_junk_are_answered_with_the_default_and_at_once(junk):
    started_at = time.process_time()
    for _ in range(100):
        assert match_header(junk, SEVEN) == "en"
    assert time.process_time() - started_at < 1.0  # 10 ms each, on a slow machine


def test_a_long_header_still_counts_as_far_as_it_is_read():
    assert match_header("ru, " + "xx, " * 5_000, SEVEN) == "ru"


def test_each_offered_code_is_its_own_best_match():
    for language in OFFERED:
        assert best_match(language.code) == language.code
        assert language.code == language.code.lower()
    assert len(CODES) == len(OFFERED)


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ("/ja/rules/", ("ja", "/rules/")),
        ("/ja", ("ja", "")),
        ("/", ("", "")),
        ("//x", ("", "/x")),
        ("/ja//x", ("ja", "//x")),
    ],
)
def test_a_path_is_split_after_its_first_segment(path, parts):
    assert split_prefix(path) == parts
