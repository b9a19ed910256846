"""What holds at every moment of every match (rules.md has a heading of that name), over matches made by hypothesis."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import (
    CARDS,
    Action,
    Board,
    EventKind,
    RuleSet,
    SemimaruRule,
    State,
    apply_action,
    decode,
    encode,
    is_terminal,
    legal_actions,
    new_match,
    play_out,
    public_view,
    replay,
    standings,
    winners,
)
from tests.games.engine.boards import full_decks, midway_states, openings, played_matches, rule_sets

Told = list[tuple[State, Action | None]]


@given(played_matches())
def test_each_card_is_somewhere_exactly_once_at_every_moment(told: Told) -> None:
    deck = sorted(told[0][0].draw_pile)
    for state, _ in told:
        cards = [card for hand in state.hands for card in hand]
        cards += state.common_pile + state.draw_pile
        assert sorted(cards) == deck


@given(rule_sets, full_decks)
def test_a_full_deck_stays_the_100_cards(rules: RuleSet, deck: list[int]) -> None:
    state = new_match(rules, 3, 0, deck)
    while not is_terminal(state):
        state, _ = apply_action(state, Action.FLIP)
        cards = [card for hand in state.hands for card in hand]
        assert sorted([*cards, *state.common_pile, *state.draw_pile]) == list(CARDS)


@given(played_matches())
def test_exactly_one_seat_acts_until_the_end_and_nobody_after(told: Told) -> None:
    for state, action in told:
        assert (state.turn is None) == is_terminal(state) == (legal_actions(state) == ()) == (action is None)
        if state.turn is not None:
            assert not state.out[state.turn]
            assert not state.skip_pending[state.turn]
            assert state.draw_pile
            assert state.out.count(False) > 1


@given(played_matches())
def test_a_step_is_counted_once_and_a_flip_takes_the_top_card(told: Told) -> None:
    for (before, action), (after, _) in pairwise(told):
        assert after.step == before.step + 1
        assert after.draw_pile == (before.draw_pile if action is Action.STOP else before.draw_pile[1:])


@given(played_matches())
def test_a_choice_comes_only_after_a_card_that_grants_one_and_where_stopping_is_allowed(told: Told) -> None:
    for state, _ in told:
        if Action.STOP in legal_actions(state):
            assert state.is_further_flip
            assert state.rules.allow_stop
        elif state.is_further_flip:
            assert not state.rules.allow_stop


@given(played_matches())
def test_an_out_seat_stays_out_with_no_cards_and_ranks_last(told: Told) -> None:
    was_out = told[0][0].out
    for state, _ in told:
        assert all(now or not before for now, before in zip(state.out, was_out, strict=True))
        was_out = state.out
        ranks = standings(state)
        for seat, is_out in enumerate(state.out):
            assert not is_out or (state.hands[seat] == () and ranks[seat] == state.seat_count)
        assert winners(state)


@given(played_matches())
def test_the_codec_gives_back_the_same_state(told: Told) -> None:
    for state, _ in told:
        assert decode(encode(state)) == state


@given(played_matches())
def test_a_replay_equals_the_live_match_events_included(told: Told) -> None:
    start = told[0][0]
    actions = [action for _, action in told if action is not None]
    again = replay(start.rules, start.seat_count, start.first_seat, start.draw_pile, actions)
    assert [state for state, _ in again] == [state for state, _ in told[1:]]
    for (before, action), (_, events) in zip(told, again, strict=False):
        assert action is not None
        assert apply_action(before, action)[1] == events


@given(played_matches())
def test_a_playout_equals_the_live_match_step_by_step(told: Told) -> None:
    choices = [action for state, action in told if action is not None and len(legal_actions(state)) == 2]
    start = told[0][0]
    waiting = iter(choices)
    board = Board(start)
    for state, _ in told[1:]:
        board.run(lambda _: next(waiting), steps_at_most=1)
        assert board.state() == state
    waiting = iter(choices)
    end = play_out(start.rules, start.seat_count, start.first_seat, start.draw_pile, lambda board: next(waiting))
    assert end.state == told[-1][0]
    assert end.choices == len(choices)


@given(midway_states())
def test_a_playout_can_start_anywhere_in_a_match(state: State) -> None:
    live = state
    while not is_terminal(live):
        live, _ = apply_action(live, Action.FLIP)
    board = Board(state)
    board.run(lambda _: Action.FLIP)
    assert board.state() == live


@given(played_matches())
def test_the_events_add_up_to_what_changed(told: Told) -> None:
    for (before, action), (after, _) in pairwise(told):
        assert action is not None
        _, events = apply_action(before, action)
        kinds = [event.kind for event in events]
        seat = before.turn
        assert seat is not None
        assert (EventKind.MATCH_OVER in kinds) == is_terminal(after)
        assert (EventKind.STOPPED in kinds) == (action is Action.STOP)
        goes_on = EventKind.MAY_GO_ON in kinds or EventKind.MUST_GO_ON in kinds
        assert goes_on == (not is_terminal(after) and after.is_further_flip)
        gained = len(after.hands[seat]) - len(before.hands[seat])
        for event in events:
            match event.kind:
                case EventKind.KEPT:
                    gained -= 1
                case EventKind.TOOK_PILE:
                    assert event.count == len(before.common_pile)
                    gained -= 1 + event.count
                case EventKind.TOOK_HANDS:
                    # Jitō herself was counted when she took the pile.
                    gained -= event.count + (0 if event.card == 2 else 1)
                case EventKind.LOST_HAND | EventKind.WENT_OUT:
                    gained += event.count
                case EventKind.ALL_TO_PILE:
                    assert event.count == sum(len(hand) for hand in before.hands)
                    gained += len(before.hands[seat])
                case EventKind.SKIPPED:
                    assert before.skip_pending[event.seat]
                    assert not after.skip_pending[event.seat]
                case EventKind.WILL_SKIP:
                    assert event.seat == seat
        assert gained == 0


@given(openings(), st.integers(0, 5), st.integers(0, 2**64 - 1))
def test_seats_with_other_numbers_in_the_same_order_play_the_same_match(start: State, shift: int, bits: int) -> None:
    """Hands are compared as sets: all hands come to the flipper, or to the pile, by seat number."""
    seats = start.seat_count
    one = start
    other = new_match(start.rules, seats, (start.first_seat + shift) % seats, start.draw_pile)
    while not is_terminal(one):
        legal = legal_actions(one)
        assert legal == legal_actions(other)
        action = legal[bits % len(legal)]
        bits = (bits >> 1) | ((bits & 1) << 63)
        one, _ = apply_action(one, action)
        other, _ = apply_action(other, action)
        for seat in range(seats):
            there = (seat + shift) % seats
            assert set(one.hands[seat]) == set(other.hands[there])
            assert (one.out[seat], one.skip_pending[seat]) == (other.out[there], other.skip_pending[there])
            assert standings(one)[seat] == standings(other)[there]
        assert one.turn is None or other.turn == (one.turn + shift) % seats
    assert is_terminal(other)


@given(midway_states())
def test_a_view_holds_nothing_of_the_order(state: State) -> None:
    turned = State(
        **{name: getattr(state, name) for name in State.__slots__ if name != "draw_pile"},
        draw_pile=tuple(reversed(state.draw_pile)),
    )
    assert public_view(turned) == public_view(state)
    assert public_view(state).unseen == tuple(sorted(state.draw_pile))


@given(full_decks)
@settings(max_examples=30)
def test_two_seats_under_the_defaults_end_the_moment_semimaru_comes_up(deck: list[int]) -> None:
    end = play_out(RuleSet(), 2, 0, deck, lambda _: Action.FLIP).state
    assert len(end.draw_pile) == 99 - deck.index(10)
    assert end.out.count(True) == 1
    assert standings(end)[end.out.index(True)] == 2


@given(full_decks, st.integers(3, 6))
@settings(max_examples=30)
def test_with_more_seats_under_the_defaults_exactly_one_goes_out_and_all_cards_come(
    deck: list[int], seats: int
) -> None:
    end = play_out(RuleSet(semimaru=SemimaruRule.OUT), seats, 0, deck, lambda _: Action.FLIP).state
    assert end.draw_pile == ()
    assert end.out.count(True) == 1
