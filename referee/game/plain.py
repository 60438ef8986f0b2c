"""Journals as plain values and back: what a file or a page can hold, checked on the way in."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import fields
from enum import StrEnum
from types import UnionType
from typing import Any, get_args, get_type_hints

from referee.core.checked import Table
from referee.core.errors import BadValue
from referee.game.events import EVENTS, Event
from referee.game.journal import Entry, Journal, Verdict

FURTHEST_MM = 20_000.0
_NAMES: Mapping[str, type[Event]] = {kind.__name__: kind for kind in EVENTS}


def to_plain(journal: Journal) -> list[dict[str, Any]]:
    """Every entry as a dictionary of text, numbers and truth values."""
    return [entry_to_plain(entry) for entry in journal.entries]


def entry_to_plain(entry: Entry) -> dict[str, Any]:
    """One entry as text, numbers and truth values."""
    return {"number": entry.number, "t_ns": entry.t_ns, "by": entry.by, **_said(entry.what)}


def from_plain(rows: Iterable[Mapping[str, object]], where: str = "journal") -> Journal:
    """The journal of such dictionaries; one that makes no sense is named by its entry."""
    entries: list[Entry] = []
    for place, row in enumerate(rows, 1):
        table = Table(row, f"{where}, entry {place}")
        number, t_ns = table.whole("number", 1, 2**40), table.whole("t_ns", 0, 2**62)
        by = table.text("by", 40)
        what: Event | Verdict
        if "overturns" in table:
            instead = _read(table.table("instead")) if "instead" in table else None
            what = Verdict(table.whole("overturns", 1, 2**40), table.text("why", 400), instead)
        else:
            what = _read(table)
        table.done()
        try:
            entries.append(Entry(number, t_ns, by, what))
        except BadValue as error:
            raise table.owning(error) from None
    try:
        return Journal(tuple(entries))
    except BadValue as error:
        raise error.at(where) from None


def _said(what: Event | Verdict) -> dict[str, Any]:
    if isinstance(what, Verdict):
        instead = {} if what.instead is None else {"instead": _said(what.instead)}
        return {"overturns": what.entry, "why": what.why, **instead}
    values = {each.name: getattr(what, each.name) for each in fields(what)}
    said = {k: v.value if isinstance(v, StrEnum) else v for k, v in values.items()}
    return {"event": type(what).__name__, **{k: v for k, v in said.items() if v is not None}}


def _read(table: Table) -> Event:
    kind = _NAMES[table.choice("event", list(_NAMES))]
    hints = get_type_hints(kind)
    values: dict[str, Any] = {}
    for each in fields(kind):
        if each.name in table:
            values[each.name] = _value(table, each.name, hints[each.name])
        elif not isinstance(hints[each.name], UnionType) and hints[each.name] is not bool:
            _value(table, each.name, hints[each.name])  # complains that it is missing
    return kind(**values)


def _value(table: Table, key: str, hint: Any) -> Any:
    if isinstance(hint, UnionType):
        hint = next(kind for kind in get_args(hint) if kind is not type(None))
    if hint is bool:
        return table.flag(key)
    if hint is float:
        value = table.number(key, -FURTHEST_MM, FURTHEST_MM)
        return value if math.isfinite(value) else None
    if issubclass(hint, StrEnum):
        return table.choice(key, list(hint))
    return table.text(key, 400)
