"""The words of the live table in every language, looked up once and kept; it knows no match and builds no HTML.

Every text is a small function of a count, called once per language and count inside that language; the answers are
kept for the life of the process. Texts use `{name}` placeholders, which the caller fills with escaped HTML.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext, override, pgettext

from games.engine import Role

Text = Callable[[int], str]

LABELS: Final[Mapping[str, Text]] = {
    # Actions.
    "reveal": lambda n: pgettext("button: open the top card of the draw pile", "Reveal"),
    "reveal_more": lambda n: pgettext("button: open a further card in the same turn", "Reveal one more"),
    "stop": lambda n: pgettext("button: end the own turn instead of opening a further card", "Stop"),
    "take_back": lambda n: pgettext("button: end the play by the CPU", "Take my seat back"),
    "again": lambda n: pgettext("button: start a new match", "Play again"),
    # One device that is passed round.
    "pass_to": lambda n: gettext("Pass the device to {name}"),
    "other_people": lambda n: pgettext("button: on a device that is passed round", "Other people"),
    "to_group": lambda n: pgettext("button", "Back to the group"),
    "to_match": lambda n: pgettext("link to the page of the finished match", "Replay and details"),
    "review_leads": lambda n: gettext("{name} is going through the match."),
    "review_follow": lambda n: pgettext("link to somebody's review of the match", "Look along"),
    "to_daily": lambda n: gettext("Table of the day"),
    # Piles and hands.
    "draw_pile": lambda n: gettext("Draw pile"),
    "common_pile": lambda n: gettext("Common pile"),
    "cards": lambda n: ngettext("{count} card", "{count} cards", n),
    # Translators: very short, stands beside the number of cards left in the draw pile.
    "cards_left": lambda n: ngettext("{count} left", "{count} left", n),
    "pile_empty": lambda n: pgettext("the common pile holds no card", "Empty"),
    "hand_empty": lambda n: pgettext("a hand without cards", "No cards"),
    "top_card": lambda n: gettext("Top card: {card}"),
    "semimaru_notice": lambda n: gettext("Semimaru is still in the draw pile"),
    # Marks at a seat; each stands alone beside the name.
    "you": lambda n: pgettext("mark beside one's own name", "You"),
    "cpu": lambda n: pgettext("mark of a seat played by the computer", "CPU"),
    "out": lambda n: pgettext("mark of a seat that is out of the game", "Out"),
    "will_skip": lambda n: pgettext("mark of a seat", "Skips next turn"),
    "away": lambda n: pgettext("mark of a seat whose player is not connected", "Away"),
    "held": lambda n: pgettext("mark of a seat whose turns the CPU plays for now", "CPU plays"),
    "missed": lambda n: pgettext("mark of a seat whose player let the time run out", "Missed a turn"),
    # Translators: the name of a computer player, or of a seat whose player has no name.
    "cpu_name": lambda n: pgettext("name of a computer player", "CPU {number}"),
    "seat_name": lambda n: pgettext("name of a player without a name", "Player {number}"),
    "host": lambda n: pgettext("mark of the player who runs the group", "Host"),
    "on_turn": lambda n: pgettext("mark of the seat whose turn it is", "On turn"),
    "place": lambda n: pgettext("place in the running order", "Place {rank}"),
    # Whose turn.
    "your_turn": lambda n: gettext("Your turn"),
    "your_turn_more": lambda n: gettext("One more card, or stop?"),
    "your_turn_must": lambda n: gettext("Your turn: one more card"),
    "your_seat_held": lambda n: gettext("The CPU plays your seat"),
    "turn_of": lambda n: gettext("{name} is on turn"),
    "choice_of": lambda n: gettext("{name} may go on or stop"),
    "match_over": lambda n: gettext("The match is over"),
    "match_paused": lambda n: gettext("Paused: nobody is at the table"),
    "match_closed": lambda n: gettext("This match was ended without a result"),
    "you_are_out": lambda n: gettext("You are out of the game and watch until the end."),
    "you_watch": lambda n: gettext("You are watching."),
    # Odds of the next card.
    "percent": lambda n: pgettext("a share, as the language writes it", "{number}%"),
    "odds": lambda n: gettext("Next card"),
    "odds_of": lambda n: pgettext("chance of the next card, screen reader", "{kind}: {percent}, {count} of {total}"),
    # Result.
    "result": lambda n: gettext("Result"),
    "rating": lambda n: gettext("Rating"),
    "rating_in_group": lambda n: pgettext("before the change of a rating in the group", "Group"),
    "winner_is": lambda n: gettext("{name} wins"),
    "draw": lambda n: pgettext("result of a match", "Draw"),
    "draw_between": lambda n: gettext("A draw between {names}"),
    "last_place_out": lambda n: pgettext("in the result list, of a seat that went out", "out of the game"),
    "left_in_pile": lambda n: ngettext(
        "{count} card stayed in the common pile", "{count} cards stayed in the common pile", n
    ),
    "luck": lambda n: gettext("Luck in this match"),
    "no_result": lambda n: gettext("No result"),
    # Translators: joins the last two of several names; the others are joined by name_list_comma.
    "names_and": lambda n: pgettext("list of names", "{names} and {last}"),
    "names_comma": lambda n: pgettext("list of names", "{names}, {next}"),
    # Translators: two whole sentences one after the other; without the space where the language writes none.
    "sentences": lambda n: pgettext("sentence after sentence", "{before} {next}"),
    # Guessing the winner.
    "guess": lambda n: gettext("Who will win? Your guess:"),
    "guess_line": lambda n: gettext("{name} guessed: {guess}"),
    "guess_right": lambda n: pgettext("mark beside a guess of the winner", "Right!"),
    # Log.
    "log": lambda n: gettext("What happened"),
    "match_begins": lambda n: gettext("The match begins. {name} goes first."),
    # Clock.
    "time_left": lambda n: pgettext("label before a number", "Seconds left:"),
    # Cards.
    "role.courtier": lambda n: pgettext("kind of card", "Courtier"),
    "role.lady": lambda n: pgettext("kind of card", "Lady"),
    "role.monk": lambda n: pgettext("kind of card", "Monk"),
    "role.semimaru": lambda n: pgettext("kind of card", "Semimaru"),
    "role.emperor": lambda n: pgettext("kind of card", "Emperor"),
    "card.courtier": lambda n: pgettext("a card with the name of its poet", "Courtier {poet}"),
    "card.lady": lambda n: pgettext("a card with the name of its poet", "Lady {poet}"),
    "card.monk": lambda n: pgettext("a card with the name of its poet", "Monk {poet}"),
    "card.semimaru": lambda n: pgettext("a card with the name of its poet", "{poet}"),
    "card.emperor": lambda n: pgettext("a card with the name of its poet", "Emperor {poet}"),
    "card.empress": lambda n: pgettext("a card with the name of its poet", "Empress {poet}"),
}

NOTICES: Final[Mapping[str, Text]] = {
    "bad_message": lambda n: gettext("That did not work. The table is being refreshed."),
    "too_fast": lambda n: gettext("That was too fast. Wait a moment."),
    "not_found": lambda n: gettext("This table does not exist any more."),
    "not_live": lambda n: gettext("This match is over."),
    "not_your_seat": lambda n: gettext("You have no seat at this table."),
    "not_your_turn": lambda n: gettext("It is not your turn."),
    "stale": lambda n: gettext("Somebody was faster: the table has changed. Look again."),
    "illegal_action": lambda n: gettext("That is not possible now."),
    "banned": lambda n: gettext("You cannot play on this site."),
    "removed": lambda n: gettext("The host has removed you from this group."),
    "not_member": lambda n: gettext("You are not a member of this group."),
    "closed": lambda n: gettext("This table is closed."),
    "cannot_guess": lambda n: gettext("You can guess the winner when you are out or watching, once a step."),
    "unavailable": lambda n: gettext("The table cannot be reached for a moment. Please try again."),
    "too_big": lambda n: gettext("That message was too long."),
    "guess_kept": lambda n: gettext("Your guess is kept. It is shown when the match is over."),
    "other": lambda n: gettext("That did not work. Please try again."),
}


class Words:
    """The words of one language; every look-up is kept."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._texts: dict[tuple[Text, int], str] = {}
        self._numbers: dict[int, str] = {}
        self._addresses: dict[tuple[str, str], str] = {}

    def label(self, key: str, count: int = 0) -> str:
        """Return the text of LABELS, in the plural form of the count, its placeholders not yet filled."""
        return self.text(LABELS[key], count)

    def notice(self, code: str) -> str:
        """Return the sentence for an error code; a general one for a code without its own."""
        return self.text(NOTICES.get(code, NOTICES["other"]), 0)

    def text(self, text: Text, count: int) -> str:
        """Return what a text, one that lives as long as its module, says in this language for a count."""
        known = self._texts.get((text, count))
        if known is None:
            with override(self.language):
                known = self._texts[text, count] = text(count)
        return known

    def number(self, value: int) -> str:
        """Return a whole number as readers of this language see it; never for attributes."""
        known = self._numbers.get(value)
        if known is None:
            with override(self.language):
                known = self._numbers[value] = number_format(value, use_l10n=True, force_grouping=True)
        return known

    def percent(self, part: int, whole: int) -> str:
        """Return a share as a whole percentage, for reading."""
        percent = round(100 * part / whole) if whole else 0
        return self.label("percent").format(number=self.number(percent))

    def address(self, name: str, match_id: str) -> str:
        """Return the address of a page of a match under this language's prefix."""
        # Reversed once with a stand-in of the same alphabet: reversing costs more than a whole fragment.
        known = self._addresses.get((name, ""))
        if known is None:
            with override(self.language):
                known = self._addresses[name, ""] = reverse(name, kwargs={"match_id": _STAND_IN})
        return known.replace(_STAND_IN, match_id)

    def plain_address(self, name: str) -> str:
        """Return the address of a page without arguments under this language's prefix."""
        known = self._addresses.get((name, "plain"))
        if known is None:
            with override(self.language):
                known = self._addresses[name, "plain"] = reverse(name)
        return known

    def group_address(self, code: str) -> str:
        """Return the address of a group's page under this language's prefix."""
        with override(self.language):
            return reverse("group", kwargs={"code": code})

    def role(self, role: Role) -> str:
        """Return the name of a kind of card."""
        return self.label(f"role.{role.value}")


_STAND_IN: Final = "z" * 12


def signed(change: int | None) -> str:
    """Return a change with its sign, for text that runs from left to right; nothing where there was none to make."""
    if change is None:
        return ""
    # A true minus is as wide as the plus.
    return f"{change:+d}".replace("-", "−") if change else "±0"


@lru_cache(maxsize=64)
def words_of(language: str) -> Words:
    """Return the one Words of a language in this process."""
    return Words(language)
