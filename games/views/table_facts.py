"""What stands beside the table: the rules in force and what happened while somebody was away; it writes nothing."""

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext, pgettext

from games import engine
from games.live.names_html import seat_names
from games.live.sentences import joined_sentences, step_sentences
from games.live.snapshot import Snapshot, load_snapshot
from games.live.words import words_of
from games.selectors.matches import steps_played_for

# Of a long absence the last steps tell enough; the match page has them all.
MOST_LINES = 12

SEMIMARU_VALUES = {
    engine.SemimaruRule.OUT: lambda: pgettext("value of the Semimaru rule", "Out at once"),
    engine.SemimaruRule.SKIP_TURN: lambda: pgettext("value of the Semimaru rule", "Skip one turn"),
    engine.SemimaruRule.AS_MONK: lambda: pgettext("value of the Semimaru rule", "Like a monk"),
    engine.SemimaruRule.AS_COURTIER: lambda: pgettext("value of the Semimaru rule", "Like a courtier"),
    engine.SemimaruRule.ALL_HANDS_TO_PILE: lambda: pgettext("value of the Semimaru rule", "All hands to the pile"),
}
EMPEROR_VALUES = {
    engine.EmperorRule.KEEP_AND_ONE_MORE: lambda: pgettext("value of the emperor rule", "Keep and one more"),
    engine.EmperorRule.TAKE_ALL_HANDS: lambda: pgettext("value of the emperor rule", "Take everyone's cards"),
    engine.EmperorRule.ORDINARY: lambda: pgettext("value of the emperor rule", "Ordinary card"),
}
LADY_VALUES = {
    engine.LadyRule.TAKE_PILE: lambda: pgettext("value of the lady rule", "Take the pile"),
    engine.LadyRule.TAKE_PILE_AND_ONE_MORE: lambda: pgettext("value of the lady rule", "Take the pile and one more"),
    engine.LadyRule.ONE_MORE_IF_PILE_EMPTY: lambda: pgettext("value of the lady rule", "One more if the pile is empty"),
}


def rule_facts(rules: engine.RuleSet) -> list[dict[str, str]]:
    """Return rules as names and values in the current language."""
    facts = [
        (pgettext("name of a rule", "Semimaru"), SEMIMARU_VALUES[rules.semimaru]()),
        (pgettext("name of a rule", "Emperor"), EMPEROR_VALUES[rules.emperor]()),
        (pgettext("name of a rule", "Lady"), LADY_VALUES[rules.lady]()),
        (
            pgettext("name of a rule", "Allow stopping"),
            pgettext("a rule is", "On") if rules.allow_stop else pgettext("a rule is", "Off"),
        ),
    ]
    return [{"name": name, "value": value} for name, value in facts]


def match_facts(snapshot: Snapshot) -> list[dict[str, str]]:
    """Return the rules and settings of a match as names and values in the current language."""
    limit = snapshot.turn_limit_seconds
    facts = [
        (
            gettext("Turn time limit"),
            ngettext("{count} second", "{count} seconds", limit).format(count=limit)
            if limit
            else pgettext("turn time limit", "No limit"),
        ),
        (pgettext("kind of match", "Kind"), _kind(snapshot)),
    ]
    return rule_facts(snapshot.view.rules) + [{"name": name, "value": value} for name, value in facts]


def _kind(snapshot: Snapshot) -> str:
    if snapshot.daily_day is not None:
        return gettext("Deal of the day, {day}").format(day=date_format(snapshot.daily_day, "DATE_FORMAT"))
    if snapshot.is_rated:
        return pgettext("kind of match", "Rated game")
    return pgettext("kind of match", "Friendly game")


def meanwhile_lines(match_id: str, seat: int, language: str) -> list[str]:
    """Return what was played for a seat since its owner last acted, a line (HTML) for each step, oldest first."""
    steps = steps_played_for(match_id, seat)
    if not steps:
        return []
    words = words_of(language)
    names = seat_names(words, load_snapshot(match_id))
    return [
        joined_sentences(words, step_sentences(words, step.events, names=names, played_by=step.played_by))
        for step in steps[-MOST_LINES:]
    ]
