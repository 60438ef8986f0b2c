"""Figures that lie: no outline of theirs can be measured, so what a look saw of one holds until
another look says otherwise. At rest nobody gets up by himself.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from referee.camera.model import CameraModel
from referee.camera.source import Frame
from referee.core.pose import Pose
from referee.vision.sighting import Covariance
from referee.vision.watch.look import SAME_BASE_MM, Evidence, Fresh, Look
from referee.vision.watch.present import present_pose

NS_PER_S = 1e9
LIES = 0.5
# The middle of a figure that lies is vague; a base that stands there is surely his.
SAME_FIGURE_MM, STOOD_UP_MM = 25.0, 15.0
# So many looks in a row do not show one who may have been moved, or who is nobody's.
MOST_MISSED = 5
# A shaking board pushes it on between looks.
DRIFT_MM_S = 15.0


@dataclass
class Fallen:
    """One of them; ``seen_ns`` is the frame in which it lay at ``pose``."""

    number: int
    fresh: Fresh
    pose: Pose
    seen_ns: int
    missed: int = 0
    claimed: bool = False

    @property
    def evidence(self) -> Evidence:
        """What the last look that saw it said of it."""
        return self.fresh.evidence

    def covariance_at(self, t_ns: int) -> Covariance:
        """How well its place is known by then."""
        (xx, xy, xh), (yx, yy, yh), heading = self.fresh.candidate.covariance
        drift_mm2 = (DRIFT_MM_S * (t_ns - self.seen_ns) / NS_PER_S) ** 2
        return ((xx + drift_mm2, xy, xh), (yx, yy + drift_mm2, yh), heading)


class FallenFigures:
    """All of them. ``numbers`` are shared with the bases that nobody has claimed yet."""

    def __init__(self, camera: CameraModel, numbers: Iterator[int]) -> None:
        self._camera, self._numbers = camera, numbers
        self._all: dict[int, Fallen] = {}

    def __iter__(self) -> Iterator[Fallen]:
        return iter(self._all.values())

    def get(self, number: int) -> Fallen | None:
        """One of them, if it still lies there."""
        return self._all.get(number)

    def learn(self, look: Look, frame: Frame, *, disturbed: bool) -> None:
        """What a look showed; ``disturbed``: the board shakes, or a hand is above it."""
        lying = [fresh for fresh in look.fresh if fresh.evidence.fallen >= LIES]
        standing = [fresh.pose for fresh in look.fresh if fresh.evidence.fallen < LIES]
        standing += [
            known.pose
            for known, said in zip(look.known, look.evidence, strict=True)
            if said.believed and said.fallen < LIES
        ]
        pairs = sorted(
            (far, number, j)
            for number, each in self._all.items()
            for j, fresh in enumerate(lying)
            if (far := _apart(each.pose, fresh.pose)) <= SAME_FIGURE_MM
        )
        again: dict[int, int] = {}
        for _, number, j in pairs:
            if number not in again and j not in again.values():
                again[number] = j
        for number, each in list(self._all.items()):
            if number in again:
                self._see(each, lying[again[number]], look, frame)
            elif any(_apart(each.pose, pose) <= STOOD_UP_MM for pose in standing):
                del self._all[number]
            elif disturbed or not each.claimed:
                each.missed += 1
                if each.missed >= MOST_MISSED:
                    del self._all[number]
        for j, fresh in enumerate(lying):
            if j not in again.values():
                self._add(fresh, look, frame)

    def settle(self, claimed: set[int]) -> None:
        """Which of them are somebody, in the frame just seen."""
        for number, each in self._all.items():
            each.claimed = number in claimed

    def _add(self, fresh: Fresh, look: Look, frame: Frame) -> None:
        if any(_apart(fresh.pose, each.pose) <= SAME_BASE_MM for each in self._all.values()):
            return
        each = Fallen(next(self._numbers), fresh, fresh.pose, look.frame.t_ns)
        self._see(each, fresh, look, frame)
        self._all[each.number] = each

    def _see(self, each: Fallen, fresh: Fresh, look: Look, frame: Frame) -> None:
        """It is brought to the present frame, as far as its picture can be found there."""
        each.fresh, each.pose, each.seen_ns, each.missed = fresh, fresh.pose, look.frame.t_ns, 0
        passed_s = (frame.t_ns - look.frame.t_ns) / NS_PER_S
        if passed_s > 0.0:
            before, now, top_mm = look.frame.image, frame.image, fresh.shape.height_mm
            pose = present_pose(before, now, passed_s, self._camera, fresh.pose, top_mm)
            if pose is not None:
                each.pose, each.seen_ns = pose, frame.t_ns


def _apart(a: Pose, b: Pose) -> float:
    return math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm)
