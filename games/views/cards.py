"""The list of the hundred cards and the page of each; what cards do is told in the words of the rules page."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.card_search import LONGEST_QUERY, matching_cards
from games.cards import CARDS, CARDS_BY_NUMBER, Card
from games.engine import Role
from games.poem_layout import ANTHOLOGIES_JA, poem_lines
from games.rules_page import card_effect
from games.rules_text.texts import Texts, texts_for
from games.selectors.rules import site_rules
from games.views.public import public_page


@require_safe
@public_page
def cards(request: HttpRequest) -> HttpResponse:
    """Show the cards that fit what is asked in the address, all of them without a question."""
    texts = _texts()
    query = request.GET.get("q", "")[:LONGEST_QUERY]
    role = _role(request.GET.get("role", ""))
    emperors_only = request.GET.get("emperor") == "1"
    found = matching_cards(query, role, emperors_only=emperors_only)
    context = {
        "texts": texts,
        "entries": [_entry(card, texts) for card in found],
        "found_count": len(found),
        "all_count": len(CARDS),
        "query": query,
        "emperors_only": emperors_only,
        "roles": [(value.value, texts.term(f"role.{value}"), value is role) for value in Role],
        "is_filtered": bool(query or role or emperors_only),
    }
    return render(request, "cards/list.html", context)


@require_safe
@public_page
def card(request: HttpRequest, number: int) -> HttpResponse:
    """Show one card: its poem with readings, and what it does by the site's rules."""
    found = CARDS_BY_NUMBER.get(number)
    if found is None:
        raise Http404
    texts = _texts()
    is_japanese = texts.language == "ja"
    context = {
        "texts": texts,
        "card": found,
        "entry": _entry(found, texts),
        "lines": poem_lines(number),
        "effect": card_effect(number, site_rules(), texts),
        "name_ja": "" if is_japanese else found.name("ja"),
        "person": found.person_ja if is_japanese else found.person_romaji,
        "anthology": ANTHOLOGIES_JA[found.anthology] if is_japanese else found.anthology,
        "names_language": "ja" if is_japanese else "ja-Latn",
        "previous": _neighbour(number - 1, texts),
        "next": _neighbour(number + 1, texts),
    }
    return render(request, "cards/card.html", context)


def _texts() -> Texts:
    return texts_for(get_language() or settings.LANGUAGE_CODE)


def _role(value: str) -> Role | None:
    return Role(value) if value in set(Role) else None


def _entry(card: Card, texts: Texts) -> dict[str, Any]:
    """What lists and headings show of a card."""
    roles = [texts.term(f"role.{card.role}")] + ([texts.term("role.emperor")] if card.is_emperor else [])
    # Semimaru's role and name are one word; a reader of a list needs to be told that he is neither of the others.
    if card.role is Role.SEMIMARU:
        roles = [texts.term("role.hooded_poet")]
    return {
        "number": card.number,
        "name": card.name(texts.language),
        "short": card.short(texts.language),
        "role": card.role.value,
        "is_emperor": card.is_emperor,
        "role_name": texts.joined(roles),
    }


def _neighbour(number: int, texts: Texts) -> dict[str, Any] | None:
    card = CARDS_BY_NUMBER.get(number)
    return _entry(card, texts) if card else None
