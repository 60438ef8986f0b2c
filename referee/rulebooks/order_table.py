"""Reads the order of a game from its tables: what all books share, then what a league says."""

from __future__ import annotations

from referee.core.errors import BadValue
from referee.core.settings.settings_table import SettingsTable
from referee.game.order.game_order import ActEnd, ActRow, GameOrder, NextBall, Outcome
from referee.game.state import GamePhase

# What comes next is not of this table: it was owed before.
OWED = "what is owed"


def order_of(shared: SettingsTable, own: SettingsTable) -> GameOrder:
    """The order of a league: each key of its own table stands before the shared one."""
    rows = {act: _row(act, shared.table(act), own.table(act)) for act in GamePhase}
    shared.done()
    own.done()
    return GameOrder(rows)


def _row(act: GamePhase, shared: SettingsTable, own: SettingsTable) -> ActRow:
    ends = {**_ends(shared), **_ends(own)}
    says = own if "period_may_end" in own else shared
    pauses = own if "pauses" in own else shared
    try:
        row = ActRow(
            act=act,
            rule=own.text("rule", 20),
            ends=ends,
            from_yd=own.number("from_yd", 0.0, 100.0) if "from_yd" in own else None,
            period_may_end=says.flag("period_may_end", False),
            pauses=pauses.flag("pauses", False),
        )
    except BadValue as error:
        raise error if error.where else own.owning(error) from None
    return row


def _ends(table: SettingsTable) -> dict[Outcome, ActEnd]:
    if "ends" not in table:
        return {}
    ends = table.table("ends")
    for key in ends.keys:
        if key not in set(Outcome):
            raise ends.error(key, key, f"one of {', '.join(Outcome)}")
    return {outcome: _end(ends.table(outcome)) for outcome in Outcome if outcome in ends}


def _end(table: SettingsTable) -> ActEnd:
    then = table.choice("then", [*GamePhase, OWED])
    return ActEnd(
        then=None if then == OWED else GamePhase(then),
        ball=table.choice("ball", list(NextBall), NextBall.SAME),
        owes=table.choice("owes", list(GamePhase)) if "owes" in table else None,
    )
