"""One text for one result: sorted keys, whole floats, nothing of this machine or this minute."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
# A date with a time of day, as the program writes it: it is always the clock's.
_INSTANT = re.compile(r"\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?")
# A length of time that was measured on this machine: "recorded in 4.0 s", "better); 8.9 s".
_TOOK = re.compile(r"(\brecorded in|\btook|\);) \d+(\.\d+)? s\b")


def values_of(value: Any) -> Any:
    """A value of the program as plain data; a dataclass becomes the list of its fields' values.

    Neither names of classes nor names of fields appear, so both may change.

    >>> from referee.core.geometry.pose import Pose
    >>> values_of({"at": Pose(1.0, 2.0, 90.0)})
    {'at': [1.0, 2.0, 90.0]}
    """
    match value:
        case Enum():
            plain: Any = values_of(value.value)
        case Mapping():
            plain = {_key(key): values_of(item) for key, item in value.items()}
        case set() | frozenset():
            plain = sorted((values_of(item) for item in value), key=json.dumps)
        case list() | tuple():
            plain = [values_of(item) for item in value]
        case np.ndarray() | np.generic():
            plain = value.tolist()
        case None | bool() | int() | float() | str():
            plain = value
        case _ if is_dataclass(value):
            plain = [values_of(getattr(value, each.name)) for each in fields(value)]
        case _:
            raise TypeError(f"no plain form is known for {value!r}")
    return plain


def _key(key: Any) -> str:
    plain = values_of(key)
    return plain if isinstance(plain, str) else json.dumps(plain)


def canonical(value: Any) -> str:
    """Plain data as JSON: keys sorted, floats as `repr` writes them.

    >>> canonical({"b": 0.1, "a": [1]})
    '{"a": [1], "b": 0.1}'
    """
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def rows(values: Iterable[Any]) -> str:
    """A line of JSON for each value, so that a difference shows as a few lines."""
    return "".join(f"{canonical(value)}\n" for value in values)


def pretty(value: Any) -> str:
    """Plain data as JSON on many lines."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, indent=1) + "\n"


def spread(value: Any) -> str:
    """A line for each key of a large answer, and for each item of a list in it.

    >>> print(spread({"b": [1, [2]], "a": {"c": 3}}), end="")
    a: {"c": 3}
    b: 1
    b: [2]
    """
    if not isinstance(value, dict):
        return rows(value) if isinstance(value, list) else f"{canonical(value)}\n"
    lines = []
    for key in sorted(value):
        several = value[key] if isinstance(value[key], list) and value[key] else [value[key]]
        lines += [f"{key}: {canonical(item)}\n" for item in several]
    return "".join(lines)


def as_json(text: str) -> str:
    """JSON, or lines of it, in its canonical form; any other text as it is."""
    try:
        return pretty(json.loads(text))
    except ValueError:
        pass
    try:
        return rows(json.loads(line) for line in text.splitlines() if line.strip())
    except ValueError:
        return text


def cleaned(text: str, folder: Path) -> str:
    """A text without addresses of folders, dates of the clock, durations and spaces at the end."""
    for path, name in ((folder, "FOLDER"), (ROOT, "ROOT")):
        for spelled in {str(path), str(path.resolve())}:
            text = text.replace(spelled, name)
    text = _TOOK.sub(r"\1 TIME", _INSTANT.sub("INSTANT", text))
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def without(value: Any, names: frozenset[str]) -> Any:
    """JSON data in which the values under these keys are left out; the keys stay.

    >>> without({"size_bytes": 4711, "score": [7, 0]}, frozenset({"size_bytes"}))
    {'size_bytes': 'left out', 'score': [7, 0]}
    """
    if isinstance(value, dict):
        return {
            key: "left out" if key in names else without(item, names) for key, item in value.items()
        }
    return [without(item, names) for item in value] if isinstance(value, list) else value


def digest(text: str | bytes) -> str:
    """The hash of a text."""
    data = text.encode("utf-8") if isinstance(text, str) else text
    return hashlib.sha256(data).hexdigest()
