"""The part of a field that lies outside the picture, where nothing can be judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from referee.calibrate.fit.camera_fit import LineSights
from referee.calibrate.lines.line_samples import LineSamples
from referee.calibrate.lines.printed_line import PrintedLine, PrintedLineKind
from referee.camera.camera_model import CameraModel
from referee.core.arrays import F64, Bools
from referee.core.field.field_profile import FieldProfile

POINTS = 41  # along a line
SOME = 0.02  # of a line outside the picture is worth a word; more than a corner
CLOSE_PX = 1.5  # beside its place, that a point of a line may lie
ENOUGH_IN_VIEW = 0.3  # of a line, for it to be asked for


def shares_in_view(camera: CameraModel, lines: Sequence[PrintedLine]) -> F64:
    """The share of each line that lies inside the picture."""
    return np.array([_inside(camera, line).mean() for line in lines])


def sides_in_view(samples: LineSamples, camera: CameraModel, lines: Sequence[PrintedLine]) -> float:
    """The share of a sideline seen in its place: the worse of those that are in the picture."""
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


def _inside(camera: CameraModel, line: PrintedLine) -> Bools:
    start, end = np.array(line.start_mm), np.array(line.end_mm)
    share = np.linspace(0.01, 0.99, POINTS)[:, None]
    return _in_picture(camera, start + share * (end - start))


def _in_picture(camera: CameraModel, places: F64) -> Bools:
    at = camera.project_flat(places)
    size = (camera.width_px - 1, camera.height_px - 1)
    return np.asarray(((at >= 0.0) & (at <= size)).all(axis=1))


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
