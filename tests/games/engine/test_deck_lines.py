"""Decks computed on paper, step by step, and every way in which a line can be bad."""

import json
from typing import Any

import pytest

from games.engine import CARDS
from games.engine.deck_lines import LineError, played_line


def played(**request: Any) -> dict[str, Any]:
    answer = json.loads(played_line(json.dumps(request).encode()))
    assert isinstance(answer, dict)
    return answer


# On paper, deck A: the initial defaults, three seats, seat 0 first.
# 3, 4, 5, 6 courtiers · 1 Tenchi (emperor) · 2 Jitō (lady and emperor) · 8 monk · 9, 19 ladies · 10 Semimaru
DECK_A = [3, 9, 8, 1, 4, 10, 5, 19, 2, 6]


def test_deck_a_on_paper_with_every_further_flip_taken() -> None:
    #  1  seat 0 flips  3 courtier: hand 0 = 3
    #  2  seat 1 flips  9 lady:     the pile is empty: hand 1 = 9
    #  3  seat 2 flips  8 monk:     hand 2 was empty: pile = 8
    #  4  seat 0 flips  1 emperor:  hand 0 = 3 1, a further flip
    #  5  seat 0 flips  4 courtier: hand 0 = 3 1 4
    #  6  seat 1 flips 10 Semimaru: pile = 8 9 10, seat 1 is out
    #  7  seat 2 flips  5 courtier: hand 2 = 5
    #  8  seat 0 flips 19 lady:     hand 0 = 3 1 4 19 8 9 10, pile empty
    #  9  seat 2 flips  2 Jitō:     (seat 1 is passed over) hand 2 = 5 2, a further flip
    # 10  seat 2 flips  6 courtier: hand 2 = 5 2 6, the draw pile is empty
    assert played(seats=3, first_seat=0, deck=DECK_A, rules={}, policy="always_flip") == {
        "hands": [[3, 1, 4, 19, 8, 9, 10], [], [5, 2, 6]],
        "pile": [],
        "draw_pile": [],
        "out": [False, True, False],
        "ranks": [1, 3, 2],
        "steps": 10,
    }


def test_deck_a_on_paper_with_every_further_flip_left() -> None:
    #  1  seat 0 flips  3: hand 0 = 3
    #  2  seat 1 flips  9: hand 1 = 9
    #  3  seat 2 flips  8: pile = 8
    #  4  seat 0 flips  1: hand 0 = 3 1, a further flip
    #  5  seat 0 stops
    #  6  seat 1 flips  4: hand 1 = 9 4
    #  7  seat 2 flips 10: hand 2 was empty: pile = 8 10, seat 2 is out
    #  8  seat 0 flips  5: hand 0 = 3 1 5
    #  9  seat 1 flips 19: hand 1 = 9 4 19 8 10, pile empty
    # 10  seat 0 flips  2: (seat 2 is passed over) hand 0 = 3 1 5 2, a further flip
    # 11  seat 0 stops
    # 12  seat 1 flips  6: hand 1 = 9 4 19 8 10 6, the draw pile is empty
    assert played(seats=3, first_seat=0, deck=DECK_A, policy="always_stop") == {
        "hands": [[3, 1, 5, 2], [9, 4, 19, 8, 10, 6], []],
        "pile": [],
        "draw_pile": [],
        "out": [False, False, True],
        "ranks": [2, 1, 3],
        "steps": 12,
    }


def test_deck_b_on_paper_with_a_skip_and_emperors_that_take_all_hands() -> None:
    rules = {"semimaru": "skip_turn", "emperor": "take_all_hands", "lady": "take_pile_and_one_more"}
    #  1  seat 2 flips  3 courtier: hand 2 = 3
    #  2  seat 3 flips 10 Semimaru: hand 3 = 10, seat 3 will skip
    #  3  seat 0 flips  8 monk:     pile = 8
    #  4  seat 1 flips  9 lady:     hand 1 = 9 8, a further flip
    #  5  seat 1 flips  4 courtier: hand 1 = 9 8 4
    #  6  seat 2 flips  1 emperor:  takes hands 0 (none), 1 and 3: hand 2 = 3 1 9 8 4 10, the turn ends
    #  7  seat 0 flips  5 courtier: (seat 3 skips) hand 0 = 5
    #  8  seat 1 flips  2 Jitō:     no pile to take; takes hands 0, 2 and 3: hand 1 = 2 5 3 1 9 8 4 10,
    #                               and the lady rule grants a further flip
    #  9  seat 1 flips  6 courtier: hand 1 = 2 5 3 1 9 8 4 10 6
    # 10  seat 2 flips 12 monk:     pile = 12
    # 11  seat 3 flips  7 courtier: (its skip is over) hand 3 = 7, the draw pile is empty
    assert played(
        seats=4, first_seat=2, deck=[3, 10, 8, 9, 4, 1, 5, 2, 6, 12, 7], rules=rules, policy="always_flip"
    ) == {
        "hands": [[], [2, 5, 3, 1, 9, 8, 4, 10, 6], [], [7]],
        "pile": [12],
        "draw_pile": [],
        "out": [False, False, False, False],
        "ranks": [3, 1, 3, 2],
        "steps": 11,
    }


