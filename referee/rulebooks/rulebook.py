"""A rulebook as a whole: what calls and game ask of it, read from its table of settings.

In a league's own file a setting is ``key = { is = 5.0, rule = "HEFL-TKL-01" }``. A house rulebook
extends a league's and says only what it changes, ``key = 6.0``; the rule's id stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from types import NoneType
from typing import Any, TypeVar, get_args, get_type_hints

from referee.calls.call_rules import CallRules
from referee.core.errors import BadValue
from referee.core.settings.name_check import check_name
from referee.core.settings.ruled import Ruled, RuleSetting, settings_of
from referee.core.settings.settings_table import SettingsTable
from referee.game.game_rules import GameRules
from referee.game.order.game_order import GameOrder
from referee.game.penalties.foul_table import FoulTable
from referee.rulebooks.kicks.kick_rules import KickTable
from referee.rulebooks.kicks.kick_table import changed_by_house
from referee.rulebooks.procedure import Procedure

R = TypeVar("R", CallRules, GameRules)
# What of the game's rules is a table of its own file, not a section of settings.
_Table = GameOrder | FoulTable
_TABLES = (GameOrder, FoulTable)
MOST_FOUL_YARDS = 50.0
# Of the name or the path of the book that a house's file extends.
LONGEST_EXTENDS = 400


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One league's rules, or a house's. ``league`` is whose rule ids it speaks in.

    The procedure is the league's: a house changes its seconds and yards, and who makes a stop.
    """

    name: str
    title: str
    league: str
    calls: CallRules
    game: GameRules
    procedure: Procedure
    kicks: KickTable

    def settings(self) -> Iterator[tuple[str, str, RuleSetting, Ruled[Any]]]:
        """Every setting: its section, name, declaration and value."""
        for rules in (self.calls, self.game):
            for section in fields(rules):
                values = getattr(rules, section.name)
                if values is None or isinstance(values, _TABLES):
                    continue  # the league has no such chapter; or it is no section of settings
                for key, setting in settings_of(type(values)):
                    yield section.name, key, setting, getattr(values, key)

    def changed(self) -> tuple[str, ...]:
        """What a house rulebook changed, as section.key."""
        own = tuple(f"{s}.{key}" for s, key, _, ruled in self.settings() if ruled.house)
        kicks = (f"kicks.{k}.{key}" for k, key, _, ruled in self.kicks.settings() if ruled.house)
        fouls = tuple(f"fouls.{row.name}" for row in self.game.fouls if row.house)
        return (*own, *kicks, *fouls)


def rulebook_of(
    table: SettingsTable,
    procedure: Procedure,
    order: GameOrder,
    fouls: FoulTable,
    kicks: KickTable,
    base: Rulebook | None = None,
) -> Rulebook:
    """The rulebook in a table; with a base, the one that extends it.

    What says ``extends`` is for the one who finds the base. Of the tables a house changes the yards
    of fouls, nothing else.
    """
    name, title = table.text("name", 40), table.text("title", 80)
    try:
        check_name(name)
    except BadValue as error:
        raise table.owning(error) from None
    if base is not None:
        table.text("extends", LONGEST_EXTENDS)
        fouls = fouls.with_yards(_house_yards(table.table("fouls", optional=True), fouls))
    made = Rulebook(
        name=name,
        title=title,
        league=name if base is None else base.league,
        calls=_rules(CallRules, table, None if base is None else base.calls),
        game=_rules(
            GameRules, table, None if base is None else base.game, order=order, fouls=fouls
        ),
        procedure=procedure,
        kicks=kicks if base is None else changed_by_house(kicks, _kicks_of(table)),
    )
    table.done()
    return made


def _house_yards(table: SettingsTable, fouls: FoulTable) -> dict[str, float]:
    """The yards that a house says of fouls, by the foul's name."""
    for name in table.keys:
        if name not in fouls.rows:
            raise table.error(name, name, f"one of {', '.join(fouls.rows)}")
    return {name: table.number(name, 0.0, MOST_FOUL_YARDS) for name in table.keys}


def _kicks_of(table: SettingsTable) -> SettingsTable:
    """What a house says of kicks."""
    return table.table("kicks", optional=True)


def _rules(kind: type[R], table: SettingsTable, base: R | None, **tables: _Table) -> R:
    sections: dict[str, Any] = dict(tables)
    for name, section in get_type_hints(kind).items():
        if section in _TABLES:
            continue
        before = None if base is None else getattr(base, name)
        chapter = _optional(section)
        if chapter is not None:
            # A chapter that a league does not have, a house cannot add.
            if (name not in table) if base is None else before is None:
                sections[name] = None
                continue
            section = chapter  # noqa: PLW2901 - what there is to read
        part = table.table(name, optional=base is not None)
        sections[name] = section(
            **{
                key: _ruled(part, key, setting, None if before is None else getattr(before, key))
                for key, setting in settings_of(section)
            }
        )
    return kind(**sections)


def _optional(section: Any) -> Any:
    """The settings of a chapter that may be missing; None: a section that every book has."""
    return next((kind for kind in get_args(section) if kind is not NoneType), None)


def _ruled(
    part: SettingsTable, key: str, setting: RuleSetting, before: Ruled[Any] | None
) -> Ruled[Any]:
    if before is not None:
        if key not in part:
            return before
        return Ruled(setting.read(part, key), before.rule, house=True)
    said = part.table(key)
    value, rule = setting.read(said, "is"), said.text("rule", 20)
    try:
        return Ruled(value, rule)
    except BadValue as error:
        raise said.owning(error) from None
