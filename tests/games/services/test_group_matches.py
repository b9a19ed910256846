"""Who sits, who begins, start and rematch; cases MP-01, MP-02, MP-03, MP-17."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from functools import partial

import pytest

from accounts.clock import database_now
from accounts.errors import AccountsError, ErrorCode
from accounts.models import Group, Membership, Player
from accounts.services import ban_player, set_readiness
from games import engine
from games.models import HouseRules, Match, MatchStatus, Seat
from games.selectors.groups import live_match, ready_members
from games.services.group_matches import ask_rematch, seat_takers, start_agreed_rematch, start_group_match
from games.services.groups import join_group, leave_group
from games.services.rules import change_house_rules, wish_of
from tests.visitors import be_silent, new_group, new_player, run_together

pytestmark = pytest.mark.django_db


def finish(match: Match) -> None:
    """End a match as far as groups are concerned."""
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.FINISHED, finished_at=database_now(), turn=None)


def owners(match: Match) -> list[int | None]:
    return [seat.player_id for seat in Seat.objects.filter(match=match).order_by("number")]


def tap(group: Group, player: Player, match: Match) -> Match | None:
    return ask_rematch(group=group, by=player, after_match_id=match.pk)


def set_house(group: Group, **values: object) -> None:
    HouseRules.objects.filter(group=group).update(**values)


def test_who_is_present_and_ready_takes_a_seat() -> None:
    group, (anna, berta, carla, dora) = new_group("Anna", "Berta", "Carla", "Dora")
    be_silent(group, carla, 21)
    set_readiness(membership=Membership.objects.get(player=dora), is_ready=False)
    match = start_group_match(group=group, by=anna)
    assert set(owners(match)) == {anna.pk, berta.pk}
    assert {seat.name for seat in match.seats.all()} == {"Anna", "Berta"}
    assert match.status == "running" and match.group == group and not match.is_rated


def test_one_person_gets_three_cpu_seats() -> None:
    group, (anna,) = new_group("Anna")
    match = start_group_match(group=group, by=anna)
    assert Counter(owners(match)) == {anna.pk: 1, None: 3}


def test_cpu_seats_fill_up_to_six_in_friendly_matches_only() -> None:
    group, (anna, _berta, _carla) = new_group("Anna", "Berta", "Carla")
    set_house(group, cpu_seats=5)
    friendly = start_group_match(group=group, by=anna)
    assert owners(friendly).count(None) == 3
    finish(friendly)
    set_house(group, is_rated=True)
    rated = start_group_match(group=group, by=anna)
    assert rated.is_rated and rated.seat_count == 3


def test_somebody_alone_in_a_rated_group_plays_unrated() -> None:
    group, (anna,) = new_group("Anna")
    set_house(group, is_rated=True)
    match = start_group_match(group=group, by=anna)
    assert not match.is_rated and match.seat_count == 4


def test_the_match_takes_the_house_rules_as_they_are_and_keeps_them() -> None:
    group, (anna, _berta) = new_group("Anna", "Berta")
    set_house(group, semimaru="as_monk", allow_stop=False, turn_limit_seconds=30)
    match = start_group_match(group=group, by=anna)
    set_house(group, semimaru="skip_turn", turn_limit_seconds=60)
    match.refresh_from_db()
    assert match.rules == {
        "semimaru": "as_monk",
        "emperor": "keep_and_one_more",
        "lady": "take_pile",
        "allow_stop": False,
    }
    assert match.turn_limit_seconds == 30


def test_nobody_ready_is_an_error_in_words() -> None:
    group, (anna, _berta) = new_group("Anna", "Berta")
    Membership.objects.update(is_ready=False)
    with pytest.raises(AccountsError) as caught:
        start_group_match(group=group, by=anna)
    assert caught.value.code is ErrorCode.NOBODY_READY


def test_a_banned_member_takes_no_seat() -> None:
    group, (anna, berta) = new_group("Anna", "Berta")
    ban_player(player=berta)
    assert berta.pk not in owners(start_group_match(group=group, by=anna))


def test_starting_twice_is_one_match() -> None:
    group, (anna, _berta) = new_group("Anna", "Berta")
    assert start_group_match(group=group, by=anna) == start_group_match(group=group, by=anna)
    assert Match.objects.count() == 1


def test_a_start_that_was_pressed_before_another_match_is_refused() -> None:
    group, (anna, _berta) = new_group("Anna", "Berta")
    finish(start_group_match(group=group, by=anna, after_match_id=""))
    with pytest.raises(AccountsError) as caught:
        start_group_match(group=group, by=anna, after_match_id="")
    assert caught.value.code is ErrorCode.STALE
    assert Match.objects.count() == 1


def test_of_eight_those_who_watched_are_first_next_time() -> None:
    group, players = new_group(*[f"Player {number}" for number in range(8)])
    first = start_group_match(group=group, by=players[0])
    watched = {player.pk for player in players} - set(owners(first))
    assert len(watched) == 2
    assert set(Membership.objects.filter(waiting_since__isnull=False).values_list("player_id", flat=True)) == watched
    finish(first)
    second = start_group_match(group=group, by=players[0])
    assert watched <= set(owners(second))
    finish(second)
    third = start_group_match(group=group, by=players[0])
    assert {player.pk for player in players} - set(owners(second)) <= set(owners(third))


def test_over_many_matches_of_nine_everybody_sits_equally_often() -> None:
    group, players = new_group(*[f"Player {number}" for number in range(9)])
    seats: Counter[int | None] = Counter()
    for _ in range(9):
        match = start_group_match(group=group, by=players[0])
        seats.update(owners(match))
        finish(match)
    assert set(seats.values()) == {6}


def test_a_late_arrival_watches_and_is_among_the_first_next_time() -> None:
    group, players = new_group(*[f"Player {number}" for number in range(6)])
    match = start_group_match(group=group, by=players[0])
    late = new_player("Late")
    join_group(group=group, player=late)
    assert late.pk not in owners(match)
    finish(match)
    assert late.pk in owners(start_group_match(group=group, by=players[0]))


def test_who_waited_longest_goes_first() -> None:
    now = database_now()
    group, players = new_group(*[f"Player {number}" for number in range(8)])
    for number, waited in ((6, 10), (7, 20)):
        Membership.objects.filter(player=players[number]).update(waiting_since=now - timedelta(minutes=waited))
    ready = [member.membership for member in ready_members(group)]
    sitting, watching = seat_takers(ready)
    assert [member.player_id for member in sitting[:2]] == [players[7].pk, players[6].pk]
    assert len(sitting) == 6 and len(watching) == 2


def test_the_first_match_draws_order_and_first_seat_by_lot() -> None:
    orders: set[tuple[str, ...]] = set()
    first_seats: set[int] = set()
    for _ in range(150):  # by chance, a fair lot needs more in less than one of 10^25 runs
        if len(orders) >= 4 and first_seats == {0, 1, 2}:
            break
        group, players = new_group("Anna", "Berta", "Carla")
        match = start_group_match(group=group, by=players[0])
        names = tuple(seat.name for seat in match.seats.order_by("number"))
        orders.add(names)
        first_seats.add(match.first_seat)
    assert len(orders) >= 4 and first_seats == {0, 1, 2}


def test_a_rematch_keeps_the_order_and_moves_the_first_seat_by_one() -> None:
    group, players = new_group("Anna", "Berta", "Carla", "Dora")
    match = start_group_match(group=group, by=players[0])
    for _ in range(5):
        finish(match)
        following = start_group_match(group=group, by=players[0])
        assert owners(following) == owners(match)
        assert following.first_seat == (match.first_seat + 1) % 4
        match = following


def test_when_the_next_first_seat_is_gone_the_one_after_begins() -> None:
    group, players = new_group("Anna", "Berta", "Carla", "Dora")
    match = start_group_match(group=group, by=players[0])
    order = owners(match)
    gone, follows = order[(match.first_seat + 1) % 4], order[(match.first_seat + 2) % 4]
    finish(match)
    leave_group(group=group, by=next(player for player in players if player.pk == gone))
    group.refresh_from_db()
    rematch = start_group_match(group=group, by=group.host)
    assert owners(rematch) == [player for player in order if player != gone]
    assert owners(rematch)[rematch.first_seat] == follows


def test_newcomers_sit_down_behind_those_who_stay_and_cpu_seats_keep_their_place() -> None:
    group, (anna,) = new_group("Anna")
    match = start_group_match(group=group, by=anna)
    finish(match)
    set_house(group, cpu_seats=3)
    berta = new_player("Berta")
    join_group(group=group, player=berta)
    rematch = start_group_match(group=group, by=anna)
    assert owners(rematch) == [*owners(match), berta.pk]


def test_a_rematch_starts_when_everybody_who_is_still_there_tapped() -> None:
    group, (anna, berta, carla) = new_group("Anna", "Berta", "Carla")
    match = start_group_match(group=group, by=anna)
    finish(match)
    assert tap(group, anna, match) is None
    assert tap(group, anna, match) is None
    assert tap(group, berta, match) is None
    rematch = tap(group, carla, match)
    assert rematch is not None and rematch != match
    assert tap(group, anna, match) == rematch
    assert Match.objects.count() == 2


def test_a_rematch_does_not_wait_for_those_who_went_away() -> None:
    group, (anna, berta, carla) = new_group("Anna", "Berta", "Carla")
    match = start_group_match(group=group, by=anna)
    finish(match)
    assert tap(group, anna, match) is None
    be_silent(group, berta, 21)
    be_silent(group, carla, 21)
    rematch = start_agreed_rematch(group=group)
    assert rematch is not None and set(owners(rematch)) == {anna.pk, None}


def test_one_person_against_cpu_seats_needs_one_tap() -> None:
    group, (anna,) = new_group("Anna")
    match = start_group_match(group=group, by=anna)
    finish(match)
    assert tap(group, anna, match) is not None


def test_a_tap_counts_for_the_match_it_was_made_after() -> None:
    group, (anna, berta) = new_group("Anna", "Berta")
    first = start_group_match(group=group, by=anna)
    finish(first)
    tap(group, anna, first)
    second = tap(group, berta, first)
    assert second is not None
    finish(second)
    assert tap(group, anna, second) is None, "the taps for the first rematch do not count again"
    with pytest.raises(AccountsError) as caught:
        tap(group, berta, first)
    assert caught.value.code is ErrorCode.STALE


def test_a_stranger_cannot_ask_for_a_rematch() -> None:
    group, (anna, _berta) = new_group("Anna", "Berta")
    match = start_group_match(group=group, by=anna)
    finish(match)
    with pytest.raises(AccountsError) as caught:
        tap(group, new_player("Mallory"), match)
    assert caught.value.code is ErrorCode.NOT_MEMBER


def test_the_deck_comes_from_the_secret_whose_commitment_was_shown_before() -> None:
    group, (anna, berta) = new_group("Anna", "Berta")
    secret = bytes.fromhex(HouseRules.objects.get(group=group).next_secret)
    set_readiness(membership=Membership.objects.get(player=berta), is_ready=True, nonce="from the browser")
    match = start_group_match(group=group, by=anna)
    assert match.commitment == engine.commitment(secret)
    nonces = [seat.nonce for seat in match.seats.order_by("number")]
    assert match.deck == list(engine.derive_deck(secret, nonces))
    assert match.seats.get(player=berta).nonce == "from the browser"
    assert match.seats.get(player=anna).nonce
    assert HouseRules.objects.get(group=group).next_secret != secret.hex()
    assert not Membership.objects.exclude(nonce="").exists()


def test_changing_settings_keeps_the_secret() -> None:
    group, (anna, _berta) = new_group("Anna", "Berta")
    house = HouseRules.objects.get(group=group)
    change_house_rules(group=group, by=anna, version=house.version, wish=wish_of(house))
    assert HouseRules.objects.get(group=group).next_secret == house.next_secret


@pytest.mark.django_db(transaction=True)
@pytest.mark.both
def test_start_pressed_by_many_at_once_is_one_match() -> None:
    group, (anna, *_others) = new_group("Anna", "Berta", "Carla")
    results = run_together([lambda: start_group_match(group=group, by=anna, after_match_id="").pk] * 6)
    assert len(set(results)) == 1 and Match.objects.count() == 1
    assert Match.objects.get().seat_count == 3


@pytest.mark.django_db(transaction=True)
@pytest.mark.both
def test_six_who_tap_rematch_at_once_land_in_one_match() -> None:
    group, players = new_group(*[f"Player {number}" for number in range(6)])
    first = start_group_match(group=group, by=players[0])
    finish(first)
    results = run_together([partial(tap, group, player, first) for player in players])
    assert not [result for result in results if isinstance(result, Exception)]
    second = live_match(group)
    assert second is not None and Match.objects.count() == 2
    assert set(owners(second)) == {player.pk for player in players}


@pytest.mark.django_db(transaction=True)
@pytest.mark.both
def test_of_nine_who_join_and_start_at_once_six_sit_and_the_others_watch() -> None:
    group, players = new_group(*[f"Player {number}" for number in range(5)])
    newcomers = [new_player(f"New {number}") for number in range(4)]
    results = run_together(
        [partial(join_group, group=group, player=player) for player in newcomers]
        + [lambda: start_group_match(group=group, by=players[0])]
    )
    assert not [result for result in results if isinstance(result, Exception)]
    match = Match.objects.get()
    sitting = set(owners(match))
    assert 5 <= len(sitting) <= 6 and len(sitting) == match.seat_count
    waiting = set(Membership.objects.filter(waiting_since__isnull=False).values_list("player_id", flat=True))
    assert waiting == {player.pk for player in [*players, *newcomers]} - sitting


@pytest.mark.django_db(transaction=True)
@pytest.mark.both
def test_leaving_and_starting_at_once_never_leave_a_ghost() -> None:
    for _ in range(20):
        group, (anna, berta) = new_group("Anna", "Berta")
        results = run_together(
            [partial(leave_group, group=group, by=berta), partial(start_group_match, group=group, by=anna)]
        )
        assert not [result for result in results if isinstance(result, Exception)]
        match = live_match(group)
        assert match is not None
        seat = Seat.objects.filter(match=match, player=berta).first()
        # Either the start came first, and the seat is left to the CPU, or the match is one against CPU seats.
        assert seat.left_at is not None if seat is not None else match.seat_count == 4
