"""Addresses of the game pages, relative to the language prefix; it must not hold views."""

from django.urls import URLPattern, URLResolver, path, register_converter

from games.models.match import ID_ALPHABET, ID_LENGTH
from games.views import home, table


class MatchIdConverter:
    """The id of a match in an address."""

    regex = f"[{ID_ALPHABET}]{{{ID_LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(MatchIdConverter, "match_id")

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("play/", home.play, name="play"),
    path("t/<match_id:match_id>/", table.table, name="table"),
    path("t/<match_id:match_id>/do/", table.table_action, name="table_action"),
    path("t/<match_id:match_id>/state/", table.table_state, name="table_state"),
]
