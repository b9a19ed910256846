"""Groups under stress: crossing starts and leaves, too many joins, hosts, absence, ends; cases MP-01 to MP-18."""

from __future__ import annotations

from functools import partial

import pytest

from accounts.clock import database_now
from accounts.errors import AccountsError, ErrorCode
from accounts.models import Group, Membership
from games.models import HouseRules, Match, MatchStatus, Seat
from games.selectors.groups import live_match, members
from games.selectors.rules import site_policy
from games.services.due import SeatFacts, is_away
from games.services.group_matches import start_group_match
from games.services.groups import join_group, leave_group, pass_host_on, remove_member
from games.services.play import settle_due
from games.services.presence import leave_seat, touch_presence
from games.services.rules import change_house_rules, wish_of
from ratings.models import RatingEntry
from tests.games.finished import visitor_of
from tests.games.seated import PLAIN, Clock, assert_whole, be_seen, lay_deck, person, play, seat_people, steps_of
from tests.visitors import Visitor, be_silent, new_group, new_player, run_together

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("names", [("Anna", "Berta"), ("Anna", "Berta", "Carla")], ids=["two", "three"])
def test_start_and_leave_that_cross_never_leave_a_ghost(names: tuple[str, ...]) -> None:
    """Case MP-01: 50 times each; with two people, leaving also drops below two."""
    for _ in range(50):
        group, (anna, *_others, last) = new_group(*names)
        results = run_together(
            [partial(leave_group, group=group, by=last), partial(start_group_match, group=group, by=anna)]
        )
        assert not [result for result in results if isinstance(result, Exception)]
        match = live_match(group)
        assert match is not None
        seat = Seat.objects.filter(match=match, player=last).first()
        if seat is None:
            assert match.seat_count == (4 if len(names) == 2 else 2)
        else:
            assert seat.left_at is not None, "the CPU plays it from now on"
        assert last.pk not in {member.player_id for member in members(group)}


def test_of_nine_at_once_exactly_six_sit_and_three_may_watch() -> None:
    """Case MP-03: five are there, four join at once, then the host starts; 50 times."""
    for _ in range(50):
        group, players = new_group(*[f"Player {number}" for number in range(5)])
        newcomers = [new_player(f"New {number}") for number in range(4)]
        joined = run_together([partial(join_group, group=group, player=player) for player in newcomers])
        assert not [result for result in joined if isinstance(result, Exception)]
        match = start_group_match(group=group, by=players[0])
        sitting = set(Seat.objects.filter(match=match).values_list("player_id", flat=True))
        assert len(sitting) == match.seat_count == 6 and None not in sitting
        waiting = set(
            Membership.objects.filter(group=group, waiting_since__isnull=False).values_list("player_id", flat=True)
        )
        assert waiting == {player.pk for player in [*players, *newcomers]} - sitting


def test_who_finds_no_seat_is_told_and_may_watch() -> None:
    """Case MP-03: on the page of the group, and at the table."""
    group, players = new_group(*[f"Player {number}" for number in range(7)])
    match = start_group_match(group=group, by=players[0])
    (left_over,) = (player for player in players if not Seat.objects.filter(match=match, player=player).exists())
    visitor = visitor_of(left_over)
    page = visitor.get(f"/en/g/{group.code}/").content.decode()
    assert "First to sit next" in page and f"/en/t/{match.pk}/" in page
    assert 'data-you=""' in visitor.get(f"/en/t/{match.pk}/").content.decode()


def test_a_dropped_join_keeps_no_seat_longer_than_the_grace() -> None:
    """Case MP-04: two join for two free seats and one vanishes at once; after the stated 20 s its seat is free."""
    group, players = new_group("One", "Two", "Three", "Four")
    newcomers = [new_player("Stays"), new_player("Drops")]
    results = run_together([partial(join_group, group=group, player=player) for player in newcomers])
    assert not [result for result in results if isinstance(result, Exception)]
    assert len(members(group)) == 6
    be_silent(group, newcomers[1], 21)
    match = start_group_match(group=group, by=players[0])
    sitting = set(Seat.objects.filter(match=match).values_list("player_id", flat=True))
    assert sitting == {player.pk for player in [*players, newcomers[0]]}


