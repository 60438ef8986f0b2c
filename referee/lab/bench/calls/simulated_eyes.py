"""What a camera would have measured of a play: errors, gaps and spells as the eyes have them.

`referee bench refine` measures half of all bases within 0.07 mm, 95 % within 0.24 mm, and headings
within 0.2 to 0.3 degrees; `referee bench watch` measures 98 of 100 bases in a frame. So do these.
Errors are heavy-tailed (Student's t with 8 degrees of freedom: 95 % intervals hold 94.6 %), a
quarter of their variance drifts slowly and repeats from frame to frame, and the carrier's go
together with those of whoever is next to him.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.calls.frame import BoardFrame, CrossCovariance, SeenBase
from referee.core.clock import S_NS
from referee.core.geometry.base_shape import FloatArray
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.lab.bench.calls.plays.recorded_play import I64, Bools, RecordedPlay


@dataclass(frozen=True, slots=True)
class EyeFaults:
    """Sizes of errors and shares of frames; ``_s`` is how long something lasts on average."""

    sigma_mm: float = 0.055
    sigma_deg: float = 0.27
    uneven: float = 0.4  # how much sigmas differ, from base to base and frame to frame
    shared: float = 0.25  # of the variance that repeats
    drifts_s: float = 1.0
    freedom: float = 8.0
    together: float = 0.4  # of the variance of neighbours
    wild: float = 0.0005
    wild_mm: float = 2.0
    wild_s: float = 0.03
    wild_most_s: float = 0.1
    missed: tuple[float, float] = (0.01, 0.03)  # alone, and in a crowd
    missed_s: float = 0.08
    occluded: float = 0.03  # plays in which a hand or a head hides somebody
    occluded_s: tuple[float, float] = (0.2, 0.8)
    dropped: float = 0.005
    fallen_mm: float = 2.0
    fallen_deg: float = 5.0
    fallen_said: tuple[float, float] = (0.002, 0.97)
    fallen_misread: float = 0.002


CROWDED_MM, NEXT_MM = 34.0, 40.0
_USUAL = EyeFaults()


def board_frames(take: RecordedPlay, faults: EyeFaults = _USUAL) -> list[BoardFrame]:
    """The play as it was seen, frame by frame."""
    return list(_seen(take, faults, take.recipe.chance(1)))


def _seen(take: RecordedPlay, faults: EyeFaults, rng: np.random.Generator) -> Iterator[BoardFrame]:
    frames, players = take.poses.shape[:2]
    sigmas = _sigmas(take, faults, rng)
    unit = _errors(take, faults, rng)
    nearest = _nearest(take)
    row = take.roster.index(take.carrier)
    # The carrier's error is in part that of whoever is next to him.
    part = math.sqrt(faults.together)
    for k in range(frames):
        if nearest[k] >= 0:
            mixed = part * unit[k, nearest[k], :2]
            unit[k, row, :2] = mixed + math.sqrt(1.0 - faults.together) * unit[k, row, :2]
    measured = take.poses + unit * sigmas
    measured += _wild(take, faults, rng)
    missed = _missed(take, faults, rng)
    misread: Bools = np.less(rng.random((frames, players)), faults.fallen_misread)
    low, high = faults.fallen_said
    names = [player.id for player in take.roster]
    dropped: Bools = np.less(rng.random(frames), faults.dropped)
    for k in range(frames):
        if dropped[k]:
            continue
        seen = []
        for i in rng.permutation(players):
            if missed[k, i]:
                continue
            x, y, h = (float(v) for v in measured[k, i])
            sx, sy, sh = (float(v) * float(v) for v in sigmas[k, i])
            pose = MeasuredPose(Pose(x, y, math.degrees(h)), ((sx, 0, 0), (0, sy, 0), (0, 0, sh)))
            lies = bool(take.fallen[k, i]) != bool(misread[k, i])
            seen.append(SeenBase(names[i], pose, fallen=high if lies else low))
        crosses: dict[tuple[str, str], CrossCovariance] = {}
        if nearest[k] >= 0:
            shared = part * sigmas[k, row, :2] * sigmas[k, nearest[k], :2]
            crosses[names[row], names[nearest[k]]] = (
                (float(shared[0]), 0.0, 0.0),
                (0.0, float(shared[1]), 0.0),
                (0.0, 0.0, 0.0),
            )
        yield BoardFrame(int(take.times_ns[k]), bool(take.power[k]), tuple(seen), crosses=crosses)


def _sigmas(take: RecordedPlay, faults: EyeFaults, rng: np.random.Generator) -> FloatArray:
    """x, y and heading of every base in every frame; a fallen one is measured roughly."""
    frames, players = take.poses.shape[:2]
    often = rng.normal(0.0, faults.uneven / math.sqrt(2.0), (frames, players))
    always = rng.normal(0.0, faults.uneven / math.sqrt(2.0), players)
    size = np.exp(often + always)[..., None]
    plain = np.array([faults.sigma_mm, faults.sigma_mm, math.radians(faults.sigma_deg)])
    rough = np.array([faults.fallen_mm, faults.fallen_mm, math.radians(faults.fallen_deg)])
    return np.where(take.fallen[..., None], rough, size * plain)


def _errors(take: RecordedPlay, faults: EyeFaults, rng: np.random.Generator) -> FloatArray:
    """Errors of variance 1: a part that drifts, and a part that is new in every frame."""
    frames, players = take.poses.shape[:2]
    fresh = rng.standard_t(faults.freedom, (frames, players, 3))
    fresh /= math.sqrt(faults.freedom / (faults.freedom - 2.0))
    drift = np.empty((frames, players, 3))
    drift[0] = rng.normal(size=(players, 3))
    for k in range(1, frames):
        passed = (take.times_ns[k] - take.times_ns[k - 1]) / S_NS
        kept = math.exp(-passed / faults.drifts_s)
        drift[k] = kept * drift[k - 1] + math.sqrt(1.0 - kept * kept) * rng.normal(
            size=(players, 3)
        )
    return math.sqrt(faults.shared) * drift + math.sqrt(1.0 - faults.shared) * fresh


def _nearest(take: RecordedPlay) -> I64:
    """Who is next to the carrier in each frame, -1 where nobody is near."""
    row = take.roster.index(take.carrier)
    apart = np.hypot(*np.moveaxis(take.poses[:, :, :2] - take.poses[:, row : row + 1, :2], 2, 0))
    apart[:, row] = np.inf
    apart[take.fallen] = np.inf
    best = apart.argmin(axis=1)
    return np.where(apart.min(axis=1) < NEXT_MM, best, -1)


def _wild(take: RecordedPlay, faults: EyeFaults, rng: np.random.Generator) -> FloatArray:
    """Now and then a base is measured somewhere else, for a frame or a few."""
    frames, players = take.poses.shape[:2]
    out = np.zeros((frames, players, 3))
    for k, i in np.argwhere(rng.random((frames, players)) < faults.wild):
        lasts_s = min(float(rng.exponential(faults.wild_s)), faults.wild_most_s)
        lasts = 1 + int(lasts_s * take.recipe.fps)
        sizes = np.array([faults.wild_mm, faults.wild_mm, math.radians(faults.wild_mm)])
        out[k : k + lasts, i] = rng.normal(0.0, sizes)
    return out


def _missed(take: RecordedPlay, faults: EyeFaults, rng: np.random.Generator) -> Bools:
    """Who is not seen in which frame; it lasts, and happens more often in a crowd."""
    frames, players = take.poses.shape[:2]
    places = take.poses[:, :, :2]
    apart = np.hypot(*np.moveaxis(places[:, :, None] - places[:, None, :], 3, 0))
    apart[:, np.arange(players), np.arange(players)] = np.inf
    crowded = apart.min(axis=2) < CROWDED_MM
    share = np.where(crowded, faults.missed[1], faults.missed[0])
    kept = math.exp(-1.0 / take.recipe.fps / faults.missed_s)
    missed = np.zeros((frames, players), np.bool_)
    for k in range(frames):
        before = missed[k - 1].astype(float) if k else share[0]
        missed[k] = rng.random(players) < share[k] + (before - share[k]) * kept
    if rng.random() < faults.occluded:
        first = int(rng.integers(frames))
        lasts = int(rng.uniform(*faults.occluded_s) * take.recipe.fps)
        missed[first : first + lasts, int(rng.integers(players))] = True
    return missed
