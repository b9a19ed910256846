"""Ratings under stress: doubled ends, overlapping tables, matches without a result, farming; cases RT-03 to RT-12."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import partial
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import Player
from games.models import Match, MatchStatus, Seat
from games.selectors import daily
from games.selectors.ratings import rated_results
from games.services.group_matches import start_group_match
from games.services.play import settle_due
from games.services.presence import leave_seat, touch_presence
from games.services.voiding import void_match
from ratings.models import RatedMatch, Rating, RatingEntry
from ratings.results import Ladder
from ratings.selectors import ranking
from ratings.services import rate_match, rebuild_ratings
from tests.games.finished import visitor_of
from tests.games.seated import PLAIN, START, Clock, Person, be_seen, lay_deck, person, play, seat_people, steps_of
from tests.visitors import Visitor, new_group, run_together

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


def played(people: list[Person], *, deck: tuple[int, ...] = PLAIN[:3], **values: object) -> Match:
    """A match of people played to its end: of three plain cards the first seat gets two, and wins."""
    match = seat_people(people, deck=deck, is_rated=True, **values)  # type: ignore[arg-type]
    while match.turn is not None:
        assert play(match, match.turn, people[match.turn], match.version).error is None
        match.refresh_from_db()
    return match


def adds_up(player: Player) -> bool:
    """Whether a player's history leads without a gap to the current value."""
    entries = list(RatingEntry.objects.filter(player=player, ladder=Ladder.SITE).order_by("rated_match"))
    rating = Rating.objects.get(player=player, group=None, season="")
    return (rating.mu, rating.sigma, rating.matches) == (
        entries[-1].mu_after,
        entries[-1].sigma_after,
        len(entries),
    ) and all((one.mu_after, one.sigma_after) == (two.mu_before, two.sigma_before) for one, two in pairwise(entries))


def test_last_flip_time_out_leave_and_reload_at_once_rate_once(clock: Clock) -> None:
    """Case RT-03: then the job runs again, the ratings are rebuilt, and the database refuses a second entry."""
    anna, berta = person("Anna"), person("Berta")
    match = seat_people([anna, berta], deck=PLAIN[:3], is_rated=True, turn_limit_seconds=30)
    for version in range(2):
        play(match, version, (anna, berta)[version], version)
    clock.pass_seconds(31)
    for seat in (0, 1):
        be_seen(match, seat, clock.now)
    job = partial(settle_due, match_id=match.pk, version=2)
    run_together(
        [
            partial(play, match, 0, anna, 2),
            job,
            job,
            partial(leave_seat, match_id=match.pk, seat=0),
            partial(touch_presence, match_id=match.pk, seat=0, is_opening=True),
        ]
    )
    job()
    match.refresh_from_db()
    assert match.status == MatchStatus.FINISHED and len(steps_of(match)) == 3
    assert RatingEntry.objects.count() == 2 and {row.matches for row in Rating.objects.filter(season="")} == {1}
    before = list(Rating.objects.order_by("pk").values_list("player_id", "mu", "sigma"))
    with transaction.atomic():
        for result in rated_results():
            rate_match(result=result)
    rebuild_ratings(results=rated_results())
    assert RatingEntry.objects.count() == 2
    assert sorted(Rating.objects.values_list("player_id", "mu", "sigma")) == sorted(before)
    entry = RatingEntry.objects.first()
    assert entry is not None
    entry.pk = None
    with pytest.raises(IntegrityError):
        entry.save(force_insert=True)


def test_one_player_at_two_tables_that_overlap_gets_both_results() -> None:
    """Case RT-04: the second table began before the first one's result was there; also when both end at once."""
    anna, berta, carla = person("Anna"), person("Berta"), person("Carla")
    first = seat_people([anna, berta], deck=PLAIN[:1], is_rated=True)
    second = seat_people([anna, carla], deck=PLAIN[:1], is_rated=True)
    assert play(first, 0, anna, 0).error is None
    after_first = Rating.objects.get(player=anna.player, season="").mu
    assert play(second, 0, anna, 0).error is None
    rating = Rating.objects.get(player=anna.player, season="")
    assert rating.matches == 2 and rating.mu > after_first, "the later result starts from the newer value"
    tables = [seat_people([anna, other], deck=PLAIN[:1], is_rated=True) for other in (berta, carla)]
    results = run_together([partial(play, table, 0, anna, 0) for table in tables])
    assert [result.error for result in results] == [None, None]
    assert Rating.objects.get(player=anna.player, season="").matches == 4
    assert all(adds_up(one.player) for one in (anna, berta, carla))


