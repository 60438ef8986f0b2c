"""What made-up eyes measure of a play, in the form in which a night hands it to the calls.

No picture is drawn here. The sizes of the errors are those of the real eyes: `referee bench refine`
measures half of all bases within 0.07 mm, 95 % within 0.24 mm, and headings within 0.2 to
0.3 degrees; `referee bench watch` measures 98 of 100 bases in a frame. Errors are heavy-tailed
(Student's t with 8 degrees of freedom: 95 % intervals hold 94.6 %), a quarter of their variance
drifts slowly and repeats from frame to frame, and the carrier's error is in part that of the base
next to it. As at a night, a frame is an observation first: rounded as the record keeps it, with the
gaps of pairs less than 5 mm apart measured for themselves. Whether a figure lies is said for sure,
0 or 1, and now and then wrongly: real eyes are less sure of it (docs/calls.md). A base whose
outline is lost, for a frame or, near others, for up to two seconds, is mostly followed by its
picture, to about 1 mm, as the real watch does; else it is not seen.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from referee.calls.frame import BoardFrame, SeenBase
from referee.core.clock import S_NS
from referee.core.geometry.base_shape import FloatArray
from referee.core.geometry.gap_slopes import gap_and_sigma_mm
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.lab.bench.calls.plays.recorded_play import I64, Bools, RecordedPlay
from referee.record.board_frames import board_frame_of
from referee.record.observation import Observation, ObservedGap
from referee.vision.refine.near_pairs import NEAR_GAP_MM
from referee.vision.watch.picture.picture_follower import (
    LONGEST_NS,
    SIGMA_MM_S,
    TURN_DEG,
    TURN_DEG_S,
)
from referee.vision.watch.picture.picture_follower import SIGMA_MM as PICTURE_SIGMA_MM

# Errors of a base that stands, before they are made uneven.
SIGMA_MM = 0.055  # of x and of y
SIGMA_DEG = 0.27
UNEVEN = 0.4  # how much sigmas differ, from base to base and frame to frame, as a logarithm
SHARED = 0.25  # of the variance that repeats from frame to frame
DRIFTS_S = 1.0  # the time after which it has mostly changed
FREEDOM = 8.0  # degrees of freedom of Student's t
TOGETHER = 0.4  # of the variance of the carrier that is its neighbour's
# A base measured somewhere else.
WILD_SHARE = 0.0005  # of the sightings
WILD_MM, WILD_DEG = 2.0, 2.0
WILD_S, WILD_MOST_S = 0.03, 0.1  # how long it lasts: on average, at most
# Bases that are not measured, and frames that are dropped.
MISSED_SHARE, MISSED_IN_CROWD = 0.01, 0.03  # of the sightings
MISSED_S = 0.08  # how long it lasts on average
HIDDEN_SHARE = 0.03  # of the plays in which a hand or a head hides one base
# Outlines that are lost near others, for long: so often a second beside one base, beside several.
LOST_BESIDE_S, LOST_IN_HEAP_S = 0.02, 0.05
LOST_S = (0.2, 2.0)  # for how long, from and to; as a logarithm evenly
PICTURED_SHARE = 0.6  # of all losses in which the base is followed by what it looked like
HIDDEN_S = (0.2, 0.8)  # for how long, from and to
DROPPED_SHARE = 0.005  # of the frames
# A figure that lies.
FALLEN_MM, FALLEN_DEG = 2.0, 5.0  # sigmas of its base
FALLEN_MISREAD = 0.002  # share of the sightings in which lying and standing are mixed up
CROWDED_MM = 34.0  # between the middles of two bases: nearer ones are missed more often
NEXT_MM = 40.0  # between the middles: nearer bases share a part of their errors
_PLACE_ONLY = np.array([1.0, 1.0, 0.0])  # of x, y and heading


def board_frames(take: RecordedPlay) -> list[BoardFrame]:
    """The play as the calls of a night get it, frame by frame."""
    return [board_frame_of(seen.quantised()) for seen in observations_of(take)]


def observations_of(take: RecordedPlay) -> Iterator[Observation]:
    """The play as the eyes measure it; frames that the camera drops are left out."""
    rng = take.recipe.chance(1)
    frames, players = take.poses.shape[:2]
    sigmas = _sigmas(take, rng)
    unit = _errors(take, rng)
    nearest = _nearest(take)
    row = take.roster.index(take.carrier)
    part = math.sqrt(TOGETHER)
    for k in range(frames):
        if nearest[k] >= 0:
            mixed = part * unit[k, nearest[k], :2]
            unit[k, row, :2] = mixed + math.sqrt(1.0 - TOGETHER) * unit[k, row, :2]
    measured = take.poses + unit * sigmas
    measured += _wild(take, rng)
    missed = _missed(take, rng)
    pictured = _pictured(take, missed, measured, sigmas)
    misread: Bools = np.less(rng.random((frames, players)), FALLEN_MISREAD)
    fallen = take.fallen != misread
    dropped: Bools = np.less(rng.random(frames), DROPPED_SHARE)
    for k in range(frames):
        if dropped[k]:
            continue
        there = [int(i) for i in rng.permutation(players) if not missed[k, i]]
        standing = sorted(i for i in there if not take.fallen[k, i] and not pictured[k, i])
        shared = part * sigmas[k, row] * sigmas[k, nearest[k]] * _PLACE_ONLY
        yield Observation(
            frame=k,
            bases=tuple(
                _base(take, i, measured[k, i], sigmas[k, i], fallen=bool(fallen[k, i]))
                for i in there
            ),
            t_ns=int(take.times_ns[k]),
            power=bool(take.power[k]),
            gaps=tuple(
                _gaps(take, standing, measured[k], sigmas[k], {(row, int(nearest[k])): shared})
            ),
        )


def _base(
    take: RecordedPlay, i: int, pose: FloatArray, sigma: FloatArray, *, fallen: bool
) -> SeenBase:
    """A base whose player and front are known."""
    player = take.roster.players[i]
    return SeenBase(player.id, _measured(pose, sigma), float(fallen), team=player.team)


def _gaps(
    take: RecordedPlay,
    standing: Sequence[int],
    poses: FloatArray,
    sigmas: FloatArray,
    shared: Mapping[tuple[int, int], FloatArray],
) -> Iterator[ObservedGap]:
    """Gaps of all pairs less than 5 mm apart; ``shared`` holds covariances of two bases' errors."""
    players = take.roster.players
    for i, j in combinations(standing, 2):
        reach_mm = players[i].base.reach_mm + players[j].base.reach_mm + NEAR_GAP_MM
        if math.hypot(*(poses[i, :2] - poses[j, :2])) > reach_mm:
            continue
        one, other = (_measured(poses[n], sigmas[n]) for n in (i, j))
        both = shared.get((i, j), shared.get((j, i)))
        cross = None if both is None else np.diag(both)
        gap_mm, sigma_mm = gap_and_sigma_mm(players[i].base, one, players[j].base, other, cross)
        if gap_mm < NEAR_GAP_MM:
            yield ObservedGap(players[i].id, players[j].id, gap_mm, sigma_mm)


