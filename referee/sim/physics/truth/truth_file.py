"""Read a truth file back: each line becomes the fact it was written from, or says why not."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from enum import StrEnum
from functools import cache
from typing import Any, get_args, get_type_hints

from referee.core.errors import BadValue, PlainWord
from referee.sim.physics.truth.events import TruthEvent

# What a recorded take adds for every picture.
PICTURE_LINE = "frame"
KINDS: Mapping[str, Any] = {kind.KIND: kind for kind in get_args(TruthEvent)}


def read_truth(lines: Iterable[str], where: str) -> Iterator[TruthEvent]:
    """The facts of a truth file; the header and the lines about pictures are passed over."""
    for number, line in enumerate(lines, 1):
        place = f"{where}, line {number}"
        record = _record(line, place)
        if "format" not in record and record.get("kind") != PICTURE_LINE:
            yield _fact(record, place)


def read_fact(line: str, where: str) -> TruthEvent:
    """The fact in one line of JSON."""
    return _fact(_record(line, where), where)


def _record(line: str, where: str) -> dict[str, object]:
    try:
        record = json.loads(line)
    except ValueError as error:
        raise BadValue(
            "the line", PlainWord(f"not JSON: {error}"), "one JSON object", where
        ) from None
    if not isinstance(record, dict):
        raise BadValue("the line", record, "one JSON object", where)
    return record


def _fact(record: dict[str, object], where: str) -> TruthEvent:
    kind = record.pop("kind", None)
    if not isinstance(kind, str) or kind not in KINDS:
        raise BadValue("kind", kind, f"one of {', '.join(KINDS)}", where)
    expected = _types(kind)
    for key in (*expected, *record):
        if key not in record or key not in expected:
            what = "missing" if key not in record else "not a known key"
            raise BadValue(key, PlainWord(what), f"the keys {', '.join(expected)}", where)
    values = {key: _value(key, record[key], expected[key], where) for key in expected}
    fact: TruthEvent = KINDS[kind](**values)
    return fact


@cache
def _types(kind: str) -> dict[str, tuple[type, ...]]:
    """What each key of a kind may be, its plain type or an enum, and perhaps nothing."""
    hints = get_type_hints(KINDS[kind])
    return {f.name: get_args(hints[f.name]) or (hints[f.name],) for f in fields(KINDS[kind])}


def _value(key: str, value: object, types: tuple[type, ...], where: str) -> object:
    for wanted in types:
        if issubclass(wanted, StrEnum):
            if isinstance(value, str) and value in set(wanted):
                return wanted(value)
        elif type(value) is wanted:
            return value
        elif wanted is float and type(value) is int:
            return float(value)
    names = " or ".join("null" if t is type(None) else t.__name__ for t in types)
    raise BadValue(key, value, names, where)
