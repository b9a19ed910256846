"""A review of a finished match that one seat leads and others follow, and what pages are told; none of it is kept."""

import time
from dataclasses import dataclass
from typing import Final

from games.live.names_html import seat_names
from games.live.snapshot import Snapshot
from games.live.words import Words

# The leader's page says every ten seconds where it stands: after two that were lost it has gone.
_LIVES_SECONDS: Final = 25.0


@dataclass(frozen=True, slots=True)
class Review:
    """Who leads and which step they look at, as told at a moment of this process's steady clock."""

    seat: int
    step: int
    told_at: float

    @property
    def is_alive(self) -> bool:
        """Whether its leader has been heard of lately."""
        return time.monotonic() - self.told_at < _LIVES_SECONDS


def review_now(seat: int, step: int) -> Review:
    """Return a review as told just now."""
    return Review(seat, step, time.monotonic())


def review_piece(words: Words, snapshot: Snapshot, review: Review | None) -> str:
    """Return the "review" piece: who leads, with the way to look along; hidden where nobody does."""
    if review is None or not review.is_alive:
        return '<p id="review" hx-swap-oob="true" class="review" hidden data-seat="" data-step=""></p>'
    text = words.label("review_leads").format(name=seat_names(words, snapshot)[review.seat])
    address = f"{words.address('match', snapshot.match_id)}?step={review.step}#shared_review"
    return (
        f'<p id="review" hx-swap-oob="true" class="review" data-seat="{review.seat}" data-step="{review.step}">'
        f'<span class="review-text">{text}</span> '
        f'<a class="review-link" href="{address}">{words.label("review_follow")}</a></p>'
    )