def _measured(pose: FloatArray, sigma: FloatArray) -> MeasuredPose:
    x_mm, y_mm, heading = (float(v) for v in pose)
    x, y, turn = (float(v) ** 2 for v in sigma)
    where = Pose(x_mm, y_mm, math.degrees(heading))
    return MeasuredPose(where, ((x, 0.0, 0.0), (0.0, y, 0.0), (0.0, 0.0, turn)))


def _sigmas(take: RecordedPlay, rng: np.random.Generator) -> FloatArray:
    """x, y and heading of every base in every frame; a fallen one is measured roughly."""
    frames, players = take.poses.shape[:2]
    often = rng.normal(0.0, UNEVEN / math.sqrt(2.0), (frames, players))
    always = rng.normal(0.0, UNEVEN / math.sqrt(2.0), players)
    size = np.exp(often + always)[..., None]
    plain = np.array([SIGMA_MM, SIGMA_MM, math.radians(SIGMA_DEG)])
    rough = np.array([FALLEN_MM, FALLEN_MM, math.radians(FALLEN_DEG)])
    return np.where(take.fallen[..., None], rough, size * plain)


def _errors(take: RecordedPlay, rng: np.random.Generator) -> FloatArray:
    """Errors of variance 1: a part that drifts, and a part that is new in every frame."""
    frames, players = take.poses.shape[:2]
    fresh = rng.standard_t(FREEDOM, (frames, players, 3))
    fresh /= math.sqrt(FREEDOM / (FREEDOM - 2.0))
    drift = np.empty((frames, players, 3))
    drift[0] = rng.normal(size=(players, 3))
    for k in range(1, frames):
        passed = (take.times_ns[k] - take.times_ns[k - 1]) / S_NS
        kept = math.exp(-passed / DRIFTS_S)
        drift[k] = kept * drift[k - 1] + math.sqrt(1.0 - kept * kept) * rng.normal(
            size=(players, 3)
        )
    return math.sqrt(SHARED) * drift + math.sqrt(1.0 - SHARED) * fresh


