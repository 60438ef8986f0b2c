"""Reads the fouls of a league from its fouls.toml, every value checked."""

from __future__ import annotations

from referee.core.errors import BadValue
from referee.core.settings.settings_table import SettingsTable
from referee.game.events import PenaltyDown
from referee.game.penalties.foul_table import (
    FoulChart,
    FoulRow,
    FoulSide,
    FoulSpot,
    FoulTable,
    FoulTime,
)

MOST_YARDS = 50.0
_CHART = "chart"


def fouls_of(table: SettingsTable) -> FoulTable:
    """All fouls of a league, and its chart if it has one."""
    rows = {name: _row(name, table.table(name)) for name in table.keys if name != _CHART}
    chart = _chart(table.table(_CHART), rows) if _CHART in table else None
    table.done()
    return FoulTable(rows, chart)


def _row(name: str, table: SettingsTable) -> FoulRow:
    try:
        row = FoulRow(
            name=name,
            rule=table.text("rule", 20),
            by=table.choice("by", list(FoulSide)),
            when=table.choice("when", list(FoulTime), FoulTime.DURING),
            yards=table.number("yards", 0.0, MOST_YARDS),
            spot=table.choice("spot", list(FoulSpot), FoulSpot.PREVIOUS),
            down=table.choice("down", list(PenaltyDown), PenaltyDown.AGAIN),
            end_zone_yd=table.number("end_zone_yd", 0.5, 25.0) if "end_zone_yd" in table else None,
            safety=table.flag("safety", False),
            stands=table.flag("stands", False),
            may_decline=table.flag("may_decline", True),
            calls=_words(table, "calls"),
            faults=_words(table, "faults"),
        )
    except BadValue as error:
        raise error if error.where else table.owning(error) from None
    table.done()
    return row


def _chart(table: SettingsTable, rows: dict[str, FoulRow]) -> FoulChart:
    """The chart of a league's dice; it may only name fouls of the table, by who commits them."""
    fouls: list[tuple[FoulSide, str]] = []
    for each in table.tables("fouls", min_count=1, max_count=100):
        name = each.choice("foul", list(rows))
        side = each.choice("by", [FoulSide.OFFENSE, FoulSide.DEFENSE])
        if rows[name].by not in (side, FoulSide.EITHER):
            raise each.error("by", side.value, f"the {rows[name].by.value}, as in the table")
        each.done()
        fouls.append((side, name))
    sides = table.whole("sides", 2, 100)
    shows = table.raw("shows") if "shows" in table else None
    if not isinstance(shows, list) or not all(each in range(1, sides + 1) for each in shows):
        raise table.error("shows", shows, f"a list of numbers from 1 to {sides}")
    chart = FoulChart(
        table.text("rule", 20), sides, tuple(shows), tuple(fouls), table.flag("in_play")
    )
    table.done()
    return chart


def _words(table: SettingsTable, key: str) -> tuple[str, ...]:
    if key not in table:
        return ()
    value = table.raw(key)
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise table.error(key, value, "a list of words")
    return tuple(value)
