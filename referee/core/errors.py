"""The one error a person sees when a value makes no sense."""

from __future__ import annotations


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
        super().__init__(f"{prefix}{key} is {value!r}; allowed: {allowed}")

    def at(self, where: str) -> BadValue:
        """The same complaint, with the file or place it came from put in front."""
        return BadValue(self.key, self.value, self.allowed, where)
