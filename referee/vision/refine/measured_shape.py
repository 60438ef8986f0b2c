"""The outline that several bases of one mould have in common, measured in one frame.

Every base says at forty places how far outside the supposed outline it sees its edge. A figure, a
neighbour or a shadow spoils some of that on each base, but not the same places on all: size,
corners and the form of the front are what most of them agree on, each free to lie where it fits.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from referee.camera.camera_model import CameraModel
from referee.core.arrays import F64, U8, Bools
from referee.core.errors import BadValue
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.pose import Pose
from referee.vision.refine.edges.outline_ring import ring_of
from referee.vision.refine.guess_table import PoseGuess
from referee.vision.refine.outline_form import OutlineForm
from referee.vision.refine.pose_fit import AWAY, CERTAIN, LEVEL
from referee.vision.refine.refiner import FLAT, Refiner

ROUNDS = 5  # of moving the outline
USUAL_RADIUS_MM = 1.8  # of corners, to begin with
SAME_MM = 0.3  # two sizes nearer than this are one
FRONTS = ("bevelled", "round")  # forms that are tried besides the straight one
FIRST_FRONTS_MM = (1.5, 4.0)  # depths of the front, to begin with
SHARES = (0.94, 1.0, 1.06)  # of the guessed size: from too small it may run the wrong way
LONGEST_STEP_MM = 1.2  # of a number in one round: before it goes further, edges are read again
ODD_LEVEL = 1.0  # how far below the middle a base's level may lie that is one of this mould
LOWEST_LEVEL = -6.0  # a level that is as bad as any
EXPLAINED = 0.7  # share of the bases by which outlines are compared
DOUBT_MM = 0.25  # a strip that is this far off counts half
REWEIGHTED = 6  # times in one step
HOLD = np.array([0.5, 0.5, 3.0, 3.0])  # strips that keep each number where it is
HELD_POSE = 0.3  # strips that keep a pose where it is
LEAST_SIGMA_MM = 0.15  # light and colour mislead all bases of a frame alike
# Most fronts are straight; another form must explain the edges clearly better.
FORM_MUST_GAIN = 0.05
UNLIKE = 0.01  # of a level for each square millimetre that it is not the guessed size
AS_GOOD = 0.02  # within this two outlines explain the edges equally well


@dataclass(frozen=True, slots=True)
class MeasuredShape:
    """The common outline; ``sigma_mm`` is of length and width, ``bases`` how many agreed on it."""

    length_mm: float
    width_mm: float
    shape: BaseShape
    sigma_mm: float
    bases: int


@dataclass(frozen=True)
class _StripReadings:
    """Bases read with one outline: poses as rows, and per strip what `fit_poses` says."""

    outline: OutlineForm
    poses: F64
    says: F64
    kept: Bools

    @property
    def level(self) -> float:
        """How well the outline explains the edges of the bases that it explains best."""
        levels = np.sort(edge_levels(self.says))
        return float(levels[round((1.0 - EXPLAINED) * len(levels)) :].mean())


def measure_shape(
    image: U8, camera: CameraModel, guesses: Sequence[PoseGuess], refiner: Refiner | None = None
) -> MeasuredShape:
    """The outline of bases of one mould, from about where they are and about how large.

    Guesses may be turned by 180 degrees. Heights are taken from the guesses: nobody sees them
    from above.

    >>> measure_shape(image, camera, guesses).length_mm  # doctest: +SKIP
    27.81
    """
    if not guesses:
        raise BadValue("guesses", 0, "at least one base")
    refiner = refiner or Refiner(camera)
    sizes = np.array([(g.shape.length_mm, g.shape.width_mm) for g in guesses])
    length, width = (float(v) for v in np.median(sizes, axis=0))
    height = float(np.median([g.shape.height_mm for g in guesses]))
    rows = np.array([(g.pose.x_mm, g.pose.y_mm, math.radians(g.pose.heading_deg)) for g in guesses])
    starts = [
        OutlineForm("straight", (share * length, share * width, USUAL_RADIUS_MM), height)
        for share in SHARES
    ]
    found = [_found(refiner, image, start, rows) for start in starts]
    worth = [_worth(look, length, width) for look in found]
    best = found[int(np.argmax(worth))]
    must_reach = max(worth) + FORM_MUST_GAIN
    for look in _apart(found):
        for form, front in product(FRONTS, FIRST_FRONTS_MM):
            rival = OutlineForm(form, (*look.outline.values[:3], front), height)
            found.append(_found(refiner, image, rival, look.poses))
            value = _worth(found[-1], length, width)
            if value > must_reach:
                best, must_reach = found[-1], value
    _, sigmas = _step(best)
    shape = best.outline.shape
    sigma = math.hypot(LEAST_SIGMA_MM, float(sigmas[:2].max()), _disagreement(best, found))
    return MeasuredShape(shape.length_mm, shape.width_mm, shape, sigma, int(best.kept.sum()))


def _apart(found: Sequence[_StripReadings]) -> list[_StripReadings]:
    """The best two that are not the same: one end of a wrong length may lie out of sight."""
    first, *others = sorted(found, key=_by_level, reverse=True)
    sizes = first.outline.values[:2]
    differ = [f for f in others if math.dist(f.outline.values[:2], sizes) > SAME_MM]
    return [first, *differ[:1]]


def _disagreement(best: _StripReadings, found: Sequence[_StripReadings]) -> float:
    """Half of how far other answers lie from the best that explain the edges almost as well."""
    sizes = np.array([f.outline.values[:2] for f in found if f.level > best.level - AS_GOOD])
    return float(np.abs(sizes - np.array(best.outline.values[:2])).max(initial=0.0)) / 2.0


def _worth(look: _StripReadings, length_mm: float, width_mm: float) -> float:
    """How well it explains the edges; the middle of many guesses is not far off, either."""
    off = np.array(look.outline.values[:2]) - (length_mm, width_mm)
    return look.level - UNLIKE * float(off @ off)


def _by_level(look: _StripReadings) -> float:
    return look.level


def _found(refiner: Refiner, image: U8, outline: OutlineForm, poses: F64) -> _StripReadings:
    """The outline of this form that fits best."""
    look = _look(refiner, image, outline, poses)
    for _ in range(ROUNDS):
        steps, _ = _step(look)
        look = _look(refiner, image, outline := outline.moved(steps), look.poses)
    return look


def _look(refiner: Refiner, image: U8, outline: OutlineForm, poses: F64) -> _StripReadings:
    """Read all bases; with a front that shows, each the way round that explains it better."""
    shape = outline.shape
    found = []
    for turn in (0.0,) if outline.form == "straight" else (0.0, math.pi):
        guesses = [
            PoseGuess(shape, Pose(float(x), float(y), math.degrees(heading + turn)))
            for x, y, heading in poses
        ]
        fit = refiner.fit(image, guesses)
        found.append((fit.poses, fit.says))
        plain = fit.contrasts > FLAT
    rows, says = found[0]
    if len(found) == 2:
        better = edge_levels(found[1][1]) > edge_levels(says)
        rows = np.where(better[:, None], found[1][0], rows)
        says = np.where(better[:, None, None], found[1][1], says)
    levels = edge_levels(says)
    kept = plain & (levels > max(float(np.median(levels)) - ODD_LEVEL, LOWEST_LEVEL))
    if not kept.any():
        raise BadValue("bases to measure", 0, "at least one whose outline can be seen")
    return _StripReadings(outline, rows, says, kept)


def edge_levels(says: F64) -> F64:
    """How well an outline explains the edges of each base: a mean log-likelihood of its strips."""
    return np.asarray(np.maximum(says[:, :, LEVEL], LOWEST_LEVEL).mean(axis=1))


def _step(look: _StripReadings) -> tuple[F64, F64]:
    """How the numbers should change, and how well that is known, in mm.

    Every base may move while the outline changes: its pose is solved for along with the numbers.
    """
    ring = ring_of(look.outline.shape)
    slopes = look.outline.slopes()
    lever = ring[:, 0] * ring[:, 3] - ring[:, 1] * ring[:, 2]
    own = np.column_stack([ring[:, 2:], lever / 9.0])  # a turn, as the way of the outline
    says = look.says[look.kept]
    numbers = slopes.shape[1]
    steps, moves = np.zeros(numbers), np.zeros((len(says), 3))
    held = np.diag(HOLD[:numbers])
    for _ in range(REWEIGHTED):
        rest = says[:, :, AWAY] - slopes @ steps - moves @ own.T
        weight = says[:, :, CERTAIN] / (1.0 + (rest / DOUBT_MM) ** 2)
        h, g = held.copy(), -held @ steps
        parts = []
        for w, r, move in zip(weight, rest, moves, strict=True):
            inner = (own * w[:, None]).T @ own + HELD_POSE * np.eye(3)
            cross = (slopes * w[:, None]).T @ own
            back = np.linalg.solve(
                inner, np.column_stack([cross.T, own.T @ (w * r) - HELD_POSE * move])
            )
            h += (slopes * w[:, None]).T @ slopes - cross @ back[:, :-1]
            pull = slopes.T @ (w * r) - cross @ back[:, -1]
            g += pull
            parts.append((back, pull))
        change = np.linalg.solve(h, g)
        steps = steps + change
        moves = moves + np.array([back[:, -1] - back[:, :-1] @ change for back, _ in parts])
    pulls = np.array([pull for _, pull in parts])
    inverse = np.linalg.inv(h)
    sigmas = np.sqrt(np.diag(inverse @ (pulls.T @ pulls) @ inverse))
    return np.clip(steps, -LONGEST_STEP_MM, LONGEST_STEP_MM), sigmas
