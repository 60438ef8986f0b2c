"""Where every base was seen lately, by the board's own time, which stands still without power.

Bases creep while the board has power, roll out for a moment, and rest. So the board's time is the
time by which a base at its speed before would be where it is: motion that goes on over a stop of
the board goes on evenly by it.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass

import numpy as np

from referee.calls.contact.evidence.carried_motion import ROLLS_S
from referee.calls.frame import BoardFrame, SeenBase
from referee.core.clock import S_NS
from referee.core.geometry.base_shape import FloatArray

# s: frames are kept for so long of the board's own time, longer than most runs last, and so many of
# the newest at rest.
KEPT_S = 15.0
_AT_REST = 4
# So many rests of the board are remembered: a run is asked about during the next one or two.
_RESTS = 8
# mm and degrees: a base so far from where it was, though the board rests, was moved by hand. What
# was last seen before the rest may have come as far as the board can take it, a second.
_BY_HAND_MM, _BY_HAND_DEG = 4.0, 20.0
_RUNS_MM_S, _TURNS_DEG_S = 270.0, 360.0
# mm: a base measured no better than this has not shown where its edges are.
ROUGH_MM = 0.5


@dataclass(frozen=True, slots=True)
class TrailStep:
    """One sighting: when, by the board's own time too; x mm, y mm, heading; their variances.

    ``p_front`` is how likely the heading is not turned round, ``lies`` whether the figure does.
    ``marker``: it is a ball, which is seen where it lies, however well that is known.
    """

    t_ns: int
    board_s: float
    row: tuple[float, float, float]
    variances: tuple[float, float, float]
    p_front: float = 1.0
    lies: bool = False
    marker: bool = False

    @property
    def rough(self) -> bool:
        """Whether it says only roughly where a base was that stands."""
        return not (self.lies or self.marker) and max(self.variances[:2]) > ROUGH_MM**2


@dataclass(frozen=True, slots=True)
class Trail:
    """Some sightings of one base in order, as rows; headings are unwrapped, in radians."""

    steps: tuple[TrailStep, ...]

    @property
    def times_s(self) -> FloatArray:
        """By the board's own time."""
        return np.array([step.board_s for step in self.steps])

    @property
    def rows(self) -> FloatArray:
        """Of x mm, y mm and heading."""
        rows = np.array([step.row for step in self.steps])
        rows[:, 2] = np.unwrap(rows[:, 2])
        return rows

    @property
    def variances(self) -> FloatArray:
        """Of the rows."""
        return np.array([step.variances for step in self.steps])


class PoseTrails:
    """Fed with every frame of a game; ``of`` are the sightings of one base that are kept."""

    def __init__(self) -> None:
        self._steps: dict[str, deque[TrailStep]] = {}
        # Those of whom older sightings are not kept.
        self._dropped: set[str] = set()
        self._now_ns: int | None = None
        self._cut_ns: int | None = None
        self.board_s = 0.0
        self._rests_ns: deque[int] = deque(maxlen=_RESTS)

    def update(self, board: BoardFrame) -> None:
        """Take in a frame."""
        self._pass_time(board)
        for seen in board.seen:
            self.note(board.t_ns, seen)

    def note(self, t_ns: int, seen: SeenBase, *, marker: bool = False) -> None:
        """Take in one sighting of the newest frame; so it is told where a ball lies, too."""
        pose, spread = seen.measured.pose, seen.measured.covariance
        step = TrailStep(
            t_ns,
            self.board_s,
            (pose.x_mm, pose.y_mm, math.radians(pose.heading_deg)),
            (spread[0][0], spread[1][1], spread[2][2]),
            seen.p_front,
            seen.lies,
            marker,
        )
        steps = self._steps.setdefault(seen.player, deque())
        if steps and self._rests and _was_moved(steps[-1], step):
            steps.clear()
            self._dropped.discard(seen.player)
        if len(steps) >= _AT_REST and steps[-_AT_REST].board_s == step.board_s:
            del steps[-_AT_REST]
        steps.append(step)
        while self.board_s - steps[0].board_s > KEPT_S:
            steps.popleft()
            self._dropped.add(seen.player)

    def set_up(self) -> None:
        """A play begins: whoever lay when it was seen last stands somewhere by now."""
        self._steps = {name: steps for name, steps in self._steps.items() if not steps[-1].lies}
        self._dropped &= set(self._steps)

    def of(self, name: str) -> tuple[TrailStep, ...]:
        """The sightings of one base, the newest last."""
        return tuple(self._steps.get(name, ()))

    def known_at(self, name: str, t_ns: int) -> bool:
        """Whether a sighting from then or before is kept; none is of whom a hand has moved."""
        steps = self.of(name)
        return bool(steps) and steps[0].t_ns <= t_ns

    def rested_before(self, t_ns: int) -> int:
        """When the last rest of the board began that began by then; 0: none is remembered."""
        return max((each for each in self._rests_ns if each <= t_ns), default=0)

    def forgotten_until(self, name: str) -> tuple[int, float] | None:
        """When a base was seen first of what is kept, if older sightings of it were dropped.

        Its stamp, and the same by the board's own time.
        """
        if name not in self._dropped:
            return None
        first = self._steps[name][0]
        return first.t_ns, first.board_s

    def board_s_at(self, t_ns: int, name: str) -> float:
        """The board's own time at an instant, read off the sightings of a base round it."""
        steps = self.of(name)
        if not steps:
            return self.board_s
        times = [step.t_ns / S_NS for step in steps]
        return float(np.interp(t_ns / S_NS, times, [step.board_s for step in steps]))

    @property
    def _rests(self) -> bool:
        cut_ns, now_ns = self._cut_ns, self._now_ns
        return cut_ns is not None and now_ns is not None and now_ns - cut_ns > ROLLS_S * S_NS

    def _pass_time(self, board: BoardFrame) -> None:
        before_ns, self._now_ns = self._now_ns, board.t_ns
        passed_s = 0.0 if before_ns is None else (board.t_ns - before_ns) / S_NS
        if board.power:
            self._cut_ns = None
            self.board_s += passed_s
            return
        if self._cut_ns is None:
            self._cut_ns = board.t_ns if before_ns is None else before_ns
            self._rests_ns.append(board.t_ns)
        since_s = (board.t_ns - self._cut_ns) / S_NS
        self.board_s += _rolled_s(since_s) - _rolled_s(since_s - passed_s)


def _was_moved(before: TrailStep, now: TrailStep) -> bool:
    """Whether a base that should have rested is plainly elsewhere."""
    if before.rough or now.rough:
        return False
    turned = math.remainder(now.row[2] - before.row[2], math.tau)
    apart_mm = math.dist(before.row[:2], now.row[:2])
    ran_s = now.board_s - before.board_s
    far = apart_mm > _BY_HAND_MM + _RUNS_MM_S * ran_s
    return far or abs(turned) > math.radians(_BY_HAND_DEG + _TURNS_DEG_S * ran_s)


def _rolled_s(since_s: float) -> float:
    """How long at its speed before a base would have to go to get as far as it rolls."""
    rolled = min(max(since_s, 0.0), ROLLS_S)
    return rolled - rolled * rolled / (2.0 * ROLLS_S)
