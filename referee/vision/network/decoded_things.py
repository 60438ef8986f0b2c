"""From the network's raw answers to things: the best box of each, even where bases touch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.core.arrays import F32, F64, I64, Bools
from referee.core.compiler import compiled
from referee.vision.network.detector_classes import CLASSES, CORNERS

# Boxes of touching bases overlap by about 0.3; two answers for one base overlap by more than this.
OVERLAP = 0.6
# The same base seen twice at different angles: centres closer than this share of its size.
SAME_PLACE = 0.35
MOST = 300


@dataclass(frozen=True)
class DecodedThings:
    """Parallel arrays, best first: class, score, box (left, top, right, bottom), corners (4, 3)."""

    kinds: I64
    scores: F64
    boxes: F64
    corners: F64


def decode(raw: F32, least_scores: Sequence[float]) -> DecodedThings:
    """Things in one picture from the network's answer, (4 + classes + 3 x corners, cells)."""
    count = len(CLASSES)
    if raw.ndim != 2 or raw.shape[0] != 4 + count + 3 * CORNERS:
        raise ValueError(f"the network answers {raw.shape}, not 4 + {count} + {3 * CORNERS} rows")
    answers = raw[4 : 4 + count].astype(np.float64)
    trusted = np.where(answers >= np.asarray(least_scores)[:, None], answers, 0.0)
    scores = trusted.max(axis=0)
    chosen = np.flatnonzero(scores)
    chosen = chosen[np.argsort(-scores[chosen], kind="stable")][: 4 * MOST]
    rows = raw[:, chosen].T.astype(np.float64)
    middle, size = rows[:, :2], rows[:, 2:4]
    kinds = trusted[:, chosen].argmax(axis=0)
    boxes = np.concatenate([middle - size / 2, middle + size / 2], axis=1)
    kept = best_of_each(boxes, kinds)[:MOST]
    corners = rows[:, 4 + count :].reshape(-1, CORNERS, 3)
    return DecodedThings(kinds[kept], scores[chosen][kept], boxes[kept], corners[kept])


def best_of_each(boxes: F64, kinds: I64) -> I64:
    """Indices of boxes (best first) that no better one of their class stands for."""
    return np.flatnonzero(_stand(np.ascontiguousarray(boxes), kinds))


@compiled
def _stand(boxes: F64, kinds: I64) -> Bools:
    """Which boxes stand, best first: not those that a better one of their class covers."""
    stand = np.zeros(len(boxes), dtype=np.bool_)
    for i in range(len(boxes)):
        stand[i] = True
        for k in range(i):
            if stand[k] and kinds[k] == kinds[i] and _same(boxes[i], boxes[k]):
                stand[i] = False
                break
    return stand


@compiled
def _same(a: F64, b: F64) -> bool:
    """Whether two boxes overlap much, or lie about one middle."""
    wide = max(0.0, min(a[2], b[2]) - max(a[0], b[0]))
    high = max(0.0, min(a[3], b[3]) - max(a[1], b[1]))
    shared = wide * high
    areas = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - shared
    apart = max(abs(a[0] + a[2] - b[0] - b[2]), abs(a[1] + a[3] - b[1] - b[3])) / 2.0
    smaller_side = min(b[2] - b[0], b[3] - b[1])
    return bool(shared > OVERLAP * areas or apart < SAME_PLACE * smaller_side)
