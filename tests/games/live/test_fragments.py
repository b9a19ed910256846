"""The pieces of the live table in every state it can be in."""

import random
import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from games import engine
from games.errors import ErrorCode
from games.live import fragments
from games.live.snapshot import GuessLine, PhraseLine, RatingLine, SeatFace, StepLine
from games.live.words import NOTICES, Words, words_of
from tests.games.live.pages import Page
from tests.games.live.tables import faces, snapshot_of, state_with, walk

RULES = (
    engine.RuleSet(),
    engine.RuleSet(
        semimaru=engine.SemimaruRule.SKIP_TURN,
        emperor=engine.EmperorRule.TAKE_ALL_HANDS,
        lady=engine.LadyRule.TAKE_PILE_AND_ONE_MORE,
    ),
    engine.RuleSet(semimaru=engine.SemimaruRule.ALL_HANDS_TO_PILE, allow_stop=False),
)
HOSTILE = (
    "<img src=x onerror=1>",
    "<div hx-get=/x hx-trigger=load>",
    "<b ws-send>",
    '"><svg>',
    "{{7*7}}",
    "{name}",
    "%(x)s",
)


@pytest.mark.parametrize("seat_count", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("rules", RULES)
def test_every_state_has_one_root_per_piece_and_no_empty_or_double_id(seat_count, rules):
    for snapshot in walk(seat_count, rules, seed=seat_count):
        for viewer in (None, 0, snapshot.view.turn):
            pieces = fragments.pieces(snapshot, "en", viewer)
            page = Page("".join(pieces.values()))
            assert [root.attributes["id"] for root in page.roots] == list(pieces)
            assert all(root.attributes["hx-swap-oob"] for root in page.roots)
            assert all(page.ids)
            assert len(page.ids) == len(set(page.ids))
            assert not page.has("i", style="")


def test_the_same_pieces_stand_for_a_seat_in_every_state_so_that_each_finds_its_target():
    expected = None
    for snapshot in walk(4, RULES[0], seed=8):
        names = list(fragments.pieces(snapshot, "en", 0))
        expected = expected or names
        assert names == expected
    assert expected is not None
    assert expected[0] == "board"


def test_the_pieces_say_nothing_of_the_order_of_the_draw_pile():
    state = state_with(hands=((3, 4), (5,)), pile=(6, 7), draw=tuple(range(20, 60)))
    shuffled = list(state.draw_pile)
    random.Random(3).shuffle(shuffled)
    before = fragments.pieces(snapshot_of(state), "en", 0)
    assert fragments.pieces(snapshot_of(replace(state, draw_pile=tuple(shuffled))), "en", 0) == before


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_plain_text_in_every_piece(name):
    state = state_with(hands=((1,), (2,)), draw=(3,))
    seats = (SeatFace(0, name, 1), SeatFace(1, name, 2))
    kept = StepLine(1, 0, "flip", "away", (engine.Event(engine.EventKind.KEPT, 0, 3),))
    running = snapshot_of(state, seats=seats, recent=(kept,))
    over, events = engine.apply_action(state, engine.Action.FLIP)
    finished = snapshot_of(
        over,
        seats=seats,
        recent=(StepLine(1, 0, "flip", "timeout", events),),
        guesses=(GuessLine(9, name, 0),),
    )
    for snapshot in (running, finished):
        html = "".join(fragments.pieces(snapshot, "en", None).values())
        page = Page(html)
        assert name[:20] in page.text
        assert not {"img", "svg", "b ws-send"} & {element.tag for element in page.elements}
        allowed_gets = {element.attributes.get("hx-get") for element in page.elements}
        assert allowed_gets == {None}
        assert "49" not in page.text


def test_names_stand_in_isolates_and_steering_characters_are_gone():
    seats = (SeatFace(0, "abc (1)\u202e", 1), SeatFace(1, "\u2067محمد", 2))
    html = fragments.pieces(snapshot_of(state_with(hands=((), ()), draw=(3,)), seats=seats), "en", 0)["seat-0"]
    assert "<bdi>abc (1)</bdi>" in html


def test_a_seat_without_a_visible_name_is_called_by_its_number():
    seats = (SeatFace(0, "\u3164", 1), SeatFace(1, "", None))
    pieces = fragments.pieces(snapshot_of(state_with(hands=((), ()), draw=(3,)), seats=seats), "en", 0)
    assert "<bdi>Player 1</bdi>" in pieces["seat-0"]
    assert "<bdi>CPU 2</bdi>" in pieces["seat-1"]


def test_numbers_are_localised_in_text_and_plain_in_attributes(monkeypatch):
    monkeypatch.setattr(
        Words, "number", lambda self, value: str(value).translate(str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩"))
    )
    state = state_with(hands=(tuple(range(20, 40)), (50,)), pile=(60, 61), draw=tuple(range(70, 99)))
    snapshot = snapshot_of(state, seats=faces(2, people=2), turn_limit_seconds=30)
    page = Page("".join(fragments.pieces(snapshot, "zz", 0).values()) + fragments.clock_piece(snapshot, "zz", 12_345))
    for element in page.elements:
        for name, value in element.attributes.items():
            assert (value or "").isascii(), (name, value)
    assert "٢٠" in page.by_id("seat-0").text
    assert "١٣" in page.by_id("clock").text
    assert not re.search("[0-9]", page.by_id("seat-0").text)
    assert page.by_id("clock").attributes["data-remaining"] == "12345"


def test_the_live_region_of_a_replay_is_never_replaced_and_says_the_step_once():
    state = state_with(hands=((3,), ()), draw=(4, 5), turn=1)
    step = StepLine(1, 0, "flip", "person", (engine.Event(engine.EventKind.KEPT, 0, 3),))
    root = Page(fragments.say_piece(snapshot_of(state, recent=(step,)), "en")).roots[0]
    assert root.attributes["hx-swap-oob"] == "innerHTML"
    assert root.attributes["aria-live"] == "polite"
    assert root.text == "Murasaki reveals the courtier Hitomaro and keeps the card."


@pytest.mark.parametrize(
    ("event", "is_decisive"),
    [
        (engine.Event(engine.EventKind.KEPT, 0, 3), False),
        (engine.Event(engine.EventKind.KEPT, 0, engine.SEMIMARU), True),
        (engine.Event(engine.EventKind.LOST_HAND, 0, 12, count=7), False),
        (engine.Event(engine.EventKind.LOST_HAND, 0, 12, count=8), True),
        (engine.Event(engine.EventKind.TOOK_PILE, 0, 9, count=8), True),
        (engine.Event(engine.EventKind.MATCH_OVER, 0), True),
    ],
)
def test_the_log_marks_the_steps_that_turn_a_match_for_listeners_who_want_little(event, is_decisive):
    state = state_with(hands=((3,), ()), draw=(4, 5), turn=1)
    step = StepLine(1, 0, "flip", "person", (event,))
    log = Page(fragments.shared_pieces(snapshot_of(state, recent=(step,)), "en")["events"])
    weights = [line.attributes.get("data-weight") for line in log.elements if line.tag == "li"]
    assert weights == ["decisive" if is_decisive else None, None]


def test_the_owner_on_turn_may_flip_and_at_a_choice_also_stop():
    state = state_with(hands=((), ()), draw=(4, 5))
    plain = Page(fragments.own_pieces(snapshot_of(state), "en", 0)["controls"])
    assert "aria-disabled" not in plain.by_id("flip").attributes
    assert "stop" not in plain.ids
    choice = Page(fragments.own_pieces(snapshot_of(replace(state, is_further_flip=True)), "en", 0)["controls"])
    assert choice.by_id("flip").text == "Reveal one more"
    assert choice.by_id("stop").text == "Stop"
    assert "disabled" not in choice.by_id("stop").attributes


def test_out_of_turn_the_button_stays_to_keep_the_focus_but_is_off():
    state = state_with(hands=((), ()), draw=(4, 5), turn=1)
    page = Page(fragments.own_pieces(snapshot_of(state), "en", 0)["controls"])
    assert page.by_id("flip").attributes["aria-disabled"] == "true"
    assert "disabled" not in page.by_id("flip").attributes


def test_each_form_carries_the_version_it_was_made_for():
    state = state_with(hands=((), ()), draw=(4, 5), step=17, is_further_flip=True)
    page = Page(fragments.own_pieces(snapshot_of(state), "en", 0)["controls"])
    versions = [element.attributes["value"] for element in page.elements if element.attributes.get("name") == "version"]
    assert versions == ["17", "17"]
    assert {element.attributes["method"] for element in page.elements if element.tag == "form"} == {"post"}


def test_a_seat_that_the_cpu_keeps_can_be_taken_back():
    seats = (SeatFace(0, "Sei", 1, is_held_by_cpu=True), SeatFace(1, "", None))
    pieces = fragments.pieces(snapshot_of(state_with(hands=((), ()), draw=(4, 5)), seats=seats), "en", 0)
    assert Page(pieces["controls"]).by_id("take_back").text == "Take my seat back"
    assert "CPU plays" in pieces["seat-0"]


def test_watchers_and_seats_that_are_out_guess_among_those_still_in():
    state = state_with(hands=((), (), ()), draw=(4, 5), turn=1, out=(True, False, False))
    snapshot = snapshot_of(state)
    for viewer in (None, 0):
        page = Page(fragments.own_pieces(snapshot, "en", viewer)["controls"])
        assert [name for name in page.ids if name.startswith("guess-")] == ["guess-1", "guess-2"]
        assert "flip" not in page.ids
    assert "form-guess" not in Page(fragments.own_pieces(snapshot, "en", 1)["controls"]).ids


def test_a_guess_form_does_not_change_with_every_step():
    state = state_with(hands=((), ()), draw=(4, 5))
    before = fragments.own_pieces(snapshot_of(state), "en", None)
    after = fragments.own_pieces(snapshot_of(replace(state, step=5)), "en", None)
    assert after == before


def test_seats_are_marked_outside_the_name_in_words():
    seats = (
        SeatFace(0, "Sei", 1, is_away=True),
        SeatFace(1, "", None),
        SeatFace(2, "Ise", 3, missed_steps=1),
        SeatFace(3, "Akazome", 4),
    )
    state = state_with(
        hands=((), (), (), ()), draw=(4, 5), out=(False, False, False, True), skip_pending=(False, True, False, False)
    )
    pieces = fragments.pieces(snapshot_of(state, seats=seats, host_seat=2), "en", 2)
    shown = [
        re.findall(r'<span class="mark mark-[a-z_]+">([^<]+)</span>', pieces[f"seat-{number}"]) for number in range(4)
    ]
    assert shown == [["Away"], ["CPU", "Skips next turn"], ["Host", "Missed a turn"], ["Out"]]
    assert "On turn" in pieces["seat-0"]
    assert "On turn" not in pieces["seat-1"]


def test_the_semimaru_notice_stands_with_15_cards_left_and_him_unseen():
    fifteen = (engine.SEMIMARU, *range(20, 34))
    for draw, stands in ((fifteen, True), ((*fifteen, 50), False), (tuple(range(20, 34)), False)):
        pieces = fragments.pieces(snapshot_of(state_with(hands=((), ()), draw=draw)), "en", 0)
        assert ("Semimaru is still in the draw pile" in pieces["piles"]) is stands


def test_the_odds_count_what_everybody_can_see():
    # 3 and 4 are courtiers, 1 an emperor, 2 Jitō (lady and emperor), 9 a lady, 8 a monk, 10 Semimaru.
    page = Page(fragments.pieces(snapshot_of(state_with(hands=((), ()), draw=(3, 4, 1, 2, 9, 8, 10))), "en", 0)["odds"])
    said = [element.text for element in page.elements if element.attributes.get("class") == "vh"]
    assert said == [
        "Courtier: 43%, 3 of 7",
        "Lady: 29%, 2 of 7",
        "Monk: 14%, 1 of 7",
        "Semimaru: 14%, 1 of 7",
        "Emperor: 29%, 2 of 7",
    ]


def test_a_hand_shows_its_cards_in_the_order_in_which_they_came():
    hand = tuple(range(20, 80))
    page = Page(fragments.pieces(snapshot_of(state_with(hands=(hand, ()), draw=(3,))), "en", 0)["seat-0"])
    fan = next(element for element in page.elements if element.attributes.get("class") == "fan")
    assert [element.attributes["class"] for element in fan.inside] == [f"c{number}" for number in hand]


def test_the_common_pile_shows_its_top_cards_the_topmost_last():
    pile = tuple(range(20, 40))
    page = Page(fragments.pieces(snapshot_of(state_with(hands=((), ()), pile=pile, draw=(3,))), "en", 0)["piles"])
    shown = [element.attributes["class"] for element in page.elements if element.tag == "i"]
    assert shown == ["card card-back", *(f"card c{number}" for number in range(34, 40))]


def test_the_pieces_of_a_table_in_the_middle_of_a_match_take_eight_kilobytes_at_most():
    middle = next(snapshot for snapshot in walk(4, RULES[0], seed=3) if snapshot.version == 50)
    for language in ("en", "ja", "ru"):
        assert sum(len(piece.encode()) for piece in fragments.pieces(middle, language, 0).values()) < 8_000


def test_the_clock_is_hidden_without_a_limit_and_rounds_up_with_one():
    snapshot = snapshot_of(state_with(hands=((), ()), draw=(3,)))
    assert "hidden" in Page(fragments.clock_piece(snapshot, "en", None)).roots[0].attributes
    limited = replace(snapshot, turn_limit_seconds=30, deadline_at=datetime(2026, 1, 1, tzinfo=UTC))
    clock = Page(fragments.clock_piece(limited, "en", 29_001))
    assert "hidden" not in clock.roots[0].attributes
    assert clock.text.endswith("30")


@pytest.mark.parametrize("code", list(ErrorCode))
def test_every_refusal_has_a_sentence(code):
    assert len(words_of("en").notice(code.value)) > 10


def test_a_notice_without_a_code_is_empty():
    assert Page(fragments.notice_piece("", "en")).text == ""
    assert Page(fragments.notice_piece("not_your_turn", "en")).text == NOTICES["not_your_turn"](0)


def test_the_result_shows_shared_ranks_the_draw_and_right_guesses():
    state = state_with(hands=((20, 21), (22, 23), (24,), ()), pile=(30,), draw=(), turn=0)
    over = replace(state, turn=None)
    seats = tuple(SeatFace(number, f"P{number}", number + 1) for number in range(4))
    snapshot = snapshot_of(over, seats=seats, guesses=(GuessLine(9, "Ono", 1), GuessLine(8, "Ise", 2)))
    page = Page(fragments.pieces(snapshot, "en", 0)["result"])
    assert page.by_id("result-title").text == "A draw between P0 and P1"
    ranks = [element.text for element in page.elements if element.attributes.get("class") == "rank"]
    assert ranks == ["1", "1", "3", "4"]
    assert "1 card stayed in the common pile" in page.text
    rights = [element for element in page.elements if element.attributes.get("class") == "mark mark-right"]
    assert len(rights) == 1


def test_the_first_of_the_result_wear_a_crown_and_hands_are_bars_beside_the_largest():
    over = replace(state_with(hands=((20, 21), (22, 23), (24,), ()), draw=()), turn=None)
    result = Page(fragments.pieces(snapshot_of(over), "en", 0)["result"])
    rows = [element for element in result.elements if element.tag == "li"]
    assert ["crown" in [inner.attributes.get("class") for inner in row.inside] for row in rows] == [
        True,
        True,
        False,
        False,
    ]
    bars = [element.attributes["value"] for element in result.elements if element.tag == "progress"]
    assert bars == ["2", "2", "1", "0"]
    assert result.has("a", href="/en/m/abcdefghjkmn/luck/")


def test_a_seat_that_went_out_is_named_as_such_in_the_result():
    state = replace(state_with(hands=((20,), ()), pile=(30,), draw=(40,), out=(False, True)), turn=None)
    page = Page(fragments.pieces(snapshot_of(state), "en", 0)["result"])
    assert page.by_id("result-title").text == "Murasaki wins"
    assert "out of the game" in page.text


def test_the_result_of_a_rated_match_tells_what_it_did_to_the_ratings():
    over = replace(state_with(hands=((20, 21), (22,), ()), draw=()), turn=None)
    lines = (RatingLine(0, 12, 20), RatingLine(1, None, -5))
    result = Page(fragments.pieces(snapshot_of(over, is_rated=True, ratings=lines), "en", 0)["result"])
    changes = [element for element in result.elements if element.attributes.get("class") == "result-rating"]
    assert [element.text for element in changes] == ["Rating +12", "Group −5"]


def test_a_finished_match_leads_on():
    over = replace(state_with(hands=((20,), ()), draw=()), turn=None)
    solo = Page(fragments.own_pieces(snapshot_of(over), "en", 0)["controls"])
    assert solo.by_id("again").text == "Play again"
    assert solo.by_id("to-match").attributes["href"] == "/en/m/abcdefghjkmn/"
    snapshot = snapshot_of(over, group_code="CDFGHJKM")
    group = Page(fragments.own_pieces(snapshot, "en", 0)["controls"])
    assert group.by_id("form-again").attributes["action"] == "/en/g/CDFGHJKM/again/"
    assert group.by_id("to-group").attributes["href"] == "/en/g/CDFGHJKM/"
    watcher = Page(fragments.own_pieces(snapshot, "en", None)["controls"])
    assert watcher.by_id("again").attributes["href"] == "/en/g/CDFGHJKM/"


def test_an_abandoned_match_says_that_it_has_no_result():
    state = state_with(hands=((20,), ()), draw=(40,))
    pieces = fragments.pieces(snapshot_of(state, status="abandoned"), "en", 0)
    assert "without a result" in pieces["turn"]
    assert "No result" in pieces["result"]
    assert 'data-turn=""' in pieces["board"]
    assert 'data-over="1"' in pieces["board"]


def test_the_latest_phrase_of_a_seat_is_shown_in_the_readers_language():
    lines = (PhraseLine(1, 0, "hello"), PhraseLine(2, 1, "wow"), PhraseLine(3, 0, "thanks"), PhraseLine(4, 1, "gone"))
    snapshot = snapshot_of(state_with(hands=((), (), ()), draw=(4,)), phrases=lines)
    pieces = fragments.pieces(snapshot, "en", 0)
    assert Page(pieces["phrase-0"]).text.endswith("Thank you!")
    assert Page(pieces["phrase-0"]).roots[0].attributes["data-number"] == "3"
    assert Page(pieces["phrase-1"]).text.endswith("Wow!")
    assert "hidden" in Page(pieces["phrase-2"]).roots[0].attributes


def test_pieces_of_one_viewer_differ_from_anothers_only_in_the_controls():
    snapshot = snapshot_of(state_with(hands=((), ()), draw=(4, 5)), seats=faces(2, people=2))
    mine, theirs = (fragments.pieces(snapshot, "en", viewer) for viewer in (0, 1))
    assert [name for name in mine if mine[name] != theirs[name]] == ["controls"]