def test_deck_c_on_paper_ends_early_with_two_seats() -> None:
    deck = [1, 3, 9, 10, 4, 5]
    # 1  seat 1 flips  1 emperor:  hand 1 = 1, a further flip
    # 2  seat 1 flips  3 courtier: hand 1 = 1 3
    # 3  seat 0 flips  9 lady:     hand 0 = 9
    # 4  seat 1 flips 10 Semimaru: pile = 1 3 10, seat 1 is out, seat 0 alone is left; 4 and 5 stay in the draw pile
    assert played(seats=2, first_seat=1, deck=deck, policy="always_flip") == {
        "hands": [[9], []],
        "pile": [1, 3, 10],
        "draw_pile": [4, 5],
        "out": [False, True],
        "ranks": [1, 2],
        "steps": 4,
    }
    # 1  seat 1 flips  1: hand 1 = 1, a further flip
    # 2  seat 1 stops
    # 3  seat 0 flips  3: hand 0 = 3
    # 4  seat 1 flips  9: hand 1 = 1 9
    # 5  seat 0 flips 10: pile = 3 10, seat 0 is out
    assert played(seats=2, first_seat=1, deck=deck, policy="always_stop") == {
        "hands": [[], [1, 9]],
        "pile": [3, 10],
        "draw_pile": [4, 5],
        "out": [True, False],
        "ranks": [2, 1],
        "steps": 5,
    }


@pytest.mark.parametrize("policy", ["always_flip", "always_stop", "cpu"])
def test_deck_d_on_paper_where_nobody_may_stop(policy: str) -> None:
    rules = {
        "semimaru": "all_hands_to_pile",
        "emperor": "ordinary",
        "lady": "one_more_if_pile_empty",
        "allow_stop": False,
    }
    # 1  seat 0 flips  9 lady:     the pile is empty: hand 0 = 9, a further flip
    # 2  seat 0 flips  3 courtier: hand 0 = 9 3
    # 3  seat 1 flips  4 courtier: hand 1 = 4
    # 4  seat 2 flips 10 Semimaru: pile = 9 3 4 10, all hands empty
    # 5  seat 0 flips 19 lady:     hand 0 = 19 9 3 4 10; the pile held cards, so the turn ends
    # 6  seat 1 flips  5 courtier: hand 1 = 5
    # 7  seat 2 flips  2 Jitō:     a plain lady; the pile is empty: hand 2 = 2, a further flip
    # 8  seat 2 flips 53 lady:     the pile is empty: hand 2 = 2 53, a further flip
    # 9  seat 2 flips  6 courtier: hand 2 = 2 53 6, the draw pile is empty
    assert played(seats=3, first_seat=0, deck=[9, 3, 4, 10, 19, 5, 2, 53, 6], rules=rules, policy=policy) == {
        "hands": [[19, 9, 3, 4, 10], [5], [2, 53, 6]],
        "pile": [],
        "draw_pile": [],
        "out": [False, False, False],
        "ranks": [1, 3, 2],
        "steps": 9,
    }


def test_a_deck_of_one_card_is_a_match() -> None:
    answer = played(seats=6, first_seat=5, deck=[8], policy="always_stop")
    assert answer["pile"] == [8]
    assert answer["ranks"] == [1, 1, 1, 1, 1, 1]
    assert answer["steps"] == 1


def test_a_full_deck_comes_to_its_end() -> None:
    answer = played(seats=4, first_seat=0, deck=list(CARDS), policy="cpu")
    cards = [card for hand in answer["hands"] for card in hand] + answer["pile"]
    assert sorted(cards) == list(CARDS)


