"""One short sentence for each thing that happens at a table; it knows events and names, no page and no socket."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext, ngettext, pgettext

from games.cards import CARDS_BY_NUMBER
from games.engine import JITO, SEMIMARU, Event, EventKind, Role, is_emperor, role_of
from games.live.words import Text, Words

# In each text {who} is the subject, in its plain form, and {poet} a name that is not declined. Texts may be turned
# around in a language where that sits badly, such as "{who}: ...".
SENTENCES: Final[Mapping[str, Text]] = {
    "kept.courtier": lambda n: gettext("{who} reveals the courtier {poet} and keeps the card."),
    "kept.emperor": lambda n: gettext("{who} reveals the emperor {poet} and keeps the card."),
    "kept.semimaru": lambda n: gettext("{who} reveals Semimaru and keeps the card."),
    "will_skip": lambda n: gettext("{who} reveals Semimaru, keeps the card and will skip the next turn."),
    "lost.monk.0": lambda n: gettext("{who} reveals the monk {poet} but has no cards to lose."),
    "lost.monk": lambda n: ngettext(
        "{who} reveals the monk {poet} and loses {count} card.",
        "{who} reveals the monk {poet} and loses {count} cards.",
        n,
    ),
    "lost.semimaru.0": lambda n: gettext("{who} reveals Semimaru but has no cards to lose."),
    "lost.semimaru": lambda n: ngettext(
        "{who} reveals Semimaru and loses {count} card.", "{who} reveals Semimaru and loses {count} cards.", n
    ),
    "took_pile.lady.0": lambda n: gettext("{who} reveals the lady {poet}; there is no pile to take."),
    "took_pile.lady": lambda n: ngettext(
        "{who} reveals the lady {poet} and takes {count} card from the pile.",
        "{who} reveals the lady {poet} and takes {count} cards from the pile.",
        n,
    ),
    "took_pile.empress.0": lambda n: gettext("{who} reveals the empress {poet}; there is no pile to take."),
    "took_pile.empress": lambda n: ngettext(
        "{who} reveals the empress {poet} and takes {count} card from the pile.",
        "{who} reveals the empress {poet} and takes {count} cards from the pile.",
        n,
    ),
    "took_hands.emperor.0": lambda n: gettext("{who} reveals the emperor {poet}; nobody else has cards."),
    "took_hands.emperor": lambda n: ngettext(
        "{who} reveals the emperor {poet} and takes {count} card from the others.",
        "{who} reveals the emperor {poet} and takes {count} cards from the others.",
        n,
    ),
    "took_hands.empress": lambda n: ngettext(
        "{who} also takes {count} card from the others.", "{who} also takes {count} cards from the others.", n
    ),
    "went_out.0": lambda n: gettext("{who} reveals Semimaru and is out of the game."),
    "went_out": lambda n: ngettext(
        "{who} reveals Semimaru and is out of the game; {count} card goes to the pile.",
        "{who} reveals Semimaru and is out of the game; {count} cards go to the pile.",
        n,
    ),
    "all_to_pile": lambda n: ngettext(
        "{who} reveals Semimaru: the hands of all, {count} card, go to the pile.",
        "{who} reveals Semimaru: the hands of all, {count} cards, go to the pile.",
        n,
    ),
    "skipped": lambda n: gettext("{who} skips a turn."),
    "stopped": lambda n: gettext("{who} stops."),
    "won": lambda n: gettext("{who} wins the match."),
    "drawn": lambda n: gettext("The match is a draw between {names}."),
    # Translators: the subject of the sentences above when the CPU plays for an absent person.
    "who.away": lambda n: pgettext("subject of a sentence", "CPU for {name}"),
    # Translators: the subject of the sentences above when the CPU plays since the time ran out.
    "who.timeout": lambda n: pgettext("subject of a sentence", "CPU for {name} (time over)"),
}


def step_sentences(words: Words, events: Iterable[Event], *, names: Sequence[str], played_by: str) -> list[str]:
    """Return the sentences of one step as HTML, mostly one; `names` are the names of the seats as HTML.

    A skipped turn and the end of the match are sentences of their own.
    """
    happened = tuple(events)
    sentences = []
    for event in happened:
        key, count = _sentence(event, happened)
        if key:
            who = _subject(words, names[event.seat], "cpu" if key == "skipped" else played_by)
            poet = CARDS_BY_NUMBER[event.card].short(words.language) if event.card else ""
            template = words.text(SENTENCES[key], count)
            sentences.append(template.format(who=who, poet=f"<bdi>{poet}</bdi>", count=words.number(count)))
    return sentences


def outcome_sentence(words: Words, winners: Sequence[int], names: Sequence[str]) -> str:
    """Return who won, or between whom it is a draw, as HTML."""
    if len(winners) == 1:
        return words.text(SENTENCES["won"], 0).format(who=names[winners[0]])
    return words.text(SENTENCES["drawn"], 0).format(names=name_list(words, [names[seat] for seat in winners]))


def joined_sentences(words: Words, sentences: Sequence[str]) -> str:
    """Return sentences (HTML) one after the other, with a space between them if the language writes one."""
    text = sentences[0] if sentences else ""
    for sentence in sentences[1:]:
        text = words.label("sentences").format(before=text, next=sentence)
    return text


def name_list(words: Words, names: Sequence[str]) -> str:
    """Return names (HTML) joined as the language joins a list."""
    if not names:
        return ""
    joined = names[0]
    for position, name in enumerate(names[1:], start=2):
        if position == len(names):
            joined = words.label("names_and").format(names=joined, last=name)
        else:
            joined = words.label("names_comma").format(names=joined, next=name)
    return joined


def _subject(words: Words, name: str, played_by: str) -> str:
    key = f"who.{played_by}"
    return words.text(SENTENCES[key], 0).format(name=name) if key in SENTENCES else name


def _sentence(event: Event, happened: tuple[Event, ...]) -> tuple[str, int]:
    """Return the key and the count of an event's sentence; an empty key where another event says it."""
    card, count = event.card, event.count
    match event.kind:
        case EventKind.KEPT if card == SEMIMARU:
            # "Will skip" says the whole of it.
            skips = any(other.kind is EventKind.WILL_SKIP for other in happened)
            return ("", 0) if skips else ("kept.semimaru", 0)
        case EventKind.KEPT if card is not None:
            return ("kept.emperor" if is_emperor(card) else "kept.courtier", 0)
        case EventKind.LOST_HAND if card is not None:
            return _counted("lost.monk" if role_of(card) is Role.MONK else "lost.semimaru", count)
        case EventKind.TOOK_PILE:
            return _counted("took_pile.empress" if card == JITO else "took_pile.lady", count)
        case EventKind.TOOK_HANDS if card == JITO:
            return ("took_hands.empress", count) if count else ("", 0)
        case EventKind.TOOK_HANDS:
            return _counted("took_hands.emperor", count)
        case EventKind.WENT_OUT:
            return _counted("went_out", count)
        case EventKind.ALL_TO_PILE | EventKind.WILL_SKIP | EventKind.SKIPPED | EventKind.STOPPED:
            return event.kind.value, count
        case _:
            return "", 0


def _counted(key: str, count: int) -> tuple[str, int]:
    """Return the key of the sentence for a count, with its own wording for none."""
    return (key, count) if count else (f"{key}.0", 0)
