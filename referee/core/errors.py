"""The one error a person sees when a value makes no sense."""

from __future__ import annotations

SHOWN_VALUE_CHARS = 60


class PlainWord(str):
    """A value that is said rather than quoted: ``missing``, ``not a known key``."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


class BadValue(ValueError):  # noqa: N818 - it reads better in a sentence, and people see it
    """A value outside what it may be: says which one, what it was and what it should be.

    ``sentence`` says the same in better words, where there are some; without a full stop.

    >>> raise BadValue("goal_to_goal_mm", -3, "a length from 100 to 5000 mm")
    Traceback (most recent call last):
    referee.core.errors.BadValue: goal_to_goal_mm is -3, but should be a length from 100 to 5000 mm
    >>> raise BadValue("the picture", PlainWord("black"), "light")
    Traceback (most recent call last):
    referee.core.errors.BadValue: the picture is black; needed: light
    """

    def __init__(
        self, key: str, value: object, allowed: str, where: str = "", sentence: str = ""
    ) -> None:
        self.key = key
        self.value = value
        self.allowed = allowed
        self.where = where
        self.sentence = sentence
        prefix = f"{where}: " if where else ""
        super().__init__(prefix + (sentence or _sentence(key, value, allowed)))

    def __reduce__(self) -> tuple[type[BadValue], tuple[str, object, str, str, str]]:
        return BadValue, (self.key, self.value, self.allowed, self.where, self.sentence)

    def at(self, where: str) -> BadValue:
        """The same complaint, with the file or place it came from put in front."""
        return BadValue(self.key, self.value, self.allowed, where, self.sentence)


def _sentence(key: str, value: object, allowed: str) -> str:
    """What is wrong and what is wanted: a value has an alternative, a state has a need."""
    joined = "; needed:" if isinstance(value, PlainWord) else ", but should be"
    return f"{key} is {_shown(value)}{joined} {allowed}"


def _shown(value: object) -> str:
    """The value on one short line; Python refuses to print integers of many thousand digits."""
    try:
        text = repr(value)
    except ValueError:
        return "a number of thousands of digits"
    except RecursionError:
        return "nested too deeply to be shown"
    if len(text) <= SHOWN_VALUE_CHARS or isinstance(value, PlainWord):
        return text
    return text[: SHOWN_VALUE_CHARS - 10] + " ... " + text[-5:]
