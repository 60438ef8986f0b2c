"""A number or choice of a rulebook with the id of its rule beside it, and how one is declared.

A call says which settings it needs as the fields of a dataclass; a rulebook's file fills them in:

    front_until_yd: Annotated[Ruled[float], number(0, 100, "yards past the line ...")]
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, Generic, TypeVar, get_type_hints

from referee.core.errors import BadValue
from referee.core.settings.settings_table import SettingsTable

T = TypeVar("T")
RULE_ID = re.compile(r"[A-Z]{3,6}-[A-Z]{2,4}-[0-9]{2}")


@dataclass(frozen=True, slots=True)
class Ruled(Generic[T]):
    """A value, the rule it comes from, and whether a house rulebook changed it."""

    value: T
    rule: str
    house: bool = False

    def __post_init__(self) -> None:
        if not RULE_ID.fullmatch(self.rule):
            raise BadValue("rule", self.rule, "the id of a rule, such as HEFL-TKL-01")


@dataclass(frozen=True, slots=True)
class RuleSetting:
    """What a setting means and what it may be: a range, words of an enum, or yes and no.

    ``reads`` is for values of another kind.
    """

    says: str
    low: float = 0.0
    high: float = 0.0
    words: type[StrEnum] | None = None
    yes_or_no: bool = False
    reads: Callable[[SettingsTable, str], Any] | None = None

    def read(self, table: SettingsTable, key: str) -> Any:
        """The value under a key, checked."""
        if self.reads is not None:
            return self.reads(table, key)
        if self.words is not None:
            return table.choice(key, list(self.words))
        if self.yes_or_no:
            return table.flag(key)
        return table.number(key, self.low, self.high)


def number(low: float, high: float, says: str) -> RuleSetting:
    """Declare a number; its name carries the unit."""
    return RuleSetting(says, low, high)


def choice(words: type[StrEnum], says: str) -> RuleSetting:
    """Declare a choice of a few words."""
    return RuleSetting(says, words=words)


def flag(says: str) -> RuleSetting:
    """Declare a yes or no."""
    return RuleSetting(says, yes_or_no=True)


def settings_of(rules: type[Any]) -> tuple[tuple[str, RuleSetting], ...]:
    """Name and declaration of each setting of a dataclass of rules."""
    hints = get_type_hints(rules, include_extras=True)
    return tuple((each.name, _declared(each.name, hints[each.name])) for each in fields(rules))


def _declared(name: str, hint: Any) -> RuleSetting:
    for extra in getattr(hint, "__metadata__", ()):
        if isinstance(extra, RuleSetting):
            return extra
    raise BadValue(name, hint, "annotated with number, choice or flag")
