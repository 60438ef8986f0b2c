"""A sheet to print on: positions in board mm, coverage exact to a fraction of a pixel.

Blending happens in linear light, because that is what a lens averages. Row 0 is the far edge (the
largest y). Pixel (c, r) covers x0 + c/s .. x0 + (c+1)/s and y0 - (r+1)/s .. y0 - r/s.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from referee.sim.art.mesh import Float32, FloatArray, Rgb, linear

SUBSAMPLES = 4
SHIFT_BITS = 6


@dataclass(slots=True)
class Canvas:
    """``light`` is linear RGB (h, w, 3); ``hold`` says how much of any new ink sticks (h, w)."""

    x0_mm: float
    y0_mm: float
    px_per_mm: float
    light: Float32
    hold: Float32

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        return self.light.shape[1], self.light.shape[0]

    def to_px(self, points_mm: npt.ArrayLike) -> FloatArray:
        """Board points (n, 2) as pixel positions, counted from the upper left corner."""
        p = np.asarray(points_mm, dtype=float)
        return np.stack(
            [(p[..., 0] - self.x0_mm) * self.px_per_mm, (self.y0_mm - p[..., 1]) * self.px_per_mm],
            axis=-1,
        )

    def places(self) -> tuple[Float32, Float32]:
        """Where on the board every pixel's middle lies: x and y in mm."""
        width, height = self.size_px
        x = self.x0_mm + (np.arange(width, dtype=np.float32) + 0.5) / self.px_per_mm
        y = self.y0_mm - (np.arange(height, dtype=np.float32) + 0.5) / self.px_per_mm
        across, down = np.meshgrid(x, y)
        return across, down

    def rectangle(
        self,
        low_mm: tuple[float, float],
        high_mm: tuple[float, float],
        colour: Rgb,
        opacity: float = 1.0,
        worn: bool = True,
    ) -> None:
        """A rectangle along the axes, with exact coverage at its edges."""
        (x0, y1), (x1, y0) = self.to_px([low_mm, high_mm])
        width, height = self.size_px
        columns, cx = _coverage(x0, x1, width)
        rows, cy = _coverage(y0, y1, height)
        self._ink(rows, columns, np.outer(cy, cx) * np.float32(opacity), colour, worn)

    def polygons(
        self,
        shapes_mm: Sequence[FloatArray],
        colour: Rgb,
        opacity: float = 1.0,
        worn: bool = True,
    ) -> None:
        """The union of several polygons (each (n, 2)) in one ink."""
        if not shapes_mm:
            return
        shapes = [self.to_px(s) for s in shapes_mm]
        every = np.concatenate(shapes)
        width, height = self.size_px
        c0, r0 = (max(0, math.floor(v) - 1) for v in every.min(axis=0))
        c1 = min(width, math.ceil(every[:, 0].max()) + 1)
        r1 = min(height, math.ceil(every[:, 1].max()) + 1)
        if c1 <= c0 or r1 <= r0:
            return
        mask = np.zeros(((r1 - r0) * SUBSAMPLES, (c1 - c0) * SUBSAMPLES), dtype=np.uint8)
        scale = float(1 << SHIFT_BITS)
        for shape in shapes:
            fine = (shape - (c0, r0)) * SUBSAMPLES - 0.5  # OpenCV counts from pixel centres
            cv2.fillPoly(mask, [np.round(fine * scale).astype(np.int32)], 255, shift=SHIFT_BITS)
        cover = cv2.resize(mask, (c1 - c0, r1 - r0), interpolation=cv2.INTER_AREA)
        share = cover.astype(np.float32) * np.float32(opacity / 255.0)
        self._ink(slice(r0, r1), slice(c0, c1), share, colour, worn)

    def tint(self, share: Float32, colour: Rgb) -> None:
        """Blend a colour over the whole sheet, per pixel."""
        self._ink(slice(None), slice(None), share, colour, worn=False)

    def picture(self) -> npt.NDArray[np.uint8]:
        """The sheet as BGR bytes, sRGB."""
        return np.ascontiguousarray(_encode(self.light)[:, :, ::-1])

    def _ink(self, rows: slice, columns: slice, share: Float32, colour: Rgb, worn: bool) -> None:
        area = self.light[rows, columns]
        amount = (share * self.hold[rows, columns] if worn else share)[:, :, None]
        area += (linear(colour) - area) * amount.astype(np.float32)


def blank_canvas(
    low_mm: tuple[float, float], high_mm: tuple[float, float], px_per_mm: float, colour: Rgb
) -> Canvas:
    """A sheet of one colour over a rectangle of the board."""
    width = math.ceil((high_mm[0] - low_mm[0]) * px_per_mm - 1e-6)
    height = math.ceil((high_mm[1] - low_mm[1]) * px_per_mm - 1e-6)
    light = np.empty((height, width, 3), dtype=np.float32)
    light[:] = linear(colour)
    return Canvas(low_mm[0], high_mm[1], px_per_mm, light, np.ones((height, width), np.float32))


def _encode(light: Float32) -> npt.NDArray[np.uint8]:
    """Linear light as sRGB bytes, by table: a power per pixel would take seconds."""
    steps = np.arange(65536) / 65535.0
    curve = np.where(steps <= 0.0031308, steps * 12.92, 1.055 * steps ** (1 / 2.4) - 0.055)
    table = np.round(curve * 255.0).astype(np.uint8)
    return np.asarray(table[(np.clip(light, 0.0, 1.0) * 65535.0 + 0.5).astype(np.uint16)])


def _coverage(low: float, high: float, size: int) -> tuple[slice, Float32]:
    """Which pixels of a row an interval touches, and how much of each it covers."""
    first = min(size, max(0, math.floor(low)))
    last = max(first, min(size, math.ceil(high)))
    edges = np.arange(first, last + 1, dtype=float)
    inside = np.clip(np.minimum(edges[1:], high) - np.maximum(edges[:-1], low), 0.0, 1.0)
    return slice(first, last), inside.astype(np.float32)