@pytest.mark.parametrize("why", ["all leave a friendly match", "one person against the CPU", "voided", "given up"])
def test_a_match_without_a_result_is_unrated_and_marked_so(why: str, clock: Clock) -> None:
    """Case RT-05. A rated match that everybody leaves has a result: the CPU plays it out, as said before joining."""
    anna, berta = person("Anna"), person("Berta")
    if why == "all leave a friendly match":
        match = seat_people([anna, berta])
        leave_seat(match_id=match.pk, seat=0)
        leave_seat(match_id=match.pk, seat=1)
        for seconds in (30, 1801):
            clock.pass_seconds(seconds)
            settle_due(match_id=match.pk)
        said, status = "without a result", MatchStatus.ABANDONED
    elif why == "one person against the CPU":
        group, (host,) = new_group("Anna")
        group.house_rules.is_rated = True
        group.house_rules.save()
        match = start_group_match(group=group, by=host)
        assert not match.is_rated
        lay_deck(match, PLAIN[:2])
        for _ in range(4):
            clock.pass_seconds(60)
            settle_due(match_id=match.pk)
        anna = Person(host, host.devices.get(), "")
        said, status = "Friendly game", MatchStatus(match.status)
    elif why == "voided":
        match = played([anna, berta])
        void_match(match_id=match.pk)
        said, status = "No rating changed", MatchStatus.VOIDED
    else:
        match = seat_people([anna, berta], is_rated=True)
        Match.objects.filter(pk=match.pk).update(
            status=MatchStatus.ABANDONED, turn=None, due_at=None, finished_at=clock.now
        )
        said, status = "No rating changed", MatchStatus.ABANDONED
    match.refresh_from_db()
    if why != "one person against the CPU":
        assert match.status == status
    assert not RatingEntry.objects.exists() and not Rating.objects.exists()
    page = visitor_of(anna.player).get(f"/en/{'t' if match.status in ('running', 'paused') else 'm'}/{match.pk}/")
    assert said in page.content.decode()


def test_a_device_that_plays_against_itself_earns_nothing() -> None:
    """Case RT-06: two identities on one device, one-sided, 50 matches; and matches against the CPU."""
    anna, again, cpu_friend = person("Anna"), person("Anna again"), person("Berta")
    for _ in range(50):
        match = seat_people([anna, again], deck=PLAIN[:1], is_rated=True)
        Seat.objects.filter(match=match).update(device_ids=[7])
        assert play(match, 0, anna, 0).error is None
    match = seat_people([cpu_friend], cpus=3, deck=PLAIN[:1], is_rated=True)
    assert play(match, 0, cpu_friend, 0).error is None
    assert not RatingEntry.objects.exists()
    assert not Rating.objects.exists()


def test_one_pair_again_and_again_counts_ten_times_a_day() -> None:
    """Case RT-06: the repeats of the day beyond the stated ten do not move the site's ladder."""
    anna, berta = person("Anna"), person("Berta")
    for _ in range(14):
        played([anna, berta], deck=PLAIN[:1])
    assert RatedMatch.objects.filter(is_on_site=True).count() == 10
    assert Rating.objects.get(player=anna.player, group=None, season="").matches == 10


