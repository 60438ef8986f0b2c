"""Bases that the detector found and nobody has claimed yet: followed until they are somebody."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Frame
from referee.core.clock import S_NS
from referee.core.geometry.pose import Pose, apart_mm
from referee.vision.watch.base_follower import FollowedBase, WantedBase
from referee.vision.watch.board_look import (
    SAME_BASE_MM,
    BoardLook,
    KnownBase,
    NewBase,
)
from referee.vision.watch.detector_only import LIES, FoundBase
from referee.vision.watch.picture.present_pose import present_pose

# A whole line-up may be lost at once.
MOST = 22
DENIED_LOOKS = 2
LOST_S = 0.25
SIGMA_MM = 2.0


@dataclass
class UnclaimedBase(FoundBase):
    """One of them; ``met`` once its outline has been measured."""

    met: bool = False
    vx_mm_s: float = 0.0
    vy_mm_s: float = 0.0
    denied: int = 0

    def move(self, pose: Pose, t_ns: int) -> None:
        """Measured again."""
        passed_s = (t_ns - self.seen_ns) / S_NS
        if self.met and passed_s > 0.0:
            self.vx_mm_s = (pose.x_mm - self.pose.x_mm) / passed_s
            self.vy_mm_s = (pose.y_mm - self.pose.y_mm) / passed_s
        self.pose, self.seen_ns, self.met = pose, t_ns, True


class UnclaimedBases:
    """All of them, by the ``numbers`` under which they are followed."""

    def __init__(self, camera: CameraModel, numbers: Iterator[int]) -> None:
        self._camera, self._numbers = camera, numbers
        self._all: dict[int, UnclaimedBase] = {}

    def __getitem__(self, number: int) -> UnclaimedBase:
        return self._all[number]

    def __iter__(self) -> Iterator[UnclaimedBase]:
        return iter(self._all.values())

    def learn(self, look: BoardLook, frame: Frame) -> list[UnclaimedBase]:
        """What a look said of those it saw; what is new is brought to the present frame.

        Returns the new ones.
        """
        for known, said in zip(look.known, look.evidence, strict=True):
            loose = self._all.get(known.who) if isinstance(known.who, int) else None
            if loose is not None:
                loose.denied = 0 if said.believed else loose.denied + 1
                size = said.size_mm or loose.evidence.size_mm
                loose.fresh = replace(loose.fresh, evidence=replace(said, size_mm=size))
        kept = {n: x for n, x in self._all.items() if x.met and x.denied < DENIED_LOOKS}
        self._all = kept
        before = set(kept)
        for fresh in look.fresh:
            if fresh.evidence.fallen < LIES:
                self._meet(fresh, look, frame)
        return [x for n, x in self._all.items() if n not in before]

    def wanted(self, t_ns: int) -> Iterator[WantedBase]:
        """Where to measure them; figures that lie have no outline to be measured."""
        for loose in self:
            if loose.lies:
                continue
            ahead_s = (t_ns - loose.seen_ns) / S_NS
            x = loose.pose.x_mm + ahead_s * loose.vx_mm_s
            y = loose.pose.y_mm + ahead_s * loose.vy_mm_s
            pose = Pose(x, y, loose.pose.heading_deg)
            yield WantedBase(loose.number, loose.fresh.shape, pose, SIGMA_MM, ahead_s)

    def pictured(self, number: int, pose: Pose, t_ns: int) -> None:
        """Its outline cannot be measured, but its picture is found in this frame."""
        loose = self._all[number]
        loose.pose, loose.seen_ns = pose, t_ns

    def known(self, t_ns: int) -> tuple[KnownBase, ...]:
        """Those that were measured in this very frame."""
        return tuple(
            KnownBase(x.number, x.fresh.shape, x.pose) for x in self if x.met and x.seen_ns == t_ns
        )

    def settle(self, met: Iterable[FollowedBase], claimed: set[int], t_ns: int) -> None:
        """Claimed bases are players from now on; the others have moved on, or are lost."""
        for each in met:
            who = each.wanted.who
            if isinstance(who, int):
                self._all[who].move(each.measured.pose, t_ns)
        self._all = {
            n: x
            for n, x in self._all.items()
            if n not in claimed and t_ns - x.seen_ns <= LOST_S * S_NS
        }

    def _meet(self, fresh: NewBase, look: BoardLook, frame: Frame) -> None:
        if len(self._all) >= MOST:
            return
        pose: Pose | None = fresh.pose
        passed_s = (frame.t_ns - look.frame.t_ns) / S_NS
        if passed_s > 0.0:
            before, now, top_mm = look.frame.image, frame.image, fresh.shape.height_mm
            pose = present_pose(before, now, passed_s, self._camera, fresh.pose, top_mm)
        if pose is None or any(apart_mm(pose, x.pose) <= SAME_BASE_MM for x in self):
            return
        number = next(self._numbers)
        self._all[number] = UnclaimedBase(number, fresh, pose, frame.t_ns)
