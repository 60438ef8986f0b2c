"""Reads the pictures of data sets."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from referee.core.errors import BadValue, PlainWord


def read_picture(path: Path) -> npt.NDArray[np.uint8]:
    """A picture of a data set, blue first."""
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise BadValue("data", PlainWord(f"{path}, which is no picture"), "the set made again")
    return np.asarray(image, dtype=np.uint8)
