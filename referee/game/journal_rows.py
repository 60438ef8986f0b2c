"""Journals as plain values for files and pages, and back, with every field checked."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields, replace
from enum import StrEnum
from types import UnionType
from typing import Any, get_args, get_type_hints

from referee.core.errors import BadValue
from referee.core.settings.settings_table import SettingsTable
from referee.game.events import (
    EVENTS,
    Event,
    Noted,
    NoteTopic,
    PlayAccount,
    ScrimmageKick,
    SeriesBegan,
)
from referee.game.journal import Entry, Journal, OverturnEntry

FURTHEST_MM = 20_000.0
# How the words of a challenge begin in journals whose notes have no topic.
_OLD_CHALLENGE = "challenge"
_NAMES_OF = tuple[str, ...]
_NAMES: Mapping[str, type[Event]] = {kind.__name__: kind for kind in EVENTS}


def entry_to_row(entry: Entry) -> dict[str, Any]:
    """One entry as text, numbers and truth values."""
    return {"number": entry.number, "t_ns": entry.t_ns, "by": entry.by, **_said(entry.what)}


def journal_from_rows(rows: Iterable[Mapping[str, object]], where: str = "journal") -> Journal:
    """The journal of such rows. An error names the entry that makes no sense."""
    entries: list[Entry] = []
    for place, row in enumerate(rows, 1):
        table = SettingsTable(row, f"{where}, entry {place}")
        number, t_ns = table.whole("number", 1, 2**40), table.whole("t_ns", 0, 2**62)
        by = table.text("by", 40)
        what: Event | OverturnEntry
        if "overturns" in table:
            instead = event_from_table(table.table("instead")) if "instead" in table else None
            what = OverturnEntry(
                table.whole("overturns", 1, 2**40), table.text("why", 400), instead
            )
        else:
            what = event_from_table(table)
        table.done()
        try:
            entries.append(Entry(number, t_ns, by, what))
        except BadValue as error:
            raise table.owning(error) from None
    try:
        return Journal(tuple(entries))
    except BadValue as error:
        raise error.at(where) from None


def _said(what: Event | OverturnEntry) -> dict[str, Any]:
    if isinstance(what, OverturnEntry):
        instead = {} if what.instead is None else {"instead": _said(what.instead)}
        return {"overturns": what.entry, "why": what.why, **instead}
    return {"event": type(what).__name__, **_values(what)}


def _values(of: Event | PlayAccount) -> dict[str, Any]:
    """The fields of a value as plain values; fields that are None are left out."""
    values = {each.name: _one(getattr(of, each.name)) for each in fields(of)}
    return {key: value for key, value in values.items() if value not in (None, [], {})}


def _one(value: Any) -> Any:
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return list(value)
    return _values(value) if isinstance(value, PlayAccount) else value


def event_from_table(table: SettingsTable) -> Event:
    """The event of one row; keys of the row that are no part of it are left to the caller."""
    kind = _NAMES[table.choice("event", list(_NAMES))]
    try:
        event: Event = kind(**_fields(table, kind))
    except BadValue as error:
        raise error if error.where else table.owning(error) from None
    if isinstance(event, SeriesBegan):
        return _with_old_kick(event)
    return _with_old_topic(event) if isinstance(event, Noted) else event


def _with_old_kick(event: SeriesBegan) -> SeriesBegan:
    """A series of a journal written before kicks were told apart: there its account names one."""
    named = None if event.told is None else event.told.play
    if event.kick is not None or named not in set(ScrimmageKick):
        return event
    return replace(event, kick=ScrimmageKick(named))


def _with_old_topic(note: Noted) -> Noted:
    """A note of a journal written before notes had a topic: there a challenge is in its words."""
    old = note.about is None and note.flagged and note.words.startswith(_OLD_CHALLENGE)
    return replace(note, about=NoteTopic.CHALLENGE) if old else note


def _fields(table: SettingsTable, kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    values: dict[str, Any] = {}
    for each in fields(kind):
        if each.name in table:
            values[each.name] = _value(table, each.name, hints[each.name])
        elif each.default is MISSING:
            _value(table, each.name, hints[each.name])  # complains that it is missing
    return values


def _value(table: SettingsTable, key: str, hint: Any) -> Any:
    if isinstance(hint, UnionType):
        hint = next(kind for kind in get_args(hint) if kind is not type(None))
    if hint is PlayAccount:
        inner = table.table(key)
        told = PlayAccount(**_fields(inner, PlayAccount))
        inner.done()
        return told
    if hint == _NAMES_OF:
        return _players(table, key)
    if hint in (bool, int, float):
        return _number(table, key, hint)
    if issubclass(hint, StrEnum):
        return table.choice(key, list(hint))
    return table.text(key, 400)


def _number(table: SettingsTable, key: str, hint: Any) -> Any:
    if hint is bool:
        return table.flag(key)
    if hint is int:
        return table.whole(key, 0, 2**40)
    value = table.number(key, -FURTHEST_MM, FURTHEST_MM)
    return value if math.isfinite(value) else None


def _players(table: SettingsTable, key: str) -> tuple[str, ...]:
    value = table.raw(key)
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise table.error(key, value, "a list of players")
    return tuple(value)