def _nearest(take: RecordedPlay) -> I64:
    """Who is next to the carrier in each frame, -1 where nobody is near."""
    row = take.roster.index(take.carrier)
    apart = np.hypot(*np.moveaxis(take.poses[:, :, :2] - take.poses[:, row : row + 1, :2], 2, 0))
    apart[:, row] = np.inf
    apart[take.fallen] = np.inf
    best = apart.argmin(axis=1)
    return np.where(apart.min(axis=1) < NEXT_MM, best, -1)


def _wild(take: RecordedPlay, rng: np.random.Generator) -> FloatArray:
    """Now and then a base is measured somewhere else, for a frame or a few."""
    frames, players = take.poses.shape[:2]
    out = np.zeros((frames, players, 3))
    for k, i in np.argwhere(rng.random((frames, players)) < WILD_SHARE):
        lasts_s = min(float(rng.exponential(WILD_S)), WILD_MOST_S)
        lasts = 1 + int(lasts_s * take.recipe.fps)
        sizes = np.array([WILD_MM, WILD_MM, math.radians(WILD_DEG)])
        out[k : k + lasts, i] = rng.normal(0.0, sizes)
    return out


def _missed(take: RecordedPlay, rng: np.random.Generator) -> Bools:
    """Whose outline is not measured in which frame; it lasts, and happens more often in a crowd."""
    frames, players = take.poses.shape[:2]
    beside = _beside(take)
    share = np.where(beside > 0, MISSED_IN_CROWD, MISSED_SHARE)
    kept = math.exp(-1.0 / take.recipe.fps / MISSED_S)
    missed = np.zeros((frames, players), np.bool_)
    for k in range(frames):
        before = missed[k - 1].astype(float) if k else share[0]
        missed[k] = rng.random(players) < share[k] + (before - share[k]) * kept
    if rng.random() < HIDDEN_SHARE:
        first = int(rng.integers(frames))
        lasts = int(rng.uniform(*HIDDEN_S) * take.recipe.fps)
        missed[first : first + lasts, int(rng.integers(players))] = True
    own = take.recipe.chance(3)
    often = np.select([beside > 1, beside > 0], [LOST_IN_HEAP_S, LOST_BESIDE_S], 0.0)
    for k, i in np.argwhere(own.random((frames, players)) < often / take.recipe.fps):
        lasts_s = math.exp(own.uniform(*np.log(LOST_S)))
        missed[k : k + int(lasts_s * take.recipe.fps), i] = True
    return missed


def _beside(take: RecordedPlay) -> I64:
    """How many others are so near to each base in each frame that they crowd it."""
    places = take.poses[:, :, :2]
    apart = np.hypot(*np.moveaxis(places[:, :, None] - places[:, None, :], 3, 0))
    near: Bools = np.less(apart, CROWDED_MM)
    return near.sum(axis=2) - 1


def _pictured(take: RecordedPlay, missed: Bools, measured: FloatArray, sigmas: FloatArray) -> Bools:
    """Who is followed by its picture while its outline is lost, as real eyes do, and roughly so.

    Such a base is no longer missed; its place and its error are put in.
    """
    own = take.recipe.chance(4)
    frames, players = take.poses.shape[:2]
    pictured = np.zeros((frames, players), np.bool_)
    for i in range(players):
        first = None
        for k in range(1, frames):
            if not missed[k, i] or missed[0 : k + 1, i].all():
                first = None
                continue
            if first is None:
                first = k
                followed, off = own.random() < PICTURED_SHARE, own.normal(size=2)
            passed_s = (take.times_ns[k] - take.times_ns[first - 1]) / S_NS
            if not followed or passed_s > LONGEST_NS / S_NS or take.fallen[k, i]:
                continue
            place_mm = SIGMA_MM_S * passed_s + PICTURE_SIGMA_MM
            turn = math.radians(TURN_DEG + TURN_DEG_S * passed_s)
            measured[k, i, :2] = take.poses[k, i, :2] + place_mm * off
            measured[k, i, 2] = measured[first - 1, i, 2]
            sigmas[k, i] = place_mm, place_mm, turn
            pictured[k, i] = True
    missed &= ~pictured
    return pictured
