"""The tutorial's match: whatever the learner decides, every kind of card comes up and everything is explained."""

from itertools import pairwise

import pytest
from django.conf import settings

from games import engine, lesson
from games.engine import Action, EventKind
from games.lesson import LEARNER
from games.rules_text.texts import texts_for

WAYS = {way[-1].choices: way for way in lesson.all_ways()}
LANGUAGES = [code for code, _ in settings.LANGUAGES]

each_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


def cards_of(way):
    return [event.card for moment in way for event in moment.events if event.card]


def events_of(way, kind, seat=None):
    events = [event for moment in way for event in moment.events if event.kind is kind]
    return events if seat is None else [event for event in events if event.seat == seat]


def test_the_deck_is_short_and_its_rules_are_the_built_in_ones():
    assert 20 <= len(lesson.DECK) <= 28
    assert len(set(lesson.DECK)) == len(lesson.DECK)
    assert engine.RuleSet() == lesson.RULES


def test_the_first_choice_is_a_real_one():
    """Going on and stopping lead to different matches, and stopping can be regretted as well."""
    assert {choices[0] for choices in WAYS} == set(lesson.LETTERS)
    ends = {way[-1].state.hands for way in WAYS.values()}
    assert len(ends) == len(WAYS) > 2
    assert {way[-1].lesson for way in WAYS.values()} == {"won", "lost"}


@each_way
def test_every_kind_of_card_comes_up(way):
    cards = set(cards_of(way))
    assert cards == set(lesson.DECK)
    assert {engine.role_of(card) for card in cards} == set(engine.Role)
    assert engine.JITO in cards
    assert any(engine.is_emperor(card) and card != engine.JITO for card in cards)


@each_way
def test_the_learner_meets_what_matters_with_cards_at_stake(way):
    assert max(event.count for event in events_of(way, EventKind.LOST_HAND, LEARNER)) >= 5
    assert max(event.count for event in events_of(way, EventKind.TOOK_PILE, LEARNER)) >= 2
    assert events_of(way, EventKind.MAY_GO_ON, LEARNER)
    assert 1 <= len(way[-1].choices) <= 3


@each_way
def test_a_cpu_seat_goes_out_by_semimaru_and_the_match_goes_on_to_ranks(way):
    (out,) = events_of(way, EventKind.WENT_OUT)
    assert out.seat != LEARNER
    end = way[-1].state
    assert not end.draw_pile
    assert sorted(engine.standings(end)) == [1, 2, 3]
    assert engine.standings(end)[out.seat] == 3


@each_way
def test_the_notice_is_explained_when_it_first_stands_there_and_is_gone_with_semimaru(way):
    has_notice = [engine.has_semimaru_notice(engine.public_view(moment.state)) for moment in way]
    first = has_notice.index(True)
    assert way[first].lesson == "notice"
    gone = has_notice.index(False, first)
    assert way[gone].lesson == "semimaru"
    assert True not in has_notice[gone:]


@each_way
def test_each_explanation_is_about_what_just_happened(way):
    wanted = {
        "monk_own": (EventKind.LOST_HAND, True),
        "monk_other": (EventKind.LOST_HAND, False),
        "spared": (EventKind.LOST_HAND, False),
        "lady": (EventKind.TOOK_PILE, True),
        "lady_own": (EventKind.TOOK_PILE, True),
        "lady_other": (EventKind.TOOK_PILE, False),
        "empty_pile": (EventKind.TOOK_PILE, False),
        "jito_own": (EventKind.MAY_GO_ON, True),
        "jito_other": (EventKind.MAY_GO_ON, False),
        "emperor": (EventKind.MAY_GO_ON, True),
        "semimaru": (EventKind.WENT_OUT, False),
        "stopped_own": (EventKind.STOPPED, True),
        "stopped_other": (EventKind.STOPPED, False),
        "monk": (EventKind.LOST_HAND, False),
    }
    for before, moment in pairwise(way):
        kinds = {event.kind for event in moment.events}
        kind, is_own = wanted.get(moment.lesson, (EventKind.KEPT, moment.seat == LEARNER))
        assert kind in kinds, moment.lesson
        assert (moment.seat == LEARNER) is is_own, moment.lesson
        assert moment.seat == before.state.turn
    if "spared" in [moment.lesson for moment in way]:
        spared = next(moment for moment in way if moment.lesson == "spared")
        assert way[spared.step - 1].seat == LEARNER
        assert way[spared.step - 1].action is Action.STOP


@each_way
def test_where_house_rules_differ_is_said_on_every_way(way):
    lessons = [moment.lesson for moment in way]
    assert {"house_emperor", "house_semimaru", "house_lady", "house_stop", "out_last"} <= set(lessons)
    assert lessons.index("emperor") < lessons.index("house_emperor")
    assert lessons.index("semimaru") < lessons.index("house_semimaru")


@each_way
def test_an_explanation_that_stands_by_itself_is_given_once(way):
    lessons = [moment.lesson for moment in way if moment.lesson in (*lesson.OPENING, *lesson.ASIDES)]
    assert len(lessons) == len(set(lessons))


def test_there_is_a_text_for_every_explanation_and_none_to_spare():
    used = {moment.lesson for way in WAYS.values() for moment in way}
    for language in LANGUAGES:
        prefix = "learn.lesson."
        texts = {text_id.removeprefix(prefix) for text_id in texts_for(language).by_id if text_id.startswith(prefix)}
        assert texts == used


@pytest.mark.parametrize("language", LANGUAGES)
def test_explanations_are_short(language):
    """Japanese has no spaces: two signs count as a word."""
    for moment in {moment.lesson: moment for way in WAYS.values() for moment in way}.values():
        line = texts_for(language).line(f"learn.lesson.{moment.lesson}", name="CPU 2")
        words = len(line) / 2 if language == "ja" else len(line.split())
        assert words <= 40, moment.lesson


@each_way
def test_a_moment_is_found_by_its_step_and_choices(way):
    for moment in way:
        assert lesson.nearest(moment.step, moment.choices) == moment
        assert way[-1].choices.startswith(moment.choices)
    assert lesson.nearest(999, way[-1].choices) == way[-1]
    assert lesson.nearest(999, way[-1].choices + "fsfs") == way[-1]


def test_without_a_choice_the_match_waits_for_it():
    waiting = lesson.nearest(999, "")
    assert waiting.is_choice
    assert waiting.lesson == "emperor"
