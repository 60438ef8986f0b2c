"""Hands above the board, where the picture shows arms that reach in: a second opinion.

From where an arm crosses the edge, everything that is unlike the print there and hangs together
belongs to it; its far end is the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Image
from referee.core.arrays import F64, Bools
from referee.core.field.field_profile import FieldProfile
from referee.vision.frame.arm_crossings import ArmCrossing, BoardEdge, edge_features, unlike_usual
from referee.vision.sighting import HandSighting

CELL_MM = 4.0
HAND_MM = 150.0  # from the wrist to the finger tips, as it is seen above the board
SLIMMEST_MM = 36.0  # of an arm; bases that touch it fall off, lines and numerals vanish
TIP_SHARE = 0.01  # of what reaches farthest: a finger's end, not a speck
PRINT_SPREAD = np.array([0.06, 0.035, 0.035])  # of one paint over a row or column of the board
ENTRY_CELLS = 12  # lines and paint along the edge may hide an arm there
SAME = 0.1  # of two boxes that mean one hand
# A detector's hand without an arm over the edge must be at least so sure.
ALONE = 0.5
BoxPx = tuple[float, float, float, float]


def nothing_explained(_corners_mm: F64) -> bool:
    """For frames of which nothing but themselves is known."""
    return False


class HandFinder:
    """Looks for arms over a board before a calibrated camera."""

    def __init__(self, camera: CameraModel, board: FieldProfile) -> None:
        self._camera, self._edge = camera, BoardEdge(camera, board)
        self._low = np.array([board.metal_left_x_mm, board.metal_near_y_mm]) + CELL_MM / 2
        high = np.array([board.metal_right_x_mm, board.metal_far_y_mm])
        x, y = (np.arange(a, b, CELL_MM) for a, b in zip(self._low, high, strict=True))
        self._cells = np.stack([*np.meshgrid(x, y), np.zeros((len(y), len(x)))], axis=2)
        self._px = self._edge.to_coarse(camera.project(self._cells))

    def find(
        self,
        image: Image,
        bases_mm: Sequence[tuple[float, float]] = (),
        explained: Callable[[F64], bool] = nothing_explained,
    ) -> tuple[HandSighting, ...]:
        """A hand for every arm over the edge; arms that meet above the board are one.

        ``bases_mm`` are the middles of the bases that are seen: they are no arms. Nor is a strip
        across the edge, four corners in mm, of which it is ``explained`` why it looks otherwise.
        """
        coarse = self._edge.coarse(image)
        seen_mm = np.array(bases_mm, dtype=float).reshape(-1, 2)
        across = self._edge.crossings(coarse, seen_mm)
        crossings = [each for each in across if not explained(each.corners_mm)]
        if not crossings:
            return ()
        odd = self._unlike_print(coarse)
        found: list[HandSighting] = []
        for each in sorted(crossings, key=lambda c: -c.covered):
            hand = HandSighting(self._box_px(each, odd), each.covered)
            if all(shared(hand.box_px, other.box_px) <= SAME for other in found):
                found.append(hand)
        return tuple(found)

    def _unlike_print(self, coarse: Image) -> Bools:
        """Cells unlike the rest of their row and unlike the rest of their column."""
        shown = cv2.remap(
            coarse,
            self._px[..., 0],
            self._px[..., 1],
            cv2.INTER_LINEAR,
            None,
            cv2.BORDER_REPLICATE,
        )
        seen = edge_features(np.asarray(shown, dtype=np.uint8))
        odd = np.ones(seen.shape[:2], dtype=bool)
        for axis in (0, 1):
            odd &= unlike_usual(seen, np.median(seen, axis=axis, keepdims=True), PRINT_SPREAD)
        side = max(1, round(SLIMMEST_MM / CELL_MM))
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
        return np.asarray(cv2.morphologyEx(odd.astype(np.uint8), cv2.MORPH_OPEN, disc), dtype=bool)

    def _box_px(self, crossing: ArmCrossing, odd: Bools) -> BoxPx:
        """Around the hand at the far end of the arm; it may still be outside for the most part."""
        start, end = np.array(crossing.start_mm), np.array(crossing.end_mm)
        entry, inward = (start + end) / 2.0, np.array(crossing.inward)
        arm = self._arm_mm(start, end, inward, odd)
        along = arm - entry
        reach = np.hypot(*along.T)
        tip = along[reach >= np.quantile(reach, 1.0 - TIP_SHARE)].mean(axis=0)
        length = float(np.hypot(*tip))
        ahead = tip / length if length > HAND_MM / 4 else inward
        hand = arm[(tip - along) @ ahead <= HAND_MM]
        outside = max(HAND_MM - float(tip @ ahead), 0.0)
        rest = np.stack([start, end]) - ahead * outside
        points = np.vstack([hand, rest] if outside > 0.0 else [hand])
        px = self._camera.project(np.c_[points, np.zeros(len(points))])
        size = [self._camera.width_px - 0.5, self._camera.height_px - 0.5]
        low, high = (np.clip(v, -0.5, size) for v in (px.min(axis=0), px.max(axis=0)))
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def _arm_mm(self, start: F64, end: F64, inward: F64, odd: Bools) -> F64:
        """Cells that hang together with where the arm comes in."""
        depth = np.arange(ENTRY_CELLS) * CELL_MM
        count = max(2, round(float(np.hypot(*(end - start))) / CELL_MM))
        line = start + (end - start) * np.linspace(0.0, 1.0, count)[:, None]
        places = (line[:, None] + inward * depth[None, :, None]).reshape(-1, 2)
        last = np.array(odd.shape[::-1]) - 1
        columns, rows = np.clip(np.rint((places - self._low) / CELL_MM), 0, last).astype(int).T
        joined = odd.copy()
        joined[rows, columns] = True
        _, labels = cv2.connectedComponents(joined.astype(np.uint8))
        mine = np.isin(labels, np.unique(labels[rows, columns]))
        return np.asarray(self._cells[mine][:, :2])


def each_hand_once(
    said: Sequence[HandSighting], seen: Sequence[HandSighting]
) -> tuple[HandSighting, ...]:
    """The detector's hands and the arms that are seen, each hand once.

    Both saying it makes it surer; where they disagree on the place, the detector knows better.
    """
    out: list[HandSighting] = []
    rest = list(seen)
    for hand in said:
        same = [other for other in rest if shared(hand.box_px, other.box_px) > SAME]
        rest = [other for other in rest if other not in same]
        if same:
            out.append(replace(hand, score=max(hand.score, *(other.score for other in same))))
        elif hand.score >= ALONE:
            out.append(hand)
    return (*out, *rest)


def shared(a: BoxPx, b: BoxPx) -> float:
    """The share of two boxes' common area that both cover."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    both = max(wide, 0.0) * max(high, 0.0)
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (a, b)]
    return both / max(sum(areas) - both, 1e-9)