def test_the_powers_follow_the_label() -> None:
    """Case MP-05: the host leaves; the new one sets, starts and removes; the old one comes back as a guest."""
    group, (anna, berta, carla) = new_group("Anna", "Berta", "Carla")
    leave_group(group=group, by=anna)
    group.refresh_from_db()
    assert group.host == berta and sum(member.is_host for member in members(group)) == 1
    house = HouseRules.objects.get(group=group)
    wish = wish_of(house)
    change_house_rules(group=group, by=berta, version=house.version, wish=wish)
    join_group(group=group, player=anna)
    group.refresh_from_db()
    assert group.host == berta and [member.name for member in members(group) if member.is_host] == ["Berta"]
    house.refresh_from_db()
    for power in (
        partial(change_house_rules, group=group, by=anna, version=house.version, wish=wish),
        partial(start_group_match, group=group, by=anna),
        partial(remove_member, group=group, by=anna, player_id=carla.pk),
    ):
        with pytest.raises(AccountsError) as caught:
            power()
        assert caught.value.code is ErrorCode.NOT_HOST
    start_group_match(group=group, by=berta)
    remove_member(group=group, by=berta, player_id=carla.pk)
    leave_group(group=group, by=anna)
    group.refresh_from_db()
    assert group.host == berta, "a guest who leaves changes nothing"


def test_somebody_removed_is_refused_everywhere_while_the_group_lives() -> None:
    """Case MP-06: second tab, same link, reload, new name, table by page, form and polling."""
    group, (anna, berta, carla) = new_group("Anna", "Berta", "Carla")
    match = start_group_match(group=group, by=anna)
    removed, other = visitor_of(berta), visitor_of(carla)
    remove_member(group=group, by=anna, player_id=berta.pk)
    for path in (f"/en/g/{group.code}/", f"/en/t/{match.pk}/", f"/en/t/{match.pk}/state/"):
        assert removed.get(path).status_code == 403, path
        assert other.get(path).status_code == 200, path
    assert removed.post(f"/en/t/{match.pk}/do/", {"action": "flip", "version": "0"}).status_code == 403
    removed.post("/en/me/name/", {"name": "Somebody else"})
    assert removed.post(f"/en/g/{group.code}/join/", {"name": "Somebody else"}).status_code == 403
    assert steps_of(match) == []


@pytest.mark.parametrize("moment", ["on the own turn", "just before it", "at a choice", "two together"])
def test_nobody_is_waited_for_who_left(moment: str, clock: Clock) -> None:
    """Case MP-07: no limit; the CPU plays on within two seconds of the turn, and no card is lost."""
    people = [person("Anna"), person("Berta"), person("Carla")]
    deck = (1, *PLAIN) if moment == "at a choice" else PLAIN  # the emperor's card leads to a choice
    match = seat_people(people, deck=deck)
    version = 0
    if moment == "at a choice":
        play(match, 0, people[0], 0)
        version = 1
        match.refresh_from_db()
        assert match.turn == 0
    gone = {"on the own turn": [0], "just before it": [1], "at a choice": [0], "two together": [0, 1]}[moment]
    for seat in gone:
        leave_seat(match_id=match.pk, seat=seat)
    staying = next(seat for seat in range(3) if seat not in gone)
    if moment == "just before it":
        assert play(match, 0, people[0], 0).error is None
        version = 1
    for _ in range(40):
        clock.pass_seconds(1.0)
        for seat in {0, 1, 2} - set(gone):
            be_seen(match, seat, clock.now)
        settle_due(match_id=match.pk)
        match.refresh_from_db()
        if match.turn == (staying if moment != "just before it" else 2):
            break
    assert match.turn == (staying if moment != "just before it" else 2)
    assert {by for sequence, seat, _, by in steps_of(match) if seat in gone and sequence > version} == {"away"}
    assert "mark-away" in Visitor().get(f"/en/t/{match.pk}/").content.decode(), "its state is visible"
    assert_whole(match)


def test_a_seat_is_present_until_the_last_of_its_tabs_closes(clock: Clock) -> None:
    """Case MP-09: what counts is the latest sign of life of any of them."""
    anna, berta = person("Anna"), person("Berta")
    match = seat_people([anna, berta])
    seat = Seat.objects.get(match=match, number=0)

    def away() -> bool:
        seat.refresh_from_db()
        facts = SeatFacts(seat.is_cpu, seat.is_held_by_cpu, seat.last_seen_at, seat.left_at)
        return is_away(facts, clock.now, site_policy())

    for _ in range(6):  # two tabs closed, the third shows life every ten seconds
        clock.pass_seconds(10)
        touch_presence(match_id=match.pk, seat=0, is_opening=False)
        assert not away()
    clock.pass_seconds(19)
    assert not away()
    clock.pass_seconds(2)
    assert away()


