"""Phrases and guesses; they move no card."""

from __future__ import annotations

import pytest

from games import engine
from games.errors import ErrorCode, ServiceError
from games.live.phrases import PHRASES
from games.live.snapshot import GuessLine, load_snapshot
from games.models import Guess, Match
from games.services.talk import guess_winner, say_phrase
from tests.games.seated import PLAIN, Clock, Person, Told, lay_deck, person, play, seat_people

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


def table_with_one_out() -> tuple[Match, list[Person]]:
    """Three people, of whom the first drew Semimaru."""
    people = [person(name) for name in ("Anna", "Berta", "Carla")]
    match = seat_people(people, deck=(engine.SEMIMARU, *PLAIN))
    play(match, 0, people[0], 0)
    return match, people


def refused(match: Match, who: Person, seat: int) -> ErrorCode:
    with pytest.raises(ServiceError) as refusal:
        guess_winner(match_id=match.pk, player=who.player, seat=seat)
    return refusal.value.code


def test_a_phrase_of_a_seat_is_told_to_every_process(told: Told) -> None:
    anna, berta = person(), person()
    match = seat_people([anna, berta])
    say_phrase(match_id=match.pk, seat=1, phrase="hello", device_id=berta.device.pk)
    news, _ = told.news[-1]
    assert (news.kind, news.match_id, news.details) == ("phrase", match.pk, {"seat": 1, "phrase": "hello"})


def test_there_are_about_sixteen_phrases_and_no_free_text(told: Told) -> None:
    anna, berta = person(), person()
    match = seat_people([anna, berta])
    assert len(PHRASES) == 16
    for phrase in ("buy at example.com", "", "HELLO"):
        with pytest.raises(ServiceError) as refusal:
            say_phrase(match_id=match.pk, seat=0, phrase=phrase, device_id=anna.device.pk)
        assert refusal.value.code is ErrorCode.BAD_MESSAGE
    with pytest.raises(ServiceError) as refusal:
        say_phrase(match_id=match.pk, seat=0, phrase="hello", device_id=berta.device.pk)
    assert refusal.value.code is ErrorCode.NOT_YOUR_SEAT
    assert told.news == []


def test_a_seat_that_is_out_and_a_watcher_may_guess_and_a_seat_in_the_game_may_not() -> None:
    match, (anna, berta, _carla) = table_with_one_out()
    watcher = person("Dora")
    guess_winner(match_id=match.pk, player=anna.player, seat=1)
    guess_winner(match_id=match.pk, player=watcher.player, seat=2)
    assert refused(match, berta, 2) is ErrorCode.CANNOT_GUESS
    assert set(Guess.objects.values_list("name", "seat")) == {("Anna", 1), ("Dora", 2)}


def test_nobody_guesses_a_seat_that_is_out_or_does_not_exist() -> None:
    match, (anna, *_) = table_with_one_out()
    assert refused(match, anna, 0) is ErrorCode.CANNOT_GUESS
    assert refused(match, anna, 5) is ErrorCode.CANNOT_GUESS
    assert refused(match, anna, -1) is ErrorCode.CANNOT_GUESS


def test_a_guess_may_be_changed_once_a_step() -> None:
    match, (anna, berta, _carla) = table_with_one_out()
    guess_winner(match_id=match.pk, player=anna.player, seat=1)
    assert refused(match, anna, 2) is ErrorCode.CANNOT_GUESS
    play(match, 1, berta, 1)
    guess_winner(match_id=match.pk, player=anna.player, seat=2)
    assert Guess.objects.get().seat == 2


def test_guesses_are_shown_at_the_end_and_not_before(told: Told, clock: Clock) -> None:
    match, (anna, berta, carla) = table_with_one_out()
    lay_deck_of_the_rest(match)
    guess_winner(match_id=match.pk, player=anna.player, seat=2)
    assert load_snapshot(match.pk).guesses == ()
    play(match, 1, berta, 1)
    play(match, 2, carla, 2)
    expected = (GuessLine(anna.player.pk, "Anna", 2),)
    snapshot = told.news[-1][1]
    assert snapshot is not None and snapshot.guesses == load_snapshot(match.pk).guesses == expected
    assert refused(match, anna, 1) is ErrorCode.NOT_LIVE


def lay_deck_of_the_rest(match: Match) -> None:
    """Leave two cards in the draw pile of a match that has begun."""
    from dataclasses import replace

    from games.live.known import forget_all

    match.refresh_from_db()
    state = engine.decode(match.state)
    match.state = engine.encode(replace(state, draw_pile=state.draw_pile[:2]))
    match.deck = match.deck[:3]
    match.save()
    forget_all()


def test_a_guess_needs_access_to_the_table() -> None:
    anna, other = person(), person()
    solo = seat_people([anna], cpus=3)
    assert refused(solo, other, 1) is ErrorCode.NOT_FOUND
    lay_deck(solo, PLAIN)
