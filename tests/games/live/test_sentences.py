"""What happened at the table, in words."""

import re

import pytest

from games import engine
from games.engine import Event, EventKind
from games.live.sentences import joined_sentences, name_list, outcome_sentence, step_sentences
from games.live.words import words_of

NAMES = ["<bdi>Sei</bdi>", "<bdi>Ise</bdi>", "<bdi>Ono</bdi>"]


def told(*events: Event, played_by: str = "person") -> list[str]:
    sentences = step_sentences(words_of("en"), events, names=NAMES, played_by=played_by)
    return [re.sub("<[^>]+>", "", sentence) for sentence in sentences]


@pytest.mark.parametrize(
    ("events", "sentences"),
    [
        ([Event(EventKind.KEPT, 0, 3)], ["Sei reveals the courtier Hitomaro and keeps the card."]),
        ([Event(EventKind.KEPT, 0, 1)], ["Sei reveals the emperor Tenchi and keeps the card."]),
        ([Event(EventKind.KEPT, 0, 10)], ["Sei reveals Semimaru and keeps the card."]),
        (
            [Event(EventKind.KEPT, 0, 10), Event(EventKind.WILL_SKIP, 0, 10)],
            ["Sei reveals Semimaru, keeps the card and will skip the next turn."],
        ),
        ([Event(EventKind.LOST_HAND, 0, 12, 0)], ["Sei reveals the monk Henjō but has no cards to lose."]),
        ([Event(EventKind.LOST_HAND, 0, 12, 1)], ["Sei reveals the monk Henjō and loses 1 card."]),
        ([Event(EventKind.LOST_HAND, 0, 12, 7)], ["Sei reveals the monk Henjō and loses 7 cards."]),
        ([Event(EventKind.LOST_HAND, 0, 10, 7)], ["Sei reveals Semimaru and loses 7 cards."]),
        ([Event(EventKind.TOOK_PILE, 0, 9, 0)], ["Sei reveals the lady Komachi; there is no pile to take."]),
        ([Event(EventKind.TOOK_PILE, 0, 9, 4)], ["Sei reveals the lady Komachi and takes 4 cards from the pile."]),
        (
            [Event(EventKind.TOOK_PILE, 0, 2, 4), Event(EventKind.TOOK_HANDS, 0, 2, 1)],
            [
                "Sei reveals the empress Jitō and takes 4 cards from the pile.",
                "Sei also takes 1 card from the others.",
            ],
        ),
        (
            [Event(EventKind.TOOK_PILE, 0, 2, 0), Event(EventKind.TOOK_HANDS, 0, 2, 0)],
            ["Sei reveals the empress Jitō; there is no pile to take."],
        ),
        ([Event(EventKind.TOOK_HANDS, 0, 1, 9)], ["Sei reveals the emperor Tenchi and takes 9 cards from the others."]),
        ([Event(EventKind.TOOK_HANDS, 0, 1, 0)], ["Sei reveals the emperor Tenchi; nobody else has cards."]),
        (
            [Event(EventKind.WENT_OUT, 0, 10, 2)],
            ["Sei reveals Semimaru and is out of the game; 2 cards go to the pile."],
        ),
        ([Event(EventKind.WENT_OUT, 0, 10, 0)], ["Sei reveals Semimaru and is out of the game."]),
        (
            [Event(EventKind.ALL_TO_PILE, 0, 10, 8)],
            ["Sei reveals Semimaru: the hands of all, 8 cards, go to the pile."],
        ),
        (
            [Event(EventKind.STOPPED, 0), Event(EventKind.SKIPPED, 1)],
            ["Sei stops.", "Ise skips a turn."],
        ),
        (
            [Event(EventKind.KEPT, 0, 1), Event(EventKind.MAY_GO_ON, 0)],
            ["Sei reveals the emperor Tenchi and keeps the card."],
        ),
    ],
)
def test_each_event_is_one_short_sentence(events, sentences):
    assert told(*events) == sentences


@pytest.mark.parametrize(
    ("played_by", "start"),
    [
        ("person", "Sei stops"),
        ("cpu", "Sei stops"),
        ("away", "CPU for Sei stops"),
        ("timeout", "CPU for Sei (time over)"),
    ],
)
def test_a_sentence_says_who_really_played(played_by, start):
    assert told(Event(EventKind.STOPPED, 0), played_by=played_by)[0].startswith(start)


def test_a_skip_is_told_of_its_seat_whoever_played_the_step():
    assert told(Event(EventKind.STOPPED, 0), Event(EventKind.SKIPPED, 1), played_by="away")[1] == "Ise skips a turn."


def test_no_step_of_any_match_is_left_without_a_sentence():
    from tests.games.live.tables import walk

    for rules in tuple(engine.all_rule_sets())[::11]:
        for snapshot in walk(3, rules, seed=5):
            for step in snapshot.recent[-1:]:
                assert told(*step.events), step


def test_the_outcome_names_the_winner_or_all_who_share_the_first_place():
    words = words_of("en")
    assert outcome_sentence(words, (1,), NAMES) == "<bdi>Ise</bdi> wins the match."
    expected = "The match is a draw between <bdi>Sei</bdi>, <bdi>Ise</bdi> and <bdi>Ono</bdi>."
    assert outcome_sentence(words, (0, 1, 2), NAMES) == expected


@pytest.mark.parametrize(
    ("language", "text"), [("en", "One. Two. Three."), ("ar", "One. Two. Three."), ("ja", "One.Two.Three.")]
)
def test_sentences_follow_each_other_as_the_language_writes_them(language, text):
    words = words_of(language)
    assert joined_sentences(words, ["One.", "Two.", "Three."]) == text
    assert joined_sentences(words, ["One."]) == "One."
    assert joined_sentences(words, []) == ""


def test_names_are_listed_as_the_language_lists_them():
    words = words_of("en")
    assert [name_list(words, list("abcd")[:length]) for length in range(4)] == ["", "a", "a and b", "a, b and c"]
