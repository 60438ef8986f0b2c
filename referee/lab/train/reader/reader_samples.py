"""Which places of a frame the reader is shown, and what it should say of each."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.lab.train.reader.reader_scene import BOX_TOP_MM, F64, U8, ReaderScene

F32 = npt.NDArray[np.float32]

# How far detectors are off, per axis; every fifth one is worse.
MISS_MM, BAD_MISS_MM = 1.0, 2.4
MISS_DEG, BAD_MISS_DEG = 3.0, 10.0
LYING_MISS_MM = 4.0
PLATE_SHARE = 0.5  # of fallen figures that are looked at by their tipped base as well
# mm: a place within NEAR of a base is that base; beyond FAR it is none; between them none is asked.
NEAR_MM, FAR_MM = 5.0, 8.0
LYING_NEAR_MM, LYING_FAR_MM = 9.0, 18.0
PLATE_NEAR_MM, PLATE_FAR_MM = 6.0, 12.0
LEAST_VISIBLE, SURE_VISIBLE = 0.1, 0.2
FRONT_WITHIN_DEG = 45.0
EMPTY_SHARE = 0.3  # of the places, those that hold nothing
LOOKS_AT = 6  # places of which the most eventful one is taken
ASIDE_MM = (8.5, 18.0)
TOP_MISS_MM = 0.4


@dataclass(frozen=True)
class ReaderSamples:
    """Places (x mm, y mm, heading in radians), heights, and targets; NaN where none is asked.

    ``targets`` are front, fallen, base; ``away`` (mm ahead, mm left, sine and cosine of twice the
    turn) leads from the place to the base that stands there.
    """

    poses: F64
    tops_mm: F64
    targets: F32
    away: F32


# Where a detector goes wrong in a picture.
MistakenPlaces = Callable[[ReaderScene, U8], F64]


def choose_samples(
    scene: ReaderScene, image: U8, rng: np.random.Generator, finds: MistakenPlaces | None = None
) -> ReaderSamples:
    """Every piece once, some twice, places that hold nothing, and those a detector was wrong at."""
    up, tops = _uprights(scene, rng)
    down = _lyings(scene, rng)
    count = max(3, round((len(up) + len(down)) * EMPTY_SHARE / (1.0 - EMPTY_SHARE)))
    empty = _empties(scene, image, count, rng)
    if finds is not None:
        wrong = finds(scene, image)
        miss = rng.normal(0.0, 1.0, wrong.shape) * [MISS_MM, MISS_MM, math.radians(MISS_DEG)]
        empty = np.concatenate([empty, wrong + miss])
    poses = np.concatenate([up, down, empty])
    usual = float(np.median(scene.tops_mm)) if len(scene.tops_mm) else BOX_TOP_MM
    heights = np.concatenate([tops, np.full(len(down) + len(empty), usual)])
    heights = heights + rng.normal(0.0, TOP_MISS_MM, len(heights))
    targets, away = answers_at(scene, poses)
    return ReaderSamples(poses, np.maximum(heights, 0.5), targets, away)


def answers_at(scene: ReaderScene, poses: F64) -> tuple[F32, F32]:
    """What the reader should say at each place: targets (n, 3) and ``away`` (n, 4)."""
    targets = np.full((len(poses), 3), np.nan, dtype=np.float32)
    away = np.full((len(poses), 4), np.nan, dtype=np.float32)
    for i, pose in enumerate(poses):
        targets[i], away[i] = _answer(scene, pose)
    return targets, away


def _answer(scene: ReaderScene, pose: F64) -> tuple[list[float], list[float]]:
    nan = math.nan
    no_way = [nan] * 4
    up = _distances(scene.standing[:, :2], pose)
    box, plate = _distances(scene.lying[:, :2], pose), _distances(scene.lying[:, 2:], pose)
    lies = bool((box < LYING_NEAR_MM).any() or (plate < PLATE_NEAR_MM).any())
    may_lie = bool((box < LYING_FAR_MM).any() or (plate < PLATE_FAR_MM).any())
    nearest = int(up.argmin()) if len(up) else -1
    if nearest >= 0 and up[nearest] < NEAR_MM:
        visible = float(scene.visible[nearest])
        if visible < LEAST_VISIBLE:
            return [nan, nan, nan], no_way
        turn = pose[2] - scene.standing[nearest, 2]
        off_deg = abs(math.degrees(math.remainder(turn, 2.0 * math.pi)))
        front = 1.0 if off_deg < FRONT_WITHIN_DEG else nan
        front = 0.0 if off_deg > 180.0 - FRONT_WITHIN_DEG else front
        fallen = nan if lies else 0.0
        base = 1.0 if visible >= SURE_VISIBLE else nan
        return [front, fallen, base], _way(pose, scene.standing[nearest])
    doubtful = (nearest >= 0 and up[nearest] < FAR_MM) or bool(
        (_distances(scene.unsure, pose) < LYING_FAR_MM).any()
    )
    if doubtful:
        return [nan, nan, nan], no_way
    if lies:
        return [nan, 1.0, 1.0], no_way
    return [nan, nan, nan if may_lie else 0.0], no_way


def _way(pose: F64, there: F64) -> list[float]:
    """From the place to the base, in the frame of the place."""
    dx, dy = there[0] - pose[0], there[1] - pose[1]
    c, s = math.cos(pose[2]), math.sin(pose[2])
    turn = 2.0 * (there[2] - pose[2])
    return [c * dx + s * dy, c * dy - s * dx, math.sin(turn), math.cos(turn)]


def _distances(points: F64, pose: F64) -> F64:
    return np.asarray(np.hypot(points[:, 0] - pose[0], points[:, 1] - pose[1]))


def _uprights(scene: ReaderScene, rng: np.random.Generator) -> tuple[F64, F64]:
    seen = scene.visible >= LEAST_VISIBLE
    poses = scene.standing[seen].copy()
    bad = rng.random(len(poses)) < 0.2
    miss = np.where(bad, BAD_MISS_MM, MISS_MM)
    turn = np.radians(np.where(bad, BAD_MISS_DEG, MISS_DEG))
    poses[:, :2] += rng.normal(0.0, 1.0, (len(poses), 2)) * miss[:, None]
    poses[:, 2] += rng.normal(0.0, 1.0, len(poses)) * turn
    poses[:, 2] += math.pi * rng.integers(0, 2, len(poses))
    return poses, scene.tops_mm[seen]


def _lyings(scene: ReaderScene, rng: np.random.Generator) -> F64:
    """About the middle of the box, where detectors see it, and at the tipped base."""
    boxes = scene.lying[:, :2] + rng.normal(0.0, LYING_MISS_MM, (len(scene.lying), 2))
    plates = scene.lying[:, 2:] + rng.normal(0.0, BAD_MISS_MM, (len(scene.lying), 2))
    spots = np.concatenate([boxes, plates[rng.random(len(plates)) < PLATE_SHARE]])
    return np.column_stack([spots, rng.uniform(0.0, 2.0 * math.pi, len(spots))])


def _empties(scene: ReaderScene, image: U8, count: int, rng: np.random.Generator) -> F64:
    """Beside bases, half-way between two, at hands, and where the picture is eventful."""
    events = _events(image)
    kinds = rng.choice(4, size=count, p=(0.3, 0.15, 0.1, 0.45))
    makers = (_aside, _between, _at_hand)
    spots = []
    for kind in kinds:
        spot = makers[kind](scene, rng) if kind < len(makers) else None
        spots.append(_eventful(scene, image, events, rng) if spot is None else spot)
    return np.column_stack([np.array(spots), rng.uniform(0.0, 2.0 * math.pi, count)])


def _aside(scene: ReaderScene, rng: np.random.Generator) -> F64 | None:
    if not len(scene.standing):
        return None
    at = scene.standing[rng.integers(len(scene.standing)), :2]
    angle = rng.uniform(0.0, 2.0 * math.pi)
    return np.asarray(at + rng.uniform(*ASIDE_MM) * np.array([math.cos(angle), math.sin(angle)]))


def _between(scene: ReaderScene, rng: np.random.Generator) -> F64 | None:
    if len(scene.standing) < 2:
        return None
    k = int(rng.integers(len(scene.standing)))
    far = _distances(scene.standing[:, :2], scene.standing[k])
    far[k] = np.inf
    other = int(far.argmin())
    return np.asarray((scene.standing[k, :2] + scene.standing[other, :2]) / 2)


def _at_hand(scene: ReaderScene, rng: np.random.Generator) -> F64 | None:
    if not len(scene.hands):
        return None
    box = scene.hands[rng.integers(len(scene.hands))]
    return np.asarray(rng.uniform(box[:2], box[2:]))


def _events(image: U8) -> F32:
    """How much happens about each place: gradients, gathered over about a base's size."""
    small = image[::8, ::8].astype(np.float32).mean(axis=2)
    across, down = np.gradient(small)
    return np.asarray(np.abs(across) + np.abs(down), dtype=np.float32)


def _eventful(scene: ReaderScene, image: U8, events: F32, rng: np.random.Generator) -> F64:
    rows, columns = image.shape[:2]
    spots = rng.uniform((0, 0), (columns - 1, rows - 1), (LOOKS_AT, 2))
    lively = []
    for x, y in spots:
        r, c = int(y) // 8, int(x) // 8
        lively.append(float(events[max(0, r - 2) : r + 3, max(0, c - 2) : c + 3].mean()))
    best = spots[int(np.argmax(lively))] if rng.random() < 0.8 else spots[0]
    return np.asarray(scene.camera.to_plane(best, BOX_TOP_MM))
