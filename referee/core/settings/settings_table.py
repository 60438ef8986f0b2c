"""Settings read with bounds, at one place: a table of values that explains what is wrong with it.

Every read names what is allowed, and ``done()`` rejects whatever nobody asked for. An error is one
`BadValue` sentence with the file, the path of the key, the value and the allowed range.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

from referee.core.errors import BadValue, PlainWord
from referee.core.units import MM_PER_INCH, mm_from_inches, parse_inches


class _Required:
    """Stands for "no default": the key must be there."""


REQUIRED: Final = _Required()
MISSING: Final = PlainWord("missing")
_HEX_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_WORDS_SHOWN = 12

S = TypeVar("S", bound=str)


class SettingsTable:
    """One table of a settings file.

    >>> SettingsTable({"speed_mm_s": 900}, "team.toml").number("speed_mm_s", 0, 270)
    Traceback (most recent call last):
    referee.core.errors.BadValue: team.toml: speed_mm_s is 900, but should be a number from 0 to 270
    """

    def __init__(self, values: Mapping[str, object], where: str, path: str = "") -> None:
        self.where = where
        self.path = path
        self._values = values
        self._asked: list[str] = []
        self._children: list[SettingsTable] = []

    def __contains__(self, key: str) -> bool:
        """Whether the key is there; asking makes it a known key."""
        self._ask(key)
        return key in self._values

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys in the file, in its order."""
        return tuple(self._values)

    def raw(self, key: str) -> object:
        """What the file says under a key, unchecked, or None; asking does not make it known."""
        return self._values.get(key)

    def error(self, key: str, value: object, allowed: str) -> BadValue:
        """A complaint about a key of this table, to be raised by a reader with rules of its own."""
        return BadValue(self._path_of(key), value, allowed, self.where)

    def owning(self, error: BadValue) -> BadValue:
        """A complaint of a dataclass built from this table, with file and path put in front."""
        return self.error(error.key, error.value, error.allowed)

    def number(
        self, key: str, low: float, high: float, default: float | _Required = REQUIRED
    ) -> float:
        """A finite number from ``low`` to ``high``."""
        allowed = f"a number from {low:g} to {high:g}"
        if (value := self._value(key, default, allowed)) is default:
            return float(value)  # type: ignore[arg-type]  # a default is a float
        return self._bounded(key, value, low, high, allowed)

    def length_mm(
        self, key: str, low: float, high: float, default: float | _Required = REQUIRED
    ) -> float:
        """A length under ``key`` (which ends in _mm), or in inches under the same key with _in.

        Inches may be a number or text as a ruler reads it, such as "19 3/4".
        """
        inch_key = key.removesuffix("_mm") + "_in"
        if inch_key not in self:
            return self.number(key, low, high, default)
        if key in self:
            raise self.error(inch_key, self._values[inch_key], f"{key} or {inch_key}, not both")
        low_in, high_in = low / MM_PER_INCH, high / MM_PER_INCH
        allowed = f'inches from {low_in:.4g} to {high_in:.4g}, a number or text such as "19 3/4"'
        value = self._values[inch_key]
        if isinstance(value, str):
            try:
                value = parse_inches(value)
            except BadValue:
                raise self.error(inch_key, value, allowed) from None
        inches = self._bounded(inch_key, value, low_in, high_in, allowed)
        return round(mm_from_inches(inches), 6)

    def whole(self, key: str, low: int, high: int, default: int | _Required = REQUIRED) -> int:
        """A whole number from ``low`` to ``high``; 3.0 is not one."""
        allowed = f"a whole number from {low} to {high}"
        value = self._value(key, default, allowed)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.error(key, value, allowed)
        if value is not default and not low <= value <= high:
            raise self.error(key, value, allowed)
        return value

    def text(
        self,
        key: str,
        max_len: int = 80,
        default: str | _Required = REQUIRED,
        *,
        min_len: int = 1,
        lines: bool = False,
    ) -> str:
        """Words of a length from ``min_len`` to ``max_len``, on one line unless ``lines``."""
        allowed = f"text of {min_len} to {max_len} characters" + ("" if lines else " on one line")
        value = self._value(key, default, allowed)
        if value is default and isinstance(value, str):
            return value
        if not isinstance(value, str) or not min_len <= len(value) <= max_len:
            raise self.error(key, value, allowed)
        if not value.replace("\n", " " if lines else "\n").isprintable():
            raise self.error(key, value, allowed)
        return value

    def choice(self, key: str, options: Iterable[S], default: S | _Required = REQUIRED) -> S:
        """One of a few words; with an enum of words, its member."""
        known = list(options)
        allowed = str(known[0]) if len(known) == 1 else _one_of(known)
        value = self._value(key, default, allowed)
        for option in known:
            if isinstance(value, str) and option == value:
                return option
        raise self.error(key, value, allowed + _nearest(value, known))

    def flag(self, key: str, default: bool | _Required = REQUIRED) -> bool:
        """True or false, never 0 or 1."""
        value = self._value(key, default, "true or false")
        if not isinstance(value, bool):
            raise self.error(key, value, "true or false")
        return value

    def colour(self, key: str, default: str | _Required = REQUIRED) -> tuple[int, int, int]:
        """A colour written as "#rrggbb", as red, green and blue from 0 to 255."""
        allowed = 'a colour such as "#c8102e"'
        value = self._value(key, default, allowed)
        if not isinstance(value, str) or not _HEX_COLOUR.fullmatch(value):
            raise self.error(key, value, allowed)
        return int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16)

    def numbers(
        self,
        key: str,
        count: int | None,
        low: float,
        high: float,
        default: Sequence[float] | _Required = REQUIRED,
    ) -> tuple[float, ...]:
        """A list of ``count`` numbers (of any length if None), each from ``low`` to ``high``."""
        many = "numbers" if count is None else f"{count} numbers"
        allowed = f"a list of {many} from {low:g} to {high:g}"
        value = self._value(key, default, allowed)
        if not isinstance(value, (list, tuple)) or (count is not None and len(value) != count):
            raise self.error(key, value, allowed)
        each = f"a number from {low:g} to {high:g}"
        return tuple(
            self._bounded(f"{key}[{i}]", item, low, high, each) for i, item in enumerate(value)
        )

    def points(
        self, key: str, count: int, low: float, high: float
    ) -> tuple[tuple[float, float], ...]:
        """A list of ``count`` [x, y] pairs, each number from ``low`` to ``high``."""
        allowed = f"a list of {count} [x, y] pairs of numbers from {low:g} to {high:g}"
        value = self._value(key, REQUIRED, allowed)
        if not isinstance(value, (list, tuple)) or len(value) != count:
            raise self.error(key, value, allowed)
        pairs = [
            SettingsTable({f"{key}[{i}]": p}, self.where, self.path) for i, p in enumerate(value)
        ]
        rows = [p.numbers(f"{key}[{i}]", 2, low, high) for i, p in enumerate(pairs)]
        return tuple((x, y) for x, y in rows)

    def table(self, key: str, *, optional: bool = False) -> SettingsTable:
        """A table within this one; with ``optional``, an empty one when it is not there."""
        value = self._value(key, {} if optional else REQUIRED, f"a table, [{self._path_of(key)}]")
        if not isinstance(value, Mapping):
            raise self.error(key, value, f"a table, [{self._path_of(key)}]")
        return self._child(value, self._path_of(key))

    def tables(self, key: str, *, min_count: int = 0, max_count: int = 1000) -> list[SettingsTable]:
        """A list of tables, written as [[key]]; absent is an empty list."""
        path = self._path_of(key)
        allowed = f"{min_count} to {max_count} tables, each under [[{path}]]"
        value = self._value(key, [] if min_count == 0 else REQUIRED, allowed)
        if not isinstance(value, (list, tuple)) or not min_count <= len(value) <= max_count:
            raise self.error(key, value, allowed)
        for i, item in enumerate(value):
            if not isinstance(item, Mapping):
                raise self.error(f"{key}[{i}]", item, f"a table under [[{path}]]")
        return [self._child(item, f"{path}[{i}]") for i, item in enumerate(value)]

    def done(self) -> None:
        """Reject every key nobody asked for, here and in the tables handed out."""
        for key in self._values:
            if key not in self._asked:
                hint = _nearest(key, self._asked)
                raise self.error(key, PlainWord("not a known key"), _one_of(self._asked) + hint)
        for child in self._children:
            child.done()

    def _ask(self, key: str) -> None:
        if key not in self._asked:
            self._asked.append(key)

    def _path_of(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def _child(self, values: Mapping[str, object], path: str) -> SettingsTable:
        child = SettingsTable(values, self.where, path)
        self._children.append(child)
        return child

    def _value(self, key: str, default: object, allowed: str) -> object:
        self._ask(key)
        if key in self._values:
            return self._values[key]
        if default is REQUIRED:
            spare = [k for k in self._values if k not in self._asked]
            close = difflib.get_close_matches(key, spare, n=1, cutoff=0.8)
            hint = f" (the file has {close[0]})" if close else ""
            raise self.error(key, MISSING, allowed + hint)
        return default

    def _bounded(self, key: str, value: object, low: float, high: float, allowed: str) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self.error(key, value, allowed)
        if not low <= value <= high or (isinstance(value, float) and not math.isfinite(value)):
            raise self.error(key, value, allowed)
        try:
            return float(value)
        except OverflowError:
            raise self.error(key, value, allowed) from None


def _one_of(known: Sequence[str]) -> str:
    shown = ", ".join(str(k) for k in known[:_WORDS_SHOWN])
    more = f" and {len(known) - _WORDS_SHOWN} more" if len(known) > _WORDS_SHOWN else ""
    return f"one of {shown}{more}" if known else "nothing here"


def _nearest(value: object, known: Sequence[str]) -> str:
    words = [str(k) for k in known]
    close = difflib.get_close_matches(value, words, n=1) if isinstance(value, str) else []
    return f" (did you mean {close[0]}?)" if close else ""
