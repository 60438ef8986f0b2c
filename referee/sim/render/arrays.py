"""The arrays that compiled code works on: their types, and those that belong together."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from referee.sim.art.mesh import linear

F32 = npt.NDArray[np.float32]
F64 = npt.NDArray[np.float64]
I32 = npt.NDArray[np.int32]
U8 = npt.NDArray[np.uint8]
I8 = npt.NDArray[np.int8]
U32 = npt.NDArray[np.uint32]
U16 = npt.NDArray[np.uint16]


class CornerArrays(NamedTuple):
    """Per corner of a batch of meshes: place and normal on the board, pixel, motion, light."""

    place: F32
    normal: F32
    screen: F32  # column, row, 1 / depth
    motion: F32  # pixels per exposure
    ambient: F32
    diffuse: F32  # per lamp, before shadows
    mirror: F32  # per lamp, before shadows
    light: F32
    highlight: F32


class SampleArrays(NamedTuple):
    """Samples of a picture (rows, columns, samples): 1 / depth, ink and owner of each.

    ``owners``: those of a pixel's samples as one number.
    """

    near: F32
    ink: F32
    owner: U8
    owners: U32


class ShadowArrays(NamedTuple):
    """Shadow maps as a point looks light up in them, see `ShadowMaps`."""

    grid: F64
    height: F32
    above: F32
    panes: F32  # (lamps, map rows, map columns): light past windows and still things


def linear_bgr(srgb: npt.ArrayLike) -> F32:
    """RGB colours (..., 3) as linear light in the picture's channel order."""
    return np.ascontiguousarray(linear(srgb)[..., ::-1])
