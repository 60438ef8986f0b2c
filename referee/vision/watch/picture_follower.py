"""Bases whose outline cannot be measured for a moment: their picture is sought again.

White on white, in a heap or over a line an outline is lost, and yet the figure is plainly there.
Such a base goes on being followed by what it looked like when it was measured last, and is judged
with the larger error that this has.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Frame
from referee.core.clock import S_NS
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.pose import Pose, apart_mm
from referee.vision.sighting import Covariance
from referee.vision.watch.present_pose import present_pose

# A picture has to be found again so well: a correlation. Another figure of the same team has less.
ALIKE = 0.75
# From when the outline was measured last a base is followed by its picture for so long.
LONGEST_NS = 800_000_000
# A base at rest is where it was, to so many mm; farther off it is another figure, or in a hand.
AT_REST_MM = 2.0
# The error of a place found so, as a sigma in mm and in mm for each second since the outline was
# measured; and that of the heading, which is only kept: in degrees and degrees a second.
SIGMA_MM, SIGMA_MM_S = 1.0, 1.5
TURN_DEG, TURN_DEG_S = 3.0, 30.0


@dataclass(frozen=True, slots=True)
class PicturedBase:
    """A base as its picture shows it now: ``since_ns`` is when its outline was measured last."""

    pose: Pose
    shape: BaseShape
    since_ns: int
    t_ns: int

    @property
    def covariance(self) -> Covariance:
        """Of x, y in mm and the heading in radians."""
        passed_s = (self.t_ns - self.since_ns) / S_NS
        place = (SIGMA_MM + SIGMA_MM_S * passed_s) ** 2
        turn = math.radians(TURN_DEG + TURN_DEG_S * passed_s) ** 2
        return ((place, 0.0, 0.0), (0.0, place, 0.0), (0.0, 0.0, turn))


@dataclass(frozen=True, slots=True)
class _Measured:
    """Where a base was measured last, in which frame, and where its picture was found since."""

    frame: Frame
    pose: Pose
    shape: BaseShape
    found: Pose
    found_ns: int


class PictureFollower:
    """All players that were measured lately, by name."""

    def __init__(self, camera: CameraModel) -> None:
        self._camera = camera
        self._last: dict[str, _Measured] = {}

    def measured(self, who: str, pose: Pose, shape: BaseShape, frame: Frame) -> None:
        """The outline of a player was measured in this frame."""
        self._last[who] = _Measured(frame, pose, shape, pose, frame.t_ns)

    def forget(self, who: str) -> None:
        """What was followed as this player was something else."""
        self._last.pop(who, None)

    def follow(self, who: str, frame: Frame, *, moving: bool) -> PicturedBase | None:
        """Where a player that was not measured in this frame is by its picture, or None."""
        last = self._last.get(who)
        if last is None or frame.t_ns - last.frame.t_ns > LONGEST_NS:
            return None
        found = present_pose(
            last.frame.image,
            frame.image,
            (frame.t_ns - last.found_ns) / S_NS if moving else 0.0,
            self._camera,
            last.pose,
            last.shape.height_mm,
            near=last.found,
            alike_enough=ALIKE,
        )
        if found is None or not (moving or apart_mm(found, last.found) <= AT_REST_MM):
            return None
        self._last[who] = replace(last, found=found, found_ns=frame.t_ns)
        return PicturedBase(found, last.shape, last.frame.t_ns, frame.t_ns)

    def rename(self, was: dict[str, str]) -> None:
        """Players have other names now: by the new one, the old one."""
        self._last |= {new: self._last[old] for new, old in was.items() if old in self._last}
