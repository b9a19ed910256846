"""What happened in the last steps as HTML, whole or only the newest lines; it must not know pages or sockets."""

from games import engine
from games.live.sentences import joined_sentences, outcome_sentence, step_sentences
from games.live.snapshot import Snapshot, StepLine
from games.live.words import Words

# So many cards lost or won at once decide a match more often than not.
MANY_CARDS = 8
_HAULS = frozenset({engine.EventKind.LOST_HAND, engine.EventKind.TOOK_PILE, engine.EventKind.TOOK_HANDS})
# Takes the last line of the list away.
_OLDEST = '<i hx-swap-oob="delete:#lines li:last-child"></i>'


def events(words: Words, snapshot: Snapshot, names: list[str]) -> str:
    """Return the piece with the last steps, the newest first; `names` are the seats' names as HTML."""
    items = [_item(step, _line(words, snapshot, step, names)) for step in reversed(snapshot.recent)]
    if _has_beginning(snapshot):
        items.append(f"<li>{_beginning(words, snapshot, names)}</li>")
    return (
        f'<section id="events" hx-swap-oob="true" class="events" aria-labelledby="events-title">'
        f'<h2 id="events-title">{words.label("log")}</h2><ol id="lines" reversed>{"".join(items)}</ol></section>'
    )


def events_changes(words: Words, before: Snapshot, after: Snapshot, names: list[str], line: str) -> str:
    """Return what adds the steps since another moment and takes as many of the oldest away; `line` is the last one."""
    fresh = [step for step in after.recent if step.sequence > before.version]
    if len(fresh) == len(after.recent):
        return events(words, after, names)
    items = [_item(fresh[-1], line)]
    items += [_item(step, _line(words, after, step, names)) for step in reversed(fresh[:-1])]
    gone = _shown(before) + len(fresh) - _shown(after)
    return f'<ol hx-swap-oob="afterbegin:#lines">{"".join(items)}</ol>' + _OLDEST * gone


def last_line(words: Words, snapshot: Snapshot, names: list[str]) -> str:
    """Return what the last step did, or that the match begins."""
    if not snapshot.recent:
        return _beginning(words, snapshot, names)
    return _line(words, snapshot, snapshot.recent[-1], names)


def is_decisive(step: StepLine) -> bool:
    """Say whether a step turns the match: Semimaru, the end, or many cards lost or won at once."""
    for event in step.events:
        if (
            event.kind is engine.EventKind.MATCH_OVER
            or event.card == engine.SEMIMARU
            or (event.kind in _HAULS and event.count >= MANY_CARDS)
        ):
            return True
    return False


def _has_beginning(snapshot: Snapshot) -> bool:
    """Whether the steps shown reach back to the beginning of the match, which is a line without a step."""
    return not snapshot.recent or snapshot.recent[0].sequence == 1


def _shown(snapshot: Snapshot) -> int:
    return len(snapshot.recent) + _has_beginning(snapshot)


def _item(step: StepLine, line: str) -> str:
    weight = ' data-weight="decisive"' if is_decisive(step) else ""
    return f"<li{weight}>{line}</li>"


def _line(words: Words, snapshot: Snapshot, step: StepLine, names: list[str]) -> str:
    """What one step did: mostly one sentence, each in its own span."""
    sentences = step_sentences(words, step.events, names=names, played_by=step.played_by)
    if snapshot.winners and any(event.kind is engine.EventKind.MATCH_OVER for event in step.events):
        sentences.append(outcome_sentence(words, snapshot.winners, names))
    return joined_sentences(words, [f"<span>{sentence}</span>" for sentence in sentences])


def _beginning(words: Words, snapshot: Snapshot, names: list[str]) -> str:
    return f"<span>{words.label('match_begins').format(name=names[snapshot.view.first_seat])}</span>"
