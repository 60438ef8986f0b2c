"""Players have turned out to be others: every name in a value, however deep, becomes the right one.

renamed(account, {"H22": "H33", "H33": "H22"})
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import TypeVar, cast

T = TypeVar("T")


def renamed(value: T, names: Mapping[str, str]) -> T:
    """The value with every player of ``names`` called as it says; all others stay.

    Looks into tuples and into dataclasses that are compared by value.

    >>> renamed(("H22", ("A7", 3), None), {"H22": "H33"})
    ('H33', ('A7', 3), None)
    """
    return cast("T", _renamed(value, names))


def in_another_order(names: Mapping[str, str]) -> dict[str, str]:
    """The same renaming with every chain closed, so that nobody is meant twice.

    Whoever comes in from beside the board had no name there before that somebody else could get:
    the one at the other end of the chain, who is nowhere now, gets the name that nobody had.

    >>> in_another_order({"H22": "H33", "H33": "H28"})
    {'H22': 'H33', 'H33': 'H28', 'H28': 'H22'}
    """
    found = dict(names)
    for first in sorted(names.keys() - set(names.values())):
        last = first
        while last in names:
            last = names[last]
        found[last] = first
    return found


def _renamed(value: object, names: Mapping[str, str]) -> object:
    if isinstance(value, Enum):
        return value
    if isinstance(value, str):
        return names.get(value, value)
    if type(value) is tuple:
        return tuple(_renamed(each, names) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        held = {each.name: getattr(value, each.name) for each in fields(value) if each.init}
        found = {key: _renamed(each, names) for key, each in held.items()}
        changed = {key: each for key, each in found.items() if each is not held[key]}
        return replace(value, **changed) if _differs(held, changed) else value
    return value


def _differs(held: Mapping[str, object], changed: Mapping[str, object]) -> bool:
    return any(held[key] != each for key, each in changed.items())