GOOD: dict[str, Any] = {"seats": 4, "first_seat": 0, "deck": [3, 4, 5], "rules": {}, "policy": "cpu"}


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in GOOD.items() if name != key}


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({**GOOD, "seats": 1}, "bad_seats"),
        ({**GOOD, "seats": 7}, "bad_seats"),
        ({**GOOD, "seats": True}, "bad_seats"),
        ({**GOOD, "seats": "4"}, "bad_seats"),
        ({**GOOD, "seats": 4.0}, "bad_seats"),
        ({**GOOD, "seats": None}, "bad_seats"),
        ({**GOOD, "first_seat": 4}, "bad_first_seat"),
        ({**GOOD, "first_seat": -1}, "bad_first_seat"),
        ({**GOOD, "first_seat": False}, "bad_first_seat"),
        ({**GOOD, "deck": []}, "bad_deck"),
        ({**GOOD, "deck": [3, 4, 3]}, "bad_deck"),
        ({**GOOD, "deck": [0]}, "bad_deck"),
        ({**GOOD, "deck": [101]}, "bad_deck"),
        ({**GOOD, "deck": [True, 3]}, "bad_deck"),
        ({**GOOD, "deck": [3.0]}, "bad_deck"),
        ({**GOOD, "deck": ["3"]}, "bad_deck"),
        ({**GOOD, "deck": [[3]]}, "bad_deck"),
        ({**GOOD, "deck": [{}]}, "bad_deck"),
        ({**GOOD, "deck": [10**400]}, "bad_deck"),
        ({**GOOD, "deck": "345"}, "deck is not a list"),
        ({**GOOD, "deck": {"3": 4}}, "deck is not a list"),
        ({**GOOD, "deck": None}, "deck is not a list"),
        ({**GOOD, "rules": {"semimaru": "off"}}, "bad_rules"),
        ({**GOOD, "rules": {"turn_limit": 30}}, "bad_rules"),
        ({**GOOD, "rules": {"allow_stop": 1}}, "bad_rules"),
        ({**GOOD, "rules": {"allow_stop": None}}, "bad_rules"),
        ({**GOOD, "rules": []}, "bad_rules"),
        ({**GOOD, "rules": None}, "bad_rules"),
        ({**GOOD, "policy": "random"}, "policy is not one of"),
        ({**GOOD, "policy": None}, "policy is not one of"),
        ({**GOOD, "policy": ["cpu"]}, "policy is not one of"),
        ({**GOOD, "polcy": "cpu"}, "unknown: polcy"),
        (without("seats"), "missing: seats"),
        (without("first_seat"), "missing: first_seat"),
        (without("deck"), "missing: deck"),
        (without("policy"), "missing: policy"),
        ({}, "missing: deck, first_seat, policy, seats"),
        ([], "not a JSON object"),
        (5, "not a JSON object"),
        (None, "not a JSON object"),
        ("deck", "not a JSON object"),
    ],
)
def test_a_bad_request_is_refused_and_says_why(request_: Any, words: str) -> None:
    with pytest.raises(LineError, match=words):
        played_line(json.dumps(request_).encode())


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"", "blank"),
        (b" \t\r", "blank"),
        (b"{", "not JSON"),
        (b"seats=4", "not JSON"),
        (b"{} {}", "not JSON"),
        (b"[" * 60_000, "not JSON"),
        (b'{"seats": ' + b"9" * 5_000 + b"}", "not JSON"),
        (b"\x00", "not JSON"),
        (b'{"seats": 4, "seats": 5}', "twice"),
        (b"\xff\xfe{}", "not UTF-8"),
        (b'{"policy": "\xe2\x82"}', "not UTF-8"),
        (b" " * 70_000, "longer"),
    ],
)
def test_a_line_that_is_no_json_is_refused_and_says_why(line: bytes, words: str) -> None:
    with pytest.raises(LineError, match=words):
        played_line(line)


def test_missing_rules_are_the_initial_defaults() -> None:
    full = {"semimaru": "out", "emperor": "keep_and_one_more", "lady": "take_pile", "allow_stop": True}
    request = {**GOOD, "deck": [2, 3, 10, 9, 8, 1, 4], "policy": "always_stop"}
    expected = played(**{**request, "rules": full})
    assert played(**{**request, "rules": {}}) == expected
    assert played(**{key: value for key, value in request.items() if key != "rules"}) == expected
    assert played(**{**request, "rules": {"allow_stop": True}}) == expected
    assert played(**{**request, "rules": {"allow_stop": False}}) != expected
