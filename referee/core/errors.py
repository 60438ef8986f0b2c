"""The one error a person sees when a value makes no sense."""

from __future__ import annotations

SHOWN_VALUE_CHARS = 60


class PlainWord(str):
    """A value that is said rather than quoted: ``missing``, ``not a known key``."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


class BadValue(ValueError):  # noqa: N818 - it reads better in a sentence, and people see it
    """A value outside what it may be: says which one, what it was and what is allowed.

    >>> raise BadValue("goal_to_goal_mm", -3, "a length from 100 to 5000 mm")
    Traceback (most recent call last):
    referee.core.errors.BadValue: goal_to_goal_mm is -3; allowed: a length from 100 to 5000 mm
    """

    def __init__(self, key: str, value: object, allowed: str, where: str = "") -> None:
        self.key = key
        self.value = value
        self.allowed = allowed
        self.where = where
        prefix = f"{where}: " if where else ""
        super().__init__(f"{prefix}{key} is {_shown(value)}; allowed: {allowed}")

    def __reduce__(self) -> tuple[type[BadValue], tuple[str, object, str, str]]:
        return BadValue, (self.key, self.value, self.allowed, self.where)

    def at(self, where: str) -> BadValue:
        """The same complaint, with the file or place it came from put in front."""
        return BadValue(self.key, self.value, self.allowed, where)


def _shown(value: object) -> str:
    """The value on one short line; Python refuses to print integers of many thousand digits."""
    try:
        text = repr(value)
    except ValueError:
        return "a number of thousands of digits"
    if len(text) <= SHOWN_VALUE_CHARS or isinstance(value, PlainWord):
        return text
    return text[: SHOWN_VALUE_CHARS - 10] + " ... " + text[-5:]
