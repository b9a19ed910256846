"""One table as this process shows it: the present snapshot and its pieces per language and viewer; no sockets here."""

from dataclasses import replace
from typing import Final

from games.live import fragments
from games.live.review import Review, review_now
from games.live.snapshot import PhraseLine, SeatFace, Snapshot, remaining_ms
from games.live.store import clock_now

MOST_PHRASES: Final = 8


class Room:
    """The table of one match. `revision` grows by one with everything that shows, `version` only with steps."""

    __slots__ = (
        "_before",
        "_changes",
        "_phrase_count",
        "_texts",
        "_whole",
        "match_id",
        "review",
        "revision",
        "snapshot",
    )

    def __init__(self, snapshot: Snapshot) -> None:
        self.match_id = snapshot.match_id
        self.snapshot = snapshot
        self.revision = 1
        self.review: Review | None = None
        self._before: Snapshot | None = None
        self._phrase_count = 0
        # Of the present revision: the shared parts by language, and the text by language and viewer.
        self._whole: dict[str, str] = {}
        self._changes: dict[str, str | None] = {}
        self._texts: dict[tuple[str, int | None], str] = {}

    @property
    def version(self) -> int:
        """The version of the match that the table shows."""
        return self.snapshot.version

    def show(self, snapshot: Snapshot) -> bool:
        """Take a snapshot of the same or a later version, keeping the phrases; return whether anything changed."""
        present = self.snapshot
        if snapshot.version < present.version:
            return False
        if present.phrases:
            snapshot = replace(snapshot, phrases=present.phrases)
        if snapshot == present:
            return False
        self._move(snapshot)
        return True

    def show_faces(self, seats: tuple[SeatFace, ...]) -> bool:
        """Take other faces at the same version; return whether anything changed."""
        return seats != self.snapshot.seats and self.show(replace(self.snapshot, seats=seats))

    def add_phrase(self, seat: int, phrase: str) -> None:
        """Show a phrase of a seat."""
        self._phrase_count += 1
        line = PhraseLine(self._phrase_count, seat, phrase)
        self._move(replace(self.snapshot, phrases=(*self.snapshot.phrases, line)[-MOST_PHRASES:]))

    def show_review(self, seat: int, step: int) -> bool:
        """Take where a seat leads a review, -1 for its end; return whether there is anything to tell."""
        if self.snapshot.is_live or not 0 <= seat < len(self.snapshot.seats) or step > self.version:
            return False
        if step < 0:
            if self.review is None or self.review.seat != seat:
                return False  # somebody else leads by now
            self.review = None
        else:
            self.review = review_now(seat, step)
        return True

    def text(self, language: str, viewer: int | None, revision: int) -> str | None:
        """Return what brings a page of that viewer from a revision to the present one, None if it is there.

        From the revision before, only what changed; from any other, everything.
        """
        if revision == self.revision:
            return None
        text = self._change(language, viewer) if revision == self.revision - 1 else None
        if text is None:
            text = self._all(language, viewer)
        if self.snapshot.turn_limit_seconds is None:
            return text
        return text + fragments.clock_piece(self.snapshot, language, remaining_ms(self.snapshot, clock_now()))

    def _move(self, snapshot: Snapshot) -> None:
        self._before = self.snapshot
        self.snapshot = snapshot
        self.revision += 1
        self._whole.clear()
        self._changes.clear()
        self._texts.clear()

    def _change(self, language: str, viewer: int | None) -> str | None:
        """What changed with the present revision, None if that is everything; made once for all sockets of a kind."""
        key = (language, viewer)
        text = self._texts.get(key)
        if text is None and self._before is not None:
            if language not in self._changes:
                self._changes[language] = fragments.shared_changes(self._before, self.snapshot, language)
            shared = self._changes[language]
            if shared is not None:
                text = shared + fragments.own_changes(self._before, self.snapshot, language, viewer)
                self._texts[key] = text
        return text

    def _all(self, language: str, viewer: int | None) -> str:
        """All pieces."""
        shared = self._whole.get(language)
        if shared is None:
            shared = self._whole[language] = "".join(fragments.shared_pieces(self.snapshot, language).values())
        return shared + "".join(fragments.own_pieces(self.snapshot, language, viewer).values())
