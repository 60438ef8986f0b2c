"""A play under one rulebook, and what the judge asks of the carrier's pose."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from referee.calls.call import CallKind
from referee.calls.call_rules import CallRules
from referee.calls.phase_state import PASSER_HAS_IT
from referee.core.clock import S_NS
from referee.core.geometry.base_shape import BaseShape, FloatArray
from referee.lab.bench.calls.plays.recorded_play import RecordedPlay

COASTS_S = 0.5  # for how long bases roll on once the power is off
# s: a tackler that falls so soon after its touch was not seen to touch.
FALLS_AT_ONCE_S = 0.06
PoseRow = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class ExpectedCall:
    """Something a rulebook wants called; ``optional`` may be left out. x is that of the spot."""

    kind: CallKind
    rule: str
    t_ns: int
    players: tuple[str, ...] = ()
    x_mm: float = math.nan
    optional: bool = False


class RuledPlay:
    """A play under one rulebook."""

    def __init__(self, take: RecordedPlay, rules: CallRules) -> None:
        self.take, self.rules, self.phase_state = take, rules, take.phase_state
        self.sign = self.phase_state.plays.sign
        self.fell = {f.who: f.t_ns for f in take.facts if f.kind == "fell"}
        offs = [f.t_ns for f in take.facts if f.kind == "power" and not f.on]
        coasts = COASTS_S if rules.touch.coasting.value else 0.0
        self.dead_ns = offs[0] + coasts * S_NS if offs else math.inf
        self.passer = self.phase_state.phase in PASSER_HAS_IT

    def foremost_x(self, t_ns: int) -> float:
        """How far along the field the carrier's base was."""
        shape = self.take.shape(self.take.carrier)
        return foremost_x(shape, self.take.carrier_at(t_ns), self.sign)

    def item(self, kind: CallKind, rule: str, t_ns: int, who: str) -> ExpectedCall:
        """Something an opponent did to the carrier."""
        return ExpectedCall(kind, rule, t_ns, (who, self.take.carrier), self.foremost_x(t_ns))

    def falls_at_once(self, who: str, touched_ns: int) -> bool:
        """Whether a tackler fell within two frames of touching."""
        return 0 <= self.fell.get(who, math.inf) - touched_ns < FALLS_AT_ONCE_S * S_NS


def foremost_x(shape: BaseShape, at: PoseRow, sign: int) -> float:
    """How far along the field any part of the base is, toward larger (1) or smaller (-1) x."""
    return float(sign * ((sign * _skeleton(shape, at)[:, 0]).max() + shape.radius_mm))


def sideways_x(shape: BaseShape, at: PoseRow, sign: int) -> float:
    """Along the field, the part of the base that is furthest toward larger or smaller y."""
    points = _skeleton(shape, at)
    return float(points[int((sign * points[:, 1]).argmax()), 0])


def _skeleton(shape: BaseShape, at: PoseRow) -> FloatArray:
    x, y, heading = at
    c, s = math.cos(heading), math.sin(heading)
    return np.asarray(shape.skeleton @ np.array([[c, s], [-s, c]]) + (x, y))