def test_a_match_that_ended_meanwhile_shows_its_result_with_the_change_of_rating(clock: Clock) -> None:
    """Case MP-10: rated, everybody closed the browser; later the link, the group and the own page are opened."""
    group, players = new_group("Anna", "Berta")
    HouseRules.objects.filter(group=group).update(is_rated=True)
    match = start_group_match(group=group, by=players[0])
    lay_deck(match, PLAIN[:5])
    visitors = [visitor_of(player) for player in players]
    for number, player in enumerate(players):
        seat = Seat.objects.get(match=match, player=player)
        seat.device_ids = [number + 1]
        seat.save()
    for _ in range(40):
        clock.pass_seconds(30)
        settle_due(match_id=match.pk)
    match.refresh_from_db()
    assert match.status == MatchStatus.FINISHED and RatingEntry.objects.filter(player=players[0]).exists()
    visitor = visitors[0]
    table = visitor.get(f"/en/t/{match.pk}/").content.decode()
    assert 'id="result-title"' in table and 'id="flip"' not in table and "ws-connect" not in table
    assert f"/en/m/{match.pk}/" in table
    assert "rating" in table.partition('id="result"')[2].partition("</section>")[0].lower()
    answer = visitor.post(f"/en/t/{match.pk}/do/", {"action": "flip", "version": str(match.version)})
    assert "notice=not_live" in answer["Location"]
    page = visitor.get(f"/en/m/{match.pk}/").content.decode()
    assert "rating" in page.lower()
    lobby = visitor.get(f"/en/g/{group.code}/").content.decode()
    assert 'id="to_table"' not in lobby and "A match is running" not in lobby
    assert live_match(group) is None


def test_a_table_that_everybody_left_ends_by_the_rule_and_nothing_goes_on_by_itself(clock: Clock) -> None:
    """Case MP-11: friendly: paused, then given up after 30 minutes; the group is free again."""
    group, players = new_group("Anna", "Berta")
    match = start_group_match(group=group, by=players[0])
    for seconds in (60, 60, 1800):
        clock.pass_seconds(seconds)
        settle_due(match_id=match.pk)
    match.refresh_from_db()
    assert (match.status, match.due_at) == (MatchStatus.ABANDONED, None)
    taken = match.version
    clock.pass_seconds(10_000)
    assert settle_due(match_id=match.pk) is None
    match.refresh_from_db()
    assert match.version == taken
    assert live_match(group) is None and not RatingEntry.objects.exists()
    page = visitor_of(players[0]).get(f"/en/t/{match.pk}/").content.decode()
    assert 'id="flip"' not in page and "No result" in page


def test_people_who_closed_the_browser_take_no_seats() -> None:
    """Case MP-17: of six, five are away; the host starts against CPU seats, and they are back in the next match."""
    group, players = new_group(*[f"Player {number}" for number in range(6)])
    for player in players[1:]:
        be_silent(group, player, 30)
    host = visitor_of(players[0])
    page = host.get(f"/en/g/{group.code}/").content.decode()
    assert page.count(">Away<") == 5 and "1 person takes a seat" in page
    first = start_group_match(group=group, by=players[0])
    assert list(Seat.objects.filter(match=first, player__isnull=False).values_list("player_id", flat=True)) == [
        players[0].pk
    ]
    Match.objects.update(status=MatchStatus.FINISHED, finished_at=database_now(), turn=None)
    for player in players:
        visitor_of(player).get(f"/en/g/{group.code}/")  # they come back
    second = start_group_match(group=group, by=players[0])
    assert set(Seat.objects.filter(match=second).values_list("player_id", flat=True)) == {
        player.pk for player in players
    }


def test_a_silent_host_of_sleepers_is_followed_by_who_comes_back() -> None:
    """Cases MP-05 and MP-17: after two minutes the longest-present member is host, on the page as on the server."""
    group, (anna, berta) = new_group("Anna", "Berta")
    be_silent(group, anna, 121)
    be_silent(group, berta, 121)
    assert pass_host_on(group=group) is None or Group.objects.get(pk=group.pk).host == anna
    page = visitor_of(berta).get(f"/en/g/{group.code}/").content.decode()
    assert 'id="start"' in page and Group.objects.get(pk=group.pk).host == berta


def test_the_end_of_a_group_is_told_to_its_guests_and_to_newcomers() -> None:
    """Case MP-18: in the lobby, by polling, and by the link."""
    group, (anna, berta) = new_group("Anna", "Berta")
    host, guest = visitor_of(anna), visitor_of(berta)
    host.post(f"/en/g/{group.code}/close/")
    page = guest.get(f"/en/g/{group.code}/")
    assert page.status_code == 410 and 'href="/en/"' in page.content.decode()
    assert guest.htmx(f"/en/g/{group.code}/members/")["HX-Refresh"] == "true"
    assert Visitor().get(f"/en/g/{group.code}/").status_code == 404
    assert Visitor().post(f"/en/g/{group.code}/join/", {"name": "New"}).status_code == 404
