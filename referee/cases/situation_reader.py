"""A situation read from the table of its file, every value checked."""

from __future__ import annotations

from collections.abc import Iterator

from referee.cases.case_reader import CaseSources
from referee.cases.situation import SHOWN, Situation
from referee.cases.value_checks import load_named, word_list
from referee.core.settings.ruled import RULE_ID
from referee.core.settings.settings_table import SettingsTable
from referee.game.events import Event
from referee.game.journal_rows import event_from_table
from referee.game.order.coach_clocks import ClockMark, ClockSide

MOST_EVENTS = 200
MOST_TIMES = 60
LONGEST_S = 3_600.0


def situation_of(name: str, table: SettingsTable, shelf: CaseSources) -> Situation:
    """The situation in a table; what it names comes from the shelf."""
    rulebook = load_named(table, "rulebook", shelf.rulebook)
    found = Situation(
        name=name,
        title=table.text("title", 160),
        proves=word_list(table, "proves", lambda word: RULE_ID.fullmatch(word) is not None),
        rulebook=rulebook,
        field=load_named(table, "field", shelf.field),
        events=(*_events(table, "opening"), *_events(table, "events")),
        wanted=_wanted(table),
        refused=tuple(_events(table, "refused")),
        clocks=tuple(_marks(table)),
        clocks_at_s=table.number("at_s", 0.0, LONGEST_S, 0.0),
    )
    if not found.wanted and not found.refused:
        raise table.error("after", {}, "what the scoreboard shows then, or what is refused")
    table.done()
    return found


def _events(table: SettingsTable, key: str) -> Iterator[Event]:
    """Events as journals have them; ``times`` repeats one."""
    for row in table.tables(key, max_count=MOST_EVENTS):
        times = row.whole("times", 1, MOST_TIMES, 1)
        event = event_from_table(row)
        row.done()
        yield from [event] * times


def _marks(table: SettingsTable) -> Iterator[tuple[float, ClockMark, ClockSide]]:
    """What starts, halts and ends the coaches' clocks, each at its second."""
    for row in table.tables("clocks", max_count=MOST_EVENTS):
        at_s = row.number("at_s", 0.0, LONGEST_S)
        mark = row.choice("mark", ClockMark)
        first = row.choice("first", ClockSide, ClockSide.OFFENSE)
        row.done()
        yield at_s, mark, first


def _wanted(table: SettingsTable) -> dict[str, object]:
    if "after" not in table:
        return {}
    after = table.table("after")
    return {key: after.raw(key) for key in SHOWN if key in after}
