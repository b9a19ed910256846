"""What everybody sees, the odds of the next card and the Semimaru notice."""

import dataclasses

from hypothesis import given

from games.engine import (
    CARDS,
    Action,
    Odds,
    PublicView,
    RuleSet,
    State,
    apply_action,
    has_semimaru_notice,
    new_match,
    odds,
    public_view,
)
from tests.games.engine.boards import laid_out, midway_states


def test_a_view_has_exactly_the_public_fields() -> None:
    assert [field.name for field in dataclasses.fields(PublicView)] == [
        "rules",
        "seat_count",
        "first_seat",
        "turn",
        "is_further_flip",
        "hands",
        "common_pile",
        "draw_count",
        "unseen",
        "out",
        "skip_pending",
        "step",
        "standings",
        "is_over",
        "legal",
    ]


def test_a_view_shows_the_table_and_the_draw_pile_as_a_number() -> None:
    view = public_view(laid_out([[4], [5, 6]], pile=[8], draw=[99, 7, 50], is_further=True))
    assert (view.hands, view.common_pile, view.draw_count) == (((4,), (5, 6)), (8,), 3)
    assert view.unseen == (7, 50, 99)
    assert view.standings == (2, 1)
    assert view.legal == (Action.FLIP, Action.STOP)
    assert not view.is_over


def test_a_view_of_a_match_that_is_over_offers_nothing() -> None:
    state, _ = apply_action(laid_out([[4], [5]], draw=[6]), Action.FLIP)
    view = public_view(state)
    assert (view.is_over, view.turn, view.legal, view.draw_count) == (True, None, (), 0)


def test_the_odds_of_the_first_card_are_the_deck() -> None:
    view = public_view(new_match(RuleSet(), 4, 0, CARDS))
    assert odds(view) == Odds(courtier=66, lady=21, monk=12, semimaru=1, emperor=8, total=100)


def test_the_odds_count_jito_as_a_lady_and_as_an_emperor() -> None:
    view = public_view(laid_out([[4], []], draw=[2, 1, 3, 8]))
    assert odds(view) == Odds(courtier=2, lady=1, monk=1, semimaru=0, emperor=2, total=4)


@given(midway_states())
def test_the_four_roles_add_up_to_the_cards_that_are_left(state: State) -> None:
    seen = odds(public_view(state))
    assert seen.courtier + seen.lady + seen.monk + seen.semimaru == seen.total == len(state.draw_pile)


def notice_with(left: int, *, has_come: bool) -> bool:
    others = [card for card in CARDS if card != 10]
    draw = others[:left] if has_come else [*others[: left - 1], 10]
    return has_semimaru_notice(public_view(laid_out([[], []], draw=draw)))


def test_the_semimaru_notice_stands_from_15_cards_down_until_he_comes() -> None:
    assert not notice_with(16, has_come=False)
    assert notice_with(15, has_come=False)
    assert notice_with(1, has_come=False)
    assert not notice_with(15, has_come=True)


def test_no_semimaru_notice_stands_over_an_empty_draw_pile() -> None:
    state, _ = apply_action(laid_out([[4], [5]], draw=[6]), Action.FLIP)
    assert not has_semimaru_notice(public_view(state))
