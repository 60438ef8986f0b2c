"""Dice as rulebooks use them: how many dice of how many sides, and which sums decide."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from referee.core.errors import BadValue
from referee.core.settings.ruled import Ruled, RuleSetting
from referee.core.settings.settings_table import SettingsTable

_WRITTEN = re.compile(r"([1-9]?)d([1-9][0-9]{0,2}) (<=|>=) ([0-9]{1,3})")
_ALLOWED = 'a roll such as "2d6 <= 2" or "d12 >= 7", or "none"'
NONE = "none"


@dataclass(frozen=True, slots=True)
class DiceTest:
    """``count`` dice with ``sides`` each; it happens from ``low`` to ``high``. No dice: never.

    >>> DiceTest.parse("2d6 <= 2").happens((1, 1))
    True
    """

    count: int = 0
    sides: int = 0
    low: int = 0
    high: int = 0

    @classmethod
    def parse(cls, text: str) -> DiceTest:
        """The test that a rulebook writes, such as "2d6 <= 2"."""
        if text == NONE:
            return cls()
        written = _WRITTEN.fullmatch(text)
        if written is None:
            raise BadValue("roll", text, _ALLOWED)
        count, sides, at = int(written[1] or 1), int(written[2]), int(written[4])
        most = count * sides
        if not count <= at <= most:
            raise BadValue("roll", text, f"a sum from {count} to {most}")
        return cls(count, sides, at, most) if written[3] == ">=" else cls(count, sides, count, at)

    @property
    def value(self) -> str:
        """How it is written."""
        if not self.count:
            return NONE
        dice = f"{self.count if self.count > 1 else ''}d{self.sides}"
        return f"{dice} <= {self.high}" if self.low == self.count else f"{dice} >= {self.low}"

    def happens(self, pips: Sequence[int]) -> bool:
        """Whether these pips are within the test's range."""
        if len(pips) != self.count:
            raise BadValue("rolled", list(pips), f"the pips of {self.count} dice")
        for each in pips:
            if not 1 <= each <= self.sides:
                raise BadValue("rolled", each, f"1 to {self.sides}")
        return bool(pips) and self.low <= sum(pips) <= self.high


def dice(says: str) -> RuleSetting:
    """Declare a roll."""
    return RuleSetting(says, reads=_read)


def _read(table: SettingsTable, key: str) -> Any:
    text = table.text(key, 20)
    try:
        return DiceTest.parse(text)
    except BadValue as error:
        raise table.error(key, text, error.allowed) from None


@dataclass(frozen=True, slots=True)
class DiceRules:
    """What a rulebook rolls for."""

    fall: Annotated[Ruled[DiceTest], dice("the roll with which a carrier who falls loses the ball")]
    recovery: Annotated[
        Ruled[DiceTest], dice("the roll with which the other side has a fumbled ball")
    ]
    handoff: Annotated[Ruled[DiceTest], dice("the roll with which a hand-off is muffed")]
    pitch: Annotated[Ruled[DiceTest], dice("the roll with which a pitch is missed")]
    shovel: Annotated[Ruled[DiceTest], dice("the roll with which a shovel pass is missed")]
    snap: Annotated[Ruled[DiceTest], dice("the roll with which a long snap is bad")]
