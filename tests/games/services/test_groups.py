"""Groups: making, joining, leaving, removing, hosts, handing over, closing; cases MP-03 to MP-06, MP-16 to MP-18."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from unittest import mock

import pytest

from accounts.clock import database_now
from accounts.errors import AccountsError, ErrorCode
from accounts.models import Group, Membership
from accounts.selectors import CODE_ALPHABET, current_members, is_removed, normal_code
from accounts.services import ban_player, forget_player, rename_player, touch_member
from games.models import HouseRules, Match, Seat
from games.selectors.groups import live_match, members, next_host
from games.services.groups import (
    close_group,
    hand_over_host,
    hand_over_membership,
    issue_seat_link,
    join_group,
    leave_group,
    make_group,
    pass_host_on,
    pass_overdue_hosts_on,
    remove_member,
    start_group_match,
    touch_group_member,
)
from tests.visitors import be_silent, new_group, new_player, run_together

pytestmark = pytest.mark.django_db


def refusal_of(action: object, **values: object) -> ErrorCode:
    with pytest.raises(AccountsError) as caught:
        action(**values)  # type: ignore[operator]
    return caught.value.code


def test_the_maker_is_host_member_and_ready() -> None:
    anna = new_player("Anna")
    group = make_group(player=anna)
    assert group.host == anna and len(group.code) == 8 and set(group.code) <= set(CODE_ALPHABET)
    (member,) = members(group)
    assert member.is_host and member.is_present and member.is_ready and member.name == "Anna"
    house = HouseRules.objects.get(group=group)
    assert (house.base, house.semimaru, house.turn_limit_seconds, house.is_rated) == (None, None, None, False)
    assert len(house.next_secret) == 64


def test_a_code_that_is_taken_is_made_again() -> None:
    anna = new_player()
    taken = make_group(player=anna).code
    with mock.patch("accounts.services.groups.new_code", side_effect=[taken, taken, "CDFGHJKM"]):
        assert make_group(player=anna).code == "CDFGHJKM"
    assert Group.objects.count() == 2


@pytest.mark.parametrize(
    "typed", ["cdfg hjkm", "CDFG-HJKM", " cdfghjkm\n", "ｃｄｆｇｈｊｋｍ", "\u200ecdfghjkm"], ids=ascii
)
def test_a_code_is_read_however_it_is_typed(typed: str) -> None:
    assert normal_code(typed) == "CDFGHJKM"


@pytest.mark.parametrize("typed", ["", "CDFGHJK", "CDFGHJKMM", "CDFGHJK0", "' OR 1=1", "𝟘" * 8], ids=ascii)
def test_what_cannot_be_a_code_is_none(typed: str) -> None:
    assert normal_code(typed) == ""


def test_a_name_that_is_taken_gets_a_number() -> None:
    group, _players = new_group("Anna", "Аnna", "ANNA", "Berta")
    assert [member.name for member in members(group)] == ["Anna", "Аnna 2", "ANNA 3", "Berta"]


def test_a_new_name_is_carried_into_the_groups() -> None:
    group, (_anna, berta) = new_group("Anna", "Berta")
    rename_player(player=berta, name="anna")
    assert [member.name for member in members(group)] == ["Anna", "anna 2"]
    rename_player(player=berta, name="ANNA")
    assert [member.name for member in members(group)] == ["Anna", "ANNA 2"]


def test_joining_twice_is_one_membership() -> None:
    group, (anna, _berta) = new_group("Anna", "Berta")
    assert join_group(group=group, player=anna) == join_group(group=group, player=anna)
    assert Membership.objects.count() == 2


def test_who_left_may_come_back() -> None:
    group, (_anna, berta) = new_group("Anna", "Berta")
    leave_group(group=group, by=berta)
    assert [member.name for member in members(group)] == ["Anna"]
    join_group(group=group, player=berta)
    assert [member.name for member in members(group)] == ["Anna", "Berta"]


def test_a_name_is_free_again_when_its_owner_left() -> None:
    group, (_anna, berta) = new_group("Anna", "Berta")
    leave_group(group=group, by=berta)
    join_group(group=group, player=new_player("Berta"))
    join_group(group=group, player=berta)
    assert [member.name for member in members(group)] == ["Anna", "Berta", "Berta 2"]


def test_a_removal_lasts_and_binds_the_player_whatever_the_name() -> None:
    group, (anna, berta) = new_group("Anna", "Berta")
    remove_member(group=group, by=anna, player_id=berta.pk)
    assert is_removed(group_id=group.pk, player_id=berta.pk)
    rename_player(player=berta, name="Somebody else")
    assert refusal_of(join_group, group=group, player=berta) is ErrorCode.REMOVED
    assert refusal_of(leave_group, group=group, by=berta) is ErrorCode.NOT_MEMBER


@pytest.mark.django_db(transaction=True)
def test_removal_leaves_the_seat_of_the_running_match_to_the_cpu() -> None:
    group, (anna, berta) = new_group("Anna", "Berta")
    match = start_group_match(group=group, by=anna)
    remove_member(group=group, by=anna, player_id=berta.pk)
    assert Seat.objects.get(match=match, player=berta).left_at is not None
    assert Seat.objects.get(match=match, player=anna).left_at is None


def test_a_host_cannot_remove_themselves_or_a_stranger() -> None:
    group, (anna, _berta) = new_group("Anna", "Berta")
    assert refusal_of(remove_member, group=group, by=anna, player_id=anna.pk) is ErrorCode.NOT_MEMBER
    assert refusal_of(remove_member, group=group, by=anna, player_id=new_player().pk) is ErrorCode.NOT_MEMBER


@pytest.mark.parametrize("power", ["remove", "host", "close", "start", "seat"])
def test_powers_belong_to_the_host_alone(power: str) -> None:
    group, (anna, berta, carla) = new_group("Anna", "Berta", "Carla")
    actions = {
        "remove": lambda by: remove_member(group=group, by=by, player_id=carla.pk),
        "host": lambda by: hand_over_host(group=group, by=by, player_id=carla.pk),
        "close": lambda by: close_group(group=group, by=by),
        "start": lambda by: start_group_match(group=group, by=by),
        "seat": lambda by: issue_seat_link(group=group, by=by, player_id=carla.pk),
    }
    assert refusal_of(lambda: actions[power](berta)) is ErrorCode.NOT_HOST
    assert refusal_of(lambda: actions[power](new_player())) is ErrorCode.NOT_HOST
    hand_over_host(group=group, by=anna, player_id=berta.pk)
    assert refusal_of(lambda: actions[power](anna)) is ErrorCode.NOT_HOST


def test_a_guest_who_leaves_changes_no_host() -> None:
    group, (anna, berta) = new_group("Anna", "Berta")
    leave_group(group=group, by=berta)
    group.refresh_from_db()
    assert group.host == anna


def test_a_host_who_leaves_is_followed_by_the_longest_present_and_does_not_get_it_back() -> None:
    group, (anna, berta, carla) = new_group("Anna", "Berta", "Carla")
    Membership.objects.filter(player=carla).update(present_since=database_now() - timedelta(hours=1))
    leave_group(group=group, by=anna)
    group.refresh_from_db()
    assert group.host == carla
    join_group(group=group, player=anna)
    leave_group(group=group, by=berta)
    group.refresh_from_db()
    assert group.host == carla


def test_a_host_who_leaves_silent_members_is_followed_by_the_longest_standing() -> None:
    group, (anna, berta, carla) = new_group("Anna", "Berta", "Carla")
    be_silent(group, berta, 500)
    be_silent(group, carla, 400)
    leave_group(group=group, by=anna)
    group.refresh_from_db()
    assert group.host == berta


def test_the_last_one_closes_the_door() -> None:
    group, (anna, berta) = new_group("Anna", "Berta")
    leave_group(group=group, by=berta)
    leave_group(group=group, by=anna)
    group.refresh_from_db()
    assert group.is_closed


def test_a_host_away_for_two_minutes_is_replaced_by_the_longest_present() -> None:
    group, (anna, _berta, carla) = new_group("Anna", "Berta", "Carla")
    Membership.objects.filter(player=carla).update(present_since=database_now() - timedelta(hours=1))
    be_silent(group, anna, 119)
    pass_host_on(group=group)
    assert group.host == anna
    be_silent(group, anna, 121)
    pass_host_on(group=group)
    assert group.host == carla
    be_silent(group, anna, 0)
    pass_host_on(group=group)
    group.refresh_from_db()
    assert group.host == carla


def test_a_host_who_plays_at_the_table_is_not_away() -> None:
    group, (anna, _berta) = new_group("Anna", "Berta")
    start_group_match(group=group, by=anna)
    Membership.objects.filter(player=anna).update(last_seen_at=database_now() - timedelta(minutes=10))
    assert next_host(group) is None
    be_silent(group, anna, 121)
    assert next_host(group) is not None


def test_nobody_present_means_no_new_host_until_somebody_comes() -> None:
    group, (anna, berta) = new_group("Anna", "Berta")
    be_silent(group, anna, 1000)
    be_silent(group, berta, 1000)
    pass_host_on(group=group)
    assert group.host == anna
    touch_group_member(group_id=group.pk, player_id=berta.pk)
    pass_host_on(group=group)
    assert group.host == berta


def test_a_banned_host_is_replaced_and_banned_members_are_passed_over() -> None:
    group, (anna, berta, carla) = new_group("Anna", "Berta", "Carla")
    ban_player(player=anna)
    ban_player(player=berta)
    pass_host_on(group=group)
    assert group.host == carla


def test_the_sweep_finds_groups_whose_members_are_at_the_table_only() -> None:
    group, (anna, berta) = new_group("Anna", "Berta")
    other, _players = new_group("Carla", "Dora")
    start_group_match(group=group, by=anna)
    be_silent(group, anna, 121)
    Membership.objects.filter(player=berta).update(last_seen_at=database_now() - timedelta(minutes=10))
    assert pass_overdue_hosts_on() == 1
    assert pass_overdue_hosts_on() == 0
    group.refresh_from_db()
    other.refresh_from_db()
    assert group.host == berta and other.host != berta


def test_presence_starts_anew_after_a_silence() -> None:
    group, (_anna, berta) = new_group("Anna", "Berta")
    membership = Membership.objects.get(player=berta)
    since = membership.present_since
    Membership.objects.filter(pk=membership.pk).update(last_seen_at=database_now() - timedelta(seconds=10))
    membership.refresh_from_db()
    touch_member(membership=membership)
    assert membership.present_since == since
    be_silent(group, berta, 30)
    membership.refresh_from_db()
    touch_member(membership=membership)
    assert membership.present_since > since


def test_closing_ends_joining_and_starting_and_frees_the_rule_set() -> None:
    group, (anna, _berta) = new_group("Anna", "Berta")
    close_group(group=group, by=anna)
    assert refusal_of(join_group, group=group, player=new_player()) is ErrorCode.GROUP_CLOSED
    assert refusal_of(start_group_match, group=group, by=anna) is ErrorCode.GROUP_CLOSED
    assert HouseRules.objects.get(group=group).base is None


def test_a_running_match_of_a_closed_group_goes_on() -> None:
    group, (anna, _berta) = new_group("Anna", "Berta")
    match = start_group_match(group=group, by=anna)
    close_group(group=group, by=anna)
    match.refresh_from_db()
    assert match.status == "running" and live_match(group) == match


def test_a_silent_members_place_and_seat_go_to_a_new_device() -> None:
    group, (anna, berta) = new_group("Anna", "Berta")
    match = start_group_match(group=group, by=anna)
    be_silent(group, berta, 30)
    _link, secret = issue_seat_link(group=group, by=anna, player_id=berta.pk)
    newcomer = new_player("New")
    newcomer.is_named = False
    newcomer.save()
    membership = hand_over_membership(secret=secret, to=newcomer)
    assert membership.player == newcomer and membership.display_name == "Berta"
    assert newcomer.display_name == "Berta"
    assert Seat.objects.get(match=match, player=newcomer).name == "Berta"
    assert not current_members(group).filter(player=berta).exists()
    assert berta.devices.exists(), "the rest of the former player stays untouched"
    assert refusal_of(hand_over_membership, secret=secret, to=new_player()) is ErrorCode.LINK_INVALID


def test_somebody_who_joined_again_gets_the_old_place_instead_of_the_new_one() -> None:
    group, (anna, berta) = new_group("Anna", "Berta")
    be_silent(group, berta, 30)
    again = new_player("Berta")
    join_group(group=group, player=again)
    _link, secret = issue_seat_link(group=group, by=anna, player_id=berta.pk)
    hand_over_membership(secret=secret, to=again)
    assert [(member.name, member.player_id) for member in members(group)] == [("Anna", anna.pk), ("Berta", again.pk)]


def test_a_place_in_use_is_never_handed_away() -> None:
    group, (anna, berta) = new_group("Anna", "Berta")
    assert refusal_of(issue_seat_link, group=group, by=anna, player_id=berta.pk) is ErrorCode.MEMBER_PRESENT
    be_silent(group, berta, 30)
    _link, secret = issue_seat_link(group=group, by=anna, player_id=berta.pk)
    touch_group_member(group_id=group.pk, player_id=berta.pk)
    assert refusal_of(hand_over_membership, secret=secret, to=new_player()) is ErrorCode.MEMBER_PRESENT
    be_silent(group, berta, 30)
    assert hand_over_membership(secret=secret, to=new_player()).display_name == "Berta"


def test_a_removed_player_gets_no_place_by_link() -> None:
    group, (anna, berta, carla) = new_group("Anna", "Berta", "Carla")
    remove_member(group=group, by=anna, player_id=carla.pk)
    be_silent(group, berta, 30)
    _link, secret = issue_seat_link(group=group, by=anna, player_id=berta.pk)
    assert refusal_of(hand_over_membership, secret=secret, to=carla) is ErrorCode.REMOVED


def test_a_removed_member_has_no_open_seat_link() -> None:
    group, (anna, berta) = new_group("Anna", "Berta")
    be_silent(group, berta, 30)
    _link, secret = issue_seat_link(group=group, by=anna, player_id=berta.pk)
    remove_member(group=group, by=anna, player_id=berta.pk)
    assert refusal_of(hand_over_membership, secret=secret, to=new_player()) is ErrorCode.LINK_INVALID


@pytest.mark.django_db(transaction=True)
def test_deleting_a_player_leaves_groups_hosted_by_others_and_results_without_the_name() -> None:
    group, (anna, berta) = new_group("Anna", "Berta")
    match = start_group_match(group=group, by=anna)
    forget_player(player=anna)
    group.refresh_from_db()
    seat = Seat.objects.get(match=match, player=anna)
    assert group.host == berta
    assert seat.name == "" and seat.left_at is not None
    assert [member.name for member in members(group)] == ["Berta"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.both
def test_many_who_join_at_once_all_get_different_names() -> None:
    group, _players = new_group("Anna")
    twins = [new_player("Anna") for _ in range(8)]
    results = run_together([partial(join_group, group=group, player=twin) for twin in twins])
    assert not [result for result in results if isinstance(result, Exception)]
    assert {member.name for member in members(group)} == {"Anna"} | {f"Anna {number}" for number in range(2, 10)}


@pytest.mark.django_db(transaction=True)
@pytest.mark.both
def test_many_looks_at_once_make_one_new_host() -> None:
    group, (anna, *others) = new_group("Anna", "Berta", "Carla", "Dora")
    be_silent(group, anna, 130)
    results = run_together([lambda: pass_host_on(group=Group.objects.get(pk=group.pk))] * 6)
    assert not [result for result in results if isinstance(result, Exception)]
    group.refresh_from_db()
    assert group.host == others[0]


@pytest.mark.django_db(transaction=True)
@pytest.mark.both
def test_leaving_and_removing_at_once_end_in_a_removal() -> None:
    group, (anna, berta) = new_group("Anna", "Berta")
    run_together(
        [
            lambda: leave_group(group=group, by=berta),
            lambda: remove_member(group=group, by=anna, player_id=berta.pk),
        ]
    )
    membership = Membership.objects.get(player=berta)
    assert not membership.is_current
    assert Match.objects.count() == 0
