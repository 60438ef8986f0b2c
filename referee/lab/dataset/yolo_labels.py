"""Labels as the trainer reads them: class, box, four corners with their visibility."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.lab.dataset.labels import ThingLabel
from referee.vision.network.detector_classes import CLASSES, CORNERS, MIRRORED

SEEN = 2


def label_lines(labels: Sequence[ThingLabel], width_px: int, height_px: int) -> str:
    """One line for each thing; a corner outside the picture is written as 0 0 0."""
    size = np.array([width_px, height_px], dtype=float)
    lines = []
    for label in labels:
        low, high = (label.box_px[:2] + 0.5) / size, (label.box_px[2:] + 0.5) / size
        low, high = np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)
        words = [str(label.kind), *(f"{v:.6f}" for v in [*(low + high) / 2, *(high - low)])]
        corners = np.full((CORNERS, 2), -1.0)
        if label.corners_px is not None:
            corners = (label.corners_px + 0.5) / size
        for x, y in corners:
            inside = 0.0 < x < 1.0 and 0.0 < y < 1.0
            words += [f"{x:.6f}", f"{y:.6f}", str(SEEN)] if inside else ["0", "0", "0"]
        lines.append(" ".join(words))
    return "".join(f"{line}\n" for line in lines)


def data_file(train: str, tune: str) -> str:
    """The YAML that names the pictures, the classes and the corners."""
    names = "".join(f"  {k}: {name}\n" for k, name in enumerate(CLASSES))
    return (
        f"train: images/{train}\nval: images/{tune}\n"
        f"kpt_shape: [{CORNERS}, 3]\nflip_idx: {list(MIRRORED)}\nnames:\n{names}"
    )
