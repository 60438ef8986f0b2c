"""The geometry at the called instant: every base where it was between two frames, and the contact.

The two of a touch are carried on from the frames before it, as the call itself does, because the
touch turns them aside; everybody else is on the straight way from one frame to the next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.calls.frame import BoardFrame
from referee.calls.lines.spot import pose_at, pose_until
from referee.core.clock import S_NS
from referee.core.geometry.base_shape import BasePart, BaseShape, Point
from referee.core.geometry.gap import signed_gap
from referee.core.geometry.gap_slopes import gap_and_sigma_mm
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose

# Between frames further apart than this, in ns, the place of a base is not known.
LONGEST_STEP_NS = 250_000_000


@dataclass(frozen=True, slots=True)
class BaseMeeting:
    """Two bases at the instant: the points that are nearest to each other, and their parts."""

    first: str
    second: str
    gap_mm: float
    sigma_mm: float
    first_mm: Point
    second_mm: Point
    first_part: BasePart
    second_part: BasePart


@dataclass(frozen=True, slots=True)
class InstantGeometry:
    """Where everybody was who was seen before and after it; ``hidden`` were not."""

    t_ns: int
    poses: tuple[tuple[str, BaseShape, Pose], ...]
    meetings: tuple[BaseMeeting, ...]
    hidden: tuple[str, ...]


def instant_of(
    t_ns: int,
    boards: Sequence[BoardFrame],
    shapes: Mapping[str, BaseShape],
    named: Sequence[str],
    touched: Sequence[str],
) -> InstantGeometry:
    """The board at an instant. ``shapes`` are of everybody, the marker of a pass too.

    ``named`` are those of the call, ``touched`` those who met at it, the carrier or marker last.
    """
    there: dict[str, MeasuredPose] = {}
    for name in shapes:
        frames = [(b.t_ns, seen.measured) for b in boards if (seen := b.find(name)) is not None]
        if _spans(frames, t_ns):
            at = pose_until if name in touched else pose_at
            there[name] = at(frames, t_ns / S_NS)
    poses = tuple((name, shapes[name], measured.pose) for name, measured in there.items())
    hidden = tuple(name for name in named if name in shapes and name not in there)
    return InstantGeometry(t_ns, poses, _meetings(there, shapes, touched), hidden)


def _spans(frames: Sequence[tuple[int, MeasuredPose]], t_ns: int) -> bool:
    """Whether there is a frame shortly before and one shortly after."""
    before = [at for at, _ in frames if at <= t_ns]
    after = [at for at, _ in frames if at >= t_ns]
    return bool(before and after) and after[0] - before[-1] <= LONGEST_STEP_NS


def _meetings(
    there: Mapping[str, MeasuredPose], shapes: Mapping[str, BaseShape], touched: Sequence[str]
) -> tuple[BaseMeeting, ...]:
    if len(touched) < 2 or touched[-1] not in there:
        return ()
    last = touched[-1]
    return tuple(
        _meeting((name, shapes[name], there[name]), (last, shapes[last], there[last]))
        for name in touched[:-1]
        if name in there
    )


_One = tuple[str, BaseShape, MeasuredPose]


def _meeting(one: _One, other: _One) -> BaseMeeting:
    a, shape_a, at_a = one
    b, shape_b, at_b = other
    gap = signed_gap(shape_a, at_a.pose, shape_b, at_b.pose)
    gap_mm, sigma_mm = gap_and_sigma_mm(shape_a, at_a, shape_b, at_b)
    return BaseMeeting(
        a, b, gap_mm, sigma_mm, gap.point_a_mm, gap.point_b_mm, gap.part_a, gap.part_b
    )
