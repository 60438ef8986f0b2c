"""Everything followed is measured afresh in each frame; rivals for one base are settled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from referee.camera.frame_source import Image
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.pose import Pose, apart_mm
from referee.core.turns import turn_deg
from referee.vision.refine.guess_table import PoseGuess
from referee.vision.refine.refinement import MeasuredBase, MeasurementQuality, Refinement
from referee.vision.refine.refiner import Refiner
from referee.vision.sighting import NearPair
from referee.vision.watch.board_look import SAME_BASE_MM

# Further than this from where it was looked for it is not the one that was looked for.
MOST_OFF_MM = 4.0
MOST_OFF_SIGMAS = 2.0
MOST_TURN_DEG = 30.0  # from how it was expected
ROUNDS = 2  # of measuring until every outline has one base


@dataclass(frozen=True, slots=True)
class WantedBase:
    """Where to look for a base. Of two at one place the one with the lower ``rank`` is meant.

    ``others``: where to look in the same frame if it is not there.
    """

    who: str | int
    shape: BaseShape
    pose: Pose
    sigma_mm: float
    rank: float
    others: tuple[Pose, ...] = ()


@dataclass(frozen=True, slots=True)
class FollowedBase:
    """One that was measured in this frame."""

    wanted: WantedBase
    measured: MeasuredBase


@dataclass(frozen=True, slots=True)
class FollowedFrame:
    """What could be measured, named as it is followed; a base that is missing was not seen.

    ``doubtful`` are outlines found about where a base was looked for that may be something else's.
    """

    met: tuple[FollowedBase, ...]
    gaps: tuple[NearPair[str | int], ...]
    doubtful: tuple[FollowedBase, ...] = ()


def follow_bases(refiner: Refiner, image: Image, wanted: Sequence[WantedBase]) -> FollowedFrame:
    """Measure all together, then again without those that turn out to be another base."""
    chosen = _without_rivals(wanted)
    for _ in range(ROUNDS):
        found = refiner.follow(image, [PoseGuess(w.shape, w.pose) for w in chosen])
        meant = [i for i, base in enumerate(found.bases) if _is_meant(chosen[i], base)]
        doubles = _doubles(chosen, found, meant)
        if not doubles:
            break
        chosen = [w for i, w in enumerate(chosen) if i not in doubles]
    good = set(meant) - doubles
    met = [FollowedBase(chosen[i], found.bases[i]) for i in sorted(good)]
    doubtful = [
        FollowedBase(w, base)
        for w, base in zip(chosen, found.bases, strict=True)
        if _is_doubtful(w, base)
    ]
    there = {m.wanted.who for m in met}
    met += _elsewhere(refiner, image, [w for w in wanted if w.who not in there], met)
    gaps = tuple(
        NearPair(chosen[p.first].who, chosen[p.second].who, p.gap_mm, p.sigma_mm)
        for p in found.pairs
        if p.first in good and p.second in good
    )
    return FollowedFrame(tuple(met), gaps, tuple(doubtful))


def _elsewhere(
    refiner: Refiner, image: Image, missed: Sequence[WantedBase], met: Sequence[FollowedBase]
) -> list[FollowedBase]:
    """Measure bases that are not where they were looked for at the other places they may be at.

    Cameras that give few frames and bases that start need this: they are out of reach by then.
    """
    out: list[FollowedBase] = []
    taken = [m.measured.pose for m in met]
    for turn in range(max((len(w.others) for w in missed), default=0)):
        tried = [
            replace(w, pose=w.others[turn])
            for w in missed
            if turn < len(w.others) and _open(w.others[turn], taken)
        ]
        found = refiner.refine(image, [PoseGuess(w.shape, w.pose) for w in tried])
        for each, base in zip(tried, found.bases, strict=True):
            if _is_meant(each, base) and _open(base.pose, taken):
                taken.append(base.pose)
                out.append(FollowedBase(each, base))
        there = {m.wanted.who for m in out}
        missed = [w for w in missed if w.who not in there]
    return out


def _open(pose: Pose, taken: Sequence[Pose]) -> bool:
    return all(apart_mm(pose, other) > SAME_BASE_MM for other in taken)


def _is_meant(wanted: WantedBase, base: MeasuredBase) -> bool:
    return base.quality is MeasurementQuality.MEASURED and _is_near(wanted, base)


def _is_doubtful(wanted: WantedBase, base: MeasuredBase) -> bool:
    return base.quality is MeasurementQuality.DOUBTFUL and _is_near(wanted, base)


def _is_near(wanted: WantedBase, base: MeasuredBase) -> bool:
    far = apart_mm(wanted.pose, base.pose)
    turn = turn_deg(wanted.pose.heading_deg, base.pose.heading_deg)
    return far <= MOST_OFF_MM + MOST_OFF_SIGMAS * wanted.sigma_mm and abs(turn) <= MOST_TURN_DEG


def _without_rivals(wanted: Sequence[WantedBase]) -> list[WantedBase]:
    """One for each place; the others would be measured on its outline."""
    ranked = sorted(wanted, key=lambda w: w.rank)
    if not _any_together([w.pose for w in ranked]):
        return ranked
    out: list[WantedBase] = []
    for one in ranked:
        if all(apart_mm(one.pose, other.pose) > SAME_BASE_MM for other in out):
            out.append(one)
    return out


def _doubles(chosen: Sequence[WantedBase], found: Refinement, meant: Sequence[int]) -> set[int]:
    """The places of bases that were drawn to the outline of another base."""
    if not _any_together([found.bases[i].pose for i in meant]):
        return set()
    kept: list[int] = []
    out: set[int] = set()
    for i in sorted(
        meant, key=lambda i: (apart_mm(chosen[i].pose, found.bases[i].pose), chosen[i].rank)
    ):
        pose = found.bases[i].pose
        if any(apart_mm(pose, found.bases[k].pose) <= SAME_BASE_MM for k in kept):
            out.add(i)
        else:
            kept.append(i)
    return out


def _any_together(poses: Sequence[Pose]) -> bool:
    """Whether any two are at one place; nearly always none are."""
    places = np.array([complex(pose.x_mm, pose.y_mm) for pose in poses])
    near = np.abs(places[:, None] - places[None]) <= SAME_BASE_MM
    return bool(np.count_nonzero(near) > len(poses))
