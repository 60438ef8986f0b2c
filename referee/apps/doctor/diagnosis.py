"""One line of the doctor: a part, how it is, and what to change."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class PartHealth(StrEnum):
    """How a part is."""

    FINE = "fine"
    CHANGE = "change"  # a game is possible, but not as good as it could be
    MISSING = "missing"  # not there yet, and no game is possible without it
    BROKEN = "broken"  # there, and no game is possible with it


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """``says`` is what was found, ``advice`` what to do about it (empty if it is fine)."""

    part: str
    state: PartHealth
    says: str
    advice: str = ""
    values: dict[str, float | str | None] = field(default_factory=dict)

    def line(self) -> str:
        """The finding as a person reads it."""
        return f"{self.says}. {self.advice}" if self.advice else f"{self.says}."

    def to_json(self) -> dict[str, object]:
        """The finding as plain data."""
        return {
            "part": self.part,
            "state": self.state.value,
            "says": self.says,
            "advice": self.advice,
            **({"values": self.values} if self.values else {}),
        }
