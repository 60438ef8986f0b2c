"""Reads the kicks of a rulebook from its table, and what a house changes of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.calls.play_name import KickName
from referee.core.errors import BadValue
from referee.core.settings.ruled import Ruled, settings_of
from referee.core.settings.settings_table import SettingsTable
from referee.game.state import GamePhase
from referee.rulebooks.kicks.kick_rules import (
    SNAP_ROLL,
    Kick,
    KickAsk,
    KickLanding,
    KickLimit,
    KickRules,
    KickStage,
    KickTable,
)
from referee.rulebooks.kicks.roll_table import (
    GoalTable,
    KickAcross,
    KickDice,
    RollRow,
    RollTable,
)
from referee.rulebooks.play_step import PlayStep

_FAR_YD, _LONGEST_S = 100.0, 30.0


def kick_table_of(table: SettingsTable) -> KickTable:
    """The kicks in a league's table; whatever a kick rolls on has to be there."""
    rolls, goals = table.table("rolls", optional=True), table.table("goals", optional=True)
    made = KickTable(
        kicks={
            name: _kick(name, each.table(name.value))
            for each in [table.table("kicks")]
            for name in KickName
            if name.value in each
        },
        rolls={name: _roll_table(rolls.table(name)) for name in rolls.keys},
        goals={name: _goal_table(goals.table(name)) for name in goals.keys},
        must_punt=table.text("must_punt", 20) if "must_punt" in table else None,
    )
    table.done()
    known = {SNAP_ROLL, *made.rolls, *made.goals}
    for kick in made.kicks.values():
        for stage in kick.stages:
            if stage.roll is not None and stage.roll not in known:
                raise table.error(f"kicks.{kick.name}", stage.roll, f"one of {', '.join(known)}")
    return made


def changed_by_house(kicks: KickTable, table: SettingsTable) -> KickTable:
    """The same kicks with what a house says otherwise, ``touchback_yd = 30`` under a kick."""
    changed = dict(kicks.kicks)
    for key in table.keys:
        kick = next((each for each in changed.values() if each.name.value == key), None)
        if kick is None:
            raise table.error(key, key, f"one of {', '.join(kicks.kicks)}")
        own = table.table(key)
        values: dict[str, Any] = {}
        for name, setting in settings_of(KickRules):
            before = getattr(kick.rules, name)
            if name in own:
                rule = kick.rule if before is None else before.rule
                values[name] = Ruled(setting.read(own, name), rule, house=True)
        changed[kick.name] = replace(kick, rules=replace(kick.rules, **values))
    return replace(kicks, kicks=changed)


def _kick(name: KickName, table: SettingsTable) -> Kick:
    stages = tuple(_stage(each) for each in table.tables("stages", max_count=10))
    values = {
        key: _ruled(table.table(key), setting) if key in table else None
        for key, setting in settings_of(KickRules)
    }
    acts = table.raw("acts")
    known = {act.value: act for act in GamePhase}
    if "acts" not in table or not isinstance(acts, list) or any(a not in known for a in acts):
        raise table.error("acts", acts, 'a list of parts of the game, such as ["kickoff"]')
    try:
        return Kick(
            name=name,
            rule=table.text("rule", 20),
            acts=tuple(known[act] for act in acts),
            stages=stages,
            rules=KickRules(**values),
        )
    except BadValue as error:
        raise error if error.where else table.owning(error) from None


def _ruled(said: SettingsTable, setting: Any) -> Ruled[Any]:
    value, rule = setting.read(said, "is"), said.text("rule", 20)
    try:
        return Ruled(value, rule)
    except BadValue as error:
        raise said.owning(error) from None


def _stage(table: SettingsTable) -> KickStage:
    try:
        return KickStage(
            run=table.choice("run", list(PlayStep)) if "run" in table else None,
            limit=table.choice("limit", list(KickLimit)) if "limit" in table else None,
            roll=table.text("roll", 30) if "roll" in table else None,
            ask=table.choice("ask", list(KickAsk)) if "ask" in table else None,
            land=table.choice("land", list(KickLanding)) if "land" in table else None,
            rule=table.text("rule", 20) if "rule" in table else None,
        )
    except BadValue as error:
        raise error if error.where else table.owning(error) from None


def _dice(table: SettingsTable) -> KickDice:
    count, sides = table.numbers("dice", 2, 1, 100)
    return KickDice(int(count), int(sides))


def _roll_table(table: SettingsTable) -> RollTable:
    try:
        return RollTable(
            rule=table.text("rule", 20),
            dice=_dice(table),
            rows=tuple(_row(each) for each in table.tables("rows", min_count=1, max_count=40)),
        )
    except BadValue as error:
        raise error if error.where else table.owning(error) from None


def _row(table: SettingsTable) -> RollRow:
    def yards(key: str) -> float | None:
        return table.number(key, 0.0, _FAR_YD) if key in table else None

    return RollRow(
        to=table.whole("to", 1, 400),
        yards=yards("yards"),
        dead=table.flag("dead", False),
        from_kick=table.flag("from_kick", False),
        hang_s=table.number("hang_s", 0.0, _LONGEST_S) if "hang_s" in table else None,
        across=table.choice("across", list(KickAcross)) if "across" in table else None,
        own_yd=yards("own_yd"),
        lies=table.flag("lies", False),
    )


def _goal_table(table: SettingsTable) -> GoalTable:
    rows = table.tables("rows", min_count=1, max_count=40)
    try:
        return GoalTable(
            rule=table.text("rule", 20),
            dice=_dice(table),
            rows=tuple((r.number("to_yd", 0, _FAR_YD), r.whole("least", 1, 400)) for r in rows),
            from_line=table.flag("from_line", False),
        )
    except BadValue as error:
        raise error if error.where else table.owning(error) from None
