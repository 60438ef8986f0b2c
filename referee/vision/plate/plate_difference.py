"""What a frame shows that the empty board does not: the difference to the plate, pixel by pixel."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from referee.camera.frame_source import Image
from referee.core.arrays import F32, U8
from referee.core.compiler import compiled
from referee.vision.plate.clean_plate import KNOWN_VOTES, CleanPlate
from referee.vision.plate.plate_light import light_ratios
from referee.vision.plate.printed_edges import printed_edges

# Frame and plate are compared half as large: noise and half a pixel of shift hardly count there.
SHRINK = 2
# A pixel differs from so many grey values on, in any colour, where the plate is this bright; where
# it is darker, from fewer on.
LEAST_GREY, AT_GREY = 14.0, 90.0
DARKEST_SHARE = 0.5  # of that limit, where the plate is black
# On top of that, of what the plate differs from its neighbours: edges are drawn a little otherwise.
EDGE_SHARE = 0.35
# A shadow leaves at least this share of a pixel's grey values, more light gives at most this.
DARKEST, BRIGHTEST = 0.4, 1.6
# A plate of which so much of what is known looks otherwise is not the plate of this picture.
MOST_CHANGED = 0.4
# Where soft light is darker or brighter than this, beside the whole picture's, it is said so.
SOFT = 0.8, 1.25
# What a pixel shows beside the plate: the same, the same in another soft light, what may be the
# edge of a shadow or a light, or another thing.
SAME, SOFT_LIGHT, OTHER_LIGHT, OTHER_THING = range(4)


@dataclass(frozen=True, eq=False)
class PlateDifference:
    """What each pixel shows beside the plate, in a picture ``shrink`` times smaller.

    ``shows`` (rows, columns) is SAME, SOFT_LIGHT, OTHER_LIGHT or OTHER_THING; ``known`` is 1 where
    the plate is known, elsewhere 0.
    """

    shows: U8
    known: U8
    shrink: int = SHRINK

    def shares(self, outline_px: npt.ArrayLike, least: int = OTHER_LIGHT) -> tuple[float, float]:
        """Of what lies inside an outline in pixels: the share known, and of that the share changed.

        ``least`` is what counts as changed. What reaches beyond the picture is not known.
        """
        points = (np.asarray(outline_px, dtype=float) + 0.5) / self.shrink - 0.5
        low = np.floor(points.min(axis=0)).astype(int)
        high = np.ceil(points.max(axis=0)).astype(int) + 1
        wide, tall = (int(v) for v in high - low)
        inside = np.zeros((tall, wide), dtype=np.uint8)
        cv2.fillPoly(inside, [np.round(points - low).astype(np.int32)], 1)
        rows, columns = self.shows.shape
        left, top = (int(v) for v in np.maximum(low, 0))
        right, bottom = (int(v) for v in np.minimum(high, (columns, rows)))
        if left >= right or top >= bottom:
            return 0.0, 0.0
        mine = inside[top - low[1] : bottom - low[1], left - low[0] : right - low[0]] > 0
        mine &= self.known[top:bottom, left:right] > 0
        count = int(mine.sum())
        if count == 0:
            return 0.0, 0.0
        changed = self.shows[top:bottom, left:right][mine] >= least
        return count / int(inside.sum()), float(changed.mean())


class PlateReference:
    """A plate made ready to be compared with frames."""

    def __init__(self, plate: CleanPlate) -> None:
        self.plate = plate
        self._size = max(1, plate.size[0] // SHRINK), max(1, plate.size[1] // SHRINK)
        self._small = _shrunk(plate.picture, self._size)
        known = (plate.votes >= KNOWN_VOTES).astype(np.uint8)
        self._known = (_shrunk(255 * known, self._size) == 255).astype(np.uint8)
        kernel = np.ones((3, 3), dtype=np.uint8)
        spread = cv2.morphologyEx(self._small, cv2.MORPH_GRADIENT, kernel).max(axis=2)
        bright = self._small.max(axis=2) / AT_GREY
        least = LEAST_GREY * np.clip(bright, DARKEST_SHARE, 1.0)
        self._limit = np.asarray(least + EDGE_SHARE * spread, dtype=np.float32)
        self.printed = printed_edges(plate.picture, known, spread, SHRINK)

    def compare(self, image: Image) -> PlateDifference | None:
        """What a frame of the plate's own size shows beside it; None: the plate says nothing."""
        if (image.shape[1], image.shape[0]) != self.plate.size:
            return None
        now = _shrunk(image, self._size)
        ratios = light_ratios(now, self._small, self._known)
        if ratios is None:
            return None
        shows = _shown(now, self._small, *ratios, self._limit, self._known)
        if np.count_nonzero(shows >= OTHER_LIGHT) > MOST_CHANGED * np.count_nonzero(self._known):
            return None
        return PlateDifference(shows, self._known)


@compiled
def _shown(now: U8, plate: U8, white: F32, light: F32, limit: F32, known: U8) -> U8:
    rows, columns, _ = now.shape
    low, high = SOFT
    out = np.zeros((rows, columns), np.uint8)
    for row in range(rows):
        for column in range(columns):
            if known[row, column] == 0:
                continue
            most = np.float32(0.0)
            product = square = np.float32(0.0)
            for channel in range(3):
                is_ = np.float32(now[row, column, channel])
                was = np.float32(plate[row, column, channel]) * white[channel] * light[row, column]
                most = max(most, abs(is_ - was))
                product += is_ * was
                square += was * was
            if most <= limit[row, column]:
                if light[row, column] < low or light[row, column] > high:
                    out[row, column] = SOFT_LIGHT
                continue
            share = min(max(product / (square + 1.0), DARKEST), BRIGHTEST)
            left = np.float32(0.0)
            for channel in range(3):
                was = np.float32(plate[row, column, channel]) * white[channel] * light[row, column]
                left = max(left, abs(now[row, column, channel] - share * was))
            out[row, column] = OTHER_THING if left > limit[row, column] else OTHER_LIGHT
    return out


def _shrunk(image: U8, size: tuple[int, int]) -> U8:
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
