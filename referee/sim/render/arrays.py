"""Names for the arrays that compiled code works on."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.sim.art.print.canvas import linear

F32 = npt.NDArray[np.float32]
F64 = npt.NDArray[np.float64]
I32 = npt.NDArray[np.int32]
U8 = npt.NDArray[np.uint8]
I8 = npt.NDArray[np.int8]
U32 = npt.NDArray[np.uint32]
U16 = npt.NDArray[np.uint16]


def linear_bgr(srgb: npt.ArrayLike) -> F32:
    """RGB colours (..., 3) as linear light in the picture's channel order."""
    return np.ascontiguousarray(linear(srgb)[..., ::-1])
