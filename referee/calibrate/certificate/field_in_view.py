"""What of a field lies outside the picture: nothing can be seen there, and nothing judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from referee.calibrate.fit.camera_fit import LineSights
from referee.calibrate.lines.line_samples import LineSamples
from referee.calibrate.lines.printed_line import PrintedLine, PrintedLineKind
from referee.camera.camera_model import CameraModel
from referee.core.field.field_profile import FieldProfile

F64 = npt.NDArray[np.float64]

POINTS = 41
SOME = 0.02  # of a line outside the picture is worth a word; more than a corner
CLOSE_PX = 1.5
ENOUGH_IN_VIEW = 0.3  # of a line, for it to be asked for


def shares_in_view(camera: CameraModel, lines: Sequence[PrintedLine]) -> F64:
    """Of each line, the share that the picture shows."""
    return np.array([_inside(camera, line).mean() for line in lines])


def sides_in_view(samples: LineSamples, camera: CameraModel, lines: Sequence[PrintedLine]) -> float:
    """Of the worse of those sidelines that the picture shows, the share that is where it should."""
    sights: LineSights = samples.sights
    close = np.abs(sights.misses_px(camera)) < CLOSE_PX
    hits = np.bincount(sights.line, weights=close, minlength=len(lines))
    tried = np.bincount(samples.line, minlength=len(lines))
    view = shares_in_view(camera, lines)
    seen = [
        float(hits[k] / max(tried[k], 1))
        for k, line in enumerate(lines)
        if line.kind is PrintedLineKind.SIDE and view[k] > ENOUGH_IN_VIEW
    ]
    return min(seen, default=0.0)


def words_of_outside(
    camera: CameraModel, lines: Sequence[PrintedLine], profile: FieldProfile
) -> Iterator[str]:
    """A sentence if a part of the field is cut off by the picture's edge."""
    gone, cut = [], []
    for line, share in zip(lines, shares_in_view(camera, lines), strict=True):
        if share == 0.0:
            gone.append(line.name)
        elif share < 1.0 - SOME and line.kind in {PrintedLineKind.SIDE, PrintedLineKind.END}:
            cut.append(f"{100 * (1 - share):.0f} % of the {line.name}")
    parts = [*(f"the {name}" for name in gone), *cut]
    if parts:
        x = np.linspace(profile.left_end_line_x_mm, profile.right_end_line_x_mm, POINTS)
        y = np.linspace(0.0, profile.width_mm, POINTS)
        shown = _in_picture(camera, np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)).mean()
        yield (
            f"Outside the picture: {_listed(parts)}. {100 * (1 - shown):.0f} % of the field is not "
            "in view, and nothing can be judged there; errors given for it are worked out."
        )


def _inside(camera: CameraModel, line: PrintedLine) -> npt.NDArray[np.bool_]:
    start, end = np.array(line.start_mm), np.array(line.end_mm)
    share = np.linspace(0.01, 0.99, POINTS)[:, None]
    return _in_picture(camera, start + share * (end - start))


def _in_picture(camera: CameraModel, places: F64) -> npt.NDArray[np.bool_]:
    at = camera.project(np.column_stack([places, np.zeros(len(places))]))
    size = (camera.width_px - 1, camera.height_px - 1)
    return np.asarray(((at >= 0.0) & (at <= size)).all(axis=1))


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
