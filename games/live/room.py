"""One table as this process shows it: the present snapshot and its pieces per language and viewer; no sockets here."""

from dataclasses import replace
from typing import Final

from games.live import fragments
from games.live.memo import Memo
from games.live.review import Review, review_now
from games.live.snapshot import PhraseLine, SeatFace, Snapshot, remaining_ms
from games.live.store import clock_now

MOST_PHRASES: Final = 8


class _Rendered:
    """The pieces of one revision, joined as a whole, and those that changed since the revision before."""

    __slots__ = ("_whole", "changed", "pieces", "revision")

    def __init__(self, revision: int, pieces: dict[str, str], before: "_Rendered | None") -> None:
        self.revision = revision
        self.pieces = pieces
        self._whole: str | None = None
        self.changed: str | None = None
        if before is not None and before.revision == revision - 1:
            old = before.pieces
            if old is pieces:
                self.changed = ""
            else:
                self.changed = "".join([text for name, text in pieces.items() if old.get(name) != text])

    @property
    def whole(self) -> str:
        """All pieces."""
        if self._whole is None:
            self._whole = "".join(self.pieces.values())
        return self._whole


class Room:
    """The table of one match. `revision` grows by one with everything that shows, `version` only with steps."""

    __slots__ = ("_memos", "_own", "_phrase_count", "_shared", "match_id", "review", "revision", "snapshot")

    def __init__(self, snapshot: Snapshot) -> None:
        self.match_id = snapshot.match_id
        self.snapshot = snapshot
        self.revision = 1
        self.review: Review | None = None
        self._phrase_count = 0
        self._memos: dict[str, Memo] = {}
        self._shared: dict[str, _Rendered] = {}
        # Revision, pieces, and what changed since the revision before (None: unknown).
        self._own: dict[tuple[str, int | None], tuple[int, dict[str, str], str | None]] = {}

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
        self.snapshot = snapshot
        self.revision += 1
        return True

    def show_faces(self, seats: tuple[SeatFace, ...]) -> bool:
        """Take other faces at the same version; return whether anything changed."""
        return seats != self.snapshot.seats and self.show(replace(self.snapshot, seats=seats))

    def add_phrase(self, seat: int, phrase: str) -> None:
        """Show a phrase of a seat."""
        self._phrase_count += 1
        line = PhraseLine(self._phrase_count, seat, phrase)
        self.snapshot = replace(self.snapshot, phrases=(*self.snapshot.phrases, line)[-MOST_PHRASES:])
        self.revision += 1

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
        present = self.revision
        if revision == present:
            return None
        shared = self._shared.get(language)
        if shared is None or shared.revision != present:
            pieces = fragments.shared_pieces(self.snapshot, language, self._memo(language))
            shared = self._shared[language] = _Rendered(present, pieces, shared)
        key = (language, viewer)
        own = self._own.get(key)
        if own is None or own[0] != present:
            pieces = fragments.own_pieces(self.snapshot, language, viewer, self._memo(language))
            changed = None
            if own is not None and own[0] == present - 1:
                changed = "" if own[1] is pieces else "".join(pieces.values())
            own = self._own[key] = (present, pieces, changed)
        if revision == present - 1 and shared.changed is not None and own[2] is not None:
            text = shared.changed + own[2]
        else:
            text = shared.whole + "".join(own[1].values())
        if self.snapshot.turn_limit_seconds is None:
            return text
        return text + fragments.clock_piece(self.snapshot, language, remaining_ms(self.snapshot, clock_now()))

    def _memo(self, language: str) -> Memo:
        memo = self._memos.get(language)
        if memo is None:
            memo = self._memos[language] = Memo()
        return memo
