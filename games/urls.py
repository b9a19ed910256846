"""Addresses of the game pages, relative to the language prefix; it must not hold views."""

from datetime import date

from django.urls import URLPattern, URLResolver, include, path, register_converter

from games.models.match import ID_ALPHABET, ID_LENGTH
from games.views import cards, daily, home, learn, match_luck, matches, pass_round, players, rankings, rules, table


class MatchIdConverter:
    """The id of a match in an address."""

    regex = f"[{ID_ALPHABET}]{{{ID_LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class RowIdConverter:
    """The number of a row in an address; longer ones would be too large for the database."""

    regex = "[1-9][0-9]{0,17}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


class DayConverter:
    """A day in an address, such as 2026-07-01; a day that no calendar has is no address."""

    regex = "2[0-9]{3}-[01][0-9]-[0-3][0-9]"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


register_converter(MatchIdConverter, "match_id")
register_converter(RowIdConverter, "row_id")
register_converter(DayConverter, "day")

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("play/", home.play, name="play"),
    path("pass/", pass_round.pass_round, name="pass_round"),
    path("pass/again/", pass_round.pass_round_again, name="pass_round_again"),
    path("daily/", daily.today, name="daily"),
    path("daily/play/", daily.play, name="daily_play"),
    path("daily/<day:day>/", daily.daily_of, name="daily_of"),
    path("daily/<day:day>/deal.json", daily.deal_json, name="daily_json"),
    path("m/<match_id:match_id>/", matches.match, name="match"),
    path("m/<match_id:match_id>/step/", matches.match_step, name="match_step"),
    path("m/<match_id:match_id>/match.json", matches.match_json, name="match_json"),
    path("m/<match_id:match_id>/luck/", match_luck.match_luck, name="match_luck"),
    path("m/<match_id:match_id>/luck/chart/", match_luck.match_chances, name="match_chances"),
    path("rankings/", rankings.rankings, name="rankings"),
    path("g/<str:code>/rankings/", rankings.group_rankings, name="group_rankings"),
    path("g/<str:code>/p/<row_id:player_id>/", players.group_player, name="group_player"),
    path("p/<row_id:player_id>/", players.player, name="player"),
    path("me/matches.json", matches.own_matches_json, name="own_matches_json"),
    path("", include("games.group_urls")),
    path("rules/", rules.rules, name="rules"),
    path("g/<str:code>/rules/", rules.group_rules, name="group_rules"),
    path("learn/", learn.learn, name="learn"),
    path("learn/step/", learn.learn_step, name="learn_step"),
    path("cards/", cards.cards, name="cards"),
    path("cards/<int:number>/", cards.card, name="card"),
    path("t/<match_id:match_id>/", table.table, name="table"),
    path("t/<match_id:match_id>/screen/", table.table_screen, name="table_screen"),
    path("t/<match_id:match_id>/do/", table.table_action, name="table_action"),
    path("t/<match_id:match_id>/state/", table.table_state, name="table_state"),
]
