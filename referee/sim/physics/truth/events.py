"""What really happened, as frozen facts with an instant; one line of JSON each.

The format is described in docs/sim-truth.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, fields
from enum import Enum
from typing import ClassVar, TypeAlias

from referee.core.geometry.base_shape import BasePart
from referee.sim.board_state import MarkerKind

# Finer than anything the solver promises; keeps the lines short.
DIGITS = 6


@dataclass(frozen=True, slots=True)
class _TruthFact:
    """An instant in ns; ``KIND`` names the fact in a truth file."""

    t_ns: int
    KIND: ClassVar[str] = ""

    def to_json(self) -> str:
        """The fact as one line of JSON, keys in a fixed order."""
        record: dict[str, object] = {"t_ns": self.t_ns, "kind": self.KIND}
        for field in fields(self):
            if field.name != "t_ns":
                record[field.name] = _plain(getattr(self, field.name))
        return json.dumps(record, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class PowerCommanded(_TruthFact):
    """Somebody switched the board on or off."""

    on: bool
    KIND: ClassVar[str] = "power commanded"


@dataclass(frozen=True, slots=True)
class PowerBegan(_TruthFact):
    """The shaking began to follow the command given at ``commanded_ns``."""

    on: bool
    commanded_ns: int
    KIND: ClassVar[str] = "power began"


@dataclass(frozen=True, slots=True)
class PowerDone(_TruthFact):
    """The shaking reached full strength, or ended."""

    on: bool
    commanded_ns: int
    KIND: ClassVar[str] = "power done"


@dataclass(frozen=True, slots=True)
class MotionStarted(_TruthFact):
    """The first figure began to move."""

    KIND: ClassVar[str] = "started"


@dataclass(frozen=True, slots=True)
class MotionStopped(_TruthFact):
    """Nothing moves any more."""

    KIND: ClassVar[str] = "stopped"


@dataclass(frozen=True, slots=True)
class ContactBegan(_TruthFact):
    """The exact gap of two outlines reached zero. ``a`` is earlier in the roster than ``b``.

    A part is None where a fallen figure was touched.
    """

    a: str
    b: str
    part_a: BasePart | None
    part_b: BasePart | None
    x_mm: float
    y_mm: float
    KIND: ClassVar[str] = "contact began"


@dataclass(frozen=True, slots=True)
class ContactEnded(_TruthFact):
    """Two bases that touched have parted by more than the release gap, or one was taken away."""

    a: str
    b: str
    KIND: ClassVar[str] = "contact ended"


@dataclass(frozen=True, slots=True)
class LineReached(_TruthFact):
    """The foremost part of a base reached a line, moving toward larger (1) or smaller (-1) mm."""

    player: str
    line: str
    direction: int
    x_mm: float
    y_mm: float
    KIND: ClassVar[str] = "line reached"


@dataclass(frozen=True, slots=True)
class LineCrossed(_TruthFact):
    """The last part of a base left a line behind: the whole base is across."""

    player: str
    line: str
    direction: int
    x_mm: float
    y_mm: float
    KIND: ClassVar[str] = "line crossed"


@dataclass(frozen=True, slots=True)
class MarkerTouched(_TruthFact):
    """A base touched a marker; ``marker`` is the number it got when it was placed."""

    player: str
    marker: int
    marker_kind: MarkerKind
    part: BasePart | None
    x_mm: float
    y_mm: float
    KIND: ClassVar[str] = "marker touched"


@dataclass(frozen=True, slots=True)
class MarkerLeft(_TruthFact):
    """A base no longer touches a marker, by more than the release gap."""

    player: str
    marker: int
    marker_kind: MarkerKind
    KIND: ClassVar[str] = "marker left"


@dataclass(frozen=True, slots=True)
class Fell(_TruthFact):
    """A figure fell over, its head toward a board heading."""

    player: str
    toward_deg: float
    KIND: ClassVar[str] = "fell"


@dataclass(frozen=True, slots=True)
class HandActed(_TruthFact):
    """A coach's hand changed something; ``what`` is a few words, ``player`` may be empty."""

    player: str
    what: str
    KIND: ClassVar[str] = "hand"


TruthEvent: TypeAlias = (
    PowerCommanded
    | PowerBegan
    | PowerDone
    | MotionStarted
    | MotionStopped
    | ContactBegan
    | ContactEnded
    | LineReached
    | LineCrossed
    | MarkerTouched
    | MarkerLeft
    | Fell
    | HandActed
)


def in_time_order(events: Iterable[TruthEvent]) -> list[TruthEvent]:
    """By time; facts of the same instant in the order of their lines, whatever found them first."""
    return sorted(events, key=lambda event: (event.t_ns, event.to_json()))


def _plain(value: object) -> object:
    if isinstance(value, float):
        return round(value, DIGITS) + 0.0
    return value.value if isinstance(value, Enum) else value