@pytest.mark.parametrize("moment", ["after the match", "during the match"])
@pytest.mark.parametrize("by", ["the player", "an admin"])
def test_deleting_a_player_keeps_the_pages_and_the_others_numbers(moment: str, by: str, clock: Clock) -> None:
    """Case RT-10."""
    anna, berta = person("Anna"), person("Berta")
    played([anna, berta])
    match = seat_people([anna, berta], deck=PLAIN[:2], is_rated=True)
    assert play(match, 0, anna, 0).error is None
    if moment == "after the match":
        assert play(match, 1, berta, 1).error is None
    own = visitor_of(anna.player)
    before = dict(Rating.objects.filter(player=berta.player, season="").values_list("pk", "mu"))
    if by == "the player":
        assert own.post("/en/me/delete/").status_code in (200, 303)
    else:
        admin = Client()
        admin.force_login(User.objects.create_superuser("rika"))
        admin.post(f"/admin/accounts/player/{anna.player.pk}/delete/", {"post": "yes"})
    gone = Player.objects.get(pk=anna.player.pk)
    assert gone.deleted_at is not None and gone.display_name == ""
    if moment == "during the match":
        clock.pass_seconds(1)
        be_seen(match, 1, clock.now)
        assert play(match, 1, berta, 1).error is None
        match.refresh_from_db()
        assert match.status == MatchStatus.FINISHED
        before = dict(Rating.objects.filter(player=berta.player, season="").values_list("pk", "mu"))
    rebuild_ratings(results=rated_results())
    assert sorted(Rating.objects.filter(player=berta.player, season="").values_list("mu", flat=True)) == sorted(
        before.values()
    )
    visitor = visitor_of(berta.player)
    for path in (f"/en/m/{match.pk}/", f"/en/t/{match.pk}/", "/en/rankings/", f"/en/p/{berta.player.pk}/"):
        page = visitor.get(path)
        text = page.content.decode()
        assert page.status_code == 200 and "<bdi>Anna</bdi>" not in text, path
    assert "<bdi>Player 1</bdi>" in visitor.get(f"/en/m/{match.pk}/").content.decode()
    assert Visitor().get(f"/en/p/{anna.player.pk}/").status_code < 500


def test_a_fresh_identity_starts_provisional_and_wipes_nothing(clock: Clock) -> None:
    """Case RT-11: whoever lost and comes back without cookies is nobody's old rating, and unlisted for ten matches."""
    anna, berta = person("Anna"), person("Berta")
    for day in range(12):
        clock.now = START + timedelta(days=day)
        played([berta, anna], deck=PLAIN[:1])
    lost = Rating.objects.get(player=anna.player, group=None, season="")
    assert lost.mu < 1500 and listed(clock) == ["Berta", "Anna"]
    fresh = person("Anna again")
    assert not Rating.objects.filter(player=fresh.player).exists()
    for day in range(12, 21):
        clock.now = START + timedelta(days=day)
        played([fresh, berta], deck=PLAIN[:1])
        assert "Anna again" not in listed(clock)
    page = visitor_of(fresh.player).get("/en/rankings/").content.decode()
    assert "You need 1 more rated match to enter." in page
    clock.now = START + timedelta(days=21)
    played([fresh, berta], deck=PLAIN[:1])
    assert "Anna again" in listed(clock)
    lost.refresh_from_db()
    assert (lost.matches, "Anna" in listed(clock)) == (12, True), "the bad rating stands where it was"


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo", "America/Los_Angeles"])
def test_each_match_belongs_to_one_day_and_season_whatever_the_zone_of_the_server(
    zone: str, clock: Clock, settings: object
) -> None:
    """Case RT-12: two matches a second apart on the two sides of midnight in UTC; the page says which zone it is."""
    settings.TIME_ZONE = zone  # type: ignore[attr-defined]
    anna, berta = person("Anna"), person("Berta")
    for moment in (datetime(2026, 9, 30, 23, 59, 59, tzinfo=UTC), datetime(2026, 10, 1, tzinfo=UTC)):
        clock.now = moment
        played([anna, berta], deck=PLAIN[:1])
    rated = RatedMatch.objects.order_by("pk").values_list("utc_day", "season")
    assert list(rated) == [(date(2026, 9, 30), "2026Q3"), (date(2026, 10, 1), "2026Q4")]
    rebuild_ratings(results=rated_results())
    assert list(rated) == [(date(2026, 9, 30), "2026Q3"), (date(2026, 10, 1), "2026Q4")]
    for season in ("2026Q3", "2026Q4"):
        assert Rating.objects.get(player=anna.player, group=None, season=season).matches == 1
    assert daily.utc_day(datetime(2026, 10, 1, 8, 59, 59, tzinfo=ZoneInfo("Asia/Tokyo"))) == date(2026, 9, 30)
    page = Visitor().get("/en/rankings/").content.decode()
    assert "A season is a quarter of the year in UTC" in page and "from midnight to midnight in UTC" in page
    assert "Ended (UTC)" in Visitor().get(f"/en/p/{anna.player.pk}/").content.decode()


def listed(clock: Clock) -> list[str]:
    """The names of the site's ranking in their order."""
    return [line.name for line in ranking(now=clock.now).lines]
