"""The fixed phrases that people at a table can say to each other in any language; it knows no match and no socket."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import pgettext

from games.live.words import Text, Words


@dataclass(frozen=True, slots=True)
class Phrase:
    """A picture and the text that goes with it in the reader's language."""

    picture: str
    text: Text


# The keys are stored and sent; texts and pictures may change. All are friendly: a table can be a classroom.
PHRASES: Final[Mapping[str, Phrase]] = {
    "hello": Phrase("👋", lambda n: pgettext("phrase at the table", "Hello!")),
    "good_luck": Phrase("🍀", lambda n: pgettext("phrase at the table", "Good luck!")),
    "well_done": Phrase("👏", lambda n: pgettext("phrase at the table", "Well done!")),
    "wow": Phrase("😮", lambda n: pgettext("phrase at the table", "Wow!")),
    "lucky": Phrase("🌟", lambda n: pgettext("phrase at the table", "How lucky!")),
    "oh_no": Phrase("🙈", lambda n: pgettext("phrase at the table", "Oh no!")),
    "monk_again": Phrase("📿", lambda n: pgettext("phrase at the table", "A monk again!")),
    "my_cards": Phrase("😭", lambda n: pgettext("phrase at the table", "My cards!")),
    "come_lady": Phrase("🌸", lambda n: pgettext("phrase at the table", "Come, lady, come!")),
    "where_semimaru": Phrase("👀", lambda n: pgettext("phrase at the table", "Where is Semimaru?")),
    "your_turn": Phrase("👉", lambda n: pgettext("phrase at the table", "It's your turn!")),
    "moment": Phrase("⏳", lambda n: pgettext("phrase at the table", "One moment, please.")),
    "close_one": Phrase("😅", lambda n: pgettext("phrase at the table", "That was close!")),
    "sorry": Phrase("🙏", lambda n: pgettext("phrase at the table", "Sorry!")),
    "thanks": Phrase("💐", lambda n: pgettext("phrase at the table", "Thank you!")),
    "again": Phrase("🔁", lambda n: pgettext("phrase at the table", "Another round?")),
}


def phrase_text(words: Words, key: str) -> str:
    """Return a phrase in the language; empty for a key that is not (or no longer) offered."""
    phrase = PHRASES.get(key)
    return words.text(phrase.text, 0) if phrase else ""


def phrase_picture(key: str) -> str:
    """Return the picture of a phrase; empty for a key that is not (or no longer) offered."""
    phrase = PHRASES.get(key)
    return phrase.picture if phrase else ""
