"""Figures that only looks show: those that lie, and at rest those whose outline cannot be made out
against a pale border or in a heap. What a look saw holds until another look says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Frame
from referee.core.clock import S_NS
from referee.core.geometry.pose import Pose, apart_mm
from referee.vision.roster.assignment import nearest_pairs
from referee.vision.sighting import Covariance
from referee.vision.watch.board_look import SAME_BASE_MM, BoardLook, LookEvidence, NewBase
from referee.vision.watch.picture.present_pose import present_pose

LIES = 0.5
# The middle of a figure that lies is vague; a base that stands there is surely its own.
SAME_FIGURE_MM = 25.0  # two looks at one lying figure are no farther apart
STOOD_UP_MM = 15.0  # a base that stands so near is that figure, set up again
# What stands is believed once so many looks have shown it at one place.
BELIEVED_LOOKS = 2
# After so many looks in a row without it, a base is forgotten that may have been moved.
MOST_MISSED = 5
# Between looks a shaking board pushes a lying figure on.
DRIFT_MM_S = 15.0


@dataclass
class FoundBase:
    """A base that a look found; ``seen_ns`` is the frame in which it was at ``pose``."""

    number: int
    fresh: NewBase
    pose: Pose
    seen_ns: int

    @property
    def evidence(self) -> LookEvidence:
        """What the last look that saw it said of it."""
        return self.fresh.evidence

    @property
    def lies(self) -> bool:
        """Whether its figure has fallen."""
        return self.evidence.fallen >= LIES


@dataclass
class DetectorOnlyBase(FoundBase):
    """One that only looks show, and for how many of them it was there and was missed."""

    looks: int = 0
    missed: int = 0
    # The player that it was in the newest frame.
    claimed_by: str | None = None

    def covariance_at(self, t_ns: int) -> Covariance:
        """How well its place is known by then; what stands there stands still."""
        (xx, xy, xh), (yx, yy, yh), heading = self.fresh.candidate.covariance
        drift_mm2 = 0.0
        if self.lies:
            drift_mm2 = (DRIFT_MM_S * (t_ns - self.seen_ns) / S_NS) ** 2
        return ((xx + drift_mm2, xy, xh), (yx, yy + drift_mm2, yh), heading)


class DetectorOnlyBases:
    """All of them. ``numbers`` are shared with the bases that nobody has claimed yet."""

    def __init__(self, camera: CameraModel, numbers: Iterator[int]) -> None:
        self._camera, self._numbers = camera, numbers
        self._all: dict[int, DetectorOnlyBase] = {}

    def get(self, number: int) -> DetectorOnlyBase | None:
        """One of them, if it is still there."""
        return self._all.get(number)

    def at(self, *, moving: bool, measured: Sequence[Pose]) -> list[DetectorOnlyBase]:
        """Those that are not among the ``measured`` ones; while the board moves only those that
        lie, for the others have gone on.
        """
        if moving:
            self._all = {n: each for n, each in self._all.items() if each.lies}
        return [
            each
            for each in self._all.values()
            if (each.lies or each.looks >= BELIEVED_LOOKS)
            and all(apart_mm(each.pose, pose) > SAME_BASE_MM for pose in measured)
        ]

    def learn(self, look: BoardLook, frame: Frame, *, moving: bool) -> None:
        """What a look showed; ``moving``: it is of a board that shakes or has not come to rest."""
        usable = [f for f in look.fresh if f.evidence.fallen >= LIES or not moving]
        again = self._again(usable)
        known = [
            base.pose
            for base, said in zip(look.known, look.evidence, strict=True)
            if said.believed and said.fallen < LIES
        ]
        disturbed = moving or bool(look.hands)
        for number, each in list(self._all.items()):
            if number in again:
                self._see(each, usable[again[number]], look, frame)
            elif any(apart_mm(each.pose, pose) <= STOOD_UP_MM for pose in known):
                del self._all[number]
            elif disturbed or each.claimed_by is None:
                each.missed += 1
                if each.missed >= MOST_MISSED:
                    del self._all[number]
        for j, fresh in enumerate(usable):
            if j not in again.values():
                each = DetectorOnlyBase(next(self._numbers), fresh, fresh.pose, look.frame.t_ns)
                self._see(each, fresh, look, frame)
                self._all[each.number] = each

    def lies_near(self, pose: Pose, player: str) -> bool:
        """Whether looks show a lying figure there that may be this player: it is nobody else's."""
        return any(
            each.lies
            and each.claimed_by in (None, player)
            and apart_mm(each.pose, pose) <= SAME_FIGURE_MM
            for each in self._all.values()
        )

    def settle(self, claimed: Mapping[int, str]) -> None:
        """Which of them are whom, in the frame just seen."""
        for number, each in self._all.items():
            each.claimed_by = claimed.get(number)

    def _again(self, fresh: Sequence[NewBase]) -> dict[int, int]:
        """Which of those that a look showed is which of ours."""
        return nearest_pairs(
            (far, number, j)
            for number, each in self._all.items()
            for j, one in enumerate(fresh)
            if (far := apart_mm(each.pose, one.pose)) <= _same_mm(each, one)
        )

    def _see(self, each: DetectorOnlyBase, fresh: NewBase, look: BoardLook, frame: Frame) -> None:
        """It is brought to the present frame, as far as its picture can be found there."""
        each.fresh, each.pose, each.seen_ns, each.missed = fresh, fresh.pose, look.frame.t_ns, 0
        each.looks += 1
        passed_s = (frame.t_ns - look.frame.t_ns) / S_NS
        if each.lies and passed_s > 0.0:
            before, now, top_mm = look.frame.image, frame.image, fresh.shape.height_mm
            pose = present_pose(before, now, passed_s, self._camera, fresh.pose, top_mm)
            if pose is not None:
                each.pose, each.seen_ns = pose, frame.t_ns


def _same_mm(each: DetectorOnlyBase, fresh: NewBase) -> float:
    """How far apart the same figure may be found: one that has been stood up is vague as well."""
    both_stand = not each.lies and fresh.evidence.fallen < LIES
    return SAME_BASE_MM if both_stand else SAME_FIGURE_MM
